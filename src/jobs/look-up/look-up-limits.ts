/** Items of one look-up. */
export const MAX_ITEMS = 50;
/** A BibTeX entry may hold an abstract. */
export const MAX_ITEM_CHARACTERS = 20_000;
export const MAX_PAPERS_PER_ITEM = 5;
