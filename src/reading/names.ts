import { isOrganisation, isParticle } from '../papers/people.ts';

/** Marks of footnotes and affiliations after a name. */
const MARKS = /(?:(?:(?<!\s)\s+)?(?:\^?\d{1,2}(?:\s*,\s*\^?\d{1,2})*|[*†‡§¶#∗✉✝⋆]))+/gu;
const WORD = /^\p{Lu}[\p{L}\p{M}'’.-]*$/u;
const MAX_WORDS = 5;

/** The personal names in a line; undefined if any part may be something else. */
export function namesInLine(line: string): string[] | undefined {
  const parts = line
    .replace(MARKS, ',')
    .split(/[,;·•&]|\band\b/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !/^(?:Ph\.?D|M\.?D|Jr|Sr|I{2,3})\.?$/.test(part));
  return parts.length > 0 && parts.every(isName) ? parts : undefined;
}

function isName(part: string): boolean {
  const words = part.split(/\s+/);
  const isWord = (word: string) => WORD.test(word) || isParticle(word);
  const isShort = words.length >= 2 && words.length <= MAX_WORDS;
  return isShort && words.every(isWord) && WORD.test(words.at(-1) ?? '') && !isOrganisation(part);
}
