import { describe, expect, it } from 'vitest';
import { TOOLS } from '../../src/app/all-tools.ts';
import { answerJob } from '../../src/jobs/answers/answer.ts';
import type { PageRequest } from '../../src/jobs/answers/show-page.ts';
import { trackFollowUps } from '../../src/mcp/register-tools.ts';
import { withoutPriceNote } from '../../src/mcp/render-result.ts';
import { describeServer } from '../../src/mcp/server.ts';
import type { Note } from '../../src/wording/notes.ts';
import { textNotes } from '../helpers/said.ts';
import { ANEW, newJob, openStore } from '../jobs/store/stores.ts';

/** What a client has read is not sent again, and no price where all is free. */

const PAPERS = ['Kelp and mussels of the shore', 'Kelp forests', 'Mussels on a rope'].map((title, at) => ({
  title,
  year: 2001 + at,
}));

function open() {
  const store = openStore();
  const body = { keywords: ['kelp', 'mussel', 'shore'] };
  const request = { operation: 'keywordSearch' as const, body, filters: { limit: 100 as const } };
  store.beginCreation(newJob({ request }), ANEW);
  store.confirm(1, 'id-1');
  const flow = { identified: 3, duplicates: {}, leftOut: {}, returned: 3, notRetrieved: 37 };
  const together = [{ keywords: ['kelp'], papers: 40 }];
  const sources = [{ source: 'library', title: 'the local library', gave: 3, total: 40, together }];
  const job = store.finish(1, {
    status: 'success',
    papers: PAPERS,
    notes: textNotes('Searched the library.'),
    flow,
    sources,
  });
  return (page: PageRequest = {}) => answerJob(store, job, page);
}

const kindsOf = ({ notes = [] }: { notes?: { kind: string }[] }) => notes.map(({ kind }) => kind);

describe('an answer about a job that the client has had one about', () => {
  it('leaves out what is about the job, and keeps what is about its papers', () => {
    const answer = open();
    const first = answer();
    expect(kindsOf(first)).toEqual(['best-of', 'library-has', 'text']);
    expect(first).toMatchObject({ credits: {}, facets: { year: {} }, next: [{ kind: 'use-papers' }] });
    const again = answer({ isFollowUp: true });
    expect(again.papers).toEqual(first.papers);
    for (const part of ['credits', 'facets', 'next']) expect(again).toHaveProperty(part);
    expect(again).not.toHaveProperty('notes');
    expect(kindsOf(answer({ isFollowUp: true, where: { yearFrom: 2002 } }))).toEqual(['left-by-where']);
    // Only the best were sorted: that is news.
    expect(kindsOf(answer({ isFollowUp: true, sort: 'year:desc' }))).toEqual(['best-of']);
  });

  it('has advice where nothing is left', () => {
    const { next } = open()({ isFollowUp: true, where: { yearFrom: 2020 } });
    expect(next).toMatchObject([{ kind: 'relax-where' }]);
  });

  it('may be followed by answers of other tools, which name a job in another form', () => {
    const { isFollowUp, remember } = trackFollowUps();
    for (const job of ['J1', { ref: 'J1' }, {}, undefined]) remember({ job, papers: [] });
    expect(isFollowUp('J2')).toBe(false);
    expect(isFollowUp('j1')).toBe(true);
  });

  it('is whole where facets are asked for', () => {
    const answer = open();
    const { facets: _, ...first } = answer();
    expect(answer({ isFollowUp: true, facets: true })).toMatchObject(first);
  });
});

describe('the jobs that a client has had an answer about', () => {
  const job = { ref: 'J1', jobId: 'ab12', operation: '', status: 'success', createdAt: '', reused: false };

  it('are those with papers, by either name', () => {
    const { isFollowUp, remember } = trackFollowUps();
    remember({ job: { ...job, status: 'queued' } });
    remember({ items: [] });
    expect(isFollowUp('J1')).toBe(false);
    remember({ job, papers: [] });
    expect(['J1', ' j1 ', 'ab12', 'J2', 'J1,J2'].map(isFollowUp)).toEqual([true, true, true, false, false]);
  });

  it('are those of its own connection', () => {
    trackFollowUps().remember({ job, papers: [] });
    expect(trackFollowUps().isFollowUp('J1')).toBe(false);
  });
});

describe('where searches cost nothing', () => {
  const all = () => true;
  const named = (isFree: boolean) => [
    describeServer(TOOLS, all, isFree),
    ...TOOLS.map(({ describe }) => describe(all, isFree)),
  ];
  /** The tool that tells prices has its name. */
  const PRICE = /\bfree\b|\bcredits?\b|\bpay|\bcost/i;

  it('no description names a price; where they cost something, each says what is free', () => {
    const others = TOOLS.filter(({ name }) => name !== 'estimate_credits');
    expect(
      [describeServer(TOOLS, all, true), ...others.map(({ describe }) => describe(all, true))].filter((text) =>
        PRICE.test(text),
      ),
    ).toEqual([]);
    expect(named(false).filter((text) => !PRICE.test(text))).toEqual([]);
    for (const text of [...named(true), ...named(false)]) expect(text).not.toMatch(/[{}]|\s[,.:;]|\s\s/);
  });

  it('no note says that reading is free, where its credits do', () => {
    const credits = { cost: 0, pool: 'basic', charged: 'no' };
    const notes = [{ kind: 'reading-is-free' as const }, { kind: 'no-paper-fits' as const }] as Note[];
    expect(withoutPriceNote({ credits, notes } as object)).toEqual({ credits, notes: [{ kind: 'no-paper-fits' }] });
  });
});
