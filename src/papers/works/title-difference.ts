import { shorten } from '../text.ts';

const MAX_SHOWN_CHARACTERS = 100;
/** Number of shared words shown before the first difference. */
const SHOWN_WORDS_BEFORE = 3;

/** A record's title beside the requested one, each shortened to where they differ. */
export function describeTitleDifference(recordTitle: string, asked: string): string {
  const [own, other] = fromFirstDifference(recordTitle, asked);
  return `title: ${shorten(own, MAX_SHOWN_CHARACTERS)}, asked ${shorten(other, MAX_SHOWN_CHARACTERS)}`;
}

/** The ends of two titles, if one would be truncated: from a few words before the first difference. */
function fromFirstDifference(a: string, b: string): [string, string] {
  if (Math.max(a.length, b.length) <= MAX_SHOWN_CHARACTERS) return [a, b];
  const [ofA, ofB] = [a.split(' '), b.split(' ')];
  const different = ofA.findIndex((word, at) => word.toLowerCase() !== ofB[at]?.toLowerCase());
  const start = (different === -1 ? ofA.length : different) - SHOWN_WORDS_BEFORE;
  if (start <= 0) return [a, b];
  return [`… ${ofA.slice(start).join(' ')}`, `… ${ofB.slice(start).join(' ')}`];
}
