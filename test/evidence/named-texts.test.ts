import { describe, expect, it } from 'vitest';
import { namedTexts } from '../../src/evidence/passages/named-texts.ts';
import { noSuchJob } from '../../src/jobs/job-refs.ts';
import { openJobStore } from '../../src/jobs/store/job-store.ts';
import type { FoundPaper } from '../../src/papers/found-paper.ts';
import type { NamingDeps } from '../../src/search/look-up/named-papers.ts';
import { ANEW, newJob, storeFolder } from '../jobs/store/stores.ts';

const paper = (title: string): FoundPaper => ({
  key: title,
  title,
  authors: [],
  fieldsOfStudy: [],
  downloadable: false,
  doi: `10.5555/${title}`,
});
const works = (...titles: string[]) => titles.map((title) => ({ label: `J1-${title}`, paper: paper(title) }));

/** Job J1 with two papers, L17 in the library, and a review of three papers that includes those named. */
function depsOf(...included: string[]): NamingDeps {
  return {
    store: {
      byNumber: (number: number) => (number === 1 ? { number, removedAt: undefined } : undefined),
      papers: () => [paper('crab'), paper('eel')],
      list: () => ({ jobs: [] }),
      libraryPaper: (name: string) => (/^L17$/i.test(name) ? { ref: 'L17', paper: paper('owl') } : undefined),
    } as unknown as NamingDeps['store'],
    reviewSeeds: (review) => {
      if (review !== 'R1') throw noSuchJob({ list: () => ({ jobs: [], total: 0 }) }, review);
      return { included: works(...included), known: works('a', 'b', 'c') };
    },
  };
}

const refsOf = async (deps: NamingDeps, ...names: string[]) =>
  (await namedTexts(deps, names, new AbortController().signal)).map(({ ref }) => ref);

describe('names of papers', () => {
  it('are a job, references and identifiers, each paper once', async () => {
    expect(await refsOf(depsOf(), 'J1', 'J1-2', 'l17', 'https://doi.org/10.5555/new')).toEqual([
      ...['J1-1', 'J1-2', 'l17'].map((ref) => ref.toUpperCase()),
      'https://doi.org/10.5555/new',
    ]);
  });

  it('are a review: its included papers, or all while it includes none', async () => {
    expect(await refsOf(depsOf('b'), 'r1')).toEqual(['J1-b']);
    expect(await refsOf(depsOf(), 'R1')).toEqual(['J1-a', 'J1-b', 'J1-c']);
  });

  it('that match nothing cost themselves alone where they are told, unless nothing else is named', async () => {
    const { signal } = new AbortController();
    const unknown: string[] = [];
    const names = ['J1-9', 'J1-2', 'J2', 'owls at night', '10.5555/new'];
    const found = await namedTexts(depsOf(), names, signal, unknown);
    expect(found.map(({ ref }) => ref)).toEqual(['J1-2', '10.5555/new']);
    expect(unknown).toEqual(['J1-9', 'J2', 'owls at night']);
    await expect(namedTexts(depsOf(), ['J1-9', 'J2'], signal, [])).rejects.toMatchObject({
      details: { code: 'JOB_NOT_FOUND' },
    });
  });

  it("are a group, all jobs, several jobs and a service's own id, each work once", async () => {
    const store = openJobStore(storeFolder(), 1);
    const reef = {
      title: 'Coral reef bleaching and recovery after thermal stress',
      authors: ['Ann Alpha'],
      year: 2019,
    };
    const found = [[reef], [{ title: 'Kelp', doi: '10.5555/k' }, reef], [{ title: 'Owls', doi: '10.5555/o' }]];
    for (const [at, papers] of found.entries()) {
      const { job } = store.beginCreation({ ...newJob(), account: 'me' }, ANEW);
      store.confirm(job.number, `service-${at + 1}`);
      store.finish(job.number, { status: 'success', papers, notes: [] });
    }
    store.label([1, 2], { group: 'Reefs' });
    const deps: NamingDeps = { store, account: 'me' };
    expect(await refsOf(deps, 'all:reefs')).toEqual(['J1-1', 'J2-1']);
    expect(await refsOf(deps, 'J2', 'J1')).toEqual(['J2-1', 'J2-2']);
    expect(await refsOf(deps, 'all')).toEqual(['J1-1', 'J2-1', 'J3-1']);
    expect(await refsOf(deps, 'service-2')).toEqual(['J2-1', 'J2-2']);
    expect(await refsOf(deps, 'J1', 'J2-2')).toEqual(['J1-1', 'J2-2']);
    const refused = { code: 'JOB_NOT_FOUND', problem: [{ kind: 'no-such-job', is: 'group' }] };
    await expect(refsOf(deps, 'Reefs')).rejects.toMatchObject({ details: refused });
    store.close();
  });

  it('are citation keys of the library', async () => {
    const deps = depsOf();
    const { libraryPaper } = deps.store;
    const store = { ...deps.store, libraryPaper: (name: string) => libraryPaper?.(name === 'owl2020' ? 'L17' : name) };
    expect(await refsOf({ store }, 'owl2020')).toEqual(['L17']);
  });

  it('that match nothing are refused', async () => {
    await expect(refsOf(depsOf(), 'J1-9')).rejects.toMatchObject({ details: { code: 'JOB_NOT_FOUND' } });
    await expect(refsOf(depsOf(), 'J2')).rejects.toMatchObject({ details: { code: 'JOB_NOT_FOUND' } });
    await expect(refsOf(depsOf(), 'owls at night')).rejects.toMatchObject({ details: { code: 'INVALID_INPUT' } });
  });
});
