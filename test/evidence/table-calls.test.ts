import { describe, expect, it } from 'vitest';
import { createCellChecks } from '../../src/evidence/table/check-cells.ts';
import { cellAt } from '../../src/evidence/table/table-state.ts';
import { evidenceTable } from '../../src/evidence/table/tool.ts';
import { call, MODEL, openWorld, paperAt } from './tables-world.ts';

const LINES = ['Mean sleep rose by 42.5 minutes in the treated group.', 'Daytime mood did not change in adults.'];
const QUOTE = LINES[0] as string;

async function openTable() {
  const one = paperAt(1);
  const library = { ...paperAt(1), ref: 'L17' };
  const world = openWorld({ J1: [one, paperAt(2)], L17: [library], 'J1-1,L17': [one, library] });
  await world.attach(one, LINES);
  const columns = [{ name: 'Effect', type: 'number' }, { name: 'Mood' }] as const;
  const { ref } = await world.tables.create({ title: 'Sleep', papers: 'J1', columns }, MODEL, call);
  return { ...world, ref };
}

describe('a paper with several references', () => {
  it('is filled by any of them', async () => {
    const { tables, ref } = await openTable();
    const { refused, cells } = await tables.fill(
      ref,
      [{ ref: 'L17', column: 'Effect', value: 42.5, quote: QUOTE }],
      MODEL,
      call,
    );
    expect(refused).toEqual([]);
    expect(cells).toMatchObject([{ ref: 'J1-1', cell: { is: 'value', reading: { check: { verdict: 'exact' } } } }]);
  });

  it('has one row', async () => {
    const { tables } = await openTable();
    const { ref } = await tables.create({ title: 'Twice', papers: 'J1-1,L17' }, MODEL, call);
    expect([...(await tables.read(ref)).state.papers.keys()]).toEqual(['J1-1']);
    expect(await tables.change(ref, { papers: 'L17' }, MODEL, call)).toMatchObject({ added: 0 });
  });
});

describe('a cell that one call fills twice', () => {
  it.each([['new'], ['as before']])('keeps the first value and refuses the other (%s)', async (which) => {
    const { tables, ref } = await openTable();
    const cell = (value: string) => ({ ref: 'J1-1', column: 'Mood', value, quote: LINES[1] });
    if (which === 'as before') await tables.fill(ref, [cell('worse')], MODEL, call);
    const { accepted, refused } = await tables.fill(ref, [cell('same'), cell('worse'), cell('same')], MODEL, call);
    expect({ accepted, refused }).toEqual({
      accepted: 1,
      refused: [{ ref: 'J1-1', column: 'Mood', kind: 'given-twice' }],
    });
    const { state } = await tables.read(ref);
    const mood = state.columns.find(({ name }) => name === 'Mood');
    expect(mood && cellAt(state, 'J1-1', mood)).toMatchObject({ is: 'value', reading: { value: 'same' } });
  });
});

describe('checking', () => {
  it('ends before the time of a call does, and gives back what it did not reach', async () => {
    const { texts } = await openTable();
    let now = 0;
    const slow = {
      ...texts,
      checkHeld: (...args: Parameters<typeof texts.checkHeld>) => {
        now += 9_000;
        return texts.checkHeld(...args);
      },
    };
    const check = createCellChecks(
      async () => slow,
      () => now,
    );
    const papers = new Map([['J1-1', paperAt(1)]]);
    const cells = Array.from({ length: 5 }, () => ({ ref: 'J1-1', quote: QUOTE, isNotReported: false }));
    const checks = await check(papers, cells, call);
    expect(checks.map((each) => each?.verdict)).toEqual(['exact', 'exact', 'exact', undefined, undefined]);
  });

  it('is not done again for papers of which there is still no text', async () => {
    const { texts } = await openTable();
    const asked: string[] = [];
    const watched = {
      ...texts,
      checkHeld: (...args: Parameters<typeof texts.checkHeld>) => {
        asked.push(args[0].ref);
        return texts.checkHeld(...args);
      },
    };
    const check = createCellChecks(async () => watched);
    const papers = new Map([paperAt(1), paperAt(2)].map((paper) => [paper.ref, paper]));
    const cells = ['J1-1', 'J1-2'].map((ref) => ({ ref, quote: QUOTE, isNotReported: false }));
    const checks = await check(papers, cells, { ...call, onlyNewTexts: true });
    expect([checks.map((each) => each?.verdict), asked]).toEqual([['exact', undefined], ['J1-1']]);
  });
});

it('says in words what is wrong with an item, and names it in short', async () => {
  const { tables, ref } = await openTable();
  const fill = [{ ref: 'J1-1', column: 'Mood' }, 'mood', { ref: 'J1-1', column: 'x'.repeat(3_000), value: 1, no: 1 }];
  const columns = ['X | why? | bogus', ' | why?'];
  const context = { call: { signal: call.signal }, overCap: false, fileFolders: [] };
  const features = { evidence: async () => tables };
  const answer = await evidenceTable.call({ table: ref, fill, columns }, { ...context, features } as never);
  const { refused } = answer as unknown as { refused: { column: string; why: string }[] };
  expect(refused.map(({ why }) => why)).toEqual([
    'type: one of text, number, category, yes-no, got "bogus"',
    'name: a name, got ""',
    'value: is missing',
    'an object, got "mood"',
    expect.stringContaining('unknown parameter'),
  ]);
  expect(refused.every(({ column }) => column.length <= 200)).toBe(true);
});
