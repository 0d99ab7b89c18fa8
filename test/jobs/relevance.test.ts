import { describe, expect, it } from 'vitest';
import type { WirePaper } from '../../src/contract/paper.ts';
import type { RequestBody } from '../../src/contract/requests.ts';
import { answerJob } from '../../src/jobs/reading/answer.ts';
import type { PageRequest } from '../../src/jobs/reading/page.ts';
import { ANEW, newJob, openStore } from '../store/stores.ts';

const KEYWORDS = ['vitamin D', 'COVID-19', 'supplementation'];
const VITAMIN = { title: 'Supplementation with vitamin D in winter' };
const COVID = { title: 'COVID-19 on ships' };
const BOTH = {
  title: 'Vitamin D supplementation against COVID-19',
  abstract: 'AIM: Vitamin D. It did not help at all.',
};
const NEITHER = { title: 'Rope for ship hulls' };

function answer(papers: WirePaper[], page: PageRequest = {}, body: RequestBody = { keywords: KEYWORDS }) {
  const store = openStore();
  const request = { operation: 'combinedSearch' as const, body, filters: { limit: 100 as const } };
  store.beginCreation(newJob({ request }), ANEW);
  store.confirm(1, 'id');
  return answerJob(store, store.finish(1, { status: 'success', papers, notes: ['Searched the library.'] }), page);
}

const refsOf = ({ papers = [] }: { papers?: { ref: string }[] }) => papers.map(({ ref }) => ref);

describe('an answer says how well its papers fit', () => {
  it('each paper by its class, and the job by counts', () => {
    const { papers = [], relevance, facets } = answer([VITAMIN, COVID, BOTH, NEITHER]);
    expect(papers.map(({ match }) => match)).toEqual(['partial', 'partial', 'strong', 'weak']);
    expect(relevance).toEqual({
      ...{ strong: 1, good: 0, partial: 2, weak: 1 },
      keywords: { 'vitamin D': 2, 'COVID-19': 2, supplementation: 2, all: 1 },
    });
    expect(facets?.match).toEqual({ strong: 1, partial: 2, weak: 1 });
  });

  it('counts works of the job, on every page and whatever where leaves', () => {
    const papers = [BOTH, { ...BOTH, doi: '10.5555/x' }, { ...VITAMIN, doi: '10.5555/x' }, COVID];
    const counts = { strong: 1, good: 0, partial: 1, weak: 0 };
    expect(answer([BOTH, BOTH, COVID]).relevance).toMatchObject(counts);
    expect(answer([BOTH, BOTH, COVID], { offset: 1 }).relevance).toMatchObject(counts);
    expect(answer([BOTH, BOTH, COVID], { where: { match: 'good' } }).relevance).toMatchObject(counts);
    expect(answer(papers, { refs: ['J1-1'] })).not.toHaveProperty('relevance');
  });

  it('views but compact name the keywords that a paper has', () => {
    const [compact] = answer([VITAMIN]).papers ?? [];
    expect(compact).not.toHaveProperty('keywords');
    for (const view of ['abstract', 'full'] as const) {
      const [paper] = answer([VITAMIN], { view }).papers ?? [];
      expect(paper).toMatchObject({ match: 'partial', keywords: ['vitamin D', 'supplementation'] });
    }
  });

  it('where keeps a class and those above it', () => {
    expect(refsOf(answer([VITAMIN, COVID, BOTH, NEITHER], { where: { match: 'good' } }))).toEqual(['J1-3']);
    expect(refsOf(answer([VITAMIN, COVID, BOTH, NEITHER], { where: { match: 'partial' } }))).toEqual([
      ...['J1-1', 'J1-2', 'J1-3'],
    ]);
    expect(answer([NEITHER], { where: { match: 'good' } }).next).toContain('without match 1');
  });

  it('does not change the order that the service gave', () => {
    expect(refsOf(answer([NEITHER, COVID, BOTH]))).toEqual(['J1-1', 'J1-2', 'J1-3']);
  });

  it('says nothing where it is not known what was asked', () => {
    const store = openStore();
    store.adopt({ mode: 'hosted', account: 'a', jobId: 'id' });
    const shown = answerJob(store, store.finish(1, { status: 'success', papers: [BOTH], notes: [] }), {});
    expect(shown).not.toHaveProperty('relevance');
    expect(shown.papers?.[0]).not.toHaveProperty('match');
    expect(shown.facets ?? {}).not.toHaveProperty('match');
  });
});

describe('an answer in which nothing fits', () => {
  it('says so first, and how to ask again', () => {
    const { notes, next } = answer([VITAMIN, COVID, NEITHER]);
    expect(notes).toEqual([
      'No paper has both "COVID-19" and "vitamin D": the sources may not hold the topic.',
      'Searched the library.',
    ]);
    expect(next).toMatch(/^Search again with other names for "COVID-19" and "vitamin D"\. get_job /);
  });

  it('names a keyword that no paper has', () => {
    expect(answer([VITAMIN, NEITHER]).next).toMatch(/^No paper has "COVID-19": search again with another name/);
  });

  it('names words of a text', () => {
    const query = 'Does supplementation with vitamin D reduce how severe COVID becomes?';
    expect(answer([VITAMIN, COVID], {}, { query }).notes?.[0]).toMatch(/^No paper has both "covid" and "/);
  });

  it('says how few fit among many', () => {
    const keywords = ['vitamin D', 'COVID-19', 'supplementation', 'ships'];
    const { notes } = answer(
      [BOTH, ...Array.from({ length: 9 }, (_, at) => ({ title: `Hull ${at}` }))],
      {},
      { keywords },
    );
    expect(notes?.[0]).toBe('Only 1 paper of 10 fits what was asked well.');
  });

  it('is silent where papers fit, on later pages and under where', () => {
    const silent = (shown: { notes?: string[] }) => expect(shown.notes?.[0] ?? '').not.toMatch(/^(No paper|Only)/);
    silent(answer([BOTH]));
    silent(answer([VITAMIN, COVID], { offset: 1 }));
    silent(answer([VITAMIN, COVID], { where: { hasAbstract: false } }));
  });
});

it('a summary is the sentence that answers the question best', () => {
  const abstract = 'BACKGROUND: Winters are dark. RESULTS: Vitamin D did not change COVID-19. Rope was used.';
  expect(answer([{ title: 'T', abstract }]).papers?.[0]?.summary).toBe('Vitamin D did not change COVID-19.');
  expect(answer([{ title: 'T', abstract, tldr: 'It did nothing.' }]).papers?.[0]?.summary).toBe('It did nothing.');
});
