import { describe, expect, it } from 'vitest';
import type { JobRequest } from '../../../src/contract/requests.ts';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import type { SubmitDeps } from '../../../src/jobs/spending/submit.ts';
import { saidNotes } from '../../helpers/said.ts';
import { factsOf, failure, featuresOf, openBench } from '../submitting.ts';

/** Parts of one question; the second is long enough to be sent as a query. */
const PARTS = [
  'panel flutter in supersonic flow',
  'How does the thickness of a heated plate change the onset of its aeroelastic instability?',
  'piston theory for plates',
];
const QUESTION: JobRequest = { operation: 'combinedSearch', body: {}, filters: { limit: 200 } };

const flutter: WirePaper = { title: 'Flutter of panels in supersonic flow', doi: '10.5555/flutter', year: 2001 };
const heat: WirePaper = { title: 'Heated plates that buckle', doi: '10.5555/heat', year: 2002 };
const shock: WirePaper = { title: 'Shocks over thin shells', doi: '10.5555/shock', year: 2003 };
const LISTS: Record<string, WirePaper[]> = {
  'job-1': [shock, flutter],
  'job-2': [heat, flutter],
  'job-3': [flutter, heat],
};

function open(facts: Partial<SubmitDeps> = {}) {
  const bench = openBench(facts);
  Object.assign(bench.service, {
    status: async (jobId: string) => ({ status: 'success', papers: LISTS[jobId] ?? [], notes: [], unreadable: 0 }),
  });
  const { jobs } = featuresOf(bench);
  const call = { signal: new AbortController().signal };
  const ask = (parts = PARTS, request = QUESTION, options = {}) =>
    jobs.search(request, {}, { ...call, ...options, parts });
  return { ...bench, jobs, call, ask };
}

describe('a question in parts', () => {
  it('is a job for each part: a long one as a query, a short one as its key phrases', async () => {
    const { ask, service } = open();
    await ask();
    const [first, second, third] = service.created.map(({ body }) => body);
    expect(first?.keywords?.join(' ')).toContain('panel flutter');
    expect(first?.keywords?.length).toBeGreaterThanOrEqual(3);
    expect(first).not.toHaveProperty('query');
    expect(second).toMatchObject({ query: PARTS[1] });
    expect(third?.keywords?.join(' ')).toContain('piston theory');
    expect(service.created.every(({ filters }) => filters.limit === 200)).toBe(true);
  });

  it('is answered by one list, fused by ranks, each paper with the parts that found it', async () => {
    const { job, papers, credits } = await open().ask();
    expect(job).toMatchObject({ ref: 'J1,J2,J3', operation: 'several', status: 'success', reused: false });
    expect(papers?.map(({ title, foundBy }) => [title, foundBy])).toEqual([
      [flutter.title, ['J1', 'J2', 'J3']],
      [heat.title, ['J2', 'J3']],
      [shock.title, ['J1']],
    ]);
    expect(credits).toEqual({ cost: 6, pool: 'basic', charged: 'yes' });
  });

  it('stands in the order of a field, if one was asked for', async () => {
    const { papers } = await open().ask(PARTS, { ...QUESTION, filters: { limit: 200, sort: 'year:desc' } });
    expect(papers?.map(({ title }) => title)).toEqual([shock.title, heat.title, flutter.title]);
  });

  it('says what each part contributes, and which adds nothing', async () => {
    const { searches, notes } = await open().ask();
    expect(searches?.map(({ job, papers, onlyHere, added }) => [job, papers, onlyHere, added])).toEqual([
      ['J1', 2, 1, 2],
      ['J2', 2, 0, 1],
      ['J3', 2, 0, 0],
    ]);
    expect(notes).toContainEqual(expect.objectContaining({ kind: 'search-adds-nothing', job: 'J3', papers: 2 }));
    expect(notes).not.toContainEqual(expect.objectContaining({ kind: 'search-adds-nothing', job: 'J2' }));
  });

  it('has the whole question as its first search, if there is one', async () => {
    const { ask, service } = open();
    const body = { keywords: ['flutter', 'plate', 'heat'] };
    expect((await ask(PARTS.slice(0, 2), { ...QUESTION, operation: 'keywordSearch', body })).job.ref).toBe('J1,J2,J3');
    expect(service.created[0]).toMatchObject({ operation: 'keywordSearch', body });
  });

  it('is read again for nothing, in the same order', async () => {
    const { ask, jobs, call, service } = open();
    const first = await ask();
    const again = await ask();
    expect(service.created).toHaveLength(3);
    expect(again).toMatchObject({ job: { ref: 'J1,J2,J3', reused: true }, credits: { cost: 0, charged: 'no' } });
    expect(again.papers).toEqual(first.papers);
    expect((await jobs.getJob('J1,J2,J3', {}, call)).papers).toEqual(first.papers);
  });

  it('pays only for parts that are new', async () => {
    const { ask, service } = open();
    await ask(PARTS.slice(0, 2));
    const { credits, notes, job } = await ask();
    expect([service.created.length, credits?.cost, job.ref]).toEqual([3, 2, 'J1,J2,J3']);
    expect(notes).toContainEqual({ kind: 'parts-reused', jobs: ['J1', 'J2'], of: 3 });
  });
});

describe('before the first part is sent', () => {
  it('the cap is checked for all', async () => {
    const { ask, service } = open({ dailyCreditCap: 5 });
    expect(await factsOf(ask())).toMatchObject({ code: 'CREDIT_CAP', charged: 'no' });
    expect(service.created).toEqual([]);
    expect((await ask(PARTS.slice(0, 2))).credits?.cost).toBe(4);
    // Two of them are there, and one more would be over the cap.
    expect(await factsOf(ask())).toMatchObject({ code: 'CREDIT_CAP' });
    expect(service.created).toHaveLength(2);
  });

  it('the balance is checked for all', async () => {
    const { ask, service } = open();
    service.tells = { basic: 5, pro: 100, privateKey: 100 };
    expect(await factsOf(ask())).toMatchObject({
      code: 'INSUFFICIENT_CREDITS',
      charged: 'no',
      message: /6 credits from the basic pool, which holds 5/,
    });
    expect(service.created).toEqual([]);
  });

  it.each([
    [['only one part here']],
    [['two words', 'three words here']],
    [Array.from({ length: 9 }, (_, at) => `part number ${at} here`)],
  ])('%j are refused', async (parts) => {
    const { ask, service } = open();
    expect(await factsOf(ask(parts))).toMatchObject({ code: 'INVALID_INPUT', charged: 'no' });
    expect(service.created).toEqual([]);
  });
});

describe('a part that fails', () => {
  it('stops the later ones; the error names those that exist, and the same call takes them up again', async () => {
    const { ask, service } = open();
    const create = service.create.bind(service);
    Object.assign(service, {
      create: (...args: Parameters<typeof create>) => {
        if (service.created.length === 1) service.fails(failure('UPSTREAM_UNAVAILABLE', 'no'));
        return create(...args);
      },
    });
    const error = await factsOf(ask());
    expect(error).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      charged: 'yes',
      message: /Of its 3 parts the call had J1,.* The same call/,
    });
    expect(service.created).toHaveLength(2);
    Object.assign(service, { create, instead: undefined });
    const { credits, job } = await ask();
    expect(job.ref).toMatch(/^J1,/);
    expect(credits?.cost).toBe(4);
  });

  it('of unknown charge leaves the others to be read, and no advice to repeat the call', async () => {
    const { ask, service } = open();
    const create = service.create.bind(service);
    Object.assign(service, {
      create: (...args: Parameters<typeof create>) => {
        if (service.created.length === 1) service.fails(failure('CHARGE_UNKNOWN', 'unknown'));
        return create(...args);
      },
    });
    for (const times of [1, 2]) {
      const { message } = (await factsOf(ask())) ?? {};
      expect(message, `call ${times}`).toContain('Of its 3 parts the call had J1, which stay and can be read');
      expect(message).not.toContain('The same call');
    }
    expect(service.created).toHaveLength(2);
  });

  it('of unknown charge is not sent again', async () => {
    const { ask, service } = open();
    service.fails(failure('CHARGE_UNKNOWN', 'unknown'));
    expect(await factsOf(ask())).toMatchObject({ code: 'CHARGE_UNKNOWN', charged: 'unknown' });
    const sent = service.created.length;
    expect(await factsOf(ask())).toMatchObject({ code: 'CHARGE_UNKNOWN' });
    expect(service.created).toHaveLength(sent);
  });
});

describe('a dry run of parts', () => {
  it('says the cost of all, the balance and the cap, and which exist', async () => {
    const { ask, jobs, call, service } = open({ dailyCreditCap: 5 });
    await ask(PARTS.slice(0, 2));
    const view = await jobs.dryRun(QUESTION, { ...call, parts: PARTS });
    expect(view).toMatchObject({ wouldCost: 2, pool: 'basic', balance: 100, capLeft: 1 });
    expect(view.parts?.map(({ wouldCost, reuses }) => [wouldCost, reuses])).toEqual([
      [0, 'J1'],
      [0, 'J2'],
      [2, undefined],
    ]);
    expect(saidNotes(view.notes).join(' ')).toContain('cap');
    expect(service.created).toHaveLength(2);
  });
});
