import { lastUpTo } from '../../lib/binary-search.ts';
import { STACKED_MARKS } from '../../papers/markup.ts';
import type { Block, Reference } from '../document.ts';
import { type CitableReferences, findCitations, readCitable } from './citations.ts';
import { citationAt, type NormalForm, writeForm } from './normal-form.ts';
import { rowStarts, sentenceStarts } from './sentences.ts';

/** The words of a document, prepared for checking any number of quotations. */
export type DocumentWords = {
  /** All paragraphs with `PARAGRAPH_END` between them, and their normal form. */
  text: string;
  form: NormalForm;
  references: CitableReferences;
  /** The positions at which blocks and sentences start. */
  blocks: readonly PlacedBlock[];
  sentences: readonly number[];
  /** Words capitalised inside sentences, here in lower case: their case is always significant. */
  names: ReadonlySet<string>;
  /** Whether the document writes this word without a capital somewhere. */
  isInLowerCase(word: string): boolean;
  /** In English text an accent is a matter of style; in other languages it distinguishes words. */
  isEnglish: boolean;
  /** Whether it writes decimals with a point. */
  hasDecimalPoints: boolean;
};

type PlacedBlock = { start: number; at: string; isTable?: boolean };

/** Positions in the document's normal form; `to` is exclusive. `slips`: harmless differences in it. */
export type Stretch = { from: number; to: number; slips?: readonly Difference[] };

/** What a quotation has, and what the document has instead. */
export type Difference = { quote: string; document: string };

export const PARAGRAPH_END = '\ue005';
const BETWEEN = '\n\n';
/** A decimal with a point: in a text that has one, `{0,1}` are two numbers. */
export const DECIMAL_POINT = /(?<![\d.,])\d{1,9}\.\d{1,9}(?![\d.])/;

/** `references`: the document's list, which its citations refer to. */
export function readWords(blocks: readonly Block[], references: readonly Reference[] = []): DocumentWords {
  const paragraphs = toParagraphs(blocks);
  const text = paragraphs.map((paragraph) => paragraph.text).join(BETWEEN);
  const citable = readCitable(references, text);
  const form = writeForm(text.length);
  const placed: PlacedBlock[] = [];
  const sentences: number[] = [];
  let offset = 0;
  for (const paragraph of paragraphs) {
    if (offset > 0) form.addBorder(PARAGRAPH_END, BETWEEN.length);
    offset += offset > 0 ? BETWEEN.length : 0;
    form.addText(paragraph.text, findCitations(paragraph.text, citable));
    for (const block of paragraph.blocks) placed.push({ ...block, start: offset + block.start });
    const startsIn = paragraph.blocks[0]?.isTable ? rowStarts : sentenceStarts;
    for (const start of startsIn(paragraph.text)) sentences.push(offset + start);
    offset += paragraph.text.length;
  }
  return {
    text,
    blocks: placed,
    sentences,
    form: form.finish(),
    references: citable,
    names: findNames(text, sentences, references),
    isInLowerCase: searchWords(text),
    isEnglish: isEnglish(text),
    hasDecimalPoints: DECIMAL_POINT.test(text),
  };
}

/** The document's own text of a stretch. */
export function textAt({ text, form }: DocumentWords, { from, to }: Stretch): string {
  return text.slice(form.starts[from] ?? 0, form.ends[to - 1] ?? 0);
}

const MAX_TEXT_CHARACTERS = 2_000;

/** The position of a stretch, and the document's own text there, including the punctuation that ends it. */
export function locate({ text, form, blocks }: DocumentWords, { from, to }: Stretch): { at: string; text: string } {
  let last = to;
  while (citationAt(form, last)) last += 1;
  const [start, end] = [form.starts[from] ?? 0, form.ends[last - 1] ?? 0];
  const closing = /^[^\s\p{L}\p{N}([]{0,3}/u.exec(text.slice(end))?.[0].length ?? 0;
  const block = blocks[lastUpTo(blocks, start, (each) => each.start)];
  return {
    at: block?.at ?? '',
    text: text
      .slice(start, Math.min(end + closing, start + 2 * MAX_TEXT_CHARACTERS))
      .replace(/\s+/g, ' ')
      .slice(0, MAX_TEXT_CHARACTERS),
  };
}

/** Whether a position of the form lies in a table, whose cells have bars between them. */
export function isInTable({ form, blocks }: Pick<DocumentWords, 'form' | 'blocks'>, at: number): boolean {
  return blocks[lastUpTo(blocks, form.starts[at] ?? 0, ({ start }) => start)]?.isTable === true;
}

/** Whether a text has a word; each word is searched once. */
function searchWords(text: string): (word: string) => boolean {
  const results = new Map<string, boolean>();
  return (word) => {
    const isFound = results.get(word) ?? new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'u').test(text);
    results.set(word, isFound);
    return isFound;
  };
}

const LANGUAGE_CHARACTERS = 20_000;
const SHARE_OF_ENGLISH = 0.03;

function isEnglish(text: string): boolean {
  const words = text.slice(0, LANGUAGE_CHARACTERS).match(/\p{L}+/gu) ?? [];
  const english = words.filter((word) => /^(?:the|of|and)$/i.test(word)).length;
  return english >= SHARE_OF_ENGLISH * words.length;
}

type Paragraph = { text: string; blocks: PlacedBlock[] };

/** Joins blocks if a sentence continues in the next one, for example on the next page. */
function toParagraphs(blocks: readonly Block[]): Paragraph[] {
  const paragraphs: { texts: string[]; length: number; blocks: Paragraph['blocks'] }[] = [];
  for (const { text: raw, at, kind } of blocks) {
    const text = raw.replace(STACKED_MARKS, '$1').normalize('NFC');
    const before = paragraphs.at(-1);
    const isContinued = kind === 'paragraph' && /^\p{Ll}/u.test(text) && isUnfinished(before?.texts.at(-1) ?? '');
    if (before && isContinued) {
      before.blocks.push({ start: before.length + 1, at });
      before.texts.push(text);
      before.length += text.length + 1;
    } else
      paragraphs.push({ texts: [text], length: text.length, blocks: [{ start: 0, at, isTable: kind === 'table' }] });
  }
  return paragraphs.map((paragraph) => ({ text: paragraph.texts.join('\n'), blocks: paragraph.blocks }));
}

const isUnfinished = (text: string) => /[\p{L}\p{N},-]$/u.test(text.slice(-2));

/** Words capitalised inside sentences, and the first authors of references, in lower case. */
function findNames(text: string, sentences: readonly number[], references: readonly Reference[]): Set<string> {
  const names = new Set<string>();
  for (const { index, 0: name } of text.matchAll(/(?<=[\p{Ll}\d,;)] [("“]?|[\p{Ll}]\()\p{Lu}\p{Ll}+(?![\p{L}\d])/gu)) {
    if (sentences[lastUpTo(sentences, index)] !== index) names.add(name.toLowerCase());
  }
  for (const reference of references) {
    const [author] = /^\p{Lu}\p{Ll}+(?=,? \p{Lu})/u.exec(reference.text) ?? [];
    if (author) names.add(author.toLowerCase());
  }
  return names;
}
