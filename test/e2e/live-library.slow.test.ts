import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { libraryFolder } from '../helpers/library-folder.ts';
import { holdings, KEYWORDS, OWN, SHARED, SHARED_TITLE } from '../helpers/sources/shelf.ts';
import {
  ASKED_BY_DEFAULT,
  importPapers,
  Session,
  type Shown,
  type ShownPaper,
  type Sources,
  settingsOf,
  startSources,
  stopSources,
  titled,
  titlesOf,
} from '../helpers/sources/world.ts';

/**
 * The library grows by what the sources gave: it is found offline, the user's own facts stay, and nothing stale
 * replaces news.
 */

const OFFLINE = { PAPERQUEUE_SOURCES: 'library' };
const OTHER_DAY = new URL('../helpers/sources/other-day.mjs', import.meta.url);
const DAY_MS = 24 * 60 * 60 * 1000;

let sources: Sources;
let dataDir: string;
beforeAll(async () => {
  sources = await startSources();
});
afterAll(() => stopSources(sources));
beforeEach(() => {
  dataDir = libraryFolder();
  for (const [name, held] of Object.entries(holdings())) sources[name as keyof Sources].holdings = held;
});

type Settings = Record<string, string>;
const settingsWith = (extra: Settings): Settings => ({ ...settingsOf(sources, dataDir), ...extra });

/** One search of a server of its own, with every fact of what it found. */
async function searchOnce(extra: Settings = {}, args: object = {}): Promise<Shown> {
  // The calendar of another day belongs to a process.
  const open = extra.NODE_OPTIONS === undefined ? Session.open : Session.openBuilt;
  const session = await open(settingsWith(extra));
  const found = await searchIn(session, args);
  await session.end();
  return found;
}

async function searchIn(session: Session, args: object = {}): Promise<Shown> {
  const found = await session.search(KEYWORDS, args);
  const { papers } = await session.call('get_job', { jobId: found.job?.ref, view: 'full', count: 50 });
  // By words that go with ours the library finds papers of the starter catalogue, too.
  return { ...found, papers: papers.filter(({ title }) => /zibbet|quorrel/i.test(title)) };
}

const requests = () => ASKED_BY_DEFAULT.map((name) => sources[name].asked.length);
const facts = ({ ref, score, explanation, ...rest }: ShownPaper) => rest;
const byTitle = (a: { title: string }, b: { title: string }) => a.title.localeCompare(b.title);

describe('what was found live', () => {
  it('is found offline by the next search, with every fact, its sources and its day; by a process that ran before, too', async () => {
    const running = await Session.openBuilt(settingsWith(OFFLINE));
    expect(titlesOf((await searchIn(running)).papers)).toEqual([]);
    const live = await searchOnce();
    expect(live.papers).toHaveLength(6);
    const asked = requests();
    const offline = await searchOnce(OFFLINE, { fresh: true });
    expect(offline.papers.map(facts).sort(byTitle)).toEqual(live.papers.map(facts).sort(byTitle));
    const seen = await searchIn(running, { fresh: true });
    expect(seen.papers.map(facts).sort(byTitle)).toEqual(live.papers.map(facts).sort(byTitle));
    await running.end();
    expect(requests()).toEqual(asked);
  });

  it('can be related papers, which are found offline as well', async () => {
    const session = await Session.open(settingsWith({ PAPERQUEUE_SOURCES: 'library,openalex' }));
    const found = await session.search(KEYWORDS);
    const { ref } = titled(found.papers, SHARED_TITLE);
    await session.call('related_papers', { ref, relation: 'references' });
    await session.end();
    expect(titlesOf((await searchOnce(OFFLINE)).papers)).toContain('Zibbet of old');
  });

  it('is not kept with PAPERQUEUE_KEEP_FOUND=off', async () => {
    const off = { PAPERQUEUE_KEEP_FOUND: 'off', PAPERQUEUE_SOURCES: 'library,openalex' };
    const session = await Session.open(settingsWith(off));
    const found = await session.search(KEYWORDS);
    expect(found.papers).toHaveLength(3);
    const related = await session.call('related_papers', { ref: found.papers[0]?.ref, relation: 'references' });
    expect(related.papers).toHaveLength(2);
    await session.end();
    expect((await searchOnce(OFFLINE)).papers).toEqual([]);
  });
});

describe('a paper that the user imported', () => {
  it('keeps what the user said of it and is completed by the sources', async () => {
    const own = {
      title: SHARED_TITLE,
      authors: ['Cleo Fiction', 'Dan Placeholder'],
      year: 2022,
      doi: 'doi:10.5555/zibbet.shared',
      abstract: 'My own words about zibbet lanterns and the quorrel.',
      venue: 'My Shelf of Offprints',
    };
    await importPapers(settingsWith(OFFLINE), [own, OWN]);
    await searchOnce();
    const { papers } = await searchOnce(OFFLINE);
    expect(papers).toHaveLength(7);
    expect(titled(papers, SHARED_TITLE)).toMatchObject({
      authors: own.authors.join(', '),
      year: own.year,
      abstract: own.abstract,
      venue: own.venue,
      citations: 40,
      pmid: '34567890',
    });
    const provenance = Object.values(titled(papers, SHARED_TITLE).provenance as Record<string, string>).join(', ');
    for (const fact of ['abstract', 'authors', 'year', 'venue']) expect(provenance.split(', ')).not.toContain(fact);
    expect(facts(titled(papers, OWN.title))).toMatchObject({ engine: 'library', abstract: OWN.abstract });
  });
});

describe('an equal search', () => {
  it('gives the first job again after the library has grown, and a new one after an import', async () => {
    const session = await Session.open(settingsWith({ PAPERQUEUE_SOURCES: 'library,openalex' }));
    const first = await session.search(KEYWORDS);
    const asked = requests();
    const second = await session.search(KEYWORDS);
    expect(second).toMatchObject({ job: { ref: first.job.ref, reused: true }, credits: { charged: 'no' } });
    expect(requests()).toEqual(asked);
    await importPapers(settingsWith(OFFLINE), [OWN]);
    const third = await session.search(KEYWORDS);
    expect(third).toMatchObject({ job: { reused: false }, credits: { charged: 'no' } });
    expect(titlesOf(third.papers)).toContain(OWN.title);
    // What the source said a moment ago still holds.
    expect(requests()).toEqual(asked);
    expect(third.notes.join(' ')).toMatch(/OpenAlex gave 3 \(stored /);
    await session.end();
    expect((await searchOnce(OFFLINE)).job.ref).not.toBe(third.job.ref);
  });
});

describe('counts of citations', () => {
  /**
   * The same search so many days from now, when OpenAlex counts so many citations; what the library says afterwards.
   */
  async function countedAfter(days: number, citations: number) {
    sources.openalex.holdings = { works: [{ ...SHARED.openalex, citations }] };
    const calendar = { NODE_OPTIONS: `--import=${OTHER_DAY.href}`, PAPERQUEUE_TEST_DAYS: String(days) };
    const live = await searchOnce({ PAPERQUEUE_SOURCES: 'library,openalex', ...calendar }, { fresh: true });
    expect(live.notes.join(' ')).toContain('OpenAlex gave 1.');
    const paper = titled((await searchOnce(OFFLINE, { fresh: true })).papers, SHARED_TITLE);
    const told = Object.entries(paper.provenance as Record<string, string>);
    const [teller = ''] = told.find(([, names]) => names.split(', ').includes('citationCount')) ?? [];
    return { citations: paper.citations, teller };
  }
  const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

  it('give way to newer ones, not to older ones', async () => {
    expect(await countedAfter(3, 40)).toEqual({ citations: 40, teller: `openalex ${day(3)}` });
    expect(await countedAfter(6, 44)).toEqual({ citations: 44, teller: `openalex ${day(6)}` });
    // A second machine's folder, a clock that was wrong: what was said before the last word.
    expect(await countedAfter(4, 41)).toEqual({ citations: 44, teller: `openalex ${day(6)}` });
    // Sources clean up: the newer word counts, though it is lower.
    expect(await countedAfter(9, 43)).toEqual({ citations: 43, teller: `openalex ${day(9)}` });
  });
});
