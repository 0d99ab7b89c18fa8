import type { Block, ReadDocument, Section } from '../../reading/document.ts';
import { withoutPlaces } from '../../reading/places.ts';
import { sentenceStarts } from '../../reading/quote/sentences.ts';

/**
 * The range of a passage: from character `from` of block `first` to character `to` of block `last`. Blocks are numbered
 * over the whole text.
 */
export type Cut = { section: Section; first: number; from: number; last: number; to: number; kind: Block['kind'] };

type Text = Pick<ReadDocument, 'sections'>;

/** Target length: enough for a finding with its numbers, and ten fit into an answer. */
const AIM_CHARACTERS = 900;
/** A longer sentence is cut; quotations are limited to the same length. */
const MAX_CHARACTERS = 1_500;
/** More than a book has. The rest of a longer text is not searched. */
const MAX_TEXT_CHARACTERS = 2_000_000;

/**
 * Cuts a text into passages of whole sentences or rows, at most 1,500 characters each. Consecutive short paragraphs of
 * a section form one passage. Formulas are omitted. `starts`: for each block, the offsets of its sentences or rows.
 */
export function cutPassages({ sections }: Text): { cuts: Cut[]; starts: number[][] } {
  const cuts: Cut[] = [];
  const starts: number[][] = [];
  let block = -1;
  let characters = 0;
  for (const section of sections) {
    let open: { cut: Cut; characters: number } | undefined;
    for (const { kind, text: whole } of section.blocks) {
      block += 1;
      const text = whole.slice(0, MAX_TEXT_CHARACTERS - characters);
      if (kind === 'formula' || text === '') {
        open = undefined;
        starts.push([]);
        continue;
      }
      characters += text.length;
      const blockStarts = partStarts(kind, text);
      starts.push(blockStarts);
      const isProse = kind === 'paragraph' || kind === 'list-item' || kind === 'quote';
      if (isProse && open && open.characters + text.length < AIM_CHARACTERS) {
        open.cut.last = block;
        open.cut.to = text.length;
        open.characters += text.length + 1;
        continue;
      }
      open = undefined;
      for (const [from, to] of stretches(blockStarts, text)) {
        const cut = { section, kind, first: block, from, last: block, to };
        cuts.push(cut);
        if (isProse && from === 0 && to === text.length) open = { cut, characters: to };
      }
    }
  }
  return { cuts, starts };
}

/** The sentences or rows of a passage, in order. */
export function* sentencesOf(
  blocks: readonly Block[],
  starts: readonly number[][],
  { first, from, last, to }: Omit<Cut, 'section' | 'kind'>,
): Generator<string, void> {
  for (let block = first; block <= last; block += 1) {
    const text = blocks[block]?.text ?? '';
    const [begin, end] = [block === first ? from : 0, block === last ? to : text.length];
    const inside = (starts[block] ?? []).filter((start) => start > begin && start < end);
    for (const [nth, start] of [begin, ...inside].entries()) yield text.slice(start, inside[nth] ?? end);
  }
}

/** Offsets of sentences, or of table rows, at which a block may be cut. */
function partStarts(kind: Block['kind'], text: string): number[] {
  if (kind !== 'table') return sentenceStarts(text);
  return [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
}

/** Cuts a block into parts of similar length. */
function stretches(starts: readonly number[], text: string): [number, number][] {
  const { length } = text;
  if (length <= AIM_CHARACTERS) return [[0, length]];
  const aim = length / Math.ceil(length / AIM_CHARACTERS);
  const found: [number, number][] = [];
  let [from, last] = [0, 0];
  for (const end of [...starts.slice(1), length]) {
    if (end - from > aim * MAX_SHARE_OF_AIM && last > from) {
      found.push([from, last]);
      from = last;
    }
    for (; end - from > MAX_CHARACTERS; from += cutAt(text, from)) found.push([from, from + cutAt(text, from)]);
    last = end;
  }
  return from < length ? [...found, [from, length]] : found;
}

const MAX_SHARE_OF_AIM = 1.15;

/** The length of a piece of a sentence that is too long: up to its last blank. */
function cutAt(text: string, from: number): number {
  const blank = text.slice(from, from + MAX_CHARACTERS).lastIndexOf(' ') + 1;
  return blank > MAX_CHARACTERS / 2 ? blank : MAX_CHARACTERS;
}

/** The blocks of a text, in order. */
export function blocksOf({ sections }: Text): Block[] {
  return sections.flatMap(({ blocks }) => blocks);
}

/** The text of a passage as in the document, without the outer bars of a table's rows. */
export function passageText(
  blocks: readonly Block[],
  { first, from, last, to }: Omit<Cut, 'section' | 'kind'>,
): string {
  const parts = blocks.slice(first, last + 1).map(({ text }, at) => {
    const end = first + at === last ? to : text.length;
    return text.slice(at === 0 ? from : 0, end);
  });
  const text = withoutPlaces(parts.join('\n').trim());
  return blocks[first]?.kind === 'table' ? text.replace(/^\| ?| ?\|$/g, '') : text;
}
