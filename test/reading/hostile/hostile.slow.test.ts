import { describe, expect, it } from 'vitest';
import { createProcessReader } from '../../../src/reading/process/read-in-process.ts';
import { makeColumn, makePdf, makePdfFromContents } from '../../helpers/pdf-file.ts';
import { type Mutant, mutants } from './mutants.ts';
import { readMutants } from './read-mutants.ts';

const { signal } = new AbortController();

describe('broken files', () => {
  it('are read, or a problem, and none ends the process', async () => {
    const { counts } = await readMutants(200, 18);
    expect(Object.values(counts).reduce((sum, each) => sum + each, 0)).toBe(200);
    expect(counts).not.toHaveProperty('took too long');
    expect(counts).not.toHaveProperty('process ended');
    expect(counts.read).toBeGreaterThan(20);
  });
});

const WORDS = 'Mussels hold on to rocks by threads of protein that harden in the water. '.repeat(3);
const PAGE = makeColumn(WORDS, { x: 60, y: 100, letters: 70 });

describe('a PDF of which pdf.js drops a failed promise', () => {
  it.each([761])('(mutant %i) does not end the process', async (nth) => {
    const reader = createProcessReader();
    const mutant = [...mutants(nth, 1)].at(-1) as Mutant;
    const result = await reader.read(mutant, signal);
    reader.close();
    expect(result).not.toEqual({ problem: 'process ended' });
  });
});

describe('a PDF that unpacks to far more than it is', () => {
  const BOMBS: readonly (readonly [string, () => Buffer])[] = [
    ['100 MB of blanks, packed twice', () => makePdfFromContents([' '.repeat(100 * 1024 * 1024)], 2)],
    ['60,000 texts', () => makePdfFromContents(['BT /F1 9 Tf 60 700 Td (a) Tj ET\n'.repeat(60_000)], 1)],
  ];

  it.each(BOMBS)('%s ends within the limits, and the next file is read', async (_case, bomb) => {
    const reader = createProcessReader();
    const result = await reader.read({ content: bomb(), format: 'pdf' }, signal);
    expect('problem' in result || result.sections.length > 0).toBe(true);
    const next = await reader.read({ content: makePdf([PAGE]), format: 'pdf' }, signal);
    reader.close();
    expect(next).toMatchObject({ sections: [{ blocks: [{ text: WORDS.trim() }] }] });
  });
});
