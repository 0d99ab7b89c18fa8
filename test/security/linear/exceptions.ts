/** Patterns that their only users give short texts. */
export const SHORT_TEXTS = [
  // `splitJoined` returns longer names as they are (MAX_JOINED_CHARACTERS).
  { file: 'src/papers/people.ts', source: String.raw`^[^,]+(?:,\s*|\s)(?:\p{L}\.[\s-]*)+$`, characters: 300 },
];
