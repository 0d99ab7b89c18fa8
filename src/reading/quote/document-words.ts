import { STACKED_MARKS } from '../../papers/markup.ts';
import type { Block } from '../document.ts';
import type { Reference } from '../full-text.ts';
import { findCitations, type KnownReferences, knownReferences } from './citations.ts';
import { itself, lastUpTo } from './last-up-to.ts';
import { type NormalForm, writeForm } from './normal-form.ts';
import { rowStarts, sentenceStarts } from './sentences.ts';

/** The words of a document, prepared for checking any number of quotations. */
export type DocumentWords = {
  /** All paragraphs with `PARAGRAPH_END` between them, and their normal form. */
  text: string;
  form: NormalForm;
  references: KnownReferences;
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

export const PARAGRAPH_END = '\ue005';
const BETWEEN = '\n\n';
/** A number of a text that writes decimals with a point: there `{0,1}` are two numbers. */
export const DECIMAL_POINT = /(?<![\d.,])\d{1,9}\.\d{1,9}(?![\d.])/;

/** `references`: the document's list, which its citations refer to. */
export function readWords(blocks: readonly Block[], references: readonly Reference[] = []): DocumentWords {
  const paragraphs = toParagraphs(blocks);
  const text = paragraphs.map((paragraph) => paragraph.text).join(BETWEEN);
  const known = knownReferences(references, text);
  const form = writeForm(text.length);
  const document = { text, blocks: [] as PlacedBlock[], sentences: [] as number[] };
  let offset = 0;
  for (const { text: own, blocks: parts } of paragraphs) {
    if (offset > 0) form.addBorder(PARAGRAPH_END, BETWEEN.length);
    offset += offset > 0 ? BETWEEN.length : 0;
    form.addText(own, findCitations(own, known));
    for (const block of parts) document.blocks.push({ ...block, start: offset + block.start });
    const startsIn = parts[0]?.isTable ? rowStarts : sentenceStarts;
    for (const start of startsIn(own)) document.sentences.push(offset + start);
    offset += own.length;
  }
  const names = findNames(text, document.sentences, references);
  return {
    ...document,
    form: form.finish(),
    references: known,
    names,
    isInLowerCase: rememberWords(text),
    isEnglish: isEnglish(text),
    hasDecimalPoints: DECIMAL_POINT.test(text),
  };
}

/** Whether a position of the form lies in a table, whose cells have bars between them. */
export function isInTable({ form, blocks }: Pick<DocumentWords, 'form' | 'blocks'>, at: number): boolean {
  return blocks[lastUpTo(blocks, form.starts[at] ?? 0, ({ start }) => start)]?.isTable === true;
}

function rememberWords(text: string): (word: string) => boolean {
  const known = new Map<string, boolean>();
  return (word) => {
    const isThere = known.get(word) ?? new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'u').test(text);
    known.set(word, isThere);
    return isThere;
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
  return paragraphs.map(({ texts, blocks: own }) => ({ text: texts.join('\n'), blocks: own }));
}

const isUnfinished = (text: string) => /[\p{L}\p{N},-]$/u.test(text.slice(-2));

/** Includes the first authors of references. */
function findNames(text: string, sentences: readonly number[], references: readonly Reference[]): Set<string> {
  const names = new Set<string>();
  for (const { index, 0: name } of text.matchAll(/(?<=[\p{Ll}\d,;)] [("“]?|[\p{Ll}]\()\p{Lu}\p{Ll}+(?![\p{L}\d])/gu)) {
    if (sentences[lastUpTo(sentences, index, itself)] !== index) names.add(name.toLowerCase());
  }
  for (const reference of references) {
    const [author] = /^\p{Lu}\p{Ll}+(?=,? \p{Lu})/u.exec(reference.text) ?? [];
    if (author) names.add(author.toLowerCase());
  }
  return names;
}
