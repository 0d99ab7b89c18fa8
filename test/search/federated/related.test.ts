import { describe, expect, it } from 'vitest';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import type { RelatedOutcome } from '../../../src/jobs/ports/related.ts';
import type { PaperInput } from '../../../src/papers/paper.ts';
import { fromWire, toWire } from '../../../src/papers/wire.ts';
import { mergeFound } from '../../../src/papers/works/merge.ts';
import type { LiveSources } from '../../../src/search/federated/live-sources.ts';
import type { SourcesOutcome } from '../../../src/search/federated/query-sources.ts';
import { relatedWorks } from '../../../src/search/federated/related-works.ts';
import type { SourceOutcome, SourceWithSettings } from '../../../src/search/sources/runner.ts';
import { record } from '../../helpers/record.ts';
import { inWords } from '../../helpers/said.ts';
import { asking, contextOf } from '../../helpers/sources/stand-ins.ts';
import { openShelf } from './shelf.ts';

const ALL = ['library', 'openalex', 'crossref', 'europepmc', 'arxiv', 'semanticscholar'];
const MUSSEL: WirePaper = { id: 'openalex:W1', title: 'Mussel beds', doi: '10.1000/a', score: 0.5 };
const ASKING = { signal: new AbortController().signal, budgetMs: 900 };

function outcomeOf(facts: Partial<SourceOutcome>): SourceOutcome {
  return { source: 'openalex', records: [], requests: 1, fromCache: 0, ...facts };
}

/** Of each source what it gives, in its order. */
function giving(given: Partial<Record<SourceOutcome['source'], PaperInput[]>>): SourcesOutcome {
  const outcomes = Object.entries(given).map(([source, all]) =>
    outcomeOf({ source: source as SourceOutcome['source'], records: all }),
  );
  const found = outcomes.flatMap(({ source, records }) =>
    records.map((input, place) => ({ record: record(input), findings: [{ source, rank: place + 1 }] })),
  );
  return { works: mergeFound(found), outcomes, lookUps: [] };
}

function open(outcome: SourcesOutcome, shelf?: ReturnType<typeof openShelf>) {
  const asked: unknown[][] = [];
  const live: LiveSources = {
    names: [],
    search: () => Promise.reject(new Error('nobody searches')),
    use: async (given, work) => {
      const request: NonNullable<SourceWithSettings['source']['related']>['request'] = (...question) => {
        asked.push([...question.slice(0, 3), given]);
        return undefined;
      };
      await work([asking('http://127.0.0.1:9', { related: { request, read: () => ({ records: [] }) } })], contextOf());
      return outcome as never;
    },
    close: async () => undefined,
  };
  const works = relatedWorks(ALL, async () => live, shelf && (async () => shelf.library));
  return { asked, find: (limit = 10, paper = MUSSEL) => works.find(fromWire(paper), 'citations', limit, ASKING) };
}

const KELP = { title: 'Kelp', doi: '10.1000/kelp' };
const SAND = { title: 'Sand', doi: '10.1000/sand' };

describe('who is asked for related works', () => {
  it.each([
    [ALL, ['openalex', 'europepmc', 'semanticscholar']],
    [['semanticscholar'], ['semanticscholar']],
    [['library', 'crossref', 'arxiv'], []],
  ])('of %j are %j', (configured, names) => {
    const untouched = () => Promise.reject(new Error('it is opened'));
    expect(relatedWorks(configured, untouched, untouched).names).toEqual(names);
  });

  it('is told all that identifies the paper', async () => {
    const { asked, find } = open(giving({}));
    await find(25);
    const [[record, ...rest]] = asked as [unknown[]];
    expect(record).toMatchObject({ title: 'Mussel beds', doi: '10.1000/a', openAlexId: 'W1' });
    expect(rest).toEqual(['citations', 25, ASKING]);
  });

  it('is nobody for a paper that tells nothing of itself', async () => {
    const { asked, find } = open(giving({ openalex: [KELP] }));
    const outcome = await find(10, { doi: '10.1000/a' });
    expect(outcome).toMatchObject({ papers: [], sources: [], failed: 'undetermined' });
    expect(outcome.notes[0]).toEqual({ kind: 'too-little-known' });
    expect(asked).toEqual([]);
  });
});

describe('the works that are given', () => {
  it('are ranked by all sources together, with scores from 1 down', async () => {
    const { find } = open(giving({ openalex: [KELP, SAND], semanticscholar: [SAND] }));
    const { papers, notes, sources, failed } = await find();
    expect(papers.map(toWire)).toMatchObject([
      { title: 'Sand', engine: 'openalex,semanticscholar', provenance: { title: { from: 'openalex' } } },
      { title: 'Kelp', score: expect.closeTo(0.5, 6) },
    ]);
    expect(papers[0]?.search?.score).toBeGreaterThan(0.98);
    expect(inWords(notes)).toEqual(['OpenAlex gave 2; Semantic Scholar gave 1.']);
    expect(sources).toEqual([
      { source: 'openalex', title: 'OpenAlex', gave: 2 },
      { source: 'semanticscholar', title: 'Semantic Scholar', gave: 1 },
    ]);
    expect(failed).toBeUndefined();
  });

  it('are as many as were asked for, and only those are kept', async () => {
    const shelf = openShelf();
    const { find } = open(giving({ openalex: [KELP, SAND] }), shelf);
    expect((await find(1)).papers.map(({ title }) => title)).toEqual(['Kelp']);
    expect([...shelf.records()].flatMap(({ foundIn, title }) => (foundIn ? [title] : []))).toEqual(['Kelp']);
  });

  it('are kept nowhere where there is no library for it', async () => {
    expect((await open(giving({ openalex: [KELP] })).find()).papers).toHaveLength(1);
  });

  it('are given also where they cannot be kept', async () => {
    const shelf = openShelf();
    const persistResults = () => {
      throw new Error('the disk is full');
    };
    const broken = { ...shelf, library: { ...shelf.library, persistResults } };
    const { papers, notes } = await open(giving({ openalex: [KELP] }), broken).find();
    expect(papers).toHaveLength(1);
    expect(inWords(notes)).toEqual([
      'OpenAlex gave 1.',
      'The papers from the sources could not be stored in the local library.',
    ]);
  });
});

describe('a failure', () => {
  const failed = (source: SourceOutcome['source'], failure: SourceOutcome['failure']) =>
    outcomeOf({ source, ...(failure && { failure }) });
  it.each<[string, SourceOutcome[], RelatedOutcome['failed']]>([
    ['all are dead', [failed('openalex', 'unreachable'), failed('semanticscholar', 'rate limited')], 'not answered'],
    ['nobody can tell', [failed('openalex', 'skipped')], 'undetermined'],
    ['who could tell is dead', [failed('openalex', 'skipped'), failed('europepmc', 'too slow')], 'not answered'],
    ['nobody was asked', [], 'undetermined'],
    [
      'one answers that there is none',
      [failed('openalex', undefined), failed('semanticscholar', 'too slow')],
      undefined,
    ],
  ])('where %s', async (_why, outcomes, failure) => {
    const outcome = await open({ works: [], outcomes, lookUps: [] }).find();
    expect(outcome.papers).toEqual([]);
    expect(outcome.failed).toBe(failure);
    expect(outcome.sources).toHaveLength(outcomes.length);
    const hasFailed = ({ failure: why }: SourceOutcome) => why !== undefined && why !== 'skipped';
    const sentences = [outcomes.some(hasFailed), !outcomes.every(hasFailed)].filter(Boolean);
    expect(outcome.notes).toHaveLength(sentences.length);
  });

  it('of one source is none where another gave something', async () => {
    const given = giving({ openalex: [KELP] });
    const dead = failed('semanticscholar', 'unreachable');
    const { papers, notes } = await open({ ...given, outcomes: [...given.outcomes, dead] }).find();
    expect(papers).toHaveLength(1);
    expect(inWords(notes)).toEqual(['Sources that failed: Semantic Scholar could not be reached.', 'OpenAlex gave 1.']);
  });
});

describe('papers like one, from the library alone', () => {
  const NET = record({
    title: 'Residual networks for image recognition in gardens',
    abstract: 'Deep convolutional neural networks with residual shortcuts classify images.',
  });
  const find = (shelf: ReturnType<typeof openShelf>, paper = NET) => {
    const untouched = () => Promise.reject(new Error('nobody is asked'));
    const works = relatedWorks(['library'], untouched, undefined, async () => shelf.library);
    return works.find(paper, 'similar', 10, ASKING);
  };

  it('advise a search by the words of the paper only where these are enough for one', async () => {
    const [long] = (await find(openShelf())).notes;
    expect(long).toMatchObject({ hidden: expect.any(Number) });
    expect(inWords(long ? [long] : [])[0]).toContain('a search with the title and any abstract');
    const [short] = (await find(openShelf(), record({ title: 'Residual networks' }))).notes;
    expect(short).toMatchObject({ hidden: expect.any(Number) });
    expect(inWords(short ? [short] : [])[0]).not.toContain('a search');
  });

  it("are of the package's catalogue while the user has none, and of the user's own from then on, as in a search", async () => {
    const shelf = openShelf();
    const before = await find(shelf);
    expect(before.papers.length).toBeGreaterThan(0);
    expect(before.notes[0]).toMatchObject({ kind: 'similar-in-library', isStarter: true });
    shelf.library.add([record({ title: 'Rafts and the wrack line', doi: '10.1000/rafts' })], undefined);
    expect(await find(shelf)).toMatchObject({ papers: [], notes: [{ kind: 'nothing-similar', isStarter: false }] });
  });
});
