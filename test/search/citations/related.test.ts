import { describe, expect, it, vi } from 'vitest';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import { answerJob } from '../../../src/jobs/answers/answer.ts';
import { listJobs } from '../../../src/jobs/answers/list.ts';
import type { LookUpMatch, PaperFinder } from '../../../src/jobs/ports/paper-finder.ts';
import type { RelatedOutcome, RelatedRequest, RelatedWorks } from '../../../src/jobs/ports/related.ts';
import type { ParsedReference } from '../../../src/papers/references/read-reference.ts';
import { fromWire } from '../../../src/papers/wire.ts';
import { VERSION } from '../../../src/platform/version.ts';
import { makeReceipt } from '../../../src/report/exporting/receipt.ts';
import { findRelatedPapers, type RelatedDeps } from '../../../src/search/citations/related.ts';
import { NO_FINDER } from '../../helpers/no-finder.ts';
import { textNotes } from '../../helpers/said.ts';
import { ANEW, newJob, openStore } from '../../jobs/store/stores.ts';
import { errorOf, factsOf } from '../../jobs/submitting.ts';

const KELP: WirePaper = { title: 'Kelp', doi: '10.1000/kelp' };
const GIVEN: RelatedOutcome = {
  papers: [fromWire(KELP), fromWire({ title: 'Sand' })],
  notes: textNotes('OpenAlex gave 2 of 9.'),
  sources: [{ source: 'openalex', gave: 2, total: 9 }],
};

const SUPPORTED = ['openalex', 'europepmc', 'semanticscholar'];

/** A store with papers as J1-1, J1-2 ..., and sources that answer so; what they were asked. */
function open(papers: WirePaper[], outcome: RelatedOutcome = GIVEN, facts: Partial<RelatedDeps> = {}) {
  const store = openStore();
  const asked: unknown[][] = [];
  const related: RelatedWorks = {
    supported: SUPPORTED,
    names: ['openalex', 'semanticscholar'],
    find: async (...question) => {
      asked.push(question);
      return outcome;
    },
  };
  const own = { store, mode: 'embedded', account: 'mine', related, finder: NO_FINDER, reuseMinutes: 60 } as const;
  const deps: RelatedDeps = { ...own, ...facts };
  const searched = (found: WirePaper[]) => {
    const { number } = store.beginCreation(newJob(), ANEW).job;
    store.confirm(number, `id-${number}`);
    store.finish(number, { status: 'success', papers: found, notes: [] });
  };
  searched(papers);
  const find = (request: Partial<RelatedRequest> = {}, signal = new AbortController().signal, own = deps) =>
    findRelatedPapers(own, { ref: 'J1-1', relation: 'citations', limit: 20, ...request }, { signal, budgetMs: 900 });
  return { store, deps, asked, searched, find };
}

const MUSSEL: WirePaper = { title: 'Mussel\u202e beds', doi: 'https://doi.org/10.1000/Beds', abstract: 'Of mussels.' };

describe('works related to a stored paper', () => {
  it('become a job of their own: finished, free, with what each source gave', async () => {
    const { store, find, asked } = open([{ title: 'Another' }, MUSSEL]);
    const signal = new AbortController().signal;
    const { job, reused } = await find({ ref: ' j1-2 ', relation: 'references', limit: 5 }, signal);
    expect(reused).toBe(false);
    expect(asked).toEqual([[fromWire(MUSSEL), 'references', 5, { signal, budgetMs: 900 }]]);
    expect(job).toMatchObject({
      number: 2,
      jobId: null,
      mode: 'embedded',
      account: 'mine',
      operation: 'relatedPapers',
      request: null,
      related: { ref: ' j1-2 ', relation: 'references', limit: 5, title: 'Mussel beds', doi: '10.1000/beds' },
      status: 'success',
      cost: 0,
      charged: 'no',
      notes: GIVEN.notes,
      sources: GIVEN.sources,
      papers: 2,
      software: VERSION,
    });
    expect(job.finishedAt).toBe(job.createdAt);
    expect(store.papers(2)).toMatchObject([{ title: 'Kelp', doi: '10.1000/kelp' }, { title: 'Sand' }]);
  });

  it('are read, listed and reported like any other job', async () => {
    const { store, deps, find } = open([MUSSEL]);
    const { job } = await find();
    const answer = answerJob(store, job, {});
    expect(answer).toMatchObject({
      job: { ref: 'J2', operation: 'relatedPapers' },
      credits: { cost: 0, charged: 'no' },
    });
    expect(answer.papers?.map(({ ref, title }) => [ref, title])).toEqual([
      ['J2-1', 'Kelp'],
      ['J2-2', 'Sand'],
    ]);
    expect(listJobs(store, 'embedded', {}).jobs[0]).toMatchObject({ ref: 'J2', operation: 'relatedPapers' });
    const receipt = makeReceipt({ store, account: 'mine', serviceAddress: undefined }, job);
    expect(receipt).toMatchObject({
      ref: 'J2',
      service: 'open scholarly sources, asked by paperqueue',
      request: null,
      related: { relation: 'citations', limit: 20, title: 'Mussel beds' },
      sources: GIVEN.sources,
      results: { counts: { requested: 20, returned: 2 }, applied: {}, ignored: [], stored: { isIntact: true } },
    });
    expect(deps.store.committedSince('2000-01-01')).toBe(2);
  });

  it('may be of a paper that such a job found', async () => {
    const { find, asked } = open([MUSSEL]);
    await find();
    const { job } = await find({ ref: 'J2-1' });
    expect(job.number).toBe(3);
    expect(asked[1]?.[0]).toMatchObject({ title: 'Kelp', doi: '10.1000/kelp' });
  });

  it('may be none: that is an answer', async () => {
    const { find } = open([MUSSEL], { ...GIVEN, papers: [] });
    expect((await find()).job).toMatchObject({ status: 'success', papers: 0 });
  });
});

describe('an equal question', () => {
  it('is answered by the same job, also when another search found the paper', async () => {
    const { find, searched, asked } = open([MUSSEL]);
    await find();
    searched([{ title: 'Mussel beds', doi: '10.1000/beds' }]);
    for (const ref of ['J1-1', 'j1-1', 'J3-1']) {
      expect(await find({ ref })).toMatchObject({ reused: true, job: { number: 2 } });
    }
    expect(asked).toHaveLength(1);
  });

  it.each<[string, WirePaper]>([
    ['OpenAlex', { openAlexId: 'W1' }],
    ['arXiv', { arxivId: '2001.00001' }],
    ['PubMed', { pmid: '5' }],
  ])('is told by the number at %s where there is no DOI', async (_at, number) => {
    const { find, searched } = open([{ title: 'One', ...number }]);
    await find();
    searched([{ title: 'The same', ...number }]);
    expect((await find({ ref: 'J3-1' })).reused).toBe(true);
  });

  it('is not one about another relation, limit or paper', async () => {
    const { find } = open([MUSSEL, { title: 'Mussel beds' }, { title: 'Mussel beds' }]);
    const questions: Partial<RelatedRequest>[] = [
      {},
      { relation: 'references' },
      { limit: 21 },
      // Of papers without any number nobody knows whether they are the same.
      { ref: 'J1-2' },
      { ref: 'J1-3' },
    ];
    for (const question of questions) expect((await find(question)).reused).toBe(false);
  });

  it('is not one of another account or mode, or to other sources', async () => {
    const { find, deps } = open([MUSSEL]);
    await find();
    const others: Partial<RelatedDeps>[] = [
      { account: 'yours' },
      { mode: 'hosted' },
      { related: { ...deps.related, names: ['openalex'] } },
    ];
    for (const other of others) expect((await find({}, undefined, { ...deps, ...other })).reused).toBe(false);
    expect((await find()).reused).toBe(true);
  });

  it('is asked anew once the time is over', async () => {
    const { find, deps } = open([MUSSEL]);
    await find();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1 });
    expect((await find({}, undefined, { ...deps, reuseMinutes: 0 })).reused).toBe(false);
    vi.useRealTimers();
  });
});

describe('a paper that is named by an identifier', () => {
  const finding = (found: LookUpMatch['found'], papers: WirePaper[] = []) => {
    const asked: ParsedReference[] = [];
    const finder: PaperFinder = {
      find: async (references) => {
        asked.push(...references);
        const items = [
          { ...(found && { found }), papers: papers.map((paper) => ({ paper: fromWire(paper), differs: [] })) },
        ];
        return { items, notes: [], sources: [], asked: [], isPartial: false };
      },
    };
    return { finder, asked };
  };

  it('is that of a recorded job, for which nobody is asked, and the same question as by its reference', async () => {
    const { find, asked } = open([MUSSEL]);
    const { job } = await find({ ref: 'https://doi.org/10.1000/BEDS' });
    expect(asked[0]?.[0]).toEqual(fromWire(MUSSEL));
    expect(job.related).toMatchObject({
      ref: 'https://doi.org/10.1000/BEDS',
      title: 'Mussel beds',
      doi: '10.1000/beds',
    });
    expect(await find()).toMatchObject({ reused: true, job: { number: job.number } });
  });

  it('is else the one that a look-up finds', async () => {
    const { finder, asked: lookedUp } = finding('exact', [KELP]);
    const { find, asked, store } = open([MUSSEL], GIVEN, { finder });
    await find({ ref: 'doi:10.1000/kelp' });
    expect(lookedUp.map(({ ids }) => ids)).toEqual([{ doi: '10.1000/kelp' }]);
    expect(asked[0]?.[0]).toEqual(fromWire(KELP));
    expect(store.byNumber(2)?.operation).toBe('relatedPapers');
    expect(store.byNumber(3)).toBeUndefined();
  });

  it.each([
    ['none', 'INVALID_INPUT', false, 'its register does not know it'],
    ['unchecked', 'UPSTREAM_UNAVAILABLE', true, 'too few sources that would know it answered'],
  ] as const)('and is %s: %s', async (found, code, retryable, message) => {
    const { find, asked } = open([MUSSEL], GIVEN, { finder: finding(found).finder });
    const facts = await factsOf(find({ ref: '10.1000/unheard' }));
    expect(facts).toMatchObject({ code, retryable, charged: 'no', message: expect.stringContaining(message) });
    expect(asked).toEqual([]);
  });
});

describe('a question that cannot be answered', () => {
  it.each([
    ['J1-9', 'JOB_NOT_FOUND', 'get_job with jobId "J1"'],
    ['J1-0', 'INVALID_INPUT', 'a search or get_job gave, or a DOI'],
    ['J9-1', 'JOB_NOT_FOUND', 'Use the ref of a paper that a search or get_job gave, or a DOI'],
    ['J1', 'INVALID_INPUT', 'a search or get_job gave, or a DOI'],
    ['Mussel beds of the north', 'INVALID_INPUT', 'lookup_papers gives the ref of a title, free'],
    ['', 'INVALID_INPUT', 'a search or get_job gave, or a DOI'],
  ])('is one about %j', async (ref, code, next) => {
    const { store, find, asked } = open([MUSSEL]);
    const facts = await factsOf(find({ ref }));
    expect(facts).toMatchObject({ code, charged: 'no', retryable: false });
    expect(facts?.next).toContain(next);
    expect([asked.length, store.byNumber(2)]).toEqual([0, undefined]);
  });

  it('is one to nobody: where no source may be asked, the error says what to set', async () => {
    const find = () => Promise.reject(new Error('asked'));
    const opened = open([MUSSEL], GIVEN, { related: { supported: SUPPORTED, names: [], find } });
    const facts = await factsOf(opened.find());
    expect(facts).toMatchObject({ code: 'NOT_CONFIGURED', charged: 'no', retryable: false });
    expect(facts?.message).toContain('names none of openalex, europepmc and semanticscholar');
    expect(facts?.next).toContain('Add openalex to PAPERQUEUE_SOURCES');
    expect(opened.store.byNumber(2)).toBeUndefined();
  });

  it.each([
    {
      failed: 'not answered',
      note: 'OpenAlex could not be reached.',
      code: 'UPSTREAM_UNAVAILABLE',
      retryable: true,
      message: 'The related papers could not be fetched. OpenAlex could not be reached.',
    },
    {
      failed: 'undetermined',
      note: 'OpenAlex was not asked.',
      code: 'INVALID_INPUT',
      retryable: false,
      message: 'No available source knows the citations of J1-1. OpenAlex was not asked.',
    },
  ] as const)('is recorded nowhere when $failed; the error says why', async ({ failed, note, ...error }) => {
    const { store, find, asked } = open([MUSSEL], { papers: [], notes: textNotes(note), sources: [], failed });
    expect(await factsOf(find())).toMatchObject({ ...error, charged: 'no' });
    expect(store.byNumber(2)).toBeUndefined();
    await errorOf(find());
    expect(asked).toHaveLength(2);
  });

  it('is recorded nowhere when the caller has gone', async () => {
    const { store, deps } = open([MUSSEL]);
    const caller = new AbortController();
    const related: RelatedWorks = {
      supported: SUPPORTED,
      names: ['openalex'],
      find: async () => {
        caller.abort(new Error('gone'));
        return GIVEN;
      },
    };
    const question = { ref: 'J1-1', relation: 'similar', limit: 10 } as const;
    const call = findRelatedPapers({ ...deps, related }, question, { signal: caller.signal, budgetMs: 900 });
    expect(await errorOf(call)).toMatchObject({ message: 'gone' });
    expect(store.byNumber(2)).toBeUndefined();
  });
});
