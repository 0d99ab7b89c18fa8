import type { Reference } from '../../jobs/ports/full-text.ts';
import { FUNCTION_WORDS } from '../../papers/analysis/stop-words.ts';
import type { Block } from '../document.ts';
import { findCitations, type KnownReferences, knownReferences } from './citations.ts';
import { type NormalForm, normalise } from './normal-form.ts';

/** The words of a document, to check any number of quotations. */
export type DocumentWords = {
  /** All paragraphs with `PARAGRAPH_END` between them, and their form. */
  text: string;
  form: NormalForm;
  references: KnownReferences;
  /** The positions at which blocks and sentences begin. */
  blocks: readonly { start: number; at: string }[];
  sentences: readonly number[];
  /** Words with a capital inside sentences, here in lower case: their case counts everywhere. */
  names: ReadonlySet<string>;
};

export const PARAGRAPH_END = '\ue005';
const BETWEEN = '\n\n';

/** `references`: the document's list, which its citations refer to. */
export function readWords(blocks: readonly Block[], references: readonly Reference[] = []): DocumentWords {
  const paragraphs = toParagraphs(blocks);
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
    const part = normalise(text, findCitations(text, known));
    form.text += part.text;
    for (const start of part.starts) form.starts.push(offset + start);
    for (const end of part.ends) form.ends.push(offset + end);
    for (const citation of part.citations) form.citations.push(citation);
    for (const block of own) document.blocks.push({ start: offset + block.start, at: block.at });
    for (const start of sentenceStarts(text)) document.sentences.push(offset + start);
    document.text += text;
  }
  return { ...document, form, references: known, names: findNames(document.text, document.sentences, references) };
}

type Paragraph = { text: string; blocks: { start: number; at: string }[] };

/** Joins blocks if a sentence continues in the next one, for example on the next page. */
function toParagraphs(blocks: readonly Block[]): Paragraph[] {
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

/** Includes the first authors of references. */
function findNames(text: string, sentences: readonly number[], references: readonly Reference[]): Set<string> {
  const firsts = new Set(sentences);
  const names = [...text.matchAll(/(?<=[\p{Ll}\d,;)] [("“]?|[\p{Ll}]\()\p{Lu}\p{Ll}+(?![\p{L}\d])/gu)];
  const authors = references.flatMap((reference) => /^\p{Lu}\p{Ll}+(?=,? \p{Lu})/u.exec(reference.text)?.[0] ?? []);
  const inside = names.filter(({ index }) => !firsts.has(index)).map(([name]) => name);
  return new Set([...inside, ...authors].map((name) => name.toLowerCase()));
}

/** The position of the last of ascending numbers that is not above a value. */
export function lastUpTo(numbers: readonly number[], value: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Finds the beginnings and ends of a text's sentences. */

/** Marks that end a sentence, with closing quotes and citations, before a possible beginning of the next. */
const BORDER =
  /[.!?…]["'”’)\]]*(?:\s?\[[^[\]]{1,60}\]|\^?[\d,–-]{1,12}(?=\s))?\s+(?=["'“‘«([]*[\p{Lu}\p{Lt}\p{Nd}^$•])/gu;
/** Abstracts in databases often lack the blank between sentences: `occurred.We`. */
const GLUED = /(?:(?<=\p{Ll}{2})|(?<=[\d)\]%]))[.!?](?=\p{Lu}(?:\p{Ll}|\s))/gu;
const ABBREVIATION =
  /(?:^|[\s([])(?:e\.\s?g|i\.\s?e|et al|al|cf|vs|etc|ca|approx|figs?|tabs?|eqs?|refs?|nos?|dr|mrs?|ms|prof|st|sect?|chap|vol|pp?|eds?|resp|spp?|var|subsp|incl|\p{Lu})$/iu;

/** The positions at which sentences begin, the first included. */
function sentenceStarts(text: string): number[] {
  const starts = [0];
  for (const { index, 0: mark } of [...text.matchAll(BORDER), ...text.matchAll(GLUED)]) {
    const next = index + mark.length;
    const word = /^[^\p{L}\p{N}]*([\p{L}]+)/u.exec(text.slice(next, next + 40))?.[1] ?? '';
    const isAbbreviation = mark.startsWith('.') && ABBREVIATION.test(text.slice(Math.max(0, index - 12), index));
    if (!isAbbreviation || FUNCTION_WORDS.has(word.toLowerCase())) starts.push(next);
  }
  return starts.sort((one, other) => one - other);
}
