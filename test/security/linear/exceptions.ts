/** Patterns that their only users give short texts. */
export const SHORT_TEXTS = [
  // `splitJoined` returns longer names as they are (MAX_JOINED_CHARACTERS).
  { file: 'src/papers/people.ts', source: String.raw`^[^,]+(?:,\s*|\s)(?:\p{L}\.[\s-]*)+$`, characters: 300 },
  // `mayBeBounds` gets the 40 characters before a bracket.
  {
    file: 'src/reading/quote/citations.ts',
    source: String.raw`(?:[=<>≤≥∈]|\b(?:CI|IQR|CrI|HPD|ranges?|ranging|interval|median|mean|quartiles?|between))[\s:,=]*$`,
    characters: 40,
  },
  { file: 'src/reading/quote/citations.ts', source: String.raw`(\d+(?:\.\d+)?)\s?%?\s*$`, characters: 40 },
  // `joinAdjacent` reads at most 8 characters between two citations.
  { file: 'src/reading/quote/citations.ts', source: String.raw`^\s*[,;–-]?\s*$`, characters: 8 },
  // BRACKETED holds at most 400 characters.
  {
    file: 'src/reading/quote/citations.ts',
    source: String.raw`\s*;\s*|(?<=\d[a-z]?),\s+(?=\p{Lu}|van |von |de )`,
    characters: 400,
  },
  // The first MAX_AUTHOR_CHARACTERS of a reference.
  { file: 'src/reading/quote/citations.ts', source: '[.:]+$', characters: 120 },
];

/** Texts of readers that only our own code writes, such as a separator: by their index among the parameters. */
export const OWN_TEXTS: Readonly<Record<string, readonly number[]>> = {
  'src/formats/bibliography/reference-parts.ts toInitials': [1, 2, 3],
  'src/formats/field-values.ts splitList': [1],
};
