const MAX_SHOWN_CHARACTERS = 60;

/** A value for an error message: JSON, cut at 60 characters; never use it for secrets. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  return legible(typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? typeof value));
}

/** Characters that control, hide or reorder text; a message shows them as codes. */
const HIDDEN =
  /[\p{C}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]|\u034f|[\u17b4\u17b5]|[\u180b-\u180f]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu;

/** A text for a message: cut, with hidden characters written as codes. */
export function legible(text: string): string {
  const cut = text.length > MAX_SHOWN_CHARACTERS ? `${withoutHalf(text.slice(0, MAX_SHOWN_CHARACTERS))}…` : text;
  return cut.replace(HIDDEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** Drops half a surrogate pair at the end of a cut. */
function withoutHalf(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, '');
}
