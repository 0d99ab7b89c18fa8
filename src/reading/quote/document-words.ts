import type { Reference } from '../../jobs/ports/full-text.ts';
import type { Block } from '../document.ts';
import { citationsIn, type KnownReferences, knownReferences } from './citations.ts';
import { type NormalForm, normalise } from './normal-form.ts';
import { sentenceStarts } from './sentences.ts';

/** The words of a document, to check any number of quotations. */
export type DocumentWords = {
  /** All paragraphs, and their form, with `PARAGRAPH_END` between them. */
  text: string;
  form: NormalForm;
  references: KnownReferences;
  /** Where blocks and sentences begin in the text. */
  blocks: readonly { start: number; at: string }[];
  sentences: readonly number[];
  /** Words that are written with a capital inside sentences, in lower case: their case counts everywhere. */
  names: ReadonlySet<string>;
};

export const PARAGRAPH_END = '\ue005';
const BETWEEN = '\n\n';

/** `references`: the list of the document, of which its citations are. */
export function wordsOfDocument(blocks: readonly Block[], references: readonly Reference[] = []): DocumentWords {
  const paragraphs = paragraphsOf(blocks);
  const known = knownReferences(references, paragraphs.map(({ text }) => text).join('\n'));
  const form: NormalForm = { text: '', starts: [], ends: [], citations: [] };
  const document = { text: '', blocks: [] as { start: number; at: string }[], sentences: [] as number[] };
  for (const { text, blocks: own } of paragraphs) {
    if (document.text !== '') {
      form.starts.push(document.text.length);
      document.text += BETWEEN;
      form.ends.push(document.text.length);
      form.citations.push(undefined);
      form.text += PARAGRAPH_END;
    }
    const offset = document.text.length;
    const part = normalise(text, citationsIn(text, known));
    form.text += part.text;
    for (const start of part.starts) form.starts.push(offset + start);
    for (const end of part.ends) form.ends.push(offset + end);
    for (const citation of part.citations) form.citations.push(citation);
    for (const block of own) document.blocks.push({ start: offset + block.start, at: block.at });
    for (const start of sentenceStarts(text)) document.sentences.push(offset + start);
    document.text += text;
  }
  return { ...document, form, references: known, names: namesIn(document.text, document.sentences, references) };
}

type Paragraph = { text: string; blocks: { start: number; at: string }[] };

/** Blocks, joined where a sentence goes on in the next one, as over the end of a page. */
function paragraphsOf(blocks: readonly Block[]): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  for (const { text: raw, at, kind } of blocks) {
    const text = raw.normalize('NFC');
    const before = paragraphs.at(-1);
    const continuesParagraph =
      before && kind === 'paragraph' && /[\p{L}\p{N},-]$/u.test(before.text) && /^\p{Ll}/u.test(text);
    if (!continuesParagraph) paragraphs.push({ text, blocks: [{ start: 0, at }] });
    else {
      before.blocks.push({ start: before.text.length + 1, at });
      before.text += `\n${text}`;
    }
  }
  return paragraphs;
}

/** Also the first authors of references. */
function namesIn(text: string, sentences: readonly number[], references: readonly Reference[]): Set<string> {
  const firsts = new Set(sentences);
  const names = [...text.matchAll(/(?<=[\p{Ll}\d,;)] [("“]?|[\p{Ll}]\()\p{Lu}\p{Ll}+(?![\p{L}\d])/gu)];
  const authors = references.flatMap((reference) => /^\p{Lu}\p{Ll}+(?=,? \p{Lu})/u.exec(reference.text)?.[0] ?? []);
  const inside = names.filter(({ index }) => !firsts.has(index)).map(([name]) => name);
  return new Set([...inside, ...authors].map((name) => name.toLowerCase()));
}

/** The last of ascending numbers that is not above a value, as a position. */
export function lastUpTo(numbers: readonly number[], value: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
