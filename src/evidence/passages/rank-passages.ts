import { FUNCTION_WORDS } from '../../papers/analysis/stop-words.ts';
import { readQueryTokens } from '../../papers/query/terms.ts';
import { type AnalysedText, BODY, COMPARING_END, FIRST_TERM, passageEnd, ROW, readRow } from './analyse-text.ts';
import { CUES, type QuestionKind, questionKind } from './cues.ts';
import { SECTION_KINDS, type SectionKind } from './section-kinds.ts';

/**
 * Frequent questions about studies whose words do not occur in the answers, with words that do: `How many were
 * studied?` is answered by `42 patients were enrolled`. Chosen by hand, because no benchmark covers such questions.
 */
const ANSWERS: readonly { asks: RegExp; words: readonly string[] }[] = [
  {
    asks: /\b(?:sample size|how many|number of (?:participants|patients|subjects|people))\b/gi,
    words: [
      'patients',
      'participants',
      'subjects',
      'volunteers',
      'animals',
      'enrolled',
      'randomized',
      'recruited',
      'included',
    ],
  },
  {
    asks: /\bfund(?:ed|ing|ers?)\b|\bsponsor/gi,
    words: ['funded', 'funding', 'supported', 'grant', 'foundation', 'sponsor'],
  },
  {
    asks: /\b(?:countr(?:y|ies)|setting|where)\b/gi,
    words: ['hospital', 'university', 'centre', 'clinic', 'conducted', 'recruited'],
  },
  { asks: /\b(?:follow[ -]?up|duration|how long)\b/gi, words: ['follow-up', 'weeks', 'months', 'years', 'duration'] },
  { asks: /\blimitations?\b/gi, words: ['limitations', 'limited', 'small', 'bias'] },
  { asks: /\b(?:blind|mask)/gi, words: ['blind', 'blinded', 'masked'] },
  {
    asks: /\b(?:adverse|side effects?|safety|harms?)\b/gi,
    words: ['adverse', 'side', 'effects', 'tolerated', 'toxicity'],
  },
];

/** Replaces such parts of a question by words of answers. */
function inAnswerWords(question: string): string {
  return ANSWERS.reduce((text, { asks, words }) => text.replace(asks, words.join(' ')), question);
}

/** A parsed question: its distinct terms, and its kind. */
export type Question = { terms: readonly string[]; kind: QuestionKind };

const MAX_TERMS = 64;

export function readQuestion(find: string): Question {
  return { terms: termsOf(inAnswerWords(find)).slice(0, MAX_TERMS), kind: questionKind(find) };
}

/** The distinct terms of a text, without function words unless there are no others. */
export function termsOf(text: string): string[] {
  const tokens = readQueryTokens(text);
  const content = tokens.filter(({ word }) => !FUNCTION_WORDS.has(word));
  return [...new Set((content.length > 0 ? content : tokens).map(({ term }) => term))];
}

/** Parameters of BM25 (Robertson and Zaragoza 2009); B is low because passages have similar lengths. */
const K1 = 1.2;
const B = 0.3;

/**
 * Additive weights of a passage's features, fitted to the training prompts of Evidence Inference 2.0 (decision 0064)
 * and rounded. `frequency` to `heading` weigh the share of the question's terms, each by its rarity within the text.
 */
const WEIGHTS = { frequency: 3, sentence: 3, comparing: 3.9, heading: 2.8, caption: -2, numbers: 1 };
const MANY_NUMBERS = 12;

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

/** Scores the passages of a text; undefined for a passage without any of the question's terms. */
export function scorePassages(text: AnalysedText, { terms, kind }: Question): (number | undefined)[] {
  const { tokens, rows } = text;
  const count = rows.length / ROW;
  const termIndexes = indexTerms(text, terms);
  const frequencies = new Uint16Array(count * terms.length);
  const documentFrequencies = new Uint32Array(terms.length);
  for (let nth = 0; nth < count; nth += 1) {
    const end = passageEnd(text, nth);
    for (let at = rows[nth * ROW + BODY] as number; at < end; at += 1) {
      const term = termIndexes[tokens[at] as number] as number;
      if (term < 0) continue;
      const cell = nth * terms.length + term;
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
    const row = readRow(text, nth);
    const norm = K1 * (1 - B + (B * (row.end - row.body)) / averageLength);
    for (let term = 0; term < terms.length; term += 1) {
      const times = frequencies[nth * terms.length + term] as number;
      if (times > 0) frequency += ((rarity[term] as number) * times * (K1 + 1)) / (times + norm);
    }
    if (frequency === 0) return undefined;
    const { sentence, comparing } = sums.ofSentences(row.body, row.end);
    const shares =
      WEIGHTS.frequency * frequency +
      WEIGHTS.sentence * sentence +
      WEIGHTS.comparing * comparing +
      WEIGHTS.heading * sums.between(row.heading, row.body);
    const signs = kind === 'method' ? 0 : findingSigns(row);
    return shares / all + signs + sectionWeight(kind, row.section) + (row.isCaption ? WEIGHTS.caption : 0);
  });
}

/** For each token, the index of its term in the question, or -1. */
function indexTerms(text: AnalysedText, terms: readonly string[]): Int8Array {
  const termIndexes = new Int8Array(text.terms.length + FIRST_TERM).fill(-1);
  const numberOf = new Map(terms.map((term, nth) => [term, nth]));
  for (let at = 0; at < text.terms.length; at += 1)
    termIndexes[at + FIRST_TERM] = numberOf.get(text.terms[at] as string) ?? -1;
  return termIndexes;
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
