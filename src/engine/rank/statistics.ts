import { STOP_STEMS } from '../analysis/stop-words.ts';
import type { IndexPart, IndexSnapshot } from '../index/index-reader.ts';
import { FEEDBACK } from './constants.ts';
import { type LengthFactors, readLengthFactors } from './length-factors.ts';
import { expectedNorm } from './score.ts';

/** What is known of a term over all parts. */
export type TermFacts = {
  term: string;
  /** Its number in each part, -1 where it does not occur. */
  numbers: readonly number[];
  /** In how many papers it occurs. */
  papersWith: number;
  /** ln(1 + (N - n + 0.5) / (n + 0.5)), as BM25 has it, above 0 for every term; 0 for one that no paper holds. */
  idf: number;
};

/** What the ranker knows about the collection as a whole; equal however the papers are spread over parts. */
export type CollectionStatistics = {
  papers: number;
  find(term: string): TermFacts;
  /** The term of this number in a part; always the same object as `find` gives for it. */
  at(part: number, number: number): TermFacts;
  /**
   * For the terms of a part their idf, 0 for those that tell nothing: stop words, single signs, numbers, too rare or
   * too common.
   */
  tellingIdf(part: number): (number: number) => number;
  /** By a field's length: 1 / (1 - b + b * length / average). */
  lengthFactors: LengthFactors;
  /** Per slot of a part 1 / `expectedNorm`. */
  inverseNorms(part: number): Float32Array;
};

/** Terms that are remembered between searches of one snapshot. */
const MAX_REMEMBERED_TERMS = 100_000;

const collected = new WeakMap<IndexSnapshot, CollectionStatistics>();

/** Statistics of a snapshot, which are collected once. */
export function statisticsOf(snapshot: IndexSnapshot): CollectionStatistics {
  const known = collected.get(snapshot);
  if (known) return known;
  const statistics = collectStatistics(snapshot);
  collected.set(snapshot, statistics);
  return statistics;
}

function collectStatistics({ parts }: IndexSnapshot): CollectionStatistics {
  const papers = parts.reduce((sum, part) => sum + part.papers, 0);
  const terms = new Map<string, TermFacts>();
  const byNumber = parts.map((part) => new Array<TermFacts | undefined>(part.terms));
  const find = (term: string): TermFacts => {
    const known = terms.get(term);
    if (known) return known;
    const numbers = parts.map((part) => part.findTerm(term));
    const papersWith = numbers.reduce((sum, number, part) => {
      return number < 0 ? sum : sum + (parts[part] as IndexPart).papersWith(number);
    }, 0);
    const idf = papersWith === 0 ? 0 : Math.log(1 + (papers - papersWith + 0.5) / (papersWith + 0.5));
    const facts = { term, numbers, papersWith, idf };
    if (terms.size >= MAX_REMEMBERED_TERMS) forget();
    terms.set(term, facts);
    return facts;
  };
  const forget = () => {
    terms.clear();
    for (const numbers of byNumber) numbers.fill(undefined);
  };
  const lengthFactors = readLengthFactors(parts);
  const at = (place: number, number: number): TermFacts => {
    const numbers = byNumber[place] as (TermFacts | undefined)[];
    const known = numbers[number];
    if (known) return known;
    const facts = find((parts[place] as IndexPart).termAt(number));
    numbers[number] = facts;
    return facts;
  };
  const telling: ((number: number) => number)[] = [];
  const norms: Float32Array[] = [];
  return {
    papers,
    find,
    at,
    tellingIdf: (place) => {
      telling[place] ??= rememberIdf((parts[place] as IndexPart).terms, (number) => {
        const facts = at(place, number);
        return isTelling(facts, papers) ? facts.idf : 0;
      });
      return telling[place];
    },
    lengthFactors,
    inverseNorms: (place) => {
      norms[place] ??= readInverseNorms(parts[place] as IndexPart, lengthFactors);
      return norms[place];
    },
  };
}

/** Looked up once for each term: -1 says not yet. */
function rememberIdf(terms: number, idfOf: (number: number) => number): (number: number) => number {
  const known = new Float32Array(terms).fill(-1);
  return (number) => {
    const held = known[number] as number;
    if (held >= 0) return held;
    const idf = idfOf(number);
    known[number] = idf;
    return idf;
  };
}

/** Whether a term says what a paper is about, in a collection of so many. */
export function isTelling({ term, papersWith }: TermFacts, papers: number): boolean {
  if (term.length < 2 || /^[\d.]+$/.test(term) || STOP_STEMS.has(term)) return false;
  return papersWith >= FEEDBACK.leastPapersWith && papersWith <= papers * FEEDBACK.mostShareOfPapers;
}

function readInverseNorms(part: IndexPart, factors: LengthFactors): Float32Array {
  const norms = new Float32Array(part.slots);
  for (let slot = 0; slot < norms.length; slot += 1) norms[slot] = 1 / expectedNorm(part, slot, factors);
  return norms;
}
