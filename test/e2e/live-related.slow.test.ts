import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXAMPLE_PAPER, ScriptedService } from '../helpers/scripted-service.ts';
import { TOKEN } from '../helpers/secrets.ts';
import { HTML, type Mood, status } from '../helpers/sources/answering-sources.ts';
import { KEYWORDS, SHARED_TITLE } from '../helpers/sources/shelf.ts';
import {
  Session,
  type Shown,
  type Sources,
  settingsOf,
  startSources,
  stopSources,
  titled,
  titlesOf,
} from '../helpers/sources/world.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/**
 * What follows from a stored paper: its references, the papers that cite it and those that are like it, as jobs that
 * cost nothing.
 */

const OWLS = ['owls', 'reading glasses', 'night vision'];
const REFERENCES = ['Zibbet of old', 'Quorrel before lanterns'];
const CITATIONS = ['Zibbet since then', 'Quorrel of today'];

let sources: Sources;
let scripted: ScriptedService;

beforeAll(async () => {
  sources = await startSources();
  scripted = await new ScriptedService({
    token: TOKEN,
    papers: [{ ...EXAMPLE_PAPER, doi: '10.5555/zibbet.shared' }],
  }).start();
});
afterAll(async () => {
  await stopSources(sources);
  await scripted.stop();
});

const jobsOf = async (session: Session) => (await session.call('list_jobs', {})) as unknown as { jobs: object[] };

type Mode = {
  mode: string;
  settings: () => Record<string, string>;
  search: (session: Session) => Promise<Shown>;
  title: string;
};
const EMBEDDED: Mode = {
  mode: 'embedded',
  settings: () => ({
    ...settingsOf(sources),
    PAPERQUEUE_SOURCES: 'library,openalex',
    PAPERQUEUE_LOCAL_CREDITS: 'basic:1',
  }),
  search: (session) => session.search(KEYWORDS),
  title: SHARED_TITLE,
};
const HOSTED: Mode = {
  mode: 'hosted',
  settings: () => ({
    ...settingsOf(sources),
    PAPERQUEUE_SOURCES: 'library,openalex',
    PAPERQUEUE_BASE_URL: scripted.baseUrl,
    PAPERQUEUE_TOKEN: TOKEN,
    PAPERQUEUE_REQUESTS_PER_MINUTE: '600',
  }),
  search: (session) => session.search(OWLS),
  title: EXAMPLE_PAPER.title,
};

describe.each([EMBEDDED, HOSTED])('related_papers in $mode mode', ({ mode, settings, search, title }) => {
  let session: Session;
  let ref: string;
  beforeAll(async () => {
    session = await Session.open(settings());
    const found = await search(session);
    ref = titled(found.papers, title).ref;
    scripted.requests.length = 0;
  });
  afterAll(() => session.end());

  const ask = (relation: string, args: object = {}) => session.call('related_papers', { ref, relation, ...args });

  // First, because what was answered once is kept.
  it('says so and records nothing when the source fails, and asks again the next time', async () => {
    const before = (await jobsOf(session)).jobs.length;
    const askFailing = async (mood: Mood) => {
      sources.openalex.mood = mood;
      try {
        return await ask('citations');
      } finally {
        sources.openalex.mood = undefined;
      }
    };
    const down = await askFailing(status(500));
    expect(down.error).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', charged: 'no', retryable: true });
    expect(down.error?.message).toContain('OpenAlex answered with an error of its own');
    const html = await askFailing(HTML);
    expect(html.error).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', charged: 'no', retryable: true });
    expect(html.error?.message).toContain('OpenAlex gave an answer that cannot be read');
    expect((await jobsOf(session)).jobs).toHaveLength(before);
    expect(await ask('citations')).toMatchObject({ isError: false, job: { reused: false } });
  });

  it('finds what is similar in the library alone while the source fails, says so, and asks again the next time', async () => {
    sources.openalex.mood = status(500);
    const alone = await ask('similar', { limit: 200 });
    sources.openalex.mood = undefined;
    // Nothing of the library is like the paper of the hosted service, and the source may know some the next time.
    if (mode === 'hosted') expect(alone.error).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', retryable: true });
    else expect(alone).toMatchObject({ isError: false, job: { reused: false } });
    expect(JSON.stringify(alone.error ?? alone.notes)).toMatch(/OpenAlex/);
    expect((await ask('similar', { limit: 200 })).job.reused).toBe(false);
  });

  it('makes a job of each relation, free, that get_job pages and filters', async () => {
    const references = await ask('references');
    expect(references).toMatchObject({
      isError: false,
      mode,
      job: { status: 'success', operation: 'relatedPapers', reused: false },
      credits: { cost: 0, charged: 'no' },
    });
    expect(titlesOf(references.papers)).toEqual(REFERENCES);
    expect(references.notes.join(' ')).toContain('OpenAlex gave 2');
    const { ref: job } = references.job;
    const page = await session.call('get_job', { jobId: job, offset: 1, count: 1, view: 'full' });
    expect(page).toMatchObject({ page: { offset: 1, count: 1, total: 2 }, job: { ref: job } });
    expect(page.papers).toMatchObject([{ ref: `${job}-2`, title: REFERENCES[1], engine: 'openalex' }]);
    const cited = await session.call('get_job', { jobId: job, where: { minCitations: 100 } });
    expect(titlesOf(cited.papers)).toEqual([REFERENCES[0]]);
    expect(titlesOf((await ask('similar')).papers)).toEqual(['Lanterns like zibbet']);
    expect(scripted.requests).toEqual([]);
  });

  it('says first that a citing paper is retracted', async () => {
    const { papers } = await ask('citations');
    expect(titlesOf(papers).sort()).toEqual([...CITATIONS].sort());
    const [retracted] = papers.filter((paper) => paper.retracted);
    expect(retracted?.title).toBe(CITATIONS[0]);
    expect(Object.keys(retracted ?? {}).slice(0, 4)).toEqual(['ref', 'retracted', 'retraction', 'title']);
  });

  it('gives an equal call the same job without asking anybody', async () => {
    const first = await ask('references');
    const asked = sources.openalex.asked.length;
    const second = await ask('references');
    expect(second.job).toMatchObject({ ref: first.job.ref, reused: true });
    expect(titlesOf(second.papers)).toEqual(REFERENCES);
    expect(sources.openalex.asked).toHaveLength(asked);
    expect((await ask('references', { limit: 200 })).job.ref).not.toBe(first.job.ref);
  });

  it('leads on: what is related to a related paper can be asked, too', async () => {
    const { papers } = await ask('references');
    const further = await session.call('related_papers', { ref: papers[0]?.ref, relation: 'citations' });
    expect(further).toMatchObject({ isError: false, job: { status: 'success' } });
    expect(sources.openalex.asked.at(-1)?.url).toContain('filter=cites%3AW201');
  });

  it('holds what was asked and what each source gave in its receipt', async () => {
    const { job } = await ask('references');
    const receipt = await session.call('export_papers', { jobId: job.ref, format: 'receipt-json' });
    const [log] = JSON.parse((receipt as unknown as { export: { text: string } }).export.text).searches;
    expect(log).toMatchObject({
      request: null,
      related: { ref, relation: 'references', title },
      credits: { cost: 0, charged: 'no' },
      sources: [{ source: 'openalex', title: 'OpenAlex', gave: 2, total: 2 }],
    });
  });

  it.each([
    ['J99-1', 'JOB_NOT_FOUND'],
    ['J1-99', 'JOB_NOT_FOUND'],
    ['W123', 'INVALID_INPUT'],
  ])('refuses %s, which is no stored paper', async (unknown, code) => {
    const asked = sources.openalex.asked.length;
    const answer = await session.call('related_papers', { ref: unknown, relation: 'similar' });
    expect(answer.error).toMatchObject({ code, charged: 'no', retryable: false });
    expect(sources.openalex.asked).toHaveLength(asked);
  });
});

describe.each([EMBEDDED, HOSTED])('related_papers in $mode mode, without a source that can tell', (each) => {
  it('is not configured with PAPERQUEUE_SOURCES=library, and asks nobody', async () => {
    const dataDir = temporaryFolder();
    const found = await Session.open({ ...each.settings(), PAPERQUEUE_DATA_DIR: dataDir });
    const ref = titled((await each.search(found)).papers, each.title).ref;
    await found.end();
    const asked = Object.values(sources).map((source) => source.asked.length);
    const session = await Session.open({
      ...each.settings(),
      PAPERQUEUE_DATA_DIR: dataDir,
      PAPERQUEUE_SOURCES: 'library',
    });
    const answer = await session.call('related_papers', { ref, relation: 'references' });
    expect(answer.error).toMatchObject({ code: 'NOT_CONFIGURED', charged: 'no', retryable: false });
    expect((await jobsOf(session)).jobs).toHaveLength(1);
    await session.end();
    expect(Object.values(sources).map((source) => source.asked.length)).toEqual(asked);
  });
});

describe('related_papers of several sources', () => {
  it('merges what two sources tell, and names one that failed beside it', async () => {
    const session = await Session.open({
      ...EMBEDDED.settings(),
      PAPERQUEUE_SOURCES: 'library,openalex,semanticscholar',
    });
    const ref = titled((await EMBEDDED.search(session)).papers, EMBEDDED.title).ref;
    const both = await session.call('related_papers', { ref, relation: 'references' });
    expect(titlesOf(both.papers)).toEqual(REFERENCES);
    const full = await session.call('get_job', { jobId: both.job.ref, view: 'full' });
    expect(full.papers).toMatchObject([{ engine: 'openalex,semanticscholar', citations: 900 }, { engine: 'openalex' }]);
    sources.semanticscholar.mood = status(429);
    try {
      const one = await session.call('related_papers', { ref, relation: 'similar' });
      expect(titlesOf(one.papers)).toEqual(['Lanterns like zibbet']);
      expect(one.notes[0]).toMatch(/^Sources that failed: Semantic Scholar allows no more requests for now/);
      expect(one.notes).toContain('OpenAlex gave 1.');
    } finally {
      sources.semanticscholar.mood = undefined;
    }
    await session.end();
  });
});
