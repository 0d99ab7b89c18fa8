import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ServerHere } from '../helpers/server-here.ts';
import { hiddenInJson, isMarked, outsideData } from './checks.ts';
import { hugePapers, plainPaper } from './hostile-corpus.ts';
import { MARK } from './hostile-texts.ts';
import { Session, type ToolAnswer } from './session.ts';

/**
 * Records that are too long, too many, too equal, too empty or too deep. The answers are not shown whole when they
 * fail.
 */

let session: Session<ServerHere>;
beforeEach(async () => {
  session = await Session.openHere();
});
afterEach(async () => {
  // Whatever came, the server answers and leaves in order, and nothing but the one search was paid.
  expect((await session.tool('estimate_credits', {})).isError).toBe(false);
  expect(session.service.charges).toHaveLength(1);
  const outside = session.answers.map(({ json }) => outsideData(json));
  expect(outside.filter(isMarked).map((text) => text.slice(0, 200))).toEqual([]);
  expect(isMarked(session.server.stderr)).toBe(false);
  await session.close();
});

type Page = { offset: number; count: number; total: number; folded?: number; nextOffset: number | null };
const pageOf = ({ json }: ToolAnswer) => json.page as Page;
const papersOf = ({ json }: ToolAnswer) => json.papers as ({ ref: string } & Record<string, unknown>)[];

function tooLong(): string[] {
  return session.answers.filter(({ text }) => text.length > 40_000).map(({ name, text }) => `${name}: ${text.length}`);
}

it('fields of up to a megabyte are shown or named as left out, and exported with what is kept of them', async () => {
  const papers = hugePapers();
  const first = await session.search(papers);
  expect(first.isError).toBe(false);
  for (const view of ['compact', 'abstract', 'full']) {
    const shown = (await session.pages('J1', { view })) as { ref: string; link?: string; leftOut?: string[] }[];
    expect(shown.map(({ ref }) => ref)).toEqual(papers.map((_, index) => `J1-${index + 1}`));
    // What is kept of a text is still too long for an answer.
    if (view !== 'full') continue;
    expect(shown.filter(({ leftOut }) => leftOut).length).toBeGreaterThanOrEqual(2);
    expect(String(shown[8]?.link).length).toBeLessThan(2_001);
  }
  expect(tooLong()).toEqual([]);
  for (const { json } of session.answers) expect(hiddenInJson(json)).toEqual([]);

  const { path } = (await session.tool('export_papers', { jobId: 'J1', format: 'jsonl' })).json.export as {
    path: string;
  };
  const text = readFileSync(path, 'utf8');
  expect(text.includes('A99999 zqmark'), 'the last of 100,000 authors').toBe(true);
  expect(text).toContain('(cut at 20,000 characters)');
  expect(text.length).toBeGreaterThan(1_500_000);
  // Megabytes through every output: ten seconds, and more on a busy machine.
});

it('300 equal records are one work, and references to all of them stay within the limit', async () => {
  const first = await session.search(Array.from({ length: 300 }, () => plainPaper(1)));
  expect(pageOf(first)).toMatchObject({ count: 1, total: 1, folded: 299, nextOffset: null });
  expect(papersOf(first)[0]?.sameAs).toHaveLength(299);
  const refs = Array.from({ length: 50 }, (_, index) => `J1-${index + 251}`);
  const named = await session.tool('get_job', { jobId: 'J1', refs, view: 'full' });
  expect(papersOf(named)[0]?.ref).toBe('J1-251');
  expect(tooLong()).toEqual([]);
  const exported = (await session.tool('export_papers', { jobId: 'J1', format: 'csv' })).json.export;
  expect(exported).toMatchObject({ papers: 1 });
});

it('300 empty objects are 300 works without a title', async () => {
  const first = await session.search(Array.from({ length: 300 }, () => ({})));
  expect(pageOf(first)).toMatchObject({ count: 50, total: 300 });
  expect(papersOf(first).every(({ title }) => title === '(no title)')).toBe(true);
  const { match, ...others } = first.json.facets as Record<string, object>;
  expect(match).toEqual({ weak: 300 });
  // What is known of no paper is said of all such facts at once.
  const { unknown, ...known } = others as Record<string, Record<string, number>>;
  expect(known).toEqual({});
  expect(Object.keys(unknown ?? {}).length).toBeGreaterThan(3);
  for (const papers of Object.values(unknown ?? {})) expect(papers).toBe(300);
  const exported = (await session.tool('export_papers', { jobId: 'J1', format: 'csv' })).json.export;
  expect(exported).toMatchObject({ papers: 300 });
  expect(tooLong()).toEqual([]);
});

it('a record as deep as a stack does not cost the others of its job', async () => {
  // 20,000 levels in a field that the contract does not know, too deep for JSON.stringify, hence text.
  const deep = `{"title":"${MARK} deep","x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
  const first = await session.searchRaw(`[${JSON.stringify(plainPaper(1))},${deep},${JSON.stringify(plainPaper(2))}]`);
  expect(first.json).toMatchObject({ job: { status: 'success' } });
  expect(papersOf(first).length).toBeGreaterThanOrEqual(2);
  const again = await session.tool('get_job', { jobId: 'J1' });
  expect(again.json).toMatchObject({ job: { status: 'success' } });
});

it('3,000 records, each of a year of its own, stay within the limit', async () => {
  const years = Array.from({ length: 3_000 }, (_, index) => ({ ...plainPaper(index), year: (index + 1) * 1.1e290 }));
  await session.search(years);
  await session.tool('get_job', { jobId: 'J1', facets: true });
  await session.tool('get_job', { jobId: 'J1', facets: true, refs: ['J1-3000'] });
  expect(tooLong()).toEqual([]);
});

it('what comes beyond a thousand records can be paged to, or is said to be out of reach', async () => {
  await session.search(Array.from({ length: 1_100 }, (_, index) => plainPaper(index)));
  const last = await session.tool('get_job', { jobId: 'J1', offset: 1_000, count: 50 });
  const { nextOffset } = pageOf(last);
  // An offset that an answer names has to be one that the tool takes.
  if (nextOffset !== null)
    expect(await session.tool('get_job', { jobId: 'J1', offset: nextOffset })).toMatchObject({ isError: false });
  expect(pageOf(last).total).toBeGreaterThan(300);
});

it('names that facets give to counts of their own are not mixed up with venues of that name', async () => {
  const venues = [
    'others',
    'others',
    'others',
    'unknown',
    'unknown',
    ...Array.from({ length: 60 }, (_, at) => `v${at}`),
  ];
  const papers = venues.map((venue, index) => ({ ...plainPaper(index), journalName: venue }));
  const { json } = await session.search([...papers, { ...plainPaper(99), journalName: null, v_journal_name: null }]);
  const { venue } = json.facets as { venue: Record<string, number> };
  // Each paper has one venue or none, so that the counts add up to the papers.
  expect(Object.values(venue).reduce((sum, count) => sum + count, 0)).toBe(venues.length + 1);
});
