import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JOB_STORE_MIGRATIONS } from '../../src/jobs/store/migrations.ts';
import { openDatabase } from '../../src/platform/sqlite/database.ts';
import { enter, serveUiHere } from '../faces/ui/visit.ts';
import { libraryFolder } from '../helpers/library-folder.ts';
import { runHere } from '../helpers/run-here.ts';
import { ServerHere } from '../helpers/server-here.ts';

type Shown = { ref: string; title: string; says?: string[] };
type Answer = {
  review: { ref: string; records: number; criteria?: { id: string; text: string }[] };
  accepted: number;
  repeated?: number;
  refused: { ref: string; code: string; why: string }[];
  next: Shown[];
  progress: { stage: string; own: number; records: number }[];
  stop: {
    rule: string;
    holds: boolean;
    statements: { rule: string; kind: string; holds: boolean; promise?: string }[];
  };
  notes?: string[];
  methods?: string;
  agreement?: { both: number; kappa?: number };
};

const folder = libraryFolder();
const settings = { PAPERQUEUE_DATA_DIR: folder, PAPERQUEUE_SOURCES: 'library' };
let server: ServerHere;
let calls = 0;
let characters = 0;

beforeAll(async () => {
  const search = ['search', '-k', 'learning', '-k', 'networks', '--limit', '100', '--json'];
  await runHere(search, settings);
  server = new ServerHere(settings);
  await server.initialize();
});

afterAll(() => server.end());

async function screen(args: object): Promise<Answer> {
  calls += 1;
  const { isError, json } = await server.call(100 + calls, 'screen_papers', args);
  expect(isError, JSON.stringify(json)).toBe(false);
  characters += JSON.stringify(json).length;
  return json as Answer;
}

describe('an assistant', () => {
  it('screens the papers of a job, and another process goes on the next day', async () => {
    const begun = await screen({
      question: 'Do residual connections help to train deep networks?',
      criteria: ['include: neural networks | network, layers', 'exclude (title-abstract): no experiment'],
      jobs: 'J1',
      as: 'some-model-1',
      next: 20,
    });
    const { ref, records } = begun.review;
    // Begun again, as after a lost answer: no second one.
    const again = await screen({
      question: 'Do residual connections help to train deep networks?',
      criteria: ['include: neural networks | network, layers', 'exclude (title-abstract): no experiment'],
      jobs: 'J1',
      as: 'some-model-1',
      next: 0,
    });
    expect(again.review.ref).toBe(ref);
    expect(begun.review.criteria).toMatchObject([
      { id: 'C1', text: 'neural networks', words: ['network', 'layers'] },
      { id: 'C2', text: 'no experiment', stage: 'title-abstract' },
    ]);
    expect(begun.notes?.join(' ')).toContain('suggestions');
    expect(begun.stop.statements.find(({ rule }) => rule === 'cmh')?.promise).toMatch(/at 95 % confidence/);
    let { next } = begun;
    const decided = new Set<string>();
    const decide = (shown: readonly Shown[]) =>
      shown.map(({ ref }, index) =>
        index % 3 === 0 ? { ref, decision: 'include' } : { ref, decision: 'exclude', reasons: ['C2'] },
      );
    while (next.length > 0) {
      const given = decide(next);
      for (const { ref } of given) {
        expect(decided.has(ref)).toBe(false);
        decided.add(ref);
      }
      const answer = await screen({ review: ref, as: 'some-model-1', decisions: given, next: 20 });
      expect(answer).toMatchObject({ accepted: given.length, refused: [] });
      // What the rule promises was said at the beginning, and does not hold.
      for (const { holds, promise } of answer.stop.statements) if (!holds) expect(promise).toBeUndefined();
      // The same once more, as after a lost answer: nothing is added, and the same records come again.
      const again = await screen({ review: ref, as: 'some-model-1', decisions: given, next: 20 });
      expect(again).toMatchObject({ accepted: given.length, repeated: given.length });
      expect(again.next.map(({ ref }) => ref)).toEqual(answer.next.map(({ ref }) => ref));
      ({ next } = answer);
      if (decided.size === 40) {
        await server.end();
        server = new ServerHere(settings);
        await server.initialize();
      }
    }
    expect(decided.size).toBe(records);
    const last = await screen({ review: ref, as: 'some-model-1' });
    // Nothing waits for its full text, and nothing is said about it.
    expect(last).toMatchObject({ next: [], stage: 'title-abstract' });
    // Nobody but the assistant decided anything: suggestions are no screening.
    expect(last.methods).toContain('no decision that counts was made yet');
    expect(last.methods).toMatch(/The AI system some-model-1 \(as it named itself\) was used to suggest decisions/);
    expect(last.methods).not.toMatch(/which people made|by no person/);
    const { json } = await server.call(89, 'export_papers', { review: ref, format: 'bibtex' });
    // Nobody gave a where that one could relax.
    expect((json as { notes: string[] }).notes).toEqual([
      `0 of ${records} records of ${ref} (decisions: ${records} none).`,
      expect.stringContaining("An assistant's suggestions do not count as decisions"),
    ]);
    // Each batch was sent twice here.
    expect(calls).toBeLessThanOrEqual(2 * 15);
    expect(characters).toBeLessThanOrEqual(2 * 90_000);
  });

  it('has what is wrong refused by name, and the rest taken', async () => {
    const { refused, accepted } = await screen({
      review: 'r1',
      as: 'another-model',
      decisions: [
        { ref: 'J9-1', decision: 'include' },
        { ref: 'J1-1', decision: 'exclude', reasons: ['C7'] },
        { ref: 'J1-2', decision: 'include', quote: 'words that no paper has, in this order, ever' },
        { ref: 'J1-3', decision: 'maybe' },
      ],
      next: 0,
    });
    expect(refused.map(({ ref, code }) => [ref, code])).toEqual([
      ['J9-1', 'not-in-review'],
      ['J1-1', 'no-criterion'],
      ['J1-2', 'quote-not-found'],
    ]);
    expect(accepted).toBe(1);
  });

  it('is told what is missing to begin, and which stages there are', async () => {
    const { isError, json } = await server.call(90, 'screen_papers', { question: 'What?' });
    expect(isError).toBe(true);
    expect(JSON.stringify(json)).toContain('INVALID_INPUT');
    const unknown = await server.call(91, 'screen_papers', { review: 'R77' });
    expect(JSON.stringify(unknown.json)).toContain('JOB_NOT_FOUND');
  });
});

describe('a person at a shell', () => {
  const shell = async (...args: string[]) => {
    const { stdout, stderr, code } = await runHere(['review', ...args, '--json'], settings);
    return { code, stderr, json: stdout === '' ? undefined : JSON.parse(stdout) };
  };

  it('reads, decides, undoes, and agrees or not with the assistant', async () => {
    const { json: first } = await shell('next', 'R1', '--as', 'Ana', '--count', '2');
    const [record] = (first as Answer).next;
    expect((await shell('decide', 'R1', record?.ref ?? '', 'include', '--as', 'Ana')).code).toBe(0);
    const second = await shell('decide', 'R1', record?.ref ?? '', 'exclude', '--as', 'Ana');
    expect(second.code).toBe(2);
    expect(second.stderr).toContain('You decided include');
    const { json: status } = await shell('show', 'R1', '--as', 'Ana');
    expect(status).toMatchObject({ progress: [{ own: 1, include: 1 }, { records: 1 }] });
    expect((await shell('undo', 'R1', '--as', 'Ana')).json).toMatchObject({ undone: { ref: record?.ref } });
    expect((await shell('show', 'R1', '--as', 'Ana')).json).toMatchObject({ progress: [{ own: 0 }, { records: 0 }] });
  });

  it('is told what stopping would promise, and that a heuristic promises nothing', async () => {
    const { json } = await shell('stop', 'R1');
    const statements: { rule: string; kind: string; promise: string }[] = json.statements;
    for (const { kind, promise } of statements) expect(promise.startsWith('None')).toBe(kind === 'heuristic');
    expect(statements.map(({ rule }) => rule)).toContain('cmh');
  });

  it('begins a blind review for two, whose conflict somebody settles', async () => {
    const args = [
      '--question',
      'Which?',
      '--jobs',
      'J1',
      '--include',
      'a',
      '--exclude',
      'b',
      '--readers',
      '2',
      '--blind',
    ];
    const { json: begun } = await shell('new', ...args, '--stop', 'cmh', '--target', '0.9');
    const ref: string = begun.ref;
    await shell('decide', ref, 'J1-1', 'include', '--as', 'Ana');
    const { json: ben } = await shell('decide', ref, 'J1-1', 'exclude', '--reason', 'C2', '--as', 'Ben');
    expect(ben).toMatchObject({ agreement: { both: 1 }, stop: { target: 0.9, isBeforehand: true } });
    expect((await shell('conflicts', ref)).json.conflicts).toHaveLength(1);
    expect((await shell('conflicts', ref, 'J1-1', 'exclude', '--reason', 'C2')).json.conflicts).toEqual([]);
    expect((await shell('list')).json.reviews).toHaveLength(2);
  });

  it('writes its decisions and takes them in again, and other programs’ too', async () => {
    const file = join(folder, 'decisions.csv');
    await shell('decide', 'R2', 'J1-2', 'include', '--as', 'Ana', '--note', 'clear');
    const plain = ['review', 'export', 'R2', '--format', 'decisions-csv', '-o', file];
    expect((await runHere(plain, settings)).code).toBe(0);
    const { json: begun } = await shell(
      'new',
      '--question',
      'Again?',
      '--jobs',
      'J1',
      '--include',
      'a',
      '--exclude',
      'b',
    );
    const { json: taken } = await shell('import', begun.ref, file);
    expect(taken).toMatchObject({
      records: 0,
      duplicates: 0,
      refused: [
        { ref: 'J1-1', why: expect.stringContaining('decided') },
        { ref: 'J1-1', why: expect.stringContaining('nothing to settle') },
      ],
    });
    // Ana's two decisions; Ben's is the second on a record that one reader decides, where nothing is to be settled.
    expect(taken.accepted).toBe(2);
    expect((await shell('import', begun.ref, file)).json).toMatchObject({ accepted: 2, records: 0 });
    const asreview = join(folder, 'r.asreview');
    await shell('decide', begun.ref, 'J1-3', 'maybe', '--as', 'Ana');
    const { stderr } = await runHere(['review', 'export', begun.ref, '--format', 'asreview', '-o', asreview], settings);
    expect(stderr).toContain('Not in this file (ASReview project): "maybe" on 1 record, undecided there; ');
    const { json: other } = await shell(
      'new',
      '--question',
      'And?',
      '--jobs',
      'J1',
      '--include',
      'a',
      '--stages',
      'title-abstract',
    );
    const read = await shell('import', other.ref, asreview, '--as', 'Cleo');
    expect(read.json).toMatchObject({ records: 0, refused: [] });
    const { stdout } = await runHere(['review', 'export', begun.ref, '--format', 'prisma'], settings);
    expect(stdout).toContain('<svg');
  });

  it('notes without deciding, as an assistant does by the tool, and files have both', async () => {
    const before = (await shell('show', 'R2')).json.progress;
    const given = { ref: 'J1-9', decision: 'note', note: 'ask Bo', tags: ['mice'] };
    const { accepted, refused } = await screen({ review: 'R2', as: 'some-model-1', decisions: [given], next: 0 });
    expect([accepted, refused]).toEqual([1, []]);
    const { code } = await shell(
      'decide',
      'R2',
      'J1-8',
      'note',
      '--as',
      'Ana',
      '--note',
      'read later',
      '--tag',
      'rats',
    );
    expect(code).toBe(0);
    expect((await shell('show', 'R2')).json.progress).toEqual(before);
    const { stdout } = await runHere(['review', 'export', 'R2', '--format', 'decisions-csv', '-o', '-'], settings);
    expect(stdout.split('\n').filter((row) => /^J1-[89],/.test(row))).toEqual([
      expect.stringMatching(/,read later,.*rats/),
      expect.stringMatching(/,ask Bo,.*mice/),
    ]);
  });

  it('adds the records of a file, under references of its own', async () => {
    const file = join(folder, 'more.ris');
    writeFileSync(file, 'TY  - JOUR\nTI  - A wholly new paper about owls at night\nPY  - 2020\nER  - \n');
    const { json } = await shell('import', 'R3', file, '--source', 'PsycInfo');
    expect(json).toMatchObject({ records: 1, duplicates: 0 });
    const { json: audit } = await shell('audit', 'R3');
    const last = audit.events.at(-1);
    expect(last).toMatchObject({
      what: 'import',
      source: { databases: ['PsycInfo'] },
      records: [expect.stringMatching(/^R3-\d+$/)],
    });
    expect((await shell('show', 'R3')).json.methods).toMatch(
      /and 2 elsewhere and imported from decisions\.csv \(of paperqueue\)/,
    );
  });

  it('is shown what an assistant suggested, on the page, too, and makes it decisions in one step', async () => {
    const { progress, notes } = await screen({ review: 'R1', as: 'some-model-1', next: 0 });
    const [{ suggested = 0, include } = {}] = progress as { suggested?: number; include?: number }[];
    expect([suggested > 3, include]).toEqual([true, 0]);
    expect(notes?.join()).toContain("An assistant's decisions are suggestions in R1");
    expect(notes?.join()).toContain('`paperqueue review confirm R1`');
    const [first] = (await shell('next', 'R1', '--as', 'Ana')).json.next;
    const one = await shell('confirm', 'R1', first.ref, '--as', 'Ana');
    expect(one.json.refused).toEqual([]);
    const served = await serveUiHere(settings);
    const visitor = await enter(served.address);
    const { text } = await visitor.get('/review/R1');
    const left = suggested - one.json.confirmed;
    expect(text).toContain(`Suggestions of an assistant: ${left}`);
    const { location } = await visitor.post('/review/R1/confirm', {});
    expect((await visitor.get(location ?? '')).text).toMatch(
      new RegExp(`${left} suggestions of an assistant in R1 are now decisions`),
    );
    expect((await visitor.get('/review/R1')).text).not.toContain('Suggestions of an assistant');
    served.end();
    const { json: shown } = await shell('show', 'R1', '--as', 'Ana');
    expect(shown.progress[0]).not.toHaveProperty('suggested');
    expect(shown.methods).toContain('of its suggestions in one step.');
    expect((await shell('confirm', 'R1')).json).toEqual({ confirmed: 0, refused: [] });
  });

  it('finds a damage of the log by its hashes, keeps what stands before it, and goes on after a repair', async () => {
    const database = openDatabase(join(folder, 'jobs.sqlite'), JOB_STORE_MIGRATIONS);
    database.run(
      'UPDATE review_events SET text = replace(text, \'"include"\', \'"exclude"\') WHERE review = 2 AND n = 3',
    );
    database.close();
    const audit = await shell('audit', 'R2');
    expect(audit.json).toMatchObject({ intact: false, damagedAt: 3 });
    expect(audit.json.events).toHaveLength(2);
    expect(audit.code).toBe(1);
    expect((await shell('decide', 'R2', 'J1-4', 'include')).stderr).toContain('damaged at event 3');
    expect((await shell('audit', 'R2', '--repair')).json).toMatchObject({ intact: true });
    expect((await shell('decide', 'R2', 'J1-4', 'include')).code).toBe(0);
  });
});
