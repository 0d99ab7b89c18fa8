/** Maximum items of one look-up. */
export const MAX_ITEMS = 50;
/** A BibTeX entry may contain an abstract. */
export const MAX_ITEM_CHARACTERS = 20_000;
/** A reference, a title or words: any text that is not a BibTeX or RIS entry. */
export const MAX_REFERENCE_CHARACTERS = 2_000;
export const MAX_PAPERS_PER_ITEM = 5;
/** A draft in one call. */
export const MAX_DRAFT_CHARACTERS = 60_000;
