import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { JOB_STORE_MIGRATIONS } from '../../src/jobs/store/migrations.ts';
import { openDatabase } from '../../src/platform/sqlite/database.ts';
import { libraryFolder } from '../helpers/library-folder.ts';
import { runHere } from '../helpers/run-here.ts';
import { ServerHere } from '../helpers/server-here.ts';

/** What is wrong about decisions is refused by name, at the shell and by the tool; the rest is taken. */

const folder = libraryFolder();
const settings = { PAPERQUEUE_DATA_DIR: folder, PAPERQUEUE_SOURCES: 'library' };
let server: ServerHere;
let calls = 0;

const screen = (args: object) => {
  calls += 1;
  return server.call(100 + calls, 'screen_papers', { review: 'R1', as: 'model-1', next: 0, ...args });
};
const shell = async (...args: string[]) => {
  const { code, stdout, stderr } = await runHere(['review', ...args, '--json'], settings);
  return { code, stderr, json: stdout === '' ? undefined : JSON.parse(stdout) };
};

beforeAll(async () => {
  await runHere(['search', '-k', 'learning', '-k', 'networks', '--limit', '100', '--json'], settings);
  const begun = ['--question', 'Which?', '--jobs', 'J1', '--include', 'learning', '--exclude', 'no test'];
  await shell('new', ...begun, '--stages', 'title-abstract', '--assistant', 'second', '--readers', '2');
  server = new ServerHere(settings);
  await server.initialize();
});

afterAll(() => server.end());

it('a strange paper, a reason that is no criterion, a second final decision: by the tool', async () => {
  await screen({ decisions: [{ ref: 'J1-1', decision: 'include' }] });
  const { isError, json } = await screen({
    decisions: [
      { ref: 'J8-1', decision: 'include' },
      { ref: 'J1-2', decision: 'exclude', reasons: ['too old'] },
      { ref: 'J1-1', decision: 'exclude', reasons: ['C2'] },
      { ref: 'J1-3', decision: 'exclude', reasons: ['C2'] },
    ],
  });
  expect(isError).toBe(false);
  expect(json).toMatchObject({
    accepted: 1,
    refused: [
      { ref: 'J8-1', code: 'not-in-review' },
      { ref: 'J1-2', code: 'no-criterion', why: expect.stringContaining('C1, C2') },
      { ref: 'J1-1', code: 'decided-otherwise', why: expect.stringContaining('include') },
    ],
  });
});

it('decisions that are none, or too long, by the tool, the shell and a file', async () => {
  const { isError, json } = await screen({
    decisions: [
      { ref: 'J1-10', decision: 'perhaps' },
      { ref: 'J1-11', decision: 'include', note: null },
      { decision: 'include' },
      'J1-12 include',
      { ref: 'J1-13', decision: 'include', why: 'so' },
      { ref: 'J1-2', decision: 'include', note: 'x'.repeat(20_001) },
      { ref: `J1-${'9'.repeat(5_000)}`, decision: 'include' },
      { ref: 'J1-10', decision: 'include', note: '', quote: '', tags: [''], reasons: [] },
    ],
  });
  expect(isError).toBe(false);
  expect(json).toMatchObject({ accepted: 1 });
  const malformed = (ref: string, why: string) => ({ ref, code: 'malformed', why: expect.stringContaining(why) });
  expect(json.refused).toEqual([
    malformed('J1-10', 'got "perhaps"'),
    malformed('J1-11', 'note: a text, got null'),
    malformed('decisions[2]', 'ref: '),
    malformed('decisions[3]', 'got "J1-12 include"'),
    malformed('J1-13', 'why: unknown parameter'),
    { ref: 'J1-2', code: 'too-long', why: 'A note has at most 20,000 characters.' },
    { ref: expect.stringMatching(/^J1-9{50,100}…$/), code: 'not-in-review', why: expect.any(String) },
  ]);
  const { code, stderr } = await shell('decide', 'R1', 'J1-2', 'include', '--note', 'x'.repeat(20_001));
  expect([code, stderr]).toEqual([2, expect.stringContaining('J1-2: A note has at most 20,000 characters.')]);
  const file = join(folder, 'notes.csv');
  const args = ['export', 'J1', '--refs', 'J1-8,J1-10', '--format', 'csv'];
  const [head = '', ...rows] = (await runHere(args, settings)).stdout.trimEnd().split('\r\n');
  const noted = rows.map((row, index) => `${row},include,${index === 0 ? 'x'.repeat(20_001) : 'fits'}`);
  writeFileSync(file, [`${head},Cleo | decision,Cleo | note`, ...noted].join('\r\n'));
  const { json: taken } = await shell('import', 'R1', file);
  expect(taken).toMatchObject({ accepted: 1, refused: [{ why: 'A note has at most 20,000 characters.' }] });
});

it('the same at the shell', async () => {
  await shell('decide', 'R1', 'J1-1', 'include');
  const strange = await shell('decide', 'R1', 'J8-1', 'include');
  expect([strange.code, strange.stderr]).toEqual([2, expect.stringContaining('J8-1: The review has no such record')]);
  const reason = await shell('decide', 'R1', 'J1-2', 'exclude', '--reason', 'C7');
  expect([reason.code, reason.stderr]).toEqual([2, expect.stringContaining('"C7" is not a criterion')]);
  const second = await shell('decide', 'R1', 'J1-1', 'exclude');
  expect([second.code, second.stderr]).toEqual([2, expect.stringContaining('withdraw that first')]);
  expect((await shell('show', 'R1')).json.progress).toMatchObject([{ own: 1 }]);
});

it('a stage that the protocol lacks', async () => {
  const { isError, json } = await screen({ stage: 'full-text', decisions: [{ ref: 'J1-4', decision: 'include' }] });
  expect(isError).toBe(true);
  expect(json).toMatchObject({ error: { code: 'INVALID_INPUT', fields: [{ field: 'stage' }] } });
  const { code, stderr } = await shell('decide', 'R1', 'J1-4', 'include', '--stage', 'full-text');
  expect([code, stderr]).toEqual([2, expect.stringContaining('title-abstract')]);
});

it('a file of decisions with unknown labels', async () => {
  const file = join(folder, 'labels.csv');
  const args = ['export', 'J1', '--refs', 'J1-5,J1-6,J1-7', '--format', 'csv'];
  const [head = '', ...rows] = (await runHere(args, settings)).stdout.trimEnd().split('\r\n');
  const labels = ['1', 'perhaps', '0'];
  const labelled = rows.map((row, index) => `${row.replace(/,,,$/, '')}${labels[index]},,,`);
  writeFileSync(file, [head.replace(',decision,', ',included,'), ...labelled].join('\r\n'));
  const { json } = await shell('import', 'R1', file, '--as', 'Ana');
  expect(json).toMatchObject({ records: 0, accepted: 2, refused: [{ why: expect.stringContaining('"perhaps"') }] });
  expect((await shell('show', 'R1', '--as', 'Ana')).json.progress).toMatchObject([{ own: 2 }]);
});

it('a damaged log, which is read as far as it is intact, and takes nothing until it is repaired', async () => {
  const { json: before } = await shell('audit', 'R1');
  const database = openDatabase(join(folder, 'jobs.sqlite'), JOB_STORE_MIGRATIONS);
  database.run("UPDATE review_events SET text = replace(text, 'include', 'exclude') WHERE review = 1 AND n = 3");
  database.close();
  await server.end();
  server = new ServerHere(settings);
  await server.initialize();
  const { isError, json } = await screen({ decisions: [{ ref: 'J1-9', decision: 'include' }] });
  expect(isError).toBe(true);
  expect(json).toMatchObject({ error: { code: 'STORE_UNAVAILABLE', message: expect.stringContaining('event 3') } });
  expect(await shell('conflicts', 'R1')).toMatchObject({ code: 1, stderr: expect.stringContaining('event 3') });
  const flow = await runHere(['review', 'export', 'R1', '--format', 'prisma-csv'], settings);
  expect(flow).toMatchObject({ code: 0, stderr: expect.stringContaining('The log of R1 is damaged at event 3') });
  const receipt = await server.call(99, 'export_papers', { review: 'R1', format: 'receipt' });
  expect(receipt.json.notes).toContainEqual(expect.stringContaining('damaged at event 3'));
  const audit = await shell('audit', 'R1');
  expect([audit.code, audit.json.damagedAt, audit.json.events.length]).toEqual([1, 3, 2]);
  expect((await shell('audit', 'R1', '--repair')).json.putAside).toBe(before.events.length - 2);
  expect((await screen({ decisions: [{ ref: 'J1-9', decision: 'include' }] })).isError).toBe(false);
});
