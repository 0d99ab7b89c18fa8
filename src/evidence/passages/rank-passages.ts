import { FUNCTION_WORDS } from '../../papers/analysis/stop-words.ts';
import { readQueryTokens } from '../../papers/query/terms.ts';
import { QUOTED } from '../../reading/quote/phrases.ts';
import { type AnalysedText, BODY, COMPARING_END, FIRST_TERM, passageEnd, ROW, readRow } from './analyse-text.ts';
import { ANSWERS, NUMBERS } from './answer-words.ts';
import { CUES, type QuestionKind, questionKind } from './cues.ts';
import { SECTION_KINDS, type SectionKind } from './section-kinds.ts';

/** A parsed question. */
export type Question = {
  /** What it names: each a term, or the terms of several names. */
  concepts: readonly (readonly string[])[];
  /** How many of these, the first ones, are words of answers to it; none if it asks for a finding. */
  answers: number;
  /** Terms after a number, or before one, that is likely the answer. */
  counted: ReadonlySet<string>;
  leads: ReadonlySet<string>;
  /** Terms that a passage with its phrases in quotation marks has. */
  required: readonly string[];
  kind: QuestionKind;
};

const MAX_CONCEPTS = 64;

export function readQuestion(find: string): Question {
  const kind = questionKind(find);
  const concepts: string[][] = [];
  const others: string[][] = [];
  const [counted, leads] = [new Set<string>(), new Set<string>()];
  // Words of a phrase stand in the answer as they are.
  const quoted = [...find.matchAll(QUOTED)].map(([, phrase]) => phrase).join(' ');
  let rest = find.replace(QUOTED, ' ');
  for (const { asks, words, others: more = '', units = '', leads: before = '' } of ANSWERS) {
    const without = rest.replace(asks, ' ');
    if (without === rest) continue;
    rest = without;
    concepts.push(...namesOf(words));
    others.push(...namesOf(more));
    if (kind === 'finding') continue;
    for (const term of termsOf(units)) counted.add(term);
    for (const term of termsOf(before)) leads.add(term);
  }
  const answers = kind === 'finding' ? 0 : concepts.length;
  const content = contentTerms(`${rest} ${quoted}`);
  const own = content.length + concepts.length + others.length > 0 ? content : termsOf(find);
  const isAlone = concepts.length === 0 && own.every((term) => others.some((each) => each.includes(term)));
  for (const each of others) if (isAlone || own.some((term) => each.includes(term))) concepts.push(each);
  const named = new Set(concepts.flat());
  concepts.push(...own.filter((term) => !named.has(term)).map((term) => [term]));
  // Compounds are not required: `drop-out` is also `dropout`.
  const plain = quoted.split(/\s+/).filter((word) => !/.[-‐–]./u.test(word));
  const required = contentTerms(plain.join(' '));
  return { concepts: concepts.slice(0, MAX_CONCEPTS), answers, counted, leads, required, kind };
}

const namesOf = (words: string) =>
  words
    .split(';')
    .map(termsOf)
    .filter(({ length }) => length > 0);

/** The distinct terms of a text, without function words. */
function contentTerms(text: string): string[] {
  return [...new Set(readQueryTokens(text).flatMap(({ word, term }) => (FUNCTION_WORDS.has(word) ? [] : [term])))];
}

/** The distinct terms of a text, without function words unless there are no others. */
export function termsOf(text: string): string[] {
  const content = contentTerms(text);
  return content.length > 0 ? content : [...new Set(readQueryTokens(text).map(({ term }) => term))];
}

/** Parameters of BM25 (Robertson and Zaragoza 2009); B is low because passages have similar lengths. */
const K1 = 1.2;
const B = 0.3;

/**
 * Additive weights of a passage's features, fitted to the training prompts of Evidence Inference 2.0 (decision 0064)
 * and rounded. `frequency` to `heading` weigh the share of the question's terms, each by its rarity within the text.
 */
const WEIGHTS = { frequency: 3, sentence: 3, comparing: 3.9, heading: 2.8, caption: -2, numbers: 1, counted: 3 };
const MANY_NUMBERS = 12;
/** Of a passage with only the other words of a question whose answers have words of their own; chosen by hand. */
const NO_ANSWER_WEIGHT = -6;

/** Weights of section kinds for a question about a finding. */
const FINDING_WEIGHTS: Record<SectionKind, number> = {
  'abstract results': 1.9,
  results: 1,
  abstract: 0.3,
  'abstract conclusion': -1.4,
  conclusion: -1.7,
  other: -1.6,
  back: -3,
  discussion: -3.3,
  methods: -3.6,
  introduction: -4,
  'abstract other': -3.8,
};

/** Weights of section kinds for a question about methods; chosen by hand, because no benchmark covers these. */
const METHOD_WEIGHTS: Partial<Record<SectionKind, number>> = {
  methods: 1.5,
  'abstract other': 1,
  abstract: 0.5,
  discussion: -1,
  introduction: -1,
  back: -1.5,
};

/** For an open question, the weights of findings count less: findings are likelier, but any section may answer it. */
const OPEN_SHARE = 0.6;

function sectionWeight(kind: QuestionKind, section: number): number {
  const name = SECTION_KINDS[section] ?? 'other';
  if (kind === 'method') return METHOD_WEIGHTS[name] ?? 0;
  return FINDING_WEIGHTS[name] * (kind === 'finding' ? 1 : OPEN_SHARE);
}

/** Scores the passages of a text; undefined for a passage without any of the question's terms, or a required one. */
export function scorePassages(text: AnalysedText, question: Question): (number | undefined)[] {
  const { concepts, kind } = question;
  const { tokens, rows } = text;
  const count = rows.length / ROW;
  const termIndexes = indexTerms(text, concepts);
  const hasRequired = requiredIn(text, question.required);
  const countsIn = countedIn(text, question);
  const frequencies = new Uint16Array(count * concepts.length);
  const documentFrequencies = new Uint32Array(concepts.length);
  for (let nth = 0; nth < count; nth += 1) {
    const end = passageEnd(text, nth);
    for (let at = rows[nth * ROW + BODY] as number; at < end; at += 1) {
      const term = termIndexes[tokens[at] as number] as number;
      if (term < 0) continue;
      const cell = nth * concepts.length + term;
      if (frequencies[cell] === 0) documentFrequencies[term] = (documentFrequencies[term] as number) + 1;
      frequencies[cell] = (frequencies[cell] as number) + 1;
    }
  }
  const rarity = Float64Array.from(documentFrequencies, (n) =>
    n === 0 ? 0 : Math.log(1 + (count - n + 0.5) / (n + 0.5)),
  );
  const all = rarity.reduce((sum, each) => sum + each, 0) || 1;
  const averageLength = tokens.length / Math.max(count, 1);
  const sums = distinctSums(tokens, termIndexes, rarity);
  return Array.from({ length: count }, (_, nth) => {
    let frequency = 0;
    let isAnswer = question.answers === 0;
    const row = readRow(text, nth);
    const norm = K1 * (1 - B + (B * (row.end - row.body)) / averageLength);
    for (let term = 0; term < concepts.length; term += 1) {
      const times = frequencies[nth * concepts.length + term] as number;
      if (times > 0) frequency += ((rarity[term] as number) * times * (K1 + 1)) / (times + norm);
      isAnswer ||= times > 0 && term < question.answers;
    }
    const isCounted = countsIn(row.body, row.end);
    if ((frequency === 0 && !isCounted) || !hasRequired(row.body, row.end)) return undefined;
    const { sentence, comparing } = sums.ofSentences(row.body, row.end);
    const shares =
      WEIGHTS.frequency * frequency +
      WEIGHTS.sentence * sentence +
      WEIGHTS.comparing * comparing +
      WEIGHTS.heading * sums.between(row.heading, row.body);
    const answer = isCounted ? WEIGHTS.counted : isAnswer ? 0 : NO_ANSWER_WEIGHT;
    const signs = (kind === 'method' ? 0 : findingSigns(row)) + answer;
    return shares / all + signs + sectionWeight(kind, row.section) + (row.isCaption ? WEIGHTS.caption : 0);
  });
}

/** For each token, the index of its concept in the question, or -1. */
function indexTerms(text: AnalysedText, concepts: Question['concepts']): Int8Array {
  const numberOf = new Map(concepts.flatMap((terms, nth) => terms.map((term) => [term, nth] as const)));
  return tokenValues(text, (term) => numberOf.get(term) ?? -1);
}

/** For each token, a value of its term; -1 for ends of sentences. */
function tokenValues({ terms }: AnalysedText, toValue: (term: string) => number): Int8Array {
  const values = new Int8Array(terms.length + FIRST_TERM).fill(-1);
  for (const [at, term] of terms.entries()) values[at + FIRST_TERM] = toValue(term);
  return values;
}

/** Whether a range of tokens has all required terms. */
function requiredIn(text: AnalysedText, required: readonly string[]): (from: number, to: number) => boolean {
  const wanted = required.map((term) => text.terms.indexOf(term) + FIRST_TERM);
  return (from, to) => wanted.every((token) => text.tokens.subarray(from, to).includes(token));
}

const NUMBER_WORDS = new Set(termsOf(NUMBERS));
const NUMBER = /^\d[\d.,]*(\p{L}*)$/u;
/** Maximum distance of a number from what it counts: `54 obese adult patients`. */
const BESIDE = 4;
const [COUNTED, NUMBER_ALONE, COUNTED_WITH_NUMBER, LEADS] = [0, 1, 2, 3];

/**
 * Whether a range of tokens has, in one sentence, a number shortly before what it counts (`12 weeks`) or after what
 * leads to it (`aged 54`).
 */
function countedIn(text: AnalysedText, { counted, leads }: Question): (from: number, to: number) => boolean {
  if (counted.size + leads.size === 0) return () => false;
  const values = tokenValues(text, (term) => {
    if (counted.has(term)) return COUNTED;
    if (leads.has(term)) return LEADS;
    const [, unit] = NUMBER.exec(term) ?? [];
    if (unit) return counted.has(unit) ? COUNTED_WITH_NUMBER : -1;
    return unit === '' || NUMBER_WORDS.has(term) ? NUMBER_ALONE : -1;
  });
  return (from, to) => {
    let [number, lead] = [-Infinity, -Infinity];
    for (let at = from; at < to; at += 1) {
      const token = text.tokens[at] as number;
      const value = values[token] as number;
      if (token < FIRST_TERM) [number, lead] = [-Infinity, -Infinity];
      if (value === COUNTED_WITH_NUMBER || (value === COUNTED && at - number <= BESIDE)) return true;
      if (value === NUMBER_ALONE && at - lead <= BESIDE) return true;
      if (value === NUMBER_ALONE) number = at;
      if (value === LEADS) lead = at;
    }
    return false;
  };
}

function findingSigns({ cues, numbers }: { cues: number; numbers: number }): number {
  const signs = CUES.reduce((sum, { weight }, bit) => sum + ((cues >> bit) & 1) * weight, 0);
  return signs + WEIGHTS.numbers * Math.min(1, numbers / MANY_NUMBERS);
}

/** Sums the rarities of distinct question terms in ranges of tokens. */
function distinctSums(tokens: Uint16Array, termIndexes: Int8Array, rarity: Float64Array) {
  const seenIn = new Int32Array(rarity.length);
  let range = 0;
  /** The rarity that a token adds to the sum of the current range. */
  const add = (token: number): number => {
    const term = termIndexes[token] as number;
    if (term < 0 || seenIn[term] === range) return 0;
    seenIn[term] = range;
    return rarity[term] as number;
  };
  return {
    between(from: number, to: number): number {
      range += 1;
      let sum = 0;
      for (let at = from; at < to; at += 1) sum += add(tokens[at] as number);
      return sum;
    },
    /** The largest sum of a sentence, and of a sentence with a comparison. */
    ofSentences(from: number, to: number): { sentence: number; comparing: number } {
      range += 1;
      let [sentence, comparing, sum] = [0, 0, 0];
      for (let at = from; at < to; at += 1) {
        const token = tokens[at] as number;
        if (token >= FIRST_TERM) {
          sum += add(token);
          continue;
        }
        if (sum > sentence) sentence = sum;
        if (token === COMPARING_END && sum > comparing) comparing = sum;
        range += 1;
        sum = 0;
      }
      return { sentence, comparing };
    },
  };
}
