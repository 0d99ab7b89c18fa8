/** Answers show positions in square brackets. A paper's own get parentheses, so that it cannot forge positions. */

const OPENING = String.raw`[[\uff3b\u3010\u3014\u27e6\u2045]`;
const CLOSING = String.raw`[\]\uff3d\u3011\u3015\u27e7\u2046]`;
const DOT = String.raw`\s*[.\u2024\uff0e\u00b7]\s*`;
const POSITION_IN_BRACKETS = new RegExp(
  String.raw`${OPENING}(\s*\p{L}[\p{L}\p{N}]*(?:${DOT}\p{N}+){0,6}${DOT}[pP\u00b6\uff50\u0440]\s*\p{N}+(?:@[\p{L}\p{N}]{0,64})?\s*)${CLOSING}`,
  'gu',
);

/** Converts `[S1.p1]` in the words of a paper to `(S1.p1)`. */
export function withoutPlaces(text: string): string {
  return text.replace(POSITION_IN_BRACKETS, '($1)');
}
