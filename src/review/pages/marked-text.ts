import { readQueryText } from '../../papers/query/query.ts';
import { markAsked } from '../../papers/relevance/best-sentence.ts';
import { type QueryTerms, readQueryTerms } from '../../papers/relevance/query-terms.ts';
import type { Criterion } from '../protocol.ts';

/** A part of a text: with words for inclusion, with words for exclusion, or with neither. */
export type MarkedPart = { text: string; mark?: 'for' | 'against' };

/**
 * Marks words in texts: those of the question and the inclusion criteria, and those of the exclusion criteria. A word
 * in both counts for inclusion. If a criterion lists words, only these are marked.
 */
export function createMarker(question: string, criteria: readonly Criterion[]): (text: string) => MarkedPart[] {
  const readTerms = (text: string) => readQueryTerms({ keywords: [], text: readQueryText(text) });
  const ofKind = (kind: Criterion['kind']) =>
    criteria.filter((each) => each.kind === kind).map(({ text, words }) => readTerms(words?.join(', ') ?? text));
  const [inclusion, exclusion] = [[readTerms(question), ...ofKind('include')], ofKind('exclude')];
  return (text) => {
    const marks = new Uint8Array(text.length);
    for (const terms of exclusion) markIn(marks, text, terms, AGAINST);
    for (const terms of inclusion) markIn(marks, text, terms, FOR);
    return partsOf(text, marks);
  };
}

const FOR = 1;
const AGAINST = 2;

function markIn(marks: Uint8Array, text: string, terms: QueryTerms | undefined, value: number): void {
  if (!terms) return;
  let from = 0;
  for (const [at, part] of markAsked(text, terms).entries()) {
    if (at % 2 === 1) marks.fill(value, from, from + part.length);
    from += part.length;
  }
}

function partsOf(text: string, marks: Uint8Array): MarkedPart[] {
  const parts: MarkedPart[] = [];
  for (let from = 0; from < text.length; ) {
    let to = from + 1;
    while (to < text.length && marks[to] === marks[from]) to += 1;
    const mark = marks[from] === FOR ? 'for' : 'against';
    parts.push({ text: text.slice(from, to), ...(marks[from] !== 0 && { mark }) });
    from = to;
  }
  return parts;
}
