import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { libraryFolder } from '../helpers/library-folder.ts';
import { runHere, type ServedHere } from '../helpers/run-here.ts';
import { until } from '../helpers/until.ts';
import { enter, serveUiHere, type Visitor } from './visit.ts';

/** Screening on the local page, without a browser. */

const settings = { PAPERQUEUE_DATA_DIR: libraryFolder(), PAPERQUEUE_SOURCES: 'library' };
let served: ServedHere;
let visitor: Visitor;
beforeAll(async () => {
  served = await serveUiHere(settings);
  visitor = await enter(served.address);
  for (const words of ['learning, networks, deep', 'language, learning, data']) {
    const { location } = await visitor.find(words);
    await until(async () => JSON.parse((await visitor.get(`${location}/progress.json`)).text).isOver);
  }
});
afterAll(() => served.end());

type Screened = {
  review: { ref: string; question: string; records: number };
  accepted: number;
  refused: { ref: string; code: string; why: string }[];
  next: { ref: string; title: string }[];
  progress: { stage: string; own: number; open: number; records: number }[];
  stop: { statements: { rule: string; kind: string; promise: string }[] };
};

async function screen(review: string, body: object, as = ''): Promise<Screened> {
  const { status, json } = await visitor.tell(`/review/${review}/screen${as && `?as=${as}`}`, body);
  expect(status, JSON.stringify(json)).toBe(200);
  return json as Screened;
}

async function reviewOf(jobs: string): Promise<string> {
  const { json } = await visitor.tell(`/job/${jobs}/review`, {});
  return (json as { review: string }).review;
}

const decisions = async (jobs: string) => JSON.parse((await visitor.get(`/job/${jobs}/decisions`)).text);

describe('decisions on the papers of a job', () => {
  it('open one review, whose question is what was searched, however often it is asked for at once', async () => {
    expect(await decisions('J1')).toEqual({ decisions: {} });
    const opened = await Promise.all([reviewOf('J1'), reviewOf('J1'), reviewOf('J1')]);
    expect(new Set(opened)).toEqual(new Set(['R1']));
    const { review, progress } = await screen('R1', {});
    expect(review).toMatchObject({ question: 'learning, networks, deep', criteria: [], protocol: { readers: '1' } });
    expect(progress[0]).toMatchObject({ stage: 'title-abstract', own: 0, open: review.records });
  });

  it('are taken, shown by the references of the job, taken back, and are those of the one who reads', async () => {
    const { next } = await screen('R1', { next: 4, view: 'abstract' });
    const [first, second, third] = next.map(({ ref }) => ref) as [string, string, string];
    const given = [
      { ref: first, decision: 'include', note: 'read it' },
      { ref: second, decision: 'exclude' },
      { ref: 'J9-9', decision: 'include' },
    ];
    const answer = await screen('R1', { decisions: given, next: 2 });
    expect(answer).toMatchObject({
      accepted: 2,
      refused: [{ ref: 'J9-9', code: 'not-in-review', why: expect.stringContaining('no such record') }],
    });
    // What was shown before, and is not decided on, comes again.
    expect(answer.next.map(({ ref }) => ref)).toContain(third);
    expect(answer.stop.statements.find(({ kind }) => kind === 'heuristic')?.promise).toMatch(/^None/);
    const stage = 'title-abstract';
    expect(await decisions('J1')).toEqual({
      review: 'R1',
      decisions: {
        [first]: { decision: 'include', stage, note: 'read it' },
        [second]: { decision: 'exclude', stage },
      },
    });
    expect(JSON.parse((await visitor.get('/job/J1/decisions?as=Ana')).text)).toEqual({ review: 'R1', decisions: {} });

    const shell = await runHere(['review', 'audit', 'R1', '--json'], settings);
    const { events } = JSON.parse(shell.stdout) as { events: { what: string; who: object }[] };
    expect(events.filter(({ what }) => what === 'decide').map(({ who }) => who)).toEqual([
      { kind: 'human', name: 'me' },
      { kind: 'human', name: 'me' },
    ]);

    const undone = await visitor.tell('/review/R1/undo', {});
    expect(undone.json).toMatchObject({ undone: { ref: second, decision: 'exclude', stage } });
    expect(Object.keys((await decisions('J1')).decisions)).toEqual([first]);
    expect((await visitor.tell('/review/R1/undo?as=Ana', {})).json).toEqual({ undone: null });
    // Changed in one request.
    const change = [
      { ref: first, decision: 'withdraw' },
      { ref: first, decision: 'exclude' },
    ];
    expect(await screen('R1', { decisions: change })).toMatchObject({ accepted: 2, refused: [] });
    expect((await decisions('J1')).decisions[first]).toEqual({ decision: 'exclude', stage });
  });

  it('are those of a record that stands for the paper in another job', async () => {
    const shell = await runHere(['review', 'add', 'R1', 'J2', '--json'], settings);
    expect(JSON.parse(shell.stdout).duplicates).toBeGreaterThan(0);
    const byWork = new Map<string, string>();
    for (const job of ['J1', 'J2']) {
      const { papers } = JSON.parse((await visitor.get(`/jobs/${job}/view.json`)).text) as {
        papers: { ref: string; title: string }[];
      };
      for (const { ref, title } of papers) byWork.set(`${job} ${title}`, ref);
    }
    const shared = [...byWork.keys()].find((key) => key.startsWith('J2') && byWork.has(key.replace('J2', 'J1')));
    const [inFirst, inSecond] = [byWork.get(String(shared).replace('J2', 'J1')), byWork.get(String(shared))];
    await screen('R1', { decisions: [{ ref: inSecond, decision: 'maybe' }] }, 'Ana');
    const read = async (job: string) =>
      JSON.parse((await visitor.get(`/job/${job}/decisions?as=ana`)).text) as { decisions: object };
    expect((await read('J1')).decisions).toHaveProperty(String(inFirst));
    expect((await read('J2')).decisions).toHaveProperty(String(inSecond));
    expect(await reviewOf('J2')).toBe('R1');
    expect(await reviewOf('J1,J2')).toBe('R1');
  });
});

describe('what is wrong', () => {
  it.each([
    ['/review/R9/screen', {}, 404],
    ['/review/R1/screen', { decisions: [{ ref: 'J1-1', decision: 'perhaps' }] }, 400],
    ['/review/R1/screen', { stage: 'third' }, 400],
    ['/review/R1/screen', { next: 51 }, 400],
    ['/review/R1/screen', { password: 'x' }, 400],
    ['/job/J99/review', {}, 404],
  ])('%s with %j is answered with a reason and %i', async (path, body, status) => {
    const answer = await visitor.tell(path, body);
    expect(answer).toMatchObject({ status, json: { problem: expect.stringMatching(/\w{3}/) } });
  });

  it('is refused to other pages', async () => {
    for (const path of ['/review/R1/screen', '/review/R1/undo', '/job/J1/review']) {
      const foreign = await visitor.tell(path, {}, { origin: 'http://127.0.0.1:1' });
      expect(foreign.status).toBe(403);
    }
    const unknown = await fetch(`${visitor.origin}/review/R1/screen`, {
      method: 'POST',
      headers: { origin: visitor.origin },
    });
    expect(unknown.status).toBe(401);
  });
});
