import type { Block, Section } from '../../reading/document.ts';

/** A passage of a text: the characters `from` to `to` of one of its blocks. */
export type Cut = { section: Section; block: Block; from: number; to: number };

/** Long enough for a finding with its numbers, short enough for ten in an answer. */
const MAX_CHARACTERS = 900;

const SENTENCE_END = /[.!?]["'”’)\]]?\s+(?=[\p{Lu}\p{N}("'“‘[])/gu;

/** Cuts a text into passages of whole sentences or rows. A longer sentence is one passage. Formulas are left out. */
export function cutPassages(sections: readonly Section[]): Cut[] {
  return sections.flatMap((section) =>
    section.blocks
      .filter(({ kind }) => kind !== 'formula')
      .flatMap((block) => stretches(block).map(([from, to]) => ({ section, block, from, to }))),
  );
}

/** Ends of sentences, or of rows, at which a block may be cut. */
function endsIn({ kind, text }: Block): number[] {
  const pattern = kind === 'table' ? /\n/g : SENTENCE_END;
  return [...text.matchAll(pattern)].map(({ index, 0: end }) => index + end.length);
}

function stretches(block: Block): [number, number][] {
  const { length } = block.text;
  if (length <= MAX_CHARACTERS) return [[0, length]];
  const parts = Math.ceil(length / MAX_CHARACTERS);
  const aim = length / parts;
  const found: [number, number][] = [];
  let [from, last] = [0, 0];
  for (const end of [...endsIn(block), length]) {
    if (end - from > aim && last > from) {
      found.push([from, last]);
      from = last;
    }
    last = end;
  }
  if (from < length) found.push([from, length]);
  return found;
}
