/** Rejoins words divided at line ends. The document's other words distinguish divided words from hyphenated ones. */

export type KnownWords = ReadonlyMap<string, number>;

const WORD = /\p{L}+(?:[-‐]\p{L}+)*/gu;
const DIVIDED = /(?<!\p{L}[-‐]?)(\p{L}+(?:[-‐]\p{L}+)*)[-‐\u00ad]$/u;

/** Longer runs are not words; the limit keeps processing fast. */
const MAX_WORD = 80;

function dividedEnd(text: string): RegExpExecArray | null {
  return DIVIDED.exec(text.slice(-MAX_WORD));
}

/** How often each word occurs inside lines, without the halves of divided words. */
export function collectWords(lines: readonly { text: string }[]): KnownWords {
  const counts = new Map<string, number>();
  for (const [at, { text }] of lines.entries()) {
    const isSecondHalf = dividedEnd(lines[at - 1]?.text ?? '') !== null;
    const end = dividedEnd(text)?.[0].length ?? 0;
    const whole = text.slice(0, text.length - end).replace(isSecondHalf ? /^\p{L}+/u : '', '');
    for (const [word] of whole.matchAll(WORD)) {
      const key = word.toLowerCase().replaceAll('‐', '-');
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}

/** Joins lines into one text: divided words become whole, hyphenated words keep their hyphen. */
export function joinLines(lines: readonly string[], knownWords: KnownWords): string {
  let text = '';
  for (const line of lines) {
    const divided = dividedEnd(text);
    if (text === '') text = line;
    else if (!divided) text += `${text.endsWith('/') ? '' : ' '}${line}`;
    else text = keepsHyphen(divided[1] ?? '', line, knownWords) ? text + line : text.slice(0, -1) + line;
  }
  return text;
}

function keepsHyphen(first: string, next: string, knownWords: KnownWords): boolean {
  const second = /^\p{L}+/u.exec(next)?.[0];
  if (second === undefined || /^\p{Lu}/u.test(second)) return true;
  const count = (word: string) => knownWords.get(word.toLowerCase()) ?? 0;
  const [apart, whole] = [count(`${first}-${second}`), count(first + second)];
  if (apart !== whole) return apart > whole;
  return first.includes('-') || (first.length > 2 && second.length > 2 && count(first) > 0 && count(second) > 0);
}
