// The page begins here: its language, and by its address the first page or a table.

import { find } from "./dom.js";
import { recall, remember } from "./guest.js";
import { openStart } from "./start.js";
import { openTable } from "./table.js";
import { LANGUAGES, load, preferred, text } from "./texts.js";

const LANGUAGE = "huefall.language";

const wanted = recall(LANGUAGE, preferred());
const language = LANGUAGES.some(([tag]) => tag === wanted) ? wanted : "en";
await load(language);

for (const element of document.querySelectorAll("[data-text]")) element.textContent = text(element.dataset.text);
for (const [tag, name] of LANGUAGES) find("language").append(new Option(name, tag, false, tag === language));
find("language").addEventListener("change", (event) => {
  remember(LANGUAGE, event.target.value);
  location.reload();
});

const code = location.pathname.match(/^\/t\/([^/]+)\/?$/)?.[1];
if (code) openTable(code);
else openStart();
