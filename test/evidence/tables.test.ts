import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { PaperqueueError } from '../../src/contract/errors.ts';
import { cellAt } from '../../src/evidence/table/table-state.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { ANA, call, MODEL, openWorld, paperAt } from './tables-world.ts';

const LINES = [
  'Mean sleep rose by 42.5 minutes (95% CI 30 to 55) in the treated group.',
  'The drug did not change daytime mood in adults who took part.',
];
const OTHER = ['Mean sleep fell by 12 minutes in the control group of the second trial.'];
const COLUMNS = [
  { name: 'Effect', ask: 'By how much did sleep change?', type: 'number', unit: 'minutes' },
  { name: 'Mood', ask: 'Did mood change?', type: 'yes-no' },
  { name: 'Design', ask: 'Which design?', type: 'category', values: ['trial', 'cohort'] },
] as const;

async function openTable() {
  const abstract = 'Sleep of 30 nurses rose by 5 minutes after a nap in the afternoon.';
  const papers = [paperAt(1), paperAt(2), paperAt(3, { abstract }), paperAt(4)];
  const world = openWorld({ J1: papers });
  await world.attach(paperAt(1), LINES);
  await world.attach(paperAt(2), OTHER);
  const { ref } = await world.tables.create({ title: 'Sleep', papers: 'J1', columns: COLUMNS }, MODEL, call);
  const cell = async (paper: string, name: string) => {
    const { state } = await world.tables.read(ref);
    const column = state.columns.find((each) => each.name === name);
    if (!column) throw new Error(name);
    return cellAt(state, paper, column);
  };
  return { ...world, ref, cell };
}

describe('filling', () => {
  it('says of each cell what the quotation is worth, where it stands, and what is wrong', async () => {
    const { tables, ref } = await openTable();
    const { accepted, refused, cells } = await tables.fill(
      ref,
      [
        { ref: 'J1-1', column: 'Effect', value: 42.5, quote: LINES[0] },
        {
          ref: 'j1-1',
          column: 'mood',
          value: 'no',
          quote: 'The drug did change daytime mood in adults who took part.',
        },
        { ref: 'J1-2', column: 'Effect', value: '42.5', quote: LINES[0] },
        { ref: 'J1-3', column: 'Effect', value: '5', quote: 'rose by 5 minutes after a nap' },
        { ref: 'J1-4', column: 'Effect', value: '5', quote: 'rose by 5 minutes after a nap' },
        { ref: 'J1-1', column: 'Design', value: 'trial' },
        { ref: 'J1-2', column: 'Design', value: 'Not reported' },
        { ref: 'J1-3', column: 'Design', value: 'not reported' },
        { ref: 'J1-4', column: 'Design', value: 'not reported' },
      ],
      MODEL,
      call,
    );
    expect({ accepted, refused }).toEqual({ accepted: 9, refused: [] });
    const seen = cells.map(({ ref: paper, column, cell }) => {
      if (cell.is !== 'value') return cell.is;
      const { check, marks } = cell.reading;
      return [paper, column.name, check.verdict, check.held, check.at, marks.map(({ kind }) => kind).join()];
    });
    expect(seen).toEqual([
      ['J1-1', 'Effect', 'exact', 'text', 'S2.p1', ''],
      ['J1-1', 'Mood', 'altered', 'text', 'S2.p2', 'quotation-not-held'],
      ['J1-2', 'Effect', 'absent', 'text', undefined, 'quotation-not-held,quoted-of-other'],
      ['J1-3', 'Effect', 'exact', 'abstract', 'abstract', ''],
      ['J1-4', 'Effect', 'no-text', 'none', undefined, 'not-checked'],
      ['J1-1', 'Design', undefined, 'text', undefined, 'no-quotation'],
      ['J1-2', 'Design', undefined, 'text', undefined, ''],
      ['J1-3', 'Design', undefined, 'abstract', undefined, ''],
      ['J1-4', 'Design', undefined, 'none', undefined, 'nothing-searched'],
    ]);
    const [first, , other] = cells;
    expect(first?.cell).toMatchObject({ reading: { check: { passage: LINES[0] } } });
    expect(other?.cell).toMatchObject({ reading: { check: { standsIn: ['J1-1'] } } });
    expect(cells[6]?.cell).toMatchObject({ reading: { check: { searched: ['Methods', 'Results'] } } });
  });

  it('refuses what the table does not take, and loses nothing else', async () => {
    const { tables, ref } = await openTable();
    const good = { ref: 'J1-1', column: 'Effect', value: '42.5', quote: LINES[0] };
    const { accepted, refused } = await tables.fill(
      ref,
      [
        { ref: 'J1-9', column: 'Effect', value: '1' },
        { ref: 'J1-1', column: 'Colour', value: '1' },
        { ref: 'J1-1', column: 'Effect', value: 'a lot' },
        { ref: 'J1-1', column: 'Mood', value: 'perhaps' },
        { ref: 'J1-1', column: 'Design', value: 'survey' },
        { ref: 'J1-1', column: 'Effect', value: '1', quote: 'x'.repeat(2_001) },
        { ref: 'J1-2', column: 'Effect', value: null },
        good,
      ],
      MODEL,
      call,
    );
    const reasons = ['not-in-table', 'no-column', 'no-number', 'no-yes-no', 'no-category', 'long-quotation'];
    expect(refused.map(({ kind }) => kind)).toEqual([...reasons, 'nothing-to-take-back']);
    expect(accepted).toBe(1);
  });

  it('twice is one event; another value of the same extractor replaces the first; null takes it back', async () => {
    const { tables, ref, cell } = await openTable();
    const fill = (value: string | null) =>
      tables.fill(ref, [{ ref: 'J1-1', column: 'Effect', value, quote: LINES[0] }], MODEL, call);
    await fill('42.5');
    const { events } = await tables.read(ref);
    expect(await fill('42.5')).toMatchObject({ accepted: 1, repeated: 1 });
    expect((await tables.read(ref)).events).toHaveLength(events.length);
    await fill('30');
    expect(await cell('J1-1', 'Effect')).toMatchObject({ is: 'value', reading: { value: '30' } });
    await fill(null);
    expect(await cell('J1-1', 'Effect')).toEqual({ is: 'open' });
  });

  it('by two extractors shows their differences side by side, until a person settles them', async () => {
    const { tables, ref, cell } = await openTable();
    const fill = (value: string, who: typeof ANA) =>
      tables.fill(ref, [{ ref: 'J1-1', column: 'Effect', value, quote: LINES[0] }], who, call);
    await fill('42.5', MODEL);
    await fill('42.50', ANA);
    expect(await cell('J1-1', 'Effect')).toMatchObject({ is: 'value' });
    await fill('30', ANA);
    expect(await cell('J1-1', 'Effect')).toMatchObject({
      is: 'differs',
      readings: [{ value: '42.5' }, { value: '30' }],
    });
    const settle = (value: string) => tables.settle(ref, { ref: 'J1-1', column: 'Effect', value }, ANA);
    expect(await settle('31')).toMatchObject({ refused: { kind: 'nothing-to-settle' } });
    expect(await settle('42.5')).toEqual({});
    expect(await cell('J1-1', 'Effect')).toMatchObject({ is: 'value', isSettled: true, reading: { value: '42.5' } });
    // Whoever changes a value afterwards reopens the difference.
    await fill('55', MODEL);
    expect(await cell('J1-1', 'Effect')).toMatchObject({ is: 'differs' });
  });

  it('is checked again once the text is held', async () => {
    const { tables, ref, cell, attach } = await openTable();
    const quote = 'Sleep of 30 nurses fell by 7 minutes in winter.';
    await tables.fill(ref, [{ ref: 'J1-4', column: 'Effect', value: '7', quote }], MODEL, call);
    expect((await tables.open(ref, MODEL, call)).notes).toEqual([
      { kind: 'texts-not-held', named: [expect.stringMatching(/^J1-4 \w/)], all: 1 },
    ]);
    await attach(paperAt(4), [quote]);
    const { notes } = await tables.open(ref, MODEL, call);
    expect(notes).toEqual([{ kind: 'cells-rechecked', cells: 1 }]);
    expect(await cell('J1-4', 'Effect')).toMatchObject({ reading: { check: { verdict: 'exact' }, marks: [] } });
    expect((await tables.open(ref, MODEL, call)).notes).toEqual([]);
  });
});

describe('columns', () => {
  it('are added, renamed, changed and dropped, and keep their cells under a new name', async () => {
    const { tables, ref, cell } = await openTable();
    await tables.fill(ref, [{ ref: 'J1-1', column: 'Design', value: 'trial', quote: LINES[1] }], MODEL, call);
    const { refused } = await tables.change(
      ref,
      {
        columns: [
          { name: 'Design', rename: 'Type of study' },
          { name: 'Mood', drop: true },
          { name: 'Country' },
          { name: 'Effect', rename: 'country' },
          { name: 'Setting', type: 'category', values: ['ward'] },
          { name: 'Season', type: 'text', unit: 'mg' },
          { name: 'Nothing', drop: true },
          { name: '\u200b' },
          { name: 'Effect', rename: '\ud800' },
        ],
      },
      MODEL,
      call,
    );
    expect(refused.map(({ kind }) => kind)).toEqual([
      'name-taken',
      'category-needs-values',
      'only-of-type',
      'no-column',
      'no-name',
      'no-name',
    ]);
    const { state } = await tables.read(ref);
    expect(state.columns.map(({ id, name }) => [id, name])).toEqual([
      ['C1', 'Effect'],
      ['C3', 'Type of study'],
      ['C4', 'Country'],
    ]);
    expect(await cell('J1-1', 'Type of study')).toMatchObject({ is: 'value', reading: { value: 'trial', marks: [] } });
    await tables.change(ref, { columns: [{ name: 'Type of study', values: ['RCT', 'cohort'] }] }, MODEL, call);
    expect(await cell('J1-1', 'Type of study')).toMatchObject({ reading: { marks: [{ kind: 'value-not-taken' }] } });
  });

  it('as they are add no event', async () => {
    const { tables, ref } = await openTable();
    const before = (await tables.read(ref)).events.length;
    await tables.change(ref, { papers: 'J1', columns: COLUMNS }, MODEL, call);
    expect((await tables.read(ref)).events).toHaveLength(before);
    expect(await tables.create({ title: 'Sleep', papers: 'J1', columns: COLUMNS }, MODEL, call)).toMatchObject({ ref });
  });
});

describe('a table', () => {
  it('over a review follows what that includes', async () => {
    const world = openWorld({ R1: [paperAt(1), paperAt(2)] });
    const { ref } = await world.tables.create({ title: 'Sleep', papers: 'R1', columns: COLUMNS }, MODEL, call);
    await world.attach(paperAt(1), LINES);
    await world.tables.fill(ref, [{ ref: 'J1-1', column: 'Effect', value: '42.5', quote: LINES[0] }], MODEL, call);
    world.sources.R1 = [paperAt(2), paperAt(3)];
    const { table, notes } = await world.tables.open(ref, MODEL, call);
    expect(notes).toContainEqual({ kind: 'table-followed', from: 'R1', added: 1, left: 1 });
    expect([...table.state.left]).toEqual(['J1-1']);
    world.sources.R1 = [paperAt(1), paperAt(2), paperAt(3)];
    await world.tables.open(ref, MODEL, call);
    const { state } = await world.tables.read(ref);
    expect(state.left.size).toBe(0);
    expect(cellAt(state, 'J1-1', state.columns[0] as never)).toMatchObject({ is: 'value', reading: { value: '42.5' } });
  });

  it('shows open cells with passages that can be quoted as they are', async () => {
    const { tables, ref } = await openTable();
    const [next] = await tables.next(ref, 1, call);
    expect(next).toMatchObject({ ref: 'J1-1', column: 'Effect' });
    const passage = next?.passages.find(({ text }) => text.includes('42.5'));
    const { cells } = await tables.fill(
      ref,
      [{ ref: 'J1-1', column: 'Effect', value: '42.5', quote: passage?.text }],
      MODEL,
      call,
    );
    expect(cells[0]?.cell).toMatchObject({ reading: { check: { verdict: 'exact', at: passage?.at }, marks: [] } });
    expect((await tables.next(ref, 50, call)).length).toBe(11);
  });

  it('is exported with every mark, and without formulas', async () => {
    const { tables, ref } = await openTable();
    await tables.change(ref, { columns: [{ name: '=HYPERLINK("x")', ask: 'Which?' }] }, MODEL, call);
    const filled = [
      { ref: 'J1-1', column: 'Effect', value: '-42.5', quote: LINES[0] },
      { ref: 'J1-2', column: 'C4', value: '=1+1', quote: '@SUM(A1) <b>bold</b> | pipe' },
    ];
    await tables.fill(ref, filled, MODEL, call);
    await tables.fill(ref, [{ ref: 'J1-1', column: 'Design', value: 'trial', quote: LINES[1] }], ANA, call);
    await tables.fill(ref, [{ ref: 'J1-1', column: 'Design', value: 'cohort', quote: LINES[1] }], MODEL, call);
    const { table } = await tables.open(ref, MODEL, call);
    const csv = await tables.render(table, 'csv');
    expect(csv).toMatchInlineSnapshot(`
      "paper,ref,doi,Effect,Effect quotation,Effect place,Effect verdict,Effect by,Mood,Mood quotation,Mood place,Mood verdict,Mood by,Design,Design quotation,Design place,Design verdict,Design by,"'=HYPERLINK(""x"")","'=HYPERLINK(""x"") quotation","'=HYPERLINK(""x"") place","'=HYPERLINK(""x"") verdict","'=HYPERLINK(""x"") by"
      Trial 1 of sleep,J1-1,10.5555/trial.1,-42.5,Mean sleep rose by 42.5 minutes (95% CI 30 to 55) in the treated group.,S2.p1,"exact (marked: not in the quotation: ""-42.5"")",model-1,,,,,,trial | cohort,The drug did not change daytime mood in adults who took part. | The drug did not change daytime mood in adults who took part.,S2.p2 | S2.p2,differs: exact | exact,ana | model-1,,,,,
      Trial 2 of sleep,J1-2,10.5555/trial.2,,,,,,,,,,,,,,,,'=1+1,'@SUM(A1) <b>bold</b> | pipe,,"absent (marked: the stored text of the paper does not contain the quotation; not in the quotation: ""1"")",model-1
      Trial 3 of sleep,J1-3,10.5555/trial.3,,,,,,,,,,,,,,,,,,,,
      Trial 4 of sleep,J1-4,10.5555/trial.4,,,,,,,,,,,,,,,,,,,,
      "
    `);
    const markdown = await tables.render(table, 'markdown');
    expect(markdown).toMatchInlineSnapshot(`
      "# Sleep

      T1: 2 of 16 cells filled, 2 marked, 1 with differing values, 13 open.

      | Paper | Effect (minutes) | Mood | Design | \\=HYPERLINK("x") |
      | --- | --- | --- | --- | --- |
      | Trial 1 of sleep [J1-1] | -42.5 **(marked)** |  | **differs:** trial / cohort |  |
      | Trial 2 of sleep [J1-2] |  |  |  | \\=1+1 **(marked)** |
      | Trial 3 of sleep [J1-3] |  |  |  |  |
      | Trial 4 of sleep [J1-4] |  |  |  |  |

      ## Quotations

      ### J1-1 Trial 1 of sleep

      [\`10.5555/trial.1\`](https://doi.org/10.5555/trial.1)

      - **Effect:** -42.5. “Mean sleep rose by 42.5 minutes (95% CI 30 to 55) in the treated group.”, S2.p1 (exact (marked: not in the quotation: "-42.5"); model-1)
      - **Design:** trial. “The drug did not change daytime mood in adults who took part.”, S2.p2 (exact; ana)
      - **Design:** cohort. “The drug did not change daytime mood in adults who took part.”, S2.p2 (exact; model-1)

      ### J1-2 Trial 2 of sleep

      [\`10.5555/trial.2\`](https://doi.org/10.5555/trial.2)

      - **\\=HYPERLINK("x"):** \\=1+1. “\`@SUM(A1)\` \\<b\\>bold\\</b\\> \\| pipe” (absent (marked: the stored text of the paper does not contain the quotation; not in the quotation: "1"); model-1)
      "
    `);
    const page = await tables.render(table, 'html');
    expect(page).not.toContain('<b>bold');
    expect(page).not.toMatch(/<script|src=|url\(|@import/);
    const written = await tables.write(table, 'html');
    expect('path' in written && readFileSync(written.path, 'utf8')).toBe(page);
  });

  it('that is removed is not listed, and its number is not given again', async () => {
    const { tables, ref } = await openTable();
    await tables.remove(ref);
    expect((await tables.list()).tables).toEqual([]);
    await expect(tables.read(ref)).rejects.toMatchObject({ details: { code: 'JOB_NOT_FOUND' } });
    expect((await tables.create({ title: 'Sleep', papers: 'J1' }, MODEL, call)).ref).toBe('T2');
  });
});

describe('a damaged log', () => {
  async function damage(make: (world: Awaited<ReturnType<typeof openTable>>) => void) {
    const world = await openTable();
    await world.tables.create({ title: 'Another', papers: 'J1' }, ANA, call);
    make(world);
    return world;
  }

  it('is said of its table alone, which takes no more and is repaired', async () => {
    const { tables, ref } = await damage(({ store }) => {
      const last = store.tableLogs.events(1, 0).at(-1);
      store.tableLogs.append(1, [{ n: (last?.n ?? 0) + 1, text: '{"n":9}', hash: 'wrong' }]);
    });
    const { table, notes } = await tables.open(ref, MODEL, call);
    expect(notes).toEqual([{ kind: 'damaged-table', table: ref, n: table.damagedAt, isUnknown: undefined }]);
    const filling = tables.fill(ref, [{ ref: 'J1-1', column: 'Mood', value: 'no', quote: LINES[1] }], MODEL, call);
    const error: PaperqueueError = await filling.then(
      () => undefined as never,
      (thrown) => thrown,
    );
    expect(error.details).toMatchObject({ code: 'STORE_UNAVAILABLE', charged: 'no' });
    const listed = await tables.list();
    expect([listed.tables.length, listed.unreadable, listed.notes]).toEqual([2, [], notes]);
    expect(await tables.repair(ref)).toBe(1);
    await tables.fill(ref, [{ ref: 'J1-1', column: 'Mood', value: 'no', quote: LINES[1] }], MODEL, call);
  });

  it('at its opening hides no other table', async () => {
    const { tables } = await damage(({ store }) => {
      store.tableLogs.open([{ n: 1, text: '{}', hash: 'wrong' }]);
    });
    const { tables: listed, unreadable, notes } = await tables.list();
    expect([listed.length, unreadable]).toEqual([2, ['T3']]);
    expect(notes).toEqual([{ kind: 'tables-unreadable', tables: ['T3'] }]);
    await expect(tables.read('T3')).rejects.toMatchObject({ details: { code: 'STORE_UNAVAILABLE' } });
  });
});

it('two processes that fill at the same time lose nothing', async () => {
  const folder = temporaryFolder();
  const papers = Array.from({ length: 20 }, (_, at) => paperAt(at + 1));
  const [one, two] = [openWorld({ J1: papers }, folder), openWorld({ J1: papers }, folder)];
  const { ref } = await one.tables.create({ title: 'Sleep', papers: 'J1', columns: [{ name: 'Finding' }] }, ANA, call);
  const fill = ({ tables }: typeof one, at: number, who: typeof ANA) =>
    tables.fill(ref, [{ ref: `J1-${at}`, column: 'Finding', value: `value ${at}`, quote: 'words of it' }], who, call);
  await Promise.all(papers.flatMap((_, at) => [fill(one, at + 1, ANA), fill(two, at + 1, MODEL)]));
  const { events, damagedAt } = await two.tables.read(ref);
  expect(damagedAt).toBeUndefined();
  expect(events.filter(({ what }) => what === 'fill')).toHaveLength(40);
});
