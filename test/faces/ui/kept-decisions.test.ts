import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openText, SEALED_FOR, sealText } from '../../../src/lib/sealed-text.ts';
import { libraryFolder } from '../../helpers/library-folder.ts';
import { runHere, type ServedHere, serveHere } from '../../helpers/run-here.ts';
import { until } from '../../helpers/until.ts';
import { enter, openPage, serveUiHere, takeTurn, type Visitor } from './visit.ts';

/** Decisions that wait in the browser, where whoever has the port after `ui` reads and writes: what of it is taken. */

const stage = 'title-abstract';
const settings = { PAPERQUEUE_DATA_DIR: libraryFolder(), PAPERQUEUE_SOURCES: 'library' };
const elsewhere = { PAPERQUEUE_DATA_DIR: libraryFolder(), PAPERQUEUE_SOURCES: 'library' };
const served: ServedHere[] = [];

async function start(of = settings): Promise<Visitor> {
  const one = await serveUiHere(of);
  served.push(one);
  return enter(one.address);
}
const endAll = () => Promise.all(served.splice(0).map((one) => one.end()));

async function begin(visitor: Visitor): Promise<void> {
  const { location } = await visitor.find('learning, networks, deep');
  await until(async () => JSON.parse((await visitor.get(`${location}/progress.json`)).text).isOver);
  for (let review = 0; review < 2; review += 1)
    await visitor.post('/review', { question: `Deep ${review}?`, jobs: 'J1', readers: '1', assistant: 'suggest' });
}

const given = [{ ref: 'J1-1', title: 'A paper', decision: 'exclude', note: 'mine' }];

/** What a page has in the browser for decisions at the stage. */
async function keep({ page, key, keep: at }: { page: string; key: string; keep: string }, decisions = given) {
  const text = JSON.stringify({ at: `${at} ${stage}`, decisions });
  return { page, sealed: await sealText(key, SEALED_FOR.keeping, text) };
}

/** What the server opens for a page. */
async function opened(visitor: Visitor, path: string, kept: object, of = stage): Promise<unknown> {
  const { status, json } = await takeTurn(visitor, path, { kept, stage: of, next: 0 });
  expect(status, JSON.stringify(json)).toBe(200);
  return json.kept;
}

let visitor: Visitor;
let own: Awaited<ReturnType<typeof openPage>>;
beforeAll(async () => {
  const other = await start(elsewhere);
  await begin(other);
  await endAll();
  visitor = await start();
  await begin(visitor);
  own = await openPage(visitor, '/review/R1');
});
afterAll(endAll);

describe('decisions that a page kept in the browser', () => {
  it('are opened by the same server, and by one that was started later', async () => {
    const kept = await keep(own);
    expect(await opened(visitor, '/review/R1', kept)).toEqual(given);
    await endAll();
    visitor = await start();
    expect(await opened(visitor, '/review/R1', kept)).toEqual(given);
  });

  it('are opened for their review, reader and stage alone', async () => {
    const kept = await keep(own);
    expect(await opened(visitor, '/review/R2', kept)).toBeNull();
    expect(await opened(visitor, '/review/R1?as=Ana', kept)).toBeNull();
    expect(await opened(visitor, '/review/R1', kept, 'full-text')).toBeNull();
  });

  it('are not opened for the review of another data folder that has the same name', async () => {
    const other = await start(elsewhere);
    const theirs = await openPage(other, '/review/R1');
    expect(await opened(visitor, '/review/R1', await keep({ ...theirs, keep: own.keep }))).toBeNull();
  });

  it('cannot be made, changed or put in the place of others', async () => {
    const kept = await keep(own);
    const invented = await keep({ ...own, key: Buffer.alloc(32, 7).toString('base64url') });
    const at = Math.floor(kept.sealed.length / 2);
    const changed = kept.sealed.slice(0, at) + (kept.sealed[at] === 'A' ? 'B' : 'A') + kept.sealed.slice(at + 1);
    // What the page asked, as another program that had the port has it.
    const asked = await sealText(
      own.key,
      SEALED_FOR.asking,
      JSON.stringify({ at: `${own.keep} ${stage}`, decisions: given }),
    );
    for (const sealed of [invented.sealed, changed, asked, kept.sealed.slice(0, 20), '', JSON.stringify(given)])
      expect(await opened(visitor, '/review/R1', { page: own.page, sealed })).toBeNull();
    expect(await opened(visitor, '/review/R1', { ...kept, page: `${own.page}x` })).toBeNull();
    expect((await takeTurn(visitor, '/job/J1', {})).json).toMatchObject({ review: 'R2', decisions: {} });
  });
});

describe('the page and its server', () => {
  it('take nothing from who has not the key of the page', async () => {
    const { status } = await takeTurn(
      visitor,
      '/review/R1',
      { decisions: [{ ref: 'J1-1', decision: 'include' }] },
      {
        ...own,
        key: Buffer.alloc(32, 7).toString('base64url'),
      },
    );
    expect(status).toBe(400);
    expect((await visitor.tell('/review/R1/turn', { decisions: [{ ref: 'J1-1', decision: 'include' }] })).status).toBe(
      400,
    );
  });

  it('answer one question at a time: another answer of the same server is none', async () => {
    const ask = async () => sealText(own.key, SEALED_FOR.asking, JSON.stringify({ next: 0 }));
    const [one, other] = [await ask(), await ask()];
    const { json } = await visitor.tell('/review/R1/turn', { page: own.page, sealed: one });
    const { sealed } = json as { sealed: string };
    expect(await openText(own.key, SEALED_FOR.answerTo(one), sealed)).toContain('panel');
    expect(await openText(own.key, SEALED_FOR.answerTo(other), sealed)).toBeUndefined();
  });

  it('leave the key in no cache, and each page has its own', async () => {
    const { headers } = await visitor.get('/review/R1');
    expect(headers.get('cache-control')).toBe('no-store');
    const { key, page } = await openPage(visitor, '/review/R1');
    expect([key === own.key, page === own.page]).toEqual([false, false]);
  });
});

describe('the secret of the data folder', () => {
  const file = join(settings.PAPERQUEUE_DATA_DIR, 'ui.key');

  it('is for its owner alone, and in no page', async () => {
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
    expect((await visitor.get('/review/R1')).text).not.toContain(readFileSync(file, 'utf8').trim());
  });

  it.each([
    ['lost', () => rmSync(file)],
    ['emptied', () => writeFileSync(file, '')],
  ])('is made anew if it was %s: what was kept before is not taken', async (_, lose) => {
    const kept = await keep(await openPage(visitor, '/review/R1'));
    await endAll();
    lose();
    visitor = await start();
    expect(await opened(visitor, '/review/R1', kept)).toBeNull();
    const now = await keep(await openPage(visitor, '/review/R1'));
    await endAll();
    visitor = await start();
    expect(await opened(visitor, '/review/R1', now)).toEqual(given);
  });
});

describe('the page of a job and its server', () => {
  const decided = { decisions: [{ ref: 'J1-1', decision: 'include' }] };
  const standing = async () => (await takeTurn(visitor, '/job/J1', {})).json;

  it('take nothing from who has not the key of a page of these jobs', async () => {
    const before = await standing();
    const list = await openPage(visitor, '/jobs/J1');
    const others = [
      { ...list, key: Buffer.alloc(32, 7).toString('base64url') },
      { ...list, page: `${list.page}x` },
      await openPage(visitor, '/review/R1'),
      await openPage(visitor, '/jobs/J1?as=Ana'),
    ];
    for (const other of others) expect((await takeTurn(visitor, '/job/J1', decided, other)).status).toBe(400);
    expect((await visitor.tell('/job/J1/turn', decided)).status).toBe(400);
    expect(await standing()).toEqual(before);
  });

  it('say nothing in the clear: neither question nor answer has a reference or a decision', async () => {
    const { page, key } = await openPage(visitor, '/jobs/J1');
    const sealed = await sealText(key, SEALED_FOR.asking, JSON.stringify(decided));
    const { json } = await visitor.tell('/job/J1/turn', { page, sealed });
    const answer = (json as { sealed: string }).sealed;
    expect(Object.keys(json as object)).toEqual(['sealed']);
    expect(JSON.parse(String(await openText(key, SEALED_FOR.answerTo(sealed), answer)))).toMatchObject({
      review: 'R2',
      refused: [],
    });
    const again = await sealText(key, SEALED_FOR.asking, JSON.stringify(decided));
    expect(await openText(key, SEALED_FOR.answerTo(again), answer)).toBeUndefined();
  });

  it('leave the key in no cache, and each page has its own', async () => {
    const [one, other] = [await openPage(visitor, '/jobs/J1'), await openPage(visitor, '/jobs/J1')];
    expect([one.key === other.key, one.page === other.page]).toEqual([false, false]);
    expect((await visitor.get('/jobs/J1')).headers.get('cache-control')).toBe('no-store');
  });
});

it('ui takes another port at each start, unless it is told one', async () => {
  const ports = new Set<string>();
  for (let run = 0; run < 2; run += 1) {
    const one = await serveHere(['ui', '--no-open'], settings);
    served.push(one);
    ports.add(new URL(one.address).port);
  }
  expect([ports.size, ports.has('8790')]).toEqual([2, false]);
  const { stdout } = await runHere(['ui', '--help'], settings);
  expect(stdout).toContain('--port');
  expect(existsSync(join(settings.PAPERQUEUE_DATA_DIR, 'ui.key'))).toBe(true);
});
