"""Why one move is better than another, as codes with parameters; huefall.texts.advice has the words."""
