import { describe, expect, it } from 'vitest';
import { SearchFailedError } from '../../../src/jobs/ports/search-engine.ts';
import { openLibrary } from '../../../src/library/library.ts';
import type { PaperInput } from '../../../src/papers/paper.ts';
import { toFoundWorks } from '../../../src/papers/works/found-work.ts';
import { mergeFound } from '../../../src/papers/works/merge.ts';
import { readConfig } from '../../../src/platform/config.ts';
import type { LiveSources } from '../../../src/search/federated/live-sources.ts';
import type { SourcesOutcome } from '../../../src/search/federated/query-sources.ts';
import { createEngine } from '../../../src/search/federated/search.ts';
import { libraryFolder } from '../../helpers/library-folder.ts';
import { inWords } from '../../helpers/said.ts';
import { atTheEnd } from '../../helpers/sources/stand-ins.ts';

const SIGNAL = new AbortController().signal;
const KEYWORDS = ['bryozoan colonies', 'kelp fronds', 'settlement plates'];
const paperOn = (topic: string): PaperInput => ({ title: `Bryozoan colonies on kelp fronds: ${topic}`, year: 2020 });

/** OpenAlex as it answered: with these papers, or not at all. */
function answered(found: PaperInput[] | 'nothing'): SourcesOutcome {
  if (found === 'nothing') {
    const dead = { source: 'openalex', records: [], requests: 0, fromCache: 0, failure: 'unreachable' } as const;
    return { works: [], outcomes: [dead as never], lookUps: [] };
  }
  const records = found;
  const outcome = { source: 'openalex' as const, records, requests: 1, fromCache: 0 };
  return { works: mergeFound(toFoundWorks('openalex', found).works), outcomes: [outcome], lookUps: [] };
}

function searching() {
  const folder = libraryFolder();
  const config = readConfig({
    PAPERQUEUE_DATA_DIR: folder,
    PAPERQUEUE_SOURCES: 'library,openalex',
  });
  const library = openLibrary(folder);
  atTheEnd(library.close);
  return async (
    outcome: SourcesOutcome,
    filters: object = {},
    changes: Partial<LiveSources & { library: object }> = {},
    topic: object = { keywords: KEYWORDS },
  ) => {
    const live = { search: async () => outcome, ...changes } as Partial<LiveSources> as LiveSources;
    const engine = createEngine(config, {
      library: { ...library, ...changes.library },
      live,
      enrich: () => Promise.reject(new Error('not asked for')),
    });
    const request = {
      operation: 'keywords',
      body: { ...topic, enrich: false },
      filters: { limit: 100, ...filters },
    };
    return engine(request as never, { signal: SIGNAL, scraperKey: undefined });
  };
}

describe('quartiles that a search needs', () => {
  const quartileRanking = { quartileRanking: ['Q1'] };
  const found = answered([{ ...paperOn('a survey'), issns: ['1234-5679'] }]);

  it('are said to be missing where no imported ranking has the journal, in a filter and in an order', async () => {
    const filtered = await searching()(found, quartileRanking);
    expect(inWords(filtered.notes)).toContain(
      'The quartile of 1 journal is unknown. Import the SCImago ranking to fill it in.',
    );
    expect(inWords(filtered.notes)).toContain(
      'Papers of the sources left out because a value is unknown: quartileRanking 1.',
    );
    const sorted = await searching()(found, { sort: 'quartileRanking:desc' });
    expect(sorted.papers).toHaveLength(1);
    expect(sorted.notes).toContainEqual({ kind: 'journals-unranked', journals: 1 });
    expect((await searching()(found)).notes.map(({ kind }) => kind)).not.toContain('journals-unranked');
  });
});

describe('a question in another language', () => {
  const notesOn = async (query: string, found: PaperInput[] = ['a survey', 'a model'].map(paperOn)) => {
    const search = searching();
    await search(answered(found));
    const { notes } = await search(answered(found), {}, {}, { query });
    return notes.filter(({ kind }) => kind === 'other-language');
  };

  it('is told where the library knows few of its words', async () => {
    expect(await notesOn('Welche Moostierchen leben in Kolonien auf den Blättern von Tang?')).toEqual([
      { kind: 'other-language', language: 'German', known: 0, words: expect.any(Number) },
    ]);
    expect(await notesOn('コンブの葉に付着するコケムシの群体はどのように成長するのか')).toMatchObject([
      { language: 'Japanese' },
    ]);
  });

  it('has no counts of its phrases, as one in English has', async () => {
    const search = searching();
    const countsOf = async (query: string) => {
      const { sources } = await search(answered(['a survey', 'a model'].map(paperOn)), {}, {}, { query });
      return sources?.some((source) => 'together' in source);
    };
    await countsOf('Which bryozoan colonies grow on kelp fronds of the shore?');
    expect(await countsOf('Which walruses settle on kelp fronds beside bryozoan colonies?')).toBe(true);
    expect(await countsOf('Welche Moostierchen leben in Kolonien auf den Blättern von Tang?')).toBe(false);
  });

  it('is told where the library knows only its function words and short words', async () => {
    const names = { title: 'De los con el es un a la' };
    expect(await notesOn('¿Es seguro cambiar el tratamiento de los pacientes con un alga a otro?', [names])).toEqual([
      { kind: 'other-language', language: 'Spanish', known: 0, words: expect.any(Number) },
    ]);
  });

  it('is not where the library is in that language, nor of an English one', async () => {
    const german = [{ title: 'Welche Moostierchen leben in Kolonien auf den Blättern von Tang' }];
    expect(await notesOn('Welche Moostierchen leben auf den Blättern von Tang?', german)).toEqual([]);
    expect(await notesOn('Which zebras and lions live in the savannah of the north?')).toEqual([]);
  });
});

describe('papers that fit too little, where no source answered', () => {
  const distant: PaperInput[] = [{ title: 'Settlement of the coast', year: 1999 }];
  const kindsOf = (notes: readonly { kind: string }[]) => notes.map(({ kind }) => kind);

  it('are counted with the way to see them, beside those that fit and where none does', async () => {
    const search = searching();
    await search(answered([...distant, paperOn('a survey')]));
    const { papers, notes } = await search(answered('nothing'));
    expect(papers.map(({ title }) => title)).toEqual([paperOn('a survey').title]);
    const counted = { kind: 'unfit-left-out', papers: 1, isAtLeast: false };
    const remedy = { setting: 'PAPERQUEUE_SOURCES', value: 'library' };
    expect(notes).toContainEqual({ ...counted, ...remedy });

    const poor = searching();
    await poor(answered(distant));
    const failed = await poor(answered('nothing')).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(SearchFailedError);
    if (failed instanceof SearchFailedError) expect(failed.outcome.notes).toContainEqual({ ...counted, ...remedy });
  });

  it('are shown, and not counted, where the library is searched as such', async () => {
    const search = searching();
    await search(answered(distant));
    const { papers, notes } = await search({ works: [], outcomes: [], lookUps: [] });
    expect(papers.map(({ title }) => title)).toContain('Settlement of the coast');
    expect(kindsOf(notes)).not.toContain('unfit-left-out');
  });
});

describe('what is told of the library beside the sources', () => {
  it('is what it gave, also of papers that it once had from a source', async () => {
    const search = searching();
    const first = await search(answered([paperOn('a survey'), paperOn('a model')]));
    expect(first.sources).toMatchObject([
      { source: 'library', title: 'the starter catalogue', gave: 0, total: 0 },
      { source: 'openalex', title: 'OpenAlex', gave: 2 },
    ]);
    const second = await search(answered([paperOn('a model'), paperOn('an experiment')]));
    expect(second.papers).toHaveLength(3);
    expect(second.sources?.[0]).toMatchObject({ title: 'the local library', gave: 2, total: 2 });
    const third = await search(answered('nothing'));
    expect(third.papers.slice(0, 3).map(({ title }) => title)).toEqual(
      expect.arrayContaining(second.papers.map(({ title }) => title)),
    );
    // Who told of them is not forgotten.
    expect(third.papers.slice(0, 3).map(({ engine }) => engine)).toEqual(['openalex', 'openalex', 'openalex']);
    expect(third.sources).toMatchObject([
      { source: 'library', title: 'the local library', gave: third.papers.length },
      { source: 'openalex', title: 'OpenAlex', gave: 0, failed: { failure: 'unreachable' } },
    ]);
  });
});
