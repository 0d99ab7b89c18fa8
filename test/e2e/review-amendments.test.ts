import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { libraryFolder } from '../helpers/library-folder.ts';
import { runHere } from '../helpers/run-here.ts';
import { ServerHere } from '../helpers/server-here.ts';
import { ARTICLE } from '../reading/fixtures.ts';

/** What people change in a review after its beginning: criteria, protocol, full texts found or not. */

const folder = libraryFolder();
const settings = { PAPERQUEUE_DATA_DIR: folder, PAPERQUEUE_SOURCES: 'library' };
let server: ServerHere;
let calls = 0;

type Criterion = { id: string; text: string; retired?: true };

const screen = async (args: object) => {
  calls += 1;
  const { isError, json } = await server.call(100 + calls, 'screen_papers', args);
  return { isError, json: json as Record<string, unknown> };
};
const shell = async (...args: string[]) => {
  const { code, stdout, stderr } = await runHere(['review', ...args, '--json'], settings);
  return { code, stderr, json: stdout === '' ? undefined : JSON.parse(stdout) };
};

beforeAll(async () => {
  await runHere(['search', '-k', 'learning', '-k', 'networks', '--limit', '100', '--json'], settings);
  const begun = ['--question', 'Which?', '--jobs', 'J1', '--include', 'learning', '--exclude', 'no test'];
  expect((await shell('new', ...begun)).code).toBe(0);
  server = new ServerHere(settings);
  await server.initialize();
});

afterAll(() => server.end());

describe('criteria', () => {
  const textsOf = (criteria: Criterion[]) =>
    criteria.map(({ id, text, retired }) => `${id} ${text}${retired ? '!' : ''}`);

  it('change one by one or by a file; ids are given once, and none is lost', async () => {
    await shell('decide', 'R1', 'J1-1', 'exclude', '--reason', 'C2');
    const added = await shell('criteria', 'R1', '--add', 'exclude: a survey', '--edit', 'C1: machine learning');
    expect(textsOf(added.json.criteria)).toEqual(['C1 machine learning', 'C2 no test', 'C3 a survey']);
    const file = join(folder, 'criteria.txt');
    writeFileSync(file, 'include: machine learning\nexclude: a thesis\n');
    const { json } = await shell('criteria', 'R1', '--file', file);
    expect(textsOf(json.criteria)).toEqual(['C1 machine learning', 'C2 no test!', 'C3 a survey!', 'C4 a thesis']);
    // The same again is no change.
    const { json: before } = await shell('audit', 'R1');
    await shell('criteria', 'R1', '--file', file);
    expect((await shell('audit', 'R1')).json.events).toHaveLength(before.events.length);
    const used = await shell('decide', 'R1', 'J1-2', 'exclude', '--reason', 'C2');
    expect([used.code, used.stderr]).toEqual([2, expect.stringContaining('C2')]);
    expect((await shell('criteria', 'R1', '--retire', 'C9')).stderr).toContain('C9');
    const { json: shown } = await shell('show', 'R1');
    expect(shown.methods).toContain('The criteria were changed after 1 decision.');
  });

  it('are shown to an assistant when they changed, and the paragraph names each version', async () => {
    const as = { review: 'R1', as: 'model-1' };
    const first = await screen({ ...as, next: 2 });
    const [one, two] = first.json.next as { ref: string }[];
    await screen({ ...as, decisions: [{ ref: one?.ref, decision: 'include' }], next: 1 });
    await shell('criteria', 'R1', '--add', 'exclude: a poster');
    const second = await screen({ ...as, decisions: [{ ref: two?.ref, decision: 'include' }], next: 1 });
    expect(JSON.stringify(second.json.review)).toContain('a poster');
    expect(JSON.stringify(second.json.notes)).toContain('have changed since your last call');
    const { json } = await shell('audit', 'R1');
    const hashes = json.events.flatMap((event: { what: string; who: { criteria?: string } }) =>
      event.what === 'decide' && event.who.criteria ? [event.who.criteria] : [],
    );
    // What came with the call was decided by what had been shown before.
    expect(hashes[1]).toBe(hashes[0]);
    const third = (second.json.next as { ref: string }[])[0]?.ref;
    const after = await screen({ ...as, decisions: [{ ref: third, decision: 'include' }], next: 0 });
    expect(after.json.notes ?? []).not.toContainEqual(expect.stringContaining('have changed'));
    expect((await shell('show', 'R1')).json.methods).toMatch(
      /by the criteria as they then stood \(SHA-256 \w+ and \w+\)/,
    );
  });

  it('of a review that there is are not given by a tool', async () => {
    const { isError, json } = await screen({ review: 'R1', criteria: ['include: x'] });
    expect(isError).toBe(true);
    expect(json).toMatchObject({ error: { code: 'INVALID_INPUT', fields: [{ field: 'criteria' }] } });
  });
});

describe('the protocol', () => {
  it('has a stopping rule chosen later, which is said wherever it counts', async () => {
    const changed = await shell('protocol', 'R1', '--stop', 'cmh', '--target', '.9');
    expect(changed.json).toMatchObject({
      protocol: { stop: { rule: 'cmh', target: 0.9, confidence: 0.95 } },
      stopFixed: { isBeforehand: false },
    });
    expect((await shell('stop', 'R1')).json).toMatchObject({ isBeforehand: false, target: 0.9 });
    expect((await shell('show', 'R1')).json.methods).toContain('chosen after screening had begun');
    await shell('protocol', 'R1', '--readers', '2', '--prior', 'J1-3');
    expect((await shell('protocol', 'R1')).json.protocol).toMatchObject({ readers: '2', priors: ['J1-3'] });
    expect((await shell('show', 'R1')).json.methods).toMatch(/The protocol was changed after \d+ decisions\./);
    await shell('protocol', 'R1', '--readers', '1');
  });

  it('keeps a stage that has decisions, and refuses what is not there', async () => {
    const gone = await shell('protocol', 'R1', '--stages', 'full-text');
    expect([gone.code, gone.stderr]).toEqual([2, expect.stringContaining('title-abstract has decisions')]);
    expect((await shell('protocol', 'R1', '--prior', 'J7-1')).code).not.toBe(0);
    expect((await shell('protocol', 'R1', '--stop', 'never')).code).toBe(2);
  });
});

describe('full texts', () => {
  it('fill the boxes of the flow for reports that were sought', async () => {
    await shell('decide', 'R1', 'J1-4', 'include');
    await shell('decide', 'R1', 'J1-5', 'include');
    const early = await shell('retrieve', 'R1', 'J1-1', 'found');
    expect([early.code, early.stderr]).toEqual([2, expect.stringContaining('whose full text is to be read')]);
    expect((await shell('retrieve', 'R1', 'J1-4', 'missing')).code).toBe(0);
    expect((await shell('retrieve', 'R1', 'J1-5', 'found')).code).toBe(0);
    const { stdout } = await runHere(['review', 'export', 'R1', '--format', 'prisma-csv'], settings);
    expect(stdout).toMatch(/dbr_sought_reports,[^\n]*,2\b/);
    expect(stdout).toMatch(/dbr_notretrieved_reports,[^\n]*,1\b/);
    const { json } = await shell('next', 'R1', '--stage', 'full-text', '--count', '5');
    expect(json.next.map(({ ref }: { ref: string }) => ref)).toEqual(['J1-5']);
  });

  it('are recorded when a text is attached that a review waits for', async () => {
    await shell('decide', 'R1', 'J1-6', 'include');
    const file = join(folder, 'text.xml');
    writeFileSync(file, ARTICLE);
    const attached = await runHere(['attach', 'J1-6', file, '--json'], settings);
    expect(attached.code, attached.stderr).toBe(0);
    expect(attached.stdout).toContain('Recorded in R1: its full text was found.');
    const { json } = await shell('audit', 'R1');
    expect(json.events.at(-1)).toMatchObject({ what: 'retrieve', ref: 'J1-6', found: true });
  });
});
