import type { TextFormat } from '../../../src/lib/text-format.ts';
import type { TextContent } from '../../../src/reading/document.ts';
import { makeColumn, makePdf, makePdfFromContents } from '../../helpers/pdf-file.ts';
import { ARTICLE, PAGE } from '../fixtures.ts';

/** Broken files: real files with bytes changed, removed, doubled or inserted. */

export type Mutant = { content: TextContent; format: TextFormat };

const WORDS = 'Mussels hold on to rocks by threads of protein that harden in the water. '.repeat(12);
const COLUMNS = [
  ...makeColumn(WORDS, { x: 60, y: 90, letters: 45, size: 9 }),
  ...makeColumn(WORDS, { x: 320, y: 90, letters: 45, size: 9 }),
];
const DRAWING = 'BT /F1 10 Tf 60 700 Td (Mussels hold on to rocks by threads of protein.) Tj 0 -12 Td (They do.) Tj ET';
const ORIGINALS: readonly (readonly [Buffer, TextFormat])[] = [
  [makePdf([COLUMNS, COLUMNS]), 'pdf'],
  [makePdfFromContents([`${DRAWING}\n`.repeat(20), DRAWING], 0), 'pdf'],
  [Buffer.from(ARTICLE), 'jats'],
  [Buffer.from(PAGE), 'html'],
];
/** Insertions: numbers, names and brackets that parsers trust. */
const PIECES = [
  '-1',
  '99999999999',
  '<<',
  '>>',
  '[',
  ']',
  '(',
  'R',
  'obj',
  'endobj',
  '/Kids [2 0 R]',
  '/Length 0',
  '</',
];

/** This many mutants, equal for equal seeds. */
export function* mutants(count: number, seed: number): Generator<Mutant> {
  const random = randomNumbers(seed);
  for (let nth = 0; nth < count; nth += 1) {
    const [original, format] = ORIGINALS[nth % ORIGINALS.length] as (typeof ORIGINALS)[number];
    let bytes: Buffer = Buffer.from(original);
    for (let change = 1 + random(6); change > 0; change -= 1) bytes = changed(bytes, random);
    yield { content: format === 'pdf' ? bytes : bytes.toString('utf8'), format };
  }
}

type Random = (below: number) => number;

function changed(bytes: Buffer, random: Random): Buffer {
  const [from, length] = [random(bytes.length + 1), random(60)];
  const [head, middle, tail] = [
    bytes.subarray(0, from),
    bytes.subarray(from, from + length),
    bytes.subarray(from + length),
  ];
  switch (random(6)) {
    case 0:
      return Buffer.concat([head, tail]);
    case 1:
      return Buffer.concat([head, middle, middle, middle, tail]);
    case 2:
      return Buffer.concat([head, Buffer.from(PIECES[random(PIECES.length)] ?? ''), middle, tail]);
    case 3:
      return random(4) === 0 ? head : bytes;
    default: {
      const flipped = Buffer.from(bytes);
      for (let flips = random(8); flips >= 0; flips -= 1) flipped[random(Math.max(flipped.length, 1))] = random(256);
      return flipped;
    }
  }
}

/** Mulberry32, by Tommy Ettinger: small, and good enough to choose bytes. */
function randomNumbers(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
