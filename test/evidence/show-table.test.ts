import { expect, it } from 'vitest';
import { changeColumns } from '../../src/evidence/table/change-columns.ts';
import type { Column } from '../../src/evidence/table/columns.ts';
import { showCellInBrief, showOpenCells } from '../../src/evidence/table/show-table.ts';
import type { Reading, TableState } from '../../src/evidence/table/table-state.ts';
import { MODEL } from './tables-world.ts';

const columns: Column[] = Array.from({ length: 40 }, (_, nth) => ({
  id: `C${nth + 1}`,
  name: `Dose ${nth}`,
  ask: 'Which dose?',
  type: 'text',
}));
const reading: Reading = {
  n: 1,
  at: '2026-01-01T00:00:00Z',
  who: MODEL,
  value: '40 mg',
  quote: 'so '.repeat(600),
  check: {
    verdict: 'altered',
    at: 'S1.p1',
    text: 'as '.repeat(600),
    differences: Array.from({ length: 30 }, () => ({ quote: 'so '.repeat(300), document: 'as '.repeat(300) })),
    held: 'text',
  },
  marks: [],
};

it('answers a filled cell without its quotation, and with the first words of what is long', () => {
  const shown = showCellInBrief(columns[0] as Column, { is: 'value', reading, readings: [reading], isSettled: false });
  expect(shown).toMatchObject({ column: 'Dose 0', value: '40 mg', verdict: 'altered', at: 'S1.p1' });
  expect(shown).not.toHaveProperty('quote');
  expect(JSON.stringify(shown).length).toBeLessThan(4_000);
});

it('sends each passage of a paper once, and names the columns above that have it', () => {
  const [first, second] = ['Sixty took part.', 'Nine left.'].map((text) => ({
    at: 'abstract',
    section: 'Abstract',
    text,
  }));
  const cell = { title: 'Sleep', ask: 'How many?' };
  const cells = [
    { ...cell, ref: 'J1-1', column: 'Size', passages: [first] },
    { ...cell, ref: 'J1-1', column: 'Dropouts', passages: [second, first] },
    { ...cell, ref: 'J1-2', column: 'Size', passages: [first] },
  ] as Parameters<typeof showOpenCells>[0];
  expect(showOpenCells(cells)).toEqual([
    { ref: 'J1-1', column: 'Size', passages: [first], title: 'Sleep' },
    { ref: 'J1-1', column: 'Dropouts', passages: [second], seeAlso: ['Size'] },
    { ref: 'J1-2', column: 'Size', passages: [first], title: 'Sleep' },
  ]);
});

it('a column may have the name of an id', () => {
  const state = { columns: columns.slice(0, 1), columnCount: 1 } as TableState;
  const { acts, refused } = changeColumns(state, [{ name: 'c1', ask: 'Which first outcome?' }]);
  expect(refused).toEqual([]);
  expect(acts).toMatchObject([{ column: { id: 'C2', name: 'c1' } }]);
});
