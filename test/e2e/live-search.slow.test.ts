import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEYWORDS, OWN, SHARED_TITLE } from '../helpers/sources/shelf.ts';
import {
  ASKED_BY_DEFAULT,
  importPapers,
  Session,
  type Shown,
  type Sources,
  settingsOf,
  startSources,
  stopSources,
  titled,
  titlesOf,
} from '../helpers/sources/world.ts';

/** The built server asks stand-ins of four sources and its library: what a search that goes well gives. */

const CREDITS = { PAPERQUEUE_LOCAL_CREDITS: 'basic:10' };
let sources: Sources;
let session: Session;
let found: Shown;

beforeAll(async () => {
  sources = await startSources();
  const settings = { ...settingsOf(sources), ...CREDITS };
  await importPapers(settings, [OWN]);
  session = await Session.open(settings);
  found = await session.search(KEYWORDS);
});
afterAll(async () => {
  await session.end();
  await stopSources(sources);
});

const stored = async (args: object) => (await session.call('get_job', { jobId: found.job.ref, ...args })).papers;

describe('a search over four sources and the library', () => {
  it('gives the papers of all of them, each work once', () => {
    expect(found).toMatchObject({ isError: false, job: { status: 'success' }, page: { total: 7 } });
    expect(titlesOf(found.papers).sort()).toEqual([
      'A field guide to zibbet',
      'A model of zibbet light',
      SHARED_TITLE,
      'The quorrel as a host',
      'Zibbet lanterns at dusk',
      'Zibbet lanterns cure everything',
      OWN.title,
    ]);
  });

  it('knows who of its papers cites whom', async () => {
    const papers = await stored({ where: { citedWithin: 1 } });
    expect(papers).toMatchObject([{ title: SHARED_TITLE, citedWithin: 1 }]);
    expect(titlesOf(await stored({ sort: 'citedWithin:desc' }))[0]).toBe(SHARED_TITLE);
  });

  it('says which sources had a work, and whose word each fact is', async () => {
    const papers = await stored({ view: 'full' });
    const engines = Object.fromEntries(papers.map(({ title, engine }) => [title, engine]));
    expect(engines).toEqual({
      [SHARED_TITLE]: 'openalex,crossref,europepmc,arxiv',
      'A field guide to zibbet': 'openalex',
      'Zibbet lanterns cure everything': 'openalex',
      'Zibbet lanterns at dusk': 'crossref',
      'The quorrel as a host': 'europepmc',
      'A model of zibbet light': 'arxiv',
      [OWN.title]: 'library',
    });
    const shared = titled(papers, SHARED_TITLE);
    expect(shared).toMatchObject({
      doi: '10.5555/zibbet.shared',
      year: 2021,
      citations: 40,
      references: 21,
      pmid: '34567890',
      arxivId: '2001.00101',
      preprint: false,
      sources: ['openalex', 'crossref', 'europepmc', 'arxiv'],
    });
    const told = Object.entries(shared.provenance as Record<string, string>);
    const teller = (fact: string) => told.find(([, facts]) => facts.split(', ').includes(fact))?.[0];
    const today = /^\w+ \d{4}-\d{2}-\d{2}$/;
    for (const [name] of told) expect(name).toMatch(today);
    const tellers = ['doi', 'citationCount', 'pmid', 'arxivId'].map((fact) => teller(fact)?.split(' ')[0]);
    expect(tellers).toEqual(['crossref', 'openalex', 'europepmc', 'arxiv']);
    expect(titled(papers, OWN.title)).not.toHaveProperty('provenance');
  });

  it('scores from 0 to 1, best first, the work that all sources have before the others', async () => {
    const papers = await stored({ view: 'full' });
    const scores = papers.map(({ score }) => score as number);
    expect(Math.max(...scores)).toBeLessThanOrEqual(1);
    expect(Math.min(...scores)).toBeGreaterThan(0);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(new Set(scores).size).toBeGreaterThan(1);
    expect(papers[0]?.title).toBe(SHARED_TITLE);
  });

  it('says of a retracted paper so before its title', () => {
    const retracted = titled(found.papers, 'Zibbet lanterns cure everything');
    expect(Object.keys(retracted).slice(0, 5)).toEqual(['ref', 'retracted', 'retraction', 'match', 'title']);
    expect(found.papers.filter((paper) => paper.retracted)).toEqual([retracted]);
  });

  it('lists each source with how many it gave, and the one that was not asked', () => {
    expect(found.notes).toEqual([
      expect.stringMatching(/^Searched the local library \(\d+ papers?\)\.$/),
      'OpenAlex gave 3; Crossref gave 2; Europe PMC gave 2; arXiv gave 2.',
      'Not searched: Semantic Scholar (set PAPERQUEUE_SEMANTIC_SCHOLAR_KEY to add it).',
    ]);
    expect(sources.semanticscholar.asked).toEqual([]);
    for (const name of ASKED_BY_DEFAULT) expect(sources[name].asked).toHaveLength(1);
  });

  it('charges what a search always costs, once', async () => {
    expect(found.credits).toMatchObject({ cost: 1, pool: 'basic', charged: 'yes' });
    const again = await session.search(KEYWORDS);
    expect(again).toMatchObject({ job: { ref: found.job.ref, reused: true }, credits: { cost: 0, charged: 'no' } });
    expect(await session.call('estimate_credits', {})).toMatchObject({ credits: { balance: 9 } });
    for (const name of ASKED_BY_DEFAULT) expect(sources[name].asked).toHaveLength(1);
  });

  it('holds the sources in its receipt, as JSON and as the log that people read', async () => {
    const exported = async (format: string) => {
      const answer = await session.call('export_papers', { jobId: found.job.ref, format });
      return (answer as unknown as { export: { text: string } }).export.text;
    };
    const { searches } = JSON.parse(await exported('receipt-json'));
    expect(searches[0].sources).toMatchObject([
      { source: 'library', gave: 1 },
      { source: 'openalex', title: 'OpenAlex', gave: 3, total: 3 },
      { source: 'crossref', title: 'Crossref', gave: 2, total: 2 },
      { source: 'europepmc', title: 'Europe PMC', gave: 2, total: 2 },
      { source: 'arxiv', title: 'arXiv', gave: 2, total: 2 },
    ]);
    const requests: string[] = searches[0].sources.slice(1).map(({ request }: { request: string }) => request);
    // The address as it arrived there.
    for (const [index, name] of ASKED_BY_DEFAULT.entries())
      expect(requests[index]?.endsWith(sources[name].asked[0]?.url ?? '?')).toBe(true);
    const { flow } = searches[0];
    const countOf = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0);
    expect(flow).toMatchObject({ identified: 10, returned: 7 });
    expect(countOf(flow.duplicates) + countOf(flow.leftOut)).toBe(3);
    expect(searches[0].results.counts).toMatchObject({
      returned: 7,
      duplicates: 0,
      perEngine: { openalex: 3, crossref: 2, europepmc: 2, arxiv: 2, library: 1 },
    });
    const log = await exported('receipt');
    const lines = log.split('\n').filter((line) => line.startsWith('- Source '));
    expect(lines.map((line) => line.replace(/, \d{4}-.*/, ''))).toEqual([
      '- Source `library`: 1 of 1 records',
      '- Source `openalex`: 3 of 3 records',
      '- Source `crossref`: 2 of 2 records',
      '- Source `europepmc`: 2 of 2 records',
      '- Source `arxiv`: 2 of 2 records',
    ]);
    for (const request of requests) expect(log).toContain(`: \`${request}\``);
    expect(log).toContain(
      'We searched OpenAlex (n = 3), Crossref (n = 2), Europe PMC (n = 2), arXiv (n = 2) ' +
        'and the local library (1 paper; n = 1)',
    );
  });
});

describe('the sort and the filters of a request', () => {
  it('hold for the merged facts', async () => {
    const sorted = await session.search(KEYWORDS, { sort: 'citationCount:desc', minCitationCount: 5 });
    expect(sorted.papers.map(({ citations }) => citations)).toEqual([90, 40, 7, 5]);
    expect(sorted.notes.join(' ')).toMatch(/left out because a value is unknown: minCitationCount \d/);
    const years = await session.search(KEYWORDS, { sort: 'year:asc', year: '2013:2019' });
    expect(years.papers.map(({ year }) => year)).toEqual([2013, 2014, 2015, 2016, 2019]);
  });
});
