// The proportions of a card's picture, as huefall.art draws it.

export const HEIGHT_PER_WIDTH = 336 / 240;
