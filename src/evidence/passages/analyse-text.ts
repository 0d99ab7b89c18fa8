import { FUNCTION_STEMS } from '../../papers/analysis/stop-words.ts';
import { createTermDictionary } from '../../papers/analysis/term-dictionary.ts';
import { type TokenSink, tokenize } from '../../papers/analysis/tokenizer.ts';
import type { ReadDocument } from '../../reading/document.ts';
import { COMPARES, CUES, countNumbers } from './cues.ts';
import { blocksOf, type Cut, cutPassages, passageText, sentencesOf } from './cut-passages.ts';
import { SECTION_KINDS, sectionKind } from './section-kinds.ts';

/**
 * The data of a text that ranking needs. A token is an index into `terms` plus FIRST_TERM; SENTENCE_END and
 * COMPARING_END mark the end of a sentence. Each passage has a row of `ROW` numbers: its cut (first block, from, last
 * block, to), its traits, and the token indexes at which its headings and its body begin.
 */
type Outline = Pick<ReadDocument, 'sections'>;

export type AnalysedText = { terms: string[]; tokens: Uint16Array; rows: Int32Array };

/** Increment with every change of the analysis; existing indexes are then rebuilt. */
export const ANALYSED_VERSION = 1;

const SENTENCE_END = 0;
/** The end of a sentence that contains a comparison: a p-value, `significant`, `than`, `versus`. */
export const COMPARING_END = 1;
export const FIRST_TERM = 2;
const MAX_TERMS = 0xffff - FIRST_TERM;

export const ROW = 7;

/** The decoded row of a passage. */
export type PassageRow = Omit<Cut, 'section' | 'kind'> & {
  section: number;
  isCaption: boolean;
  cues: number;
  /** How many numbers it contains, at most 15. */
  numbers: number;
  heading: number;
  body: number;
  end: number;
};

/** The columns of a row. */
const [FIRST, FROM, LAST, TO, TRAITS, HEADING] = [0, 1, 2, 3, 4, 5];
export const BODY = 6;

/** The token index at which a passage ends. */
export function passageEnd({ rows, tokens }: AnalysedText, nth: number): number {
  return rows[(nth + 1) * ROW + HEADING] ?? tokens.length;
}

export function readRow(text: AnalysedText, nth: number): PassageRow {
  const at = (column: number) => text.rows[nth * ROW + column] as number;
  const traits = at(TRAITS);
  return {
    first: at(FIRST),
    from: at(FROM),
    last: at(LAST),
    to: at(TO),
    heading: at(HEADING),
    body: at(BODY),
    end: passageEnd(text, nth),
    section: traits & 15,
    isCaption: (traits & 16) !== 0,
    numbers: (traits >> 5) & 15,
    cues: traits >> 9,
  };
}

/** Packs section kind (4 bits), caption flag, count of numbers (4 bits) and cues into one number. */
function packTraits(section: number, isCaption: boolean, numbers: number, cues: number): number {
  return section | (isCaption ? 16 : 0) | (numbers << 5) | (cues << 9);
}

/** Cached stems, about 30 MB. */
const MAX_CACHED_WORDS = 300_000;

/** Creates an analyser, which caches the stems of words between texts. */
export function createAnalyser() {
  let numbering = createNumbering();
  /** Analyses a text in steps: yields after each passage, so that other work can run during a long text. */
  return function* analyse(text: Outline): Generator<undefined, AnalysedText> {
    if (numbering.cachedWords() > MAX_CACHED_WORDS) numbering = createNumbering();
    const tokens: number[] = [];
    const { push, terms } = numbering.begin(tokens);
    const rows = yield* rowsOf(text, tokens, push);
    return { terms: terms(), tokens: Uint16Array.from(tokens), rows: Int32Array.from(rows) };
  };
}

const IS_FUNCTION = -1;

/** Assigns numbers to the terms of each text, from 2 in each text, without comparing strings. */
function createNumbering() {
  const dictionary = createTermDictionary();
  /** For each dictionary term: its number in the text `ofText`, or IS_FUNCTION for a function word. */
  let [numbers, ofText] = [new Int32Array(1 << 16), new Int32Array(1 << 16)];
  let text = 0;
  const grow = () => {
    const [more, moreTexts] = [new Int32Array(numbers.length * 2), new Int32Array(numbers.length * 2)];
    more.set(numbers);
    moreTexts.set(ofText);
    [numbers, ofText] = [more, moreTexts];
  };
  return {
    cachedWords: () => dictionary.cachedWords,
    begin(tokens: number[]) {
      text += 1;
      const used: number[] = [];
      const add = (term: number) => {
        if (term >= numbers.length) grow();
        if (numbers[term] === IS_FUNCTION) return;
        if (ofText[term] !== text) {
          const isNew = ofText[term] === 0;
          if (isNew && FUNCTION_STEMS.has(dictionary.readTerm(term))) {
            numbers[term] = IS_FUNCTION;
            return;
          }
          if (used.length >= MAX_TERMS) return;
          ofText[term] = text;
          numbers[term] = used.length + FIRST_TERM;
          used.push(term);
        }
        tokens.push(numbers[term] as number);
      };
      const sink: TokenSink = {
        token: (word) => add(dictionary.findNumber(word)),
        asciiToken: (words, start, end) => add(dictionary.numberAt(words, start, end)),
      };
      return {
        push: (words: string) => void tokenize(words, sink),
        terms: () => used.map((term) => dictionary.readTerm(term)),
      };
    },
  };
}

/** The rows of all passages. `push` tokenises a text into `tokens`. */
function* rowsOf(text: Outline, tokens: number[], push: (words: string) => void): Generator<undefined, number[]> {
  const rows: number[] = [];
  const titles = titlesAround(text);
  const blocks = blocksOf(text);
  const { cuts, starts } = cutPassages(text);
  for (const cut of cuts) {
    const { section, kind } = cut;
    const around = titles.get(section.id) ?? [];
    const words = passageText(blocks, cut);
    const heading = tokens.length;
    push(around.join('. '));
    if (kind === 'table') push(tableContext(blocks, cut));
    const body = tokens.length;
    for (const sentence of sentencesOf(blocks, starts, cut)) {
      push(sentence);
      tokens.push(COMPARES.test(sentence) ? COMPARING_END : SENTENCE_END);
    }
    const cues = CUES.reduce((bits, { pattern }, bit) => bits | (pattern.test(words) ? 1 << bit : 0), 0);
    const kindOfSection = SECTION_KINDS.indexOf(sectionKind(section, around));
    const traits = packTraits(kindOfSection, kind === 'caption', countNumbers(words), cues);
    rows.push(cut.first, cut.from, cut.last, cut.to, traits, heading, body);
    yield;
  }
  return rows;
}

const MAX_CONTEXT = 400;

/** A table's caption and first row, which explain its later rows. */
function tableContext(blocks: ReturnType<typeof blocksOf>, { first, from }: Cut): string {
  const [caption, table] = [blocks[first - 1], blocks[first]?.text ?? ''];
  const head = from > 0 ? table.slice(0, Math.max(0, table.indexOf('\n'))) : '';
  return `${caption?.kind === 'caption' ? caption.text.slice(0, MAX_CONTEXT) : ''} ${head.slice(0, MAX_CONTEXT)}`;
}

/** For each section id, its title followed by those of the enclosing sections. */
function titlesAround({ sections }: Outline): Map<string, string[]> {
  const around = new Map<string, string[]>();
  for (const { id, title } of sections) {
    const outer = id.includes('.') ? around.get(id.slice(0, id.lastIndexOf('.'))) : undefined;
    around.set(id, [title, ...(outer ?? [])]);
  }
  return around;
}
