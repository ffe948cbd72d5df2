PRAGMA application_id = 1215653190;
PRAGMA user_version = 2;
BEGIN TRANSACTION;
CREATE TABLE entries (
            stream INTEGER NOT NULL,   -- streams.id
            number INTEGER NOT NULL,   -- from 1, without gaps
            at INTEGER NOT NULL,       -- milliseconds since the epoch
            version INTEGER NOT NULL,  -- of what the data means
            data TEXT NOT NULL,        -- JSON
            hash BLOB NOT NULL,        -- of this entry and the hash before it
            UNIQUE (stream, number)
        ) STRICT;
INSERT INTO "entries" VALUES(1,1,1795021214075,2,'{"what":"alive"}',X'9D85FAD138471DD0F8C21D3D451BD34D');
INSERT INTO "entries" VALUES(2,1,1795021214627,2,'{"after":"","done":true}',X'19C073B6CCE7E2519A8DA45461BB8E38');
INSERT INTO "entries" VALUES(3,1,1795021214632,2,'{"what":"made","name":"Anna","hash":"9c1492a8582c94dd463ba0a0ef8d353229bbd1dbdf1b5689b065ef93b0187b49"}',X'2CC935224307832878D8F227AE038350');
INSERT INTO "entries" VALUES(4,1,1795021214756,2,'{"what":"made","name":"Ben","hash":"1bbceaf8d4dd3a87df62b20160a946a907654a6f3b90a174c4a9ed6b5ede1eec"}',X'C1DFFA5C40B7D3FE7D30203B19E49A99');
INSERT INTO "entries" VALUES(3,2,1795021214763,2,'{"what":"code_made","hash":"26025738239cba2bfa8395fce668bc477357997e1c600d420a82755793e9de5d","until_ms":1795021814763}',X'6DF069B93B5851BE6C2B383FDA59B39B');
INSERT INTO "entries" VALUES(3,3,1795021214779,2,'{"what":"device_added","hash":"216c1f66537b96bb258bde69e576d38f0f9abfb89b2af007c21a3fe7687a3030","kind":"unknown","browser":"unknown"}',X'1C79E16A39D3C1AE303FFD0CD8087CA6');
INSERT INTO "entries" VALUES(6,1,1795021214786,2,'{"what":"created","setup":{"options":{"target":50},"seats":3,"move_seconds":0,"bot_pause_ms":0},"guest":"g5b7wbb3w3f4q"}',X'814CB36DE8D8FFBF1680AC68AE836F57');
INSERT INTO "entries" VALUES(6,2,1795021214786,2,'{"what":"sat","seat":0,"name":"Anna","guest":"g5b7wbb3w3f4q"}',X'EF4B0525870F85E17A198D95827F8732');
INSERT INTO "entries" VALUES(6,3,1795021214786,2,'{"what":"seed_drawn","seed":"477913ec2b4a9ee231aadbeb728eb5f93a155fe544efb3991c5aabf2815da64b"}',X'95712B913452E1E44B7E161C8F8504C7');
INSERT INTO "entries" VALUES(5,1,1795021214786,2,'{"what":"seated"}',X'954F812C4F497E55439011BA5015077F');
INSERT INTO "entries" VALUES(6,4,1795021214794,2,'{"what":"sat","seat":1,"name":"Ben","guest":"gdwwehckm4hjj","id":"m1","digest":"1733d61ff6a8d77f"}',X'DEA63A28B2EDBE1939206FFA4ADBF3B9');
INSERT INTO "entries" VALUES(7,1,1795021214794,2,'{"what":"seated"}',X'D8C8C27E89B68605EAD3C533F19509C3');
INSERT INTO "entries" VALUES(6,5,1795021214799,2,'{"what":"bot_added","seat":2,"level":"easy","guest":"g5b7wbb3w3f4q","id":"m2","digest":"4ef0aa779381472b"}',X'CE3CDC50AA7DC58493CD18BA8C182A2A');
INSERT INTO "entries" VALUES(6,6,1795021214805,2,'{"what":"sealed","seals":["bab62840ef9eb47cc243608cc2223e4bc375145b91af9d06088310df6d74f68a","40551b2226c24ce48e6e74c1be167da3064f957677dac23b86f25c3be8973f33",""],"start":"m3","guest":"g5b7wbb3w3f4q"}',X'4F95DC6391144F6ECCDB24A9A70884EE');
INSERT INTO "entries" VALUES(6,7,1795021214809,2,'{"what":"mixed","contributions":["0e8e91674b31506d542d7f25c3851657","04892e18631abf6689c63277ede993ab",""],"rules_version":2,"guest":"g5b7wbb3w3f4q"}',X'0FC5FB2A6DC45F212AC13EC4A36E0651');
INSERT INTO "entries" VALUES(6,8,1795021214811,2,'{"what":"dealt","guest":"g5b7wbb3w3f4q","id":"m3"}',X'6D8DEB8B63FEC710EBE98F7E8C40C21E');
INSERT INTO "entries" VALUES(6,9,1795021214816,2,'{"what":"moved","seat":2,"move":"play W+4 y","by":"bot"}',X'721BBD62907EC5B9DC57D9767DE6EFCE');
INSERT INTO "entries" VALUES(6,10,1795021214821,2,'{"what":"moved","seat":0,"move":"challenge","guest":"g5b7wbb3w3f4q","id":"m4","digest":"e8f5859a212933b8"}',X'42BCE76F9332355518A769AF8D83EA14');
INSERT INTO "entries" VALUES(6,11,1795021214829,2,'{"what":"moved","seat":0,"move":"draw","guest":"g5b7wbb3w3f4q","id":"m5","digest":"6fd488c13a9c845f"}',X'730D88091C9698A9F6D25DD63820CAE7');
INSERT INTO "entries" VALUES(6,12,1795021214836,2,'{"what":"moved","seat":0,"move":"keep","guest":"g5b7wbb3w3f4q","id":"m6","digest":"f9ab4d485130b663"}',X'2AAB412A89BED7303EE7CCE33E3EC10A');
INSERT INTO "entries" VALUES(6,13,1795021214841,2,'{"what":"moved","seat":1,"move":"play W g","guest":"gdwwehckm4hjj","id":"m7","digest":"4288ddfa5fc90f2a"}',X'31FBF404D5F2747FB50E2BCBA4717C48');
INSERT INTO "entries" VALUES(6,14,1795021214846,2,'{"what":"moved","seat":2,"move":"play g+2","by":"bot"}',X'398BFE2B02521F1D8FE1ABC8F0C4500D');
INSERT INTO "entries" VALUES(6,15,1795021214853,2,'{"what":"moved","seat":1,"move":"draw","guest":"gdwwehckm4hjj","id":"m8","digest":"c4469c5c14c059af"}',X'DEACF3E04C89333D1496C4766E9025CE');
INSERT INTO "entries" VALUES(6,16,1795021214859,2,'{"what":"moved","seat":1,"move":"keep","guest":"gdwwehckm4hjj","id":"m9","digest":"fb0767db3a9136dd"}',X'12E49202357E8593F9191A0D0462EFB1');
INSERT INTO "entries" VALUES(6,17,1795021214865,2,'{"what":"moved","seat":2,"move":"play g3","by":"bot"}',X'864F36DB56A563D21678FA2E84BB4207');
INSERT INTO "entries" VALUES(6,18,1795021214873,2,'{"what":"moved","seat":0,"move":"play g3","guest":"g5b7wbb3w3f4q","id":"m10","digest":"2ce24e1e13f684bb"}',X'042ABCAC30A45EDA06185EFBDC7DD185');
INSERT INTO "entries" VALUES(6,19,1795021214880,2,'{"what":"moved","seat":1,"move":"draw","guest":"gdwwehckm4hjj","id":"m11","digest":"6dba1de946fc400a"}',X'4DECE4E4696EA5FE16136E4083570950');
INSERT INTO "entries" VALUES(6,20,1795021214885,2,'{"what":"moved","seat":1,"move":"play g0","guest":"gdwwehckm4hjj","id":"m12","digest":"03b1ef1454f07281"}',X'DF91C355488A80EB6060E6E7ED39AC9E');
INSERT INTO "entries" VALUES(6,21,1795021214890,2,'{"what":"moved","seat":2,"move":"play g8","by":"bot"}',X'661AE7247E7F03B542CAA9B666FC26D1');
INSERT INTO "entries" VALUES(6,22,1795021214896,2,'{"what":"moved","seat":0,"move":"play b8","guest":"g5b7wbb3w3f4q","id":"m13","digest":"82c93a6278d71d8e"}',X'6FA488C8B62622B0BF30A2DE73984BD9');
INSERT INTO "entries" VALUES(6,23,1795021214903,2,'{"what":"moved","seat":1,"move":"play bR","guest":"gdwwehckm4hjj","id":"m14","digest":"8470de3c78958be3"}',X'FFCE58AF1A668D5705E1AFB282DDB6FA');
INSERT INTO "entries" VALUES(6,24,1795021214909,2,'{"what":"moved","seat":0,"move":"draw","guest":"g5b7wbb3w3f4q","id":"m15","digest":"60fa85701a3b2c4d"}',X'15BA25A0528D8048159A3765D3C38E28');
INSERT INTO "entries" VALUES(6,25,1795021214916,2,'{"what":"moved","seat":0,"move":"keep","guest":"g5b7wbb3w3f4q","id":"m16","digest":"1ccba5b09d69e8d8"}',X'81EA95DE15F2B9C5E6A3B7E525BD4222');
INSERT INTO "entries" VALUES(6,26,1795021214921,2,'{"what":"moved","seat":2,"move":"play yR","by":"bot"}',X'9972F0A37D375F35025C9732245B32B4');
INSERT INTO "entries" VALUES(6,27,1795021214926,2,'{"what":"moved","seat":0,"move":"play y7","guest":"g5b7wbb3w3f4q","id":"m17","digest":"85f66a977226bc4a"}',X'BC8BF39E446E9826DA347ED0AE166F3F');
INSERT INTO "entries" VALUES(6,28,1795021214931,2,'{"what":"moved","seat":1,"move":"play yR","guest":"gdwwehckm4hjj","id":"m18","digest":"62254be6edcb3e4e"}',X'D914DAAB0F723816DD4D760DB6715928');
INSERT INTO "entries" VALUES(6,29,1795021214940,2,'{"what":"moved","seat":0,"move":"play y9","guest":"g5b7wbb3w3f4q","id":"m19","digest":"6b6fb140657efde0"}',X'941D6ED24024EE19905128C4251ACADB');
INSERT INTO "entries" VALUES(6,30,1795021214945,2,'{"what":"moved","seat":2,"move":"play r9","by":"bot"}',X'7EFF9CB74CC55ED1C4A7D8CEC5B6806F');
INSERT INTO "entries" VALUES(6,31,1795021214953,2,'{"what":"moved","seat":1,"move":"play r7","guest":"gdwwehckm4hjj","id":"m20","digest":"492a0177f3cd2a2b"}',X'86277629FB29B1FC3637A42C561636F1');
INSERT INTO "entries" VALUES(6,32,1795021214959,2,'{"what":"moved","seat":0,"move":"play r3","guest":"g5b7wbb3w3f4q","id":"m21","digest":"434e43f6288f62ec"}',X'0C50D9BD5FF8F9640ADAFFF179B258FC');
INSERT INTO "entries" VALUES(6,33,1795021214965,2,'{"what":"moved","seat":2,"move":"draw","by":"bot"}',X'A1EEE4C2E337949083A196CE644F7B70');
INSERT INTO "entries" VALUES(6,34,1795021214973,2,'{"what":"moved","seat":2,"move":"keep","by":"bot"}',X'6A2772DD38DBB56E4FD83511B3E20F19');
INSERT INTO "entries" VALUES(6,35,1795021214980,2,'{"what":"moved","seat":1,"move":"play r8","guest":"gdwwehckm4hjj","id":"m22","digest":"6c877ea35975cbb8"}',X'13FCA24B9A70E396396EC5B6F2E98326');
INSERT INTO "entries" VALUES(6,36,1795021214985,2,'{"what":"moved","seat":0,"move":"play rS","guest":"g5b7wbb3w3f4q","id":"m23","digest":"a9adafeb9f3f54b8"}',X'563F6C53DD7AA63BDAD7F1169E59BFAE');
INSERT INTO "entries" VALUES(6,37,1795021214993,2,'{"what":"moved","seat":1,"move":"draw","guest":"gdwwehckm4hjj","id":"m24","digest":"5ec1d34169a07d64"}',X'76C3E08D05203ABBF6C861F9D19FBAC5');
INSERT INTO "entries" VALUES(6,38,1795021214998,2,'{"what":"moved","seat":1,"move":"keep","guest":"gdwwehckm4hjj","id":"m25","digest":"aabfe4309289881b"}',X'B9889350BC469C368D19FCB0074AF7C4');
INSERT INTO "entries" VALUES(6,39,1795021215005,2,'{"what":"moved","seat":0,"move":"draw","guest":"g5b7wbb3w3f4q","id":"m26","digest":"625c4510dda65f2c"}',X'E402E4C6040464FFA687FAD53C5D2AD0');
INSERT INTO "entries" VALUES(6,40,1795021215013,2,'{"what":"moved","seat":0,"move":"keep","guest":"g5b7wbb3w3f4q","id":"m27","digest":"087c0c68add1954d"}',X'CAAD107D93D93876FF9B0E8BEDB7ABA8');
INSERT INTO "entries" VALUES(6,41,1795021215019,2,'{"what":"moved","seat":2,"move":"play r4","by":"bot"}',X'B9392F608EA1023FF068B372C76AC83A');
INSERT INTO "entries" VALUES(6,42,1795021215025,2,'{"what":"moved","seat":1,"move":"draw","guest":"gdwwehckm4hjj","id":"m28","digest":"9bbe14882b39272f"}',X'F3AAA9551B0296F2637D1FD905C1D433');
INSERT INTO "entries" VALUES(6,43,1795021215033,2,'{"what":"moved","seat":1,"move":"keep","guest":"gdwwehckm4hjj","id":"m29","digest":"16a143d03792d102"}',X'0BE2B2D6A9B4F9AFBE7EB8E5EF5598CB');
INSERT INTO "entries" VALUES(6,44,1795021215038,2,'{"what":"moved","seat":0,"move":"play r1","guest":"g5b7wbb3w3f4q","id":"m30","digest":"7437835d05d2852f"}',X'69F844D50178C0CABE73681EDCC7B661');
INSERT INTO "entries" VALUES(6,45,1795021215045,2,'{"what":"moved","seat":2,"move":"play r2","by":"bot"}',X'85B22A69A44B879133FCEDD6ADDDC643');
INSERT INTO "entries" VALUES(6,46,1795021215053,2,'{"what":"moved","seat":1,"move":"draw","guest":"gdwwehckm4hjj","id":"m31","digest":"da49c656c0a0d530"}',X'7B721C481C7764BFBE2255ABA9A20047');
INSERT INTO "entries" VALUES(6,47,1795021215056,2,'{"what":"moved","seat":1,"move":"keep","guest":"gdwwehckm4hjj","id":"m32","digest":"e2bb81c467436a76"}',X'D9B5588DA9967B963FDA1BB9E0EBFC20');
INSERT INTO "entries" VALUES(6,48,1795021215068,2,'{"what":"moved","seat":0,"move":"play r5","guest":"g5b7wbb3w3f4q","id":"m33","digest":"afaf703cc3add9ae"}',X'3C53DA0671813CF2FD16930CB9954574');
INSERT INTO "entries" VALUES(6,49,1795021215081,2,'{"what":"moved","seat":2,"move":"play rR","by":"bot"}',X'5D89F002A29A9211CECD4A8BDF3F9760');
INSERT INTO "entries" VALUES(6,50,1795021215084,2,'{"what":"moved","seat":0,"move":"draw","guest":"g5b7wbb3w3f4q","id":"m34","digest":"4f83d82a8c412bfe"}',X'EFDE51E891AFCBE4C07B2B95E3A2C15F');
INSERT INTO "entries" VALUES(6,51,1795021215265,2,'{"what":"moved","seat":0,"move":"play r4","guest":"g5b7wbb3w3f4q","id":"m35","digest":"40ad6adf1d41fb9d"}',X'C7B601FFF29DA36A488FF6CB478A9153');
INSERT INTO "entries" VALUES(6,52,1795021215273,2,'{"what":"moved","seat":1,"move":"play b4","guest":"gdwwehckm4hjj","id":"m36","digest":"8d2afbf4dd3a20f4"}',X'84D6CBC7D730AC70FCDC7C032AD208A2');
INSERT INTO "entries" VALUES(6,53,1795021215287,2,'{"what":"moved","seat":2,"move":"play b3","by":"bot"}',X'D4B7ED74246AB26DB32FCF1D7DAA18F5');
INSERT INTO "entries" VALUES(6,54,1795021215290,2,'{"what":"moved","seat":0,"move":"draw","guest":"g5b7wbb3w3f4q","id":"m37","digest":"4e321de7dcaa8efe"}',X'181F329033DDA949816579DD4ECFDF1F');
INSERT INTO "entries" VALUES(6,55,1795021215300,2,'{"what":"moved","seat":0,"move":"keep","guest":"g5b7wbb3w3f4q","id":"m38","digest":"13582bbd6e51fc00"}',X'5731996821410EBE2B3D4F08EF5CC7FA');
INSERT INTO "entries" VALUES(6,56,1795021215304,2,'{"what":"moved","seat":1,"move":"play b7","guest":"gdwwehckm4hjj","id":"m39","digest":"017f75ec67cacd20"}',X'F58873D321CB2595AC71A5551C45D3D7');
INSERT INTO "entries" VALUES(6,57,1795021215313,2,'{"what":"moved","seat":2,"move":"draw","by":"bot"}',X'E392FB4FFBA4332D586F03E2555E9047');
INSERT INTO "entries" VALUES(6,58,1795021215315,2,'{"what":"moved","seat":2,"move":"keep","by":"bot"}',X'D24AC1DE33B1A78783A85C656759F3BB');
INSERT INTO "entries" VALUES(6,59,1795021215321,2,'{"what":"moved","seat":0,"move":"draw","guest":"g5b7wbb3w3f4q","id":"m40","digest":"87cf6c5f28e178fa"}',X'FA79CFCCE2E91F4E5C9246F084F572E0');
INSERT INTO "entries" VALUES(6,60,1795021215324,2,'{"what":"moved","seat":0,"move":"play b+2","guest":"g5b7wbb3w3f4q","id":"m41","digest":"75deb08f5f3bea0b"}',X'A336D5EEA51C10F70E2A8F7C6D219B46');
INSERT INTO "entries" VALUES(6,61,1795021215327,2,'{"what":"moved","seat":2,"move":"play y+2","by":"bot"}',X'F0A643D6BA04E50C9BFD047768F5F02C');
INSERT INTO "entries" VALUES(6,62,1795021215333,2,'{"what":"moved","seat":1,"move":"play yS","guest":"gdwwehckm4hjj","id":"m42","digest":"0d7ffea06778480f"}',X'2210B24F0CFFBEBC9E826BD8DF674A0C');
INSERT INTO "entries" VALUES(6,63,1795021215337,2,'{"what":"moved","seat":0,"move":"play y2","guest":"g5b7wbb3w3f4q","id":"m43","digest":"3029f06cae20d618"}',X'1BEA321F07068AE43CA5692BA7C089E1');
INSERT INTO "entries" VALUES(6,64,1795021215344,2,'{"what":"moved","seat":1,"move":"play y8","guest":"gdwwehckm4hjj","id":"m44","digest":"cfd024c1b69a5314"}',X'C5DC8AA5BC3D3616277F5ED5749F8BDE');
INSERT INTO "entries" VALUES(6,65,1795021215348,2,'{"what":"moved","seat":2,"move":"draw","by":"bot"}',X'090B3E3616AC262A5AA89916ABA74DE8');
INSERT INTO "entries" VALUES(6,66,1795021215355,2,'{"what":"moved","seat":2,"move":"keep","by":"bot"}',X'B38B394B0D3811F4DD6CD08DA94B2B2A');
INSERT INTO "entries" VALUES(6,67,1795021215359,2,'{"what":"moved","seat":0,"move":"play g8","guest":"g5b7wbb3w3f4q","id":"m45","digest":"e1525a52df46cb42"}',X'CACC011B0899BDA07C7E72E605185659');
INSERT INTO "entries" VALUES(6,68,1795021215369,2,'{"what":"moved","seat":1,"move":"draw","guest":"gdwwehckm4hjj","id":"m46","digest":"bd4871b8a77a4a87"}',X'AB13253C2ED3AF08F0877CAC75E37658');
INSERT INTO "entries" VALUES(6,69,1795021215377,2,'{"what":"moved","seat":1,"move":"play g2","guest":"gdwwehckm4hjj","id":"m47","digest":"c6b8d7f2cb07221f"}',X'2BEF475D327F90DC3F18941EF40363D7');
INSERT INTO "entries" VALUES(6,70,1795021215381,2,'{"what":"moved","seat":2,"move":"play gR","by":"bot"}',X'9DE31EDAD5FAC001CAC4B79BBDEA887E');
INSERT INTO "entries" VALUES(6,71,1795021215386,2,'{"what":"moved","seat":1,"move":"draw","guest":"gdwwehckm4hjj","id":"m48","digest":"d0147cbd88b6ec4f"}',X'C76B3D673F886D59CA8B3FC0485172CB');
INSERT INTO "entries" VALUES(6,72,1795021215393,2,'{"what":"moved","seat":1,"move":"play g4","guest":"gdwwehckm4hjj","id":"m49","digest":"ed4b2bb84f6996c5"}',X'6D2F1896B993D1E1F9443E8D90E850B8');
INSERT INTO "entries" VALUES(6,73,1795021215401,2,'{"what":"moved","seat":0,"move":"play g5","guest":"g5b7wbb3w3f4q","id":"m50","digest":"d8ff93ab2e3e6b27"}',X'0293CE04733267D85EBAE1EF88510F54');
INSERT INTO "entries" VALUES(6,74,1795021215407,2,'{"what":"moved","seat":2,"move":"play g7","by":"bot"}',X'34768F79403ECD0B3EBCEC642730D886');
INSERT INTO "entries" VALUES(6,75,1795021215408,2,'{"what":"moved","seat":1,"move":"draw","guest":"gdwwehckm4hjj","id":"m51","digest":"7bd087a46501b2b8"}',X'1A8BBB0E70A7AB2EF7B830F80CF9BD08');
INSERT INTO "entries" VALUES(6,76,1795021215414,2,'{"what":"moved","seat":1,"move":"keep","guest":"gdwwehckm4hjj","id":"m52","digest":"42b46094c24b4a3b"}',X'2C6526B5206B3B33167BF13A0873C035');
INSERT INTO "entries" VALUES(6,77,1795021215416,2,'{"what":"moved","seat":0,"move":"play g5","guest":"g5b7wbb3w3f4q","id":"m53","digest":"a515ac1d9716b751"}',X'5DEED3C153B639B4CFEB2393591F43A5');
INSERT INTO "entries" VALUES(6,78,1795021215421,2,'{"what":"moved","seat":2,"move":"uno","by":"bot"}',X'AB0C4A185D72BDD8991B711C67DEB3E8');
INSERT INTO "entries" VALUES(6,79,1795021215429,2,'{"what":"moved","seat":2,"move":"play g9","by":"bot"}',X'7181687A36C7124FEC4E85F23F88796A');
INSERT INTO "entries" VALUES(6,80,1795021215429,2,'{"what":"seed_drawn","seed":"42c8ff49627a47987c9a2962d8b37a6212a2c10a79b07352d4c3a5ef1629ad0f"}',X'9CA05DBEDCA7E09FD907B94336A66277');
INSERT INTO "entries" VALUES(5,2,1795021215429,2,'{"what":"played","seat":0,"result":{"match":1,"ended_ms":1795021215429,"edition":"classic","theme":"classic","players":[{"name":"Anna"},{"name":"Ben"},{"level":"easy"}],"winners":[2],"scores":[0,0,85],"rounds":1,"title":{"en":"Classic","zh-Hant":"經典"}}}',X'E71CDBA4A393E45C07825ABC243BDA9E');
INSERT INTO "entries" VALUES(7,2,1795021215429,2,'{"what":"played","seat":1,"result":{"match":1,"ended_ms":1795021215429,"edition":"classic","theme":"classic","players":[{"name":"Anna"},{"name":"Ben"},{"level":"easy"}],"winners":[2],"scores":[0,0,85],"rounds":1,"title":{"en":"Classic","zh-Hant":"經典"}}}',X'B412BB0F5E4268CA6DE7D59D718B14FA');
INSERT INTO "entries" VALUES(6,81,1795021215434,2,'{"what":"sealed","seals":["73f42c58ecacca6d0de87e186683be974b5de451454e8acc3acb8260df4b13ab","a4869e0cba7c7e92743fd96c73e794b9cbfd38b084b5f8710de4592c7121e349",""],"start":"m54","guest":"g5b7wbb3w3f4q"}',X'22BA1640CAEE170F250AEEE8BF89565E');
INSERT INTO "entries" VALUES(6,82,1795021215441,2,'{"what":"mixed","contributions":["a114e6adac1648aad76309f765363919","6d6bbc0527ee2e16690350f9c91ad095",""],"rules_version":2,"guest":"g5b7wbb3w3f4q"}',X'A74858F4C58EE54541D42B5409B7AFF9');
INSERT INTO "entries" VALUES(6,83,1795021215441,2,'{"what":"dealt","guest":"g5b7wbb3w3f4q","id":"m54"}',X'5064281F25F5FFA693BDDD90BD937A10');
INSERT INTO "entries" VALUES(6,84,1795021215449,2,'{"what":"moved","seat":0,"move":"draw","guest":"g5b7wbb3w3f4q","id":"m55","digest":"44ab5a9e53847b67"}',X'699509AF2E00D1D4F6E6A09A9A523F04');
INSERT INTO "entries" VALUES(6,85,1795021215455,2,'{"what":"moved","seat":0,"move":"keep","guest":"g5b7wbb3w3f4q","id":"m56","digest":"46e6a899b9c8fdf8"}',X'64966CFB8C50F585EE6B63C31C066FE0');
INSERT INTO "entries" VALUES(6,86,1795021215461,2,'{"what":"moved","seat":1,"move":"play r2","guest":"gdwwehckm4hjj","id":"m57","digest":"f3649e398c2ca6f2"}',X'744EB8A389AA07EAE590E7A72415F5BE');
INSERT INTO "entries" VALUES(6,87,1795021215466,2,'{"what":"moved","seat":2,"move":"play W+4 b","by":"bot"}',X'8064653C83DCC92E6B475C170BC13137');
INSERT INTO "entries" VALUES(6,88,1795021215472,2,'{"what":"moved","seat":0,"move":"challenge","guest":"g5b7wbb3w3f4q","id":"m58","digest":"cec08a2fafea7439"}',X'FECE0517CCBD41C07A94BDF183D2469F');
INSERT INTO "entries" VALUES(6,89,1795021215479,2,'{"what":"moved","seat":0,"move":"play b7","guest":"g5b7wbb3w3f4q","id":"m59","digest":"022b53e9c4f22473"}',X'7370FA9744BA849B774D46D178D0433A');
INSERT INTO "entries" VALUES(6,90,1795021215485,2,'{"what":"moved","seat":1,"move":"play bR","guest":"gdwwehckm4hjj","id":"m60","digest":"44d666fe391b4f22"}',X'0F7182DB0C4E90608160CA3B7FCC0F1D');
INSERT INTO "entries" VALUES(11,1,1795021242161,2,'{"what":"reviewed","version":4,"packed":"H4sIAAAAAAAAA+2cy27ruhWGX2VDoxbHDnS3lFnbScftoIODg0CxFdtnK/KGbO/ADTLsE/Rdir5Q0dcoFy+LF5GUuBs7Z5AAiSXZFtfHdeEvUspr9HQYnptTdB/tzu1T03XLof2+b1+iRfS9HY77Qx/d54uo3exPdDtad83xuF+T90+79rnVjhy+wYeO0f1rdGqGbUtOW8Rvi+hb11zIyaL7n6M/9H1DPvnHtid/Hw+nL79rm+Pl99Evi+hp3++Pu3YT3Z+Gc7uIXvZ9z76VkneP68PQwk68iBdVAUda+GxMjHsiECdodb1r+jV8KinJ+/unEzX+1/Nm28IxYspwOPcbOM0r2ySHF9Gmbbp2oJuH77ChGhDdp4TgsO9PeutjewgzaTC+y+gPHGi/mU3BMWr0sYVe789dB9v9qSWGi/2nw7mL7ok3jsQKZPo5vkvSYkH+Vit4KckLabY7vND34iyvVytyPC6LmvDHd3mex3lOPrLbb3f0M1kZp2kFb2VxXNVkoyqqrIDPgI/YeeAU8AvnPq+/koPL+C6NK2AiW0lOvpKRD5DvJeXql7fFmA82KF+qwtE2vvztp/zLJfJBMjyKWpSpxijQkjip0gSMyJJVVaqMiJbXeV2BoauyjpNMYyzp2ekLILFGGKzaAzY2igRs1InIRgi6ru1JoHnQeLvgOUqooiXkh5pNvYaMKlpaZWkFLmZeQ0aJtsQ2oOeATSETbzJiaAEiyMYIwWth3AwNFAYnnghMeXKL67KqzMFz7IDVc1VSJJUM04noZDQKHLxasXI71teWvPkbxPLHYSFgaLIZOfZl6wWiJBmlspaQpMqrJCUb6aqua40GS0iZZAVQrdI4jpUKojiCNROUXVC3XZVj+1PqpWJuooFvJhd6iZYLIBwlF7qJlYvFOLkYixppKpngpX/scCu7yybTiiU0mG+v+MxLQEX9ZnUXc9OC+20i9oxkgjM7UqqyI02m1M2RpgKv9gVe5mPBsgBE+niFw5QRgFrciWHKCECVh4cdDT9ZguaBJSg29Ko3g4zXCe4sHU3WCqICcjsaeqooirqAz5hocijiaTMfCzVGWDLxeObFz2ASYzDWvzETjsFY/0beskSfTCTxYodCcWEp6tvYx8U6MGdc8GLzVZrFNTWebVh9VZYkZGlW0Q0NTEFgngvwF2oKW4JVPrSru8xe7uajOXQFRXuchca850LDDAONYSXDBGMaQ49GPfgCuHwS4/EvPq4bRiOvjYFFEXVGmMKlLcKvvczLUWssL/BqRIxaY3lhKRxYGUXOuSR7guIiTNx+ANGEa1BSWArFxRt1PI0w9lQgkUOSbBR0mERI5gg6IfUCYw4lhqVMXFY+MKEuFoxRTSYhLKSjKKnmKBQWwlGMVHLhMMyDLKRKpKgvLFViwl+UinvNAMN6Lj03AhP1HB1ncvGe43lDEeZzocCwuav2cfG6Z8PCmodxaMESNQ/jcMxljFchXKgxLPk1eLkw6MEkfbB6H6UrHCXBgiIRJYYlEgdvgt2qckjHheWYT2EMfg3P3EXbNrXTu8ymYe0A88OoUF/okTg1CAsn8d5Us0sUQUwzJqJUInnVKNKMqSjVVzLQlzIeEIo7UkSpnc0xkTE1HF+fTfpkvqNQW9gSyytwleIOL47Mwo3Rxb5R2gFNv9hXSoY+jsxEQ7Vhy6y/zkDTlbWJhtOCI18Zkn3h8pWYcwrkQrGhu2wqt24wJIsKKJsaYSmDm5Uuc2iOqey6BR26xYSiB600DqUx5Ste2vmLo7brE9QqjCzt+gT1u+VW5lgqmfLS1bl+zEu+CYwh9wGpJdBUF7oMXNjUhSEDoU9c6oLXirALkwzVRVitYC1eUQ46/YQBCfFoRXJMXUyF3scheR3kmK1goZf4gFjF40Rm7ImKJy8iR7EnKh4CjUOPeUI4JYAKVYUtofxLPaqfrrIOvuSxAOYHQTkWRKZySaavaI/joIDA+fbRRAwKCIk1byJGXmgJmWtFckiJqVz6ECS/d3LfWshQ+Gh4sPEqbh2SZAkfrZpinMmVkPGyKdf9eMUWwIUKwpZK3jmYW1Q8HmG8UPBGZpI5NMRUPl3bXardCCOyiaH6BGzuuMNirphgWC53ibwaSyPhLUwrizQS3uIqLMhbDiVBsR69WNxT3F8GmfCUJBsFInpKLg/bAxHsF66ZD+aYqmBg3gkYPav1EVheymNQjq6A5WwgDsHmcrdMrHDxlzu0xVSC3QDLkmGTNKgpwi45fqM0DjHBom7OhOYV04kXdKXmhcWd44aLqbhjRMxdWll/j3uXrF6StXCiqBeoLsLm/G6PNOWcAvVEWFHgUccDwhV1Yl17NDxh0MkbHcfDk42G+mepRr0dyyEmWD757y5j7uFkZkLhhRSijRJK+AfRzHxiWDylzFFXlHbsXjufb4ri4ue7ahAuuWwRc5lhg2/hUxUX7xytEDH8SlHz2ntNJf0feqlAWWEJyIvXXyLUuXK3Jhpe1o88JhesULaP6gYPNls4+qFQUdjcNWe1gP4xJyveaxmOdswPhSFqi7ARi2sLZFOg5GqwTqdCobQw6EZQ1HC1KGKxQFVoxXLcbzE1an0U1oSTfDdZ+G8z4+FOUkGLO7yqAlvjIk7sc7NJTaogvaKqq2RlX6BSr0bn4ZSOhY6pmJPFiPw1J8iw7onSPp4gw7IgLxRnPigixKCSYVYwVBiWIrGdU/muWSR4bWUMITWi9N1csfVOxPCO43TGUPUetwKKQfiH5HrpuLdiKhBFTmnlQaxkwxvjsQkXsTGlxmOTJfZ4RRJpxkctK4tPT2znzFJcL/akkFASaL6XfHpi653fFNIdbNLrhdQTYPioVCCTrICWUiGCL4jGcQ8Fo/Ff/qqyz3TU+yx7KGkUXCVQSQQmE2tSVAqNCp9sMe6I1jJLPNmi3xE9mViCcbKoO+YrpqTER3FNeMkrJbzJxE6csNZEDeeNVXGZ1Zr5mDh8g31PFgTxKB/vn6CKsHLMSZz7w40AVAvnm43ywJb63psU3aazY2i1enC2reTw8/54ar7S1sje6Tz0+377gE8Ij2FSx+QxT/d1cz4KNtg9bGCvOxxPZO94fvy1XbOvAiU8yLzkQ130sjt0bB9aeCFmkFiF7c3QAnhq7duJJUphDqWX5pC9y8PhtIMnshWzYmkWbZmb5LIosVo0nWn2Ptq13bd24+glmiiKQXQPTaJ73Cjq1eP5+bkZIAhepS3U0CO31Hi6Gx4ap33PH42m/QefZXkaHV568nbCXcV77p4Og9HQHs8dPVsMJ1rv4UF7+C4Z8ZrTA40v2hZ8lUQC/SLdkcFHvvnYEfPYack7zbDds4fvmWkkHcu0hBsR0bKkrCpYzqW2EUPrIiEXAGhcQgpokcMsGQt98oUqjuvaMFhaCKdICP2b+AYM/kQukHM239uh2bYPwvo4zVhPNOv1eWjWF/awO4QDBuOs7ubPnwsoofd4f9Ngk51NPeHs7UxlwaxiFsN5wzu8IsGgdXiW5/BAAzUuvquJUoLpEaXD0zyDqXDs8LyqwUPuDidyrEqxw8Fq6A9AMXvc3dfpnL6O+RP+alfTUOYdTTsdQZgThNmJ2dXgeCWwqV/QULoX1NFpvEpg8gw7OiW9AJHMAjvJ0hLCWAvsDBwh+pkkRg0wzn5OiKfSWu3nrGaBN+rnmPSS+gPRr3c8rTAzRooPL4SW4vw5eqmj1+dI8TlSfI4UnyPF1UYKMk7sTx3Avb7h/116oMcAq4X/wfQn/I9Lf98t/9z0xKrov//653/+8e/o7e1/E+nZntNJAAA="}',X'90B60E4D06FD7245312789CBF129F7C1');
INSERT INTO "entries" VALUES(9,1,1795021242161,2,'{"accuracy":null,"luck":0.854167,"skill":-1.4375}',X'611015823387E93460E147F21D9099D3');
INSERT INTO "entries" VALUES(10,1,1795021242161,2,'{"accuracy":null,"luck":-0.458333,"skill":-0.5}',X'BD5390FC411B167745FE5148366D0FB1');
CREATE TABLE identity (id BLOB NOT NULL) STRICT;
INSERT INTO "identity" VALUES(X'9F6C8EAAE5963C5B26DD38DD0CC9B2C3');
CREATE TABLE releases (entry_version INTEGER PRIMARY KEY, program TEXT NOT NULL) STRICT;
INSERT INTO "releases" VALUES(2,'0.8.0');
CREATE TABLE snapshots (
            stream INTEGER PRIMARY KEY,  -- streams.id
            number INTEGER NOT NULL,     -- of the last entry it contains
            program TEXT NOT NULL,       -- that can read it
            data BLOB NOT NULL,
            hash BLOB NOT NULL
        ) STRICT;
CREATE TABLE streams (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE
        ) STRICT;
INSERT INTO "streams" VALUES(1,'clock');
INSERT INTO "streams" VALUES(2,'backfill:participations');
INSERT INTO "streams" VALUES(3,'guest:g5b7wbb3w3f4q');
INSERT INTO "streams" VALUES(4,'guest:gdwwehckm4hjj');
INSERT INTO "streams" VALUES(5,'participation:g5b7wbb3w3f4q:9b5zbtbu');
INSERT INTO "streams" VALUES(6,'table:9b5zbtbu');
INSERT INTO "streams" VALUES(7,'participation:gdwwehckm4hjj:9b5zbtbu');
INSERT INTO "streams" VALUES(9,'guest-review:g5b7wbb3w3f4q:9b5zbtbu:1');
INSERT INTO "streams" VALUES(10,'guest-review:gdwwehckm4hjj:9b5zbtbu:1');
INSERT INTO "streams" VALUES(11,'review:9b5zbtbu:1');
COMMIT;
