import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import type { Filters } from '../../src/contract/filters.ts';
import type { LiveSources } from '../../src/federated/live-sources.ts';
import { createEngine } from '../../src/federated/search.ts';
import type { Library } from '../../src/library/library.ts';
import { MIN_JOURNALS } from '../../src/papers/journals/computed-quartiles.ts';
import type { JournalStatistics } from '../../src/papers/journals/journal-statistics.ts';
import type { PaperInput } from '../../src/papers/paper.ts';
import { mergeFound } from '../../src/works/merge.ts';
import { openShelf } from '../federated/shelf.ts';
import { record } from '../helpers/record.ts';
import { inWords } from '../helpers/said.ts';

/** ISSNs with the right check digit, each another. */
function issn(number: number): string {
  const digits = String(1_000_000 + number);
  const sum = [...digits].reduce((total, digit, place) => total + Number(digit) * (8 - place), 0);
  const check = (11 - (sum % 11)) % 11;
  return `${digits.slice(0, 4)}-${digits.slice(4)}${check === 10 ? 'X' : check}`;
}

/** As many journals of one subject as can be ranked, each cited less than the one before. */
const JOURNALS: JournalStatistics[] = Array.from({ length: MIN_JOURNALS }, (_, place) => ({
  sourceId: `S${place + 1}`,
  title: `Journal ${place + 1}`,
  issns: [issn(place)],
  type: 'journal',
  meanCitedness: MIN_JOURNALS - place,
  worksCount: 900,
  topics: [{ subfield: '2312', field: '23', count: 3 }],
}));
const BEST = { title: 'Mussel beds', issns: [issn(0), issn(700)] };
const WORST = { title: 'Mussel rafts', issns: [issn(MIN_JOURNALS - 1)] };

type Options = {
  filters?: Partial<Filters>;
  library?: Library;
  journals?: JournalStatistics[];
  computed?: 'on' | 'off';
};

async function search(facts: PaperInput[], options: Options = {}) {
  const { filters = { quartileRanking: ['Q1'] }, library = openShelf().library, journals = JOURNALS } = options;
  const { computed = 'on' } = options;
  const asked: string[][] = [];
  const records = facts.map(record);
  const works = mergeFound(
    records.map((record, place) => ({ record, findings: [{ source: 'openalex', rank: place + 1 }] })),
  );
  const live: LiveSources = {
    names: ['openalex'],
    search: async () => ({ works, outcomes: [], lookUps: [] }),
    journals: async (issns) => {
      asked.push([...issns]);
      return { journals, lookUps: [] };
    },
    related: async () => ({ works: [], outcomes: [], lookUps: [] }),
    lookUp: () => Promise.reject(new Error('nobody looks works up')),
    use: () => Promise.reject(new Error('nobody is used')),
    close: async () => undefined,
  };
  const enrich = () => Promise.reject(new Error('nobody asked for more'));
  const engine = createEngine(readConfig({ PAPERQUEUE_COMPUTED_QUARTILES: computed }), { library, live, enrich });
  const body = { keywords: ['mussel', 'mussel', 'mussel'] };
  const context = { signal: new AbortController().signal, scraperKey: undefined };
  const outcome = await engine(
    { operation: 'keywordSearch', body, filters: { limit: 100, ...filters } as Filters },
    context,
  );
  return { asked, outcome, titles: outcome.papers.map(({ title }) => title) };
}

describe('unless the user wants quartiles computed', () => {
  it('OpenAlex is not asked for journals, and the search says what to do', async () => {
    expect(readConfig({}).computedQuartiles).toBe(false);
    const { asked, titles, outcome } = await search([BEST, WORST, { title: 'Mussel notes' }], { computed: 'off' });
    expect([asked, titles]).toEqual([[], []]);
    expect(inWords(outcome.notes)).toContain(
      'Quartiles of 2 journals are not known: import the ranking of SCImago, or set PAPERQUEUE_COMPUTED_QUARTILES=on.',
    );
    expect(inWords((await search([BEST], { computed: 'off', filters: {} })).outcome.notes).join()).not.toContain(
      'Quartiles',
    );
  });

  it('the same search gives the same answer, whatever was searched before', async () => {
    const sort = { sort: 'quartileRanking:desc' } as const;
    const others = JOURNALS.map(({ title, issns }) => ({ title: `Mussels in ${title}`, issns: [...issns] }));
    for (const computed of ['off', 'on'] as const) {
      const { library } = openShelf();
      const [some, all] = [JOURNALS.slice(1), JOURNALS];
      const first = await search([BEST, WORST], { computed, library, filters: sort, journals: some });
      await search(others, { computed, library, filters: sort, journals: all });
      const again = await search([BEST, WORST], { computed, library, filters: sort, journals: some });
      const quartiles = ({ outcome }: typeof first) =>
        [BEST, WORST].map(({ title }) => outcome.papers.find((paper) => paper.title === title)?.v_quartile_ranking);
      expect([computed, quartiles(again)]).toEqual([computed, computed === 'off' ? quartiles(first) : ['Q1', 'Q4']]);
      expect(quartiles(first)).toEqual([null, null]);
    }
  });
});

describe('quartiles that a request looks at', () => {
  it.each<Partial<Filters>>([
    { quartileRanking: ['Q1'] },
    { sort: 'quartileRanking:desc' },
    { sort: 'quartileRanking:asc' },
  ])('are learned of journals by the first ISSN of each work: %j', async (filters) => {
    const { asked, outcome } = await search([WORST, BEST, { title: 'Mussel notes' }], { filters });
    expect(asked.map((issns) => [...issns].sort())).toEqual([[issn(0), issn(MIN_JOURNALS - 1)].sort()]);
    const year = new Date().getUTCFullYear();
    const best = outcome.papers.find(({ title }) => title === BEST.title);
    expect(best).toMatchObject({ v_quartile_ranking: 'Q1', quartileSource: 'openalex-computed', quartileYear: year });
  });

  it('choose and sort in the same search', async () => {
    expect((await search([WORST, BEST])).titles).toEqual([BEST.title]);
    expect((await search([WORST, BEST], { filters: { quartileRanking: ['Q4'] } })).titles).toEqual([WORST.title]);
    const sort = 'quartileRanking:desc';
    expect((await search([WORST, BEST], { filters: { sort } })).titles).toEqual([BEST.title, WORST.title]);
  });

  it.each<Partial<Filters>>([{}, { year: '2020' }, { sort: 'citationCount:desc' }])(
    'are not learned for a request that does not: %j',
    async (filters) => {
      expect((await search([BEST], { filters })).asked).toEqual([]);
    },
  );

  it('are not learned where the user’s own ranking has the journal', async () => {
    const { library } = openShelf();
    const own = { source: 'scimago' as const, year: 2024, id: '1', title: 'Shores', issns: [issn(0)], quartile: 'Q3' };
    library.addJournals([own]);
    const { asked, titles } = await search([BEST, WORST], { library, filters: { quartileRanking: ['Q3'] } });
    expect(asked).toEqual([[issn(MIN_JOURNALS - 1)]]);
    expect(titles).toEqual([BEST.title]);
  });

  it('are known the next time without asking', async () => {
    const { library } = openShelf();
    await search([BEST], { library });
    expect((await search([BEST], { library })).asked).toEqual([]);
  });

  it('are not asked for where no work names a journal', async () => {
    expect((await search([{ title: 'Mussel notes' }])).asked).toEqual([]);
  });

  it('stay unknown where nobody tells, and the search says so', async () => {
    const { outcome } = await search([BEST], { journals: [] });
    expect(outcome.papers).toEqual([]);
    expect(inWords(outcome.notes)).toContain(
      'Works of the sources left out because a fact is not known: quartileRanking 1.',
    );
    // That a journal is not known to OpenAlex is no failure of anybody.
    expect(outcome.notes.map(({ kind }) => kind)).not.toContain('facts-not-found');
  });
});
