"""What a seat can infer about the cards it does not see."""
