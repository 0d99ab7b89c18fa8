import type { WirePaper } from '../../contract/paper.ts';
import { stem } from '../analysis/stem.ts';
import { forEachToken } from '../analysis/tokenizer.ts';
import type { Compound } from './question.ts';

/** Where each stemmed term stands, ascending; the texts of a paper stand one after the other, with a gap between. */
type Places = Map<string, number[]>;

/** Where terms of a question stand in a paper's title, summary and abstract. */
export type PaperTerms = {
  places: Places;
  /** Terms of the title stand below this position; 0 for a paper without a title. */
  titleEnd: number;
};

/** Between two texts, so that no phrase runs from one into the other. */
const GAP = 100;

/** Where the terms of a question stand in a paper; words are folded and stemmed as those of questions are. */
export function readPaperTerms(
  { title, tldr, abstract }: Pick<WirePaper, 'title' | 'tldr' | 'abstract'>,
  queryTerms: ReadonlySet<string>,
): PaperTerms {
  const places: Places = new Map();
  const titleLength = addTerms(places, title ?? '', 0, queryTerms);
  const titleEnd = titleLength === 0 ? 0 : titleLength + GAP;
  const summaryEnd = titleEnd + addTerms(places, tldr ?? '', titleEnd, queryTerms) + GAP;
  addTerms(places, abstract ?? '', summaryEnd, queryTerms);
  return { places, titleEnd };
}

/** The same of one text. */
export function readTerms(text: string, queryTerms: ReadonlySet<string>): Places {
  const places: Places = new Map();
  addTerms(places, text, 0, queryTerms);
  return places;
}

/** Whether a term of a question is there. A part of a compound is, where the compound is written in one word. */
export function presenceIn(places: Places, compounds: readonly Compound[]): (term: string) => boolean {
  const oneWordCompounds = compounds.filter(({ joined }) => places.has(joined));
  if (oneWordCompounds.length === 0) return (term) => places.has(term);
  return (term) => places.has(term) || oneWordCompounds.some(({ parts }) => parts.includes(term));
}

function addTerms(places: Places, text: string, start: number, queryTerms: ReadonlySet<string>): number {
  return forEachToken(text, (word, position) => {
    const term = stemOf(word);
    if (!queryTerms.has(term)) return;
    const positions = places.get(term);
    if (positions) positions.push(start + position);
    else places.set(term, [start + position]);
  });
}

/** Papers of one job share most of their words, and stemming takes most of the time. */
const MAX_REMEMBERED = 20_000;
const stems = new Map<string, string>();

function stemOf(word: string): string {
  const cached = stems.get(word);
  if (cached !== undefined) return cached;
  if (stems.size >= MAX_REMEMBERED) stems.clear();
  const term = stem(word);
  stems.set(word, term);
  return term;
}
