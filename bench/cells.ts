/**
 * Measures how many false and how many true cells of a table of evidence pass: a cell passes if its value has no mark
 * and its quotation is exact or near. True cells are sentences of the repository's documents, and with `--evidence` the
 * spans that annotators marked in the articles of Evidence Inference 2.0 (its folder `annotations`, from
 * https://github.com/jayded/evidence-inference). False cells are altered true ones.
 * Usage: npm run bench cells -- [--evidence FOLDER] [--split NAME] [--texts N] [--cells N] [--misses]
 */
import { parseArgs } from 'node:util';
import { readAll } from '../test/reading/sweep/sweep.ts';
import { type Case, type CellText, CORRUPTIONS, judge, type Outcome, trueCells } from './cells/cells.ts';
import { readEvidence } from './cells/evidence-inference.ts';

const { values } = parseArgs({
  options: {
    evidence: { type: 'string' },
    split: { type: 'string', default: 'validation' },
    texts: { type: 'string', default: '400' },
    cells: { type: 'string', default: '2000' },
    misses: { type: 'boolean', default: false },
  },
});

const own: CellText[] = (await readAll()).map(({ source, format, document }) => ({
  name: `${source.name}, ${format}`,
  words: document,
  quotes: source.paragraphs.flat().filter((sentence) => sentence.split(' ').length > 4),
}));
const sets: [string, CellText[]][] = [['documents of the repository', own]];
if (values.evidence)
  sets.push(['Evidence Inference', await readEvidence(values.evidence, values.split, Number(values.texts))]);

for (const [name, texts] of sets) {
  const cells = texts.flatMap(trueCells);
  const held = cells.map(judge);
  console.log(`\n${name}: ${texts.length} texts`);
  report('true', held, true);
  const random = seeded(60);
  const perKind = Math.ceil(Number(values.cells) / Object.keys(CORRUPTIONS).length);
  const all: Outcome[] = [];
  for (const [kind, corrupt] of Object.entries(CORRUPTIONS)) {
    const outcomes: Outcome[] = [];
    for (let tries = 0; outcomes.length < perKind && tries < 20 * perKind; tries += 1) {
      const [cell, other] = [pick(held, random), pick(cells, random)];
      const changed = cell.passes ? corrupt(cell, other, random) : undefined;
      if (changed) outcomes.push(judge({ ...toCase(cell), kind, ...changed }));
    }
    report(kind, outcomes, false);
    all.push(...outcomes);
  }
  report('all false ones', all, false);
}

function toCase({ text, kind, type, value, quote }: Case): Case {
  return { text, kind, type, value, quote };
}

function report(kind: string, outcomes: readonly Outcome[], isTrue: boolean): void {
  const passed = outcomes.filter(({ passes }) => passes).length;
  const share = ((100 * passed) / Math.max(outcomes.length, 1)).toFixed(1);
  console.log(
    `${kind.padEnd(34)} ${String(passed).padStart(5)} of ${String(outcomes.length).padStart(5)} pass (${share} %)`,
  );
  if (!values.misses || kind.startsWith('all')) return;
  for (const { text, value, quote, verdict, marks } of outcomes.filter(({ passes }) => passes !== isTrue))
    console.log(
      `  ${text.name} ${verdict} [${marks.join()}] ${JSON.stringify(value)} ${JSON.stringify(quote.slice(0, 300))}`,
    );
}

function pick<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)] as Item;
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
