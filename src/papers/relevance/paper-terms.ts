import { inflectedForm } from '../analysis/inflection.ts';
import { type EmitToken, forEachToken } from '../analysis/tokenizer.ts';
import type { PaperTexts } from './abbreviations.ts';
import type { Concept } from './concepts.ts';
import type { Compound, QueryTerms } from './query-terms.ts';
import { patternsOf } from './word-patterns.ts';

/** The ascending positions of each word, by its form. The texts of a paper follow each other with a gap. */
type Places = Map<string, number[]>;

/** Positions of a query's words in a paper's title, summary, abstract and keywords. */
export type PaperTerms = {
  places: Places;
  /** Words of the title are below this position; 0 without a title. */
  titleEnd: number;
  /** Words of the paper's own keywords are at or beyond this position. */
  keywordsStart: number;
  /** Positions of `of`, `in`, `with` and similar words. */
  links: ReadonlySet<number>;
  /** The positions before a negated word. */
  negations: ReadonlySet<number>;
  /** Positions where concepts are named, once looked up. */
  found: Map<Concept, Found>;
};

/** Positions where a concept is named, in order and reversed. */
export type Found = { starts: number[]; reversed: number[] };

/** Separates two texts, so that no phrase extends across them. */
const GAP = 100;
const SENTENCE_END = /[.;!?]\s+/g;
const BEFORE_SENTENCE_END = /(?:[a-z\d]{3}|[\s)\]"%])$/i;
/** Separates two sentences, so that no phrase extends across them. */
const BETWEEN_SENTENCES = '. zzz zzz ';

/** `of` links a head to what follows; `no` negates the next words, `non` the next one. */
type Kind = 'link' | 'denies' | 'denies next' | 'only' | 'or';
const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ...['of', 'in', 'to', 'with', 'for', 'by', 'from', 'on', 'among', 'against'].map((word) => [word, 'link'] as const),
  ...['no', 'none', 'without', 'nor', 'neither', 'excluding', 'lacking'].map((word) => [word, 'denies'] as const),
  ...['non', 'not', 'except'].map((word) => [word, 'denies next'] as const),
  ['only', 'only'],
  ['or', 'or'],
]);

/** Finds the words of a query in a paper, in any inflection. */
export function readPaperTerms(
  { title = '', summary = '', abstract = '', keywords = [] }: PaperTexts,
  questionForms: ReadonlySet<string>,
): PaperTerms {
  const terms = { places: new Map(), links: new Set<number>(), negations: new Set<number>(), found: new Map() };
  const titleLength = addText(terms, title, 0, questionForms);
  const titleEnd = titleLength === 0 ? 0 : titleLength + GAP;
  const summaryEnd = titleEnd + addText(terms, summary, titleEnd, questionForms) + GAP;
  const keywordsStart = summaryEnd + addText(terms, abstract, summaryEnd, questionForms) + GAP;
  let end = keywordsStart;
  for (const keyword of keywords) end += addText(terms, keyword, end, questionForms) + GAP;
  return { ...terms, titleEnd, keywordsStart };
}

/** The words of a query that are in a text, in any inflection. */
export function readForms(text: string, questionForms: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>();
  const tellForms = formsTeller(questionForms, (form) => found.add(form));
  forEachToken(text, (word, position) => tellForms(word, readWord(word).form, position));
  return found;
}

/** Whether a word of a query is present. A compound written as one word also contains its parts. */
export function testPresence(found: Pick<Places, 'has'>, compounds: readonly Compound[]): (form: string) => boolean {
  const oneWordCompounds = compounds.filter(({ joined }) => found.has(joined));
  if (oneWordCompounds.length === 0) return (form) => found.has(form);
  return (form) => found.has(form) || oneWordCompounds.some(({ parts }) => parts.includes(form));
}

const MAX_WORDS = 10;

/**
 * The words of a query that occur in a paper's title, summary and abstract, each with its share of the query's weight
 * in percent, heaviest first. They show why the paper fits, and what it lacks.
 */
export function countQueryWords(question: QueryTerms, paper: PaperTexts): Record<string, number> {
  const queryTerms = [...question.keywords.flatMap(({ terms }) => terms), ...question.text];
  const terms = [...new Map(queryTerms.map((each) => [each.term, each])).values()];
  const whole = terms.reduce((sum, { weight }) => sum + weight, 0);
  const has = testPresence(readPaperTerms(paper, question.terms).places, question.compounds);
  const shares = terms
    .filter(({ term }) => has(term))
    .map(({ word, weight }) => [word, Math.round((100 * weight) / whole)] as const)
    .filter(([, percent]) => percent > 0)
    .sort(([, a], [, b]) => b - a);
  return Object.fromEntries(shares.slice(0, MAX_WORDS));
}

/** A text that has a word more often only repeats it. */
const MAX_POSITIONS = 100;

type Mutable = { places: Places; links: Set<number>; negations: Set<number> };

/** Returns the number of positions that the text takes. */
function addText(
  { places, links, negations }: Mutable,
  text: string,
  start: number,
  questionForms: ReadonlySet<string>,
): number {
  let before: Kind | undefined;
  const add = (form: string, position: number) => {
    const at = start + position;
    const positions = places.get(form);
    if (!positions) places.set(form, [at]);
    // The joined form of a compound has the position of its first part.
    else if (positions.at(-1) !== at && positions.length < MAX_POSITIONS) positions.push(at);
  };
  const tellForms = formsTeller(questionForms, add);
  return forEachToken(parted(text), (word, position) => {
    const { form, kind } = readWord(word);
    tellForms(word, form, position);
    if (kind) {
      const at = start + position;
      if (kind === 'link') links.add(at);
      // `Not only X` negates nothing, nor do `with or without X` and `whether or not X`.
      else if (kind === 'only') negations.delete(at - 1);
      else if (kind !== 'or' && before !== 'or') {
        negations.add(at);
        if (kind === 'denies') negations.add(at + 1);
      }
    }
    before = kind;
  });
}

/** Finds the query forms that a word matches: its own, and those with wildcards. */
function formsTeller(questionForms: ReadonlySet<string>, tell: EmitToken) {
  const patterns = patternsOf(questionForms);
  return (word: string, form: string, position: number) => {
    if (questionForms.has(form)) tell(form, position);
    for (const pattern of patterns?.(word) ?? []) tell(pattern, position);
  };
}

function parted(text: string): string {
  return text.replace(SENTENCE_END, (end, at: number) =>
    BEFORE_SENTENCE_END.test(text.slice(Math.max(0, at - 3), at)) ? BETWEEN_SENTENCES : end,
  );
}

/** Size limit of the cache: papers of one job share most of their words, and finding forms is the slowest step. */
const MAX_REMEMBERED = 20_000;
type ReadWord = { form: string; kind: Kind | undefined };
const known = new Map<string, ReadWord>();

function readWord(word: string): ReadWord {
  const cached = known.get(word);
  if (cached !== undefined) return cached;
  if (known.size >= MAX_REMEMBERED) known.clear();
  const read = { form: inflectedForm(word), kind: KINDS.get(word) };
  known.set(word, read);
  return read;
}
