import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SourceName } from '../../src/contract/source-names.ts';
import { CUT, HTML, type Mood, NO_ANSWER, status, TRICKLE } from '../helpers/sources/answering-sources.ts';
import { BlackHoles } from '../helpers/sources/black-hole.ts';
import { KEYWORDS, OWN } from '../helpers/sources/shelf.ts';
import {
  ASKED_BY_DEFAULT,
  importPapers,
  Session,
  type Shown,
  settingsOf,
  startSources,
  stopSources,
  titlesOf,
} from '../helpers/sources/world.ts';
import { type Certificates, makeCertificates } from '../service/callbacks/certificates.ts';

/**
 * Sources that fail in every way that networks know, alone and together: a search ends in time with what it has, and
 * says so.
 */

type Name = (typeof ASKED_BY_DEFAULT)[number];
const TITLES: Record<Name, string> = {
  openalex: 'OpenAlex',
  crossref: 'Crossref',
  europepmc: 'Europe PMC',
  arxiv: 'arXiv',
};
const GAVE: Record<Name, string> = {
  openalex: 'OpenAlex gave 3',
  crossref: 'Crossref gave 2',
  europepmc: 'Europe PMC gave 2',
  arxiv: 'arXiv gave 2',
};

type Fault = { what: string; mood?: Mood; url?: (place: number) => string; says: string; requests: number };
let holes: BlackHoles;
const UNREACHABLE = 'could not be reached';
const UNREADABLE = 'gave an answer that cannot be read';
const LIMITED = 'allows no more requests for now (retry in N seconds)';
const SLOW = 'did not answer in time';

const RETRIED: Fault[] = [
  { what: 'cut in the middle', mood: CUT, says: UNREADABLE, requests: 2 },
  { what: 'answering with 500', mood: status(500), says: 'answered with an error of its own', requests: 2 },
];
const QUICK: Fault[] = [
  { what: 'answering with HTML under 200', mood: HTML, says: UNREADABLE, requests: 1 },
  { what: 'answering with 429', mood: status(429), says: LIMITED, requests: 1 },
  { what: 'of a name that nobody knows', url: (place) => `https://x${place}.invalid`, says: UNREACHABLE, requests: 0 },
  { what: 'refusing connections', url: (place) => `http://127.0.0.1:${place + 1}`, says: UNREACHABLE, requests: 0 },
  {
    what: 'without TLS where there must be',
    url: () => plain.replace('http:', 'https:'),
    says: UNREACHABLE,
    requests: 0,
  },
];
const HOLE: Fault = {
  what: 'behind a black hole',
  url: (place) => holes.urls[place] ?? '',
  says: UNREACHABLE,
  requests: 0,
};
let plain: string;

type Faults = Partial<Record<Name, Fault>>;
type Seen = { answer: Shown; asked: Record<SourceName, number> };

/** One search in a new data folder, where these sources have these faults. */
async function searchWith(faults: Faults, own: readonly object[] = []): Promise<Seen> {
  const sources = await startSources();
  const urls: Partial<Record<Name, string>> = {};
  for (const [place, name] of ASKED_BY_DEFAULT.entries()) {
    const fault = faults[name];
    sources[name].mood = fault?.mood;
    if (fault?.url) urls[name] = fault.url(place);
  }
  const settings = { ...settingsOf(sources, undefined, urls), PAPERQUEUE_LOCAL_CREDITS: 'basic:5' };
  try {
    if (own.length > 0) await importPapers(settings, own);
    const session = await Session.open(settings);
    const answer = await session.search(KEYWORDS);
    const left = (await session.call('estimate_credits', {})).credits.balance;
    // What failed was given back.
    expect(left).toBe(answer.isError ? 5 : 4);
    await session.end();
    const counts = Object.entries(sources).map(([name, { asked }]) => [name, asked.length]);
    return { answer, asked: Object.fromEntries(counts) };
  } finally {
    await stopSources(sources);
  }
}

const everywhere = (fault: Fault): Faults => Object.fromEntries(ASKED_BY_DEFAULT.map((name) => [name, fault]));
const sentence = (says: (name: Name) => string) => `${ASKED_BY_DEFAULT.map(says).join('; ')}.`;
const failing = (faults: Faults) =>
  sentence((name) => (faults[name] ? `${TITLES[name]} ${faults[name].says}` : GAVE[name]));

/** What an answer says, without the seconds that pass while others are waited for. */
const said = (texts: readonly string[]) => texts.join('\n').replace(/retry in \d+ seconds/g, 'retry in N seconds');

/** Of a search that found something: the failures first, then what the others gave. */
function expectNotes(answer: Shown, faults: Faults): void {
  const failed = ASKED_BY_DEFAULT.filter((name) => faults[name]);
  const rest = ASKED_BY_DEFAULT.filter((name) => !faults[name]);
  const failures = failed.map((name) => `${TITLES[name]} ${faults[name]?.says}`);
  expect(said(answer.notes.slice(0, 1))).toBe(`Sources that failed: ${failures.join('; ')}.`);
  if (rest.length > 0) expect(answer.notes).toContain(`${rest.map((name) => GAVE[name]).join('; ')}.`);
}

function expectRefund({ answer }: Seen, faults: Faults): void {
  expect(answer.error).toMatchObject({ code: 'JOB_FAILED', charged: 'no' });
  expect(said([answer.error?.message ?? ''])).toContain(failing(faults));
  expect(answer.papers).toEqual([]);
}

/** Slow ones take as long as they may, all at the same time as everything else here. */
const SLOW_FAULTS: Faults = {
  openalex: { what: 'silent', mood: NO_ANSWER, says: SLOW, requests: 1 },
  crossref: { what: 'silent', mood: NO_ANSWER, says: SLOW, requests: 1 },
  europepmc: { what: 'trickling', mood: TRICKLE, says: SLOW, requests: 1 },
  arxiv: { what: 'silent', mood: NO_ANSWER, says: SLOW, requests: 1 },
};
const { arxiv: _, ...SLOW_BUT_ARXIV } = SLOW_FAULTS;
let slow: { one: Promise<Seen>; three: Promise<Seen>; all: Promise<Seen> };

beforeAll(async () => {
  holes = await BlackHoles.open(4);
  const server = await startSources();
  plain = server.openalex.url;
  endings.push(() => stopSources(server));
  slow = {
    one: searchWith({ openalex: SLOW_FAULTS.openalex as Fault }),
    three: searchWith(SLOW_BUT_ARXIV, [OWN]),
    all: searchWith(SLOW_FAULTS),
  };
  // Awaited at the end of this file.
  for (const seen of Object.values(slow)) seen.catch(() => {});
});
const endings: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of endings) await end();
  await holes.close();
});

describe.concurrent('one source of four', () => {
  // Each fault at another source.
  const cases = [...QUICK, ...RETRIED].map((fault, place) => ({ name: ASKED_BY_DEFAULT[place % 4] as Name, fault }));
  it.each(cases)(
    '$name, $fault.what: the others give what they have, and the notes say which failed and why',
    async ({ name, fault }) => {
      const { answer, asked } = await searchWith({ [name]: fault });
      expect(answer).toMatchObject({ isError: false, job: { status: 'success' }, credits: { charged: 'yes' } });
      expectNotes(answer, { [name]: fault });
      expect(answer.papers.length).toBeGreaterThanOrEqual(4);
      expect(asked[name]).toBe(fault.requests);
    },
  );

  it('behind a black hole gets its patience, because others answer', async () => {
    const { answer } = await searchWith({ crossref: HOLE });
    expectNotes(answer, { crossref: HOLE });
    expect(titlesOf(answer.papers)).toHaveLength(5);
  });
});

describe.concurrent('all sources at once, not quickly', () => {
  it('each in its own way: every one of them is named with its own reason', async () => {
    const [html, limited, nameless] = QUICK as [Fault, Fault, Fault];
    const faults: Faults = { openalex: html, crossref: limited, europepmc: nameless, arxiv: HOLE };
    const seen = await searchWith(faults);
    expectRefund(seen, faults);
  });

  it.each(RETRIED)('$what: each is tried twice, at its own pace, and no more', async (fault) => {
    const seen = await searchWith(everywhere(fault));
    expectRefund(seen, everywhere(fault));
    for (const name of ASKED_BY_DEFAULT) expect(seen.asked[name]).toBe(2);
  });
});

describe('all sources at once', () => {
  it.each(QUICK)('$what: the job ends in error, is refunded and names them', async (fault) => {
    const seen = await searchWith(everywhere(fault));
    expectRefund(seen, everywhere(fault));
    for (const name of ASKED_BY_DEFAULT) expect(seen.asked[name]).toBe(fault.requests);
  });

  it('with hits in the library: these, and the notes of what failed', async () => {
    const [, , nameless] = QUICK as [Fault, Fault, Fault];
    const { answer } = await searchWith(everywhere(nameless), [OWN]);
    expect(answer).toMatchObject({ isError: false, job: { status: 'success' }, credits: { charged: 'yes' } });
    expect(titlesOf(answer.papers)).toEqual([OWN.title]);
    expectNotes(answer, everywhere(nameless));
  });
});

describe('a certificate that nobody vouches for', () => {
  it('is a source that cannot be reached, and gets no request', async () => {
    const certificates: Certificates = await makeCertificates('127.0.0.1');
    const { createServer } = await import('node:https');
    let requests = 0;
    const server = createServer({ key: certificates.key, cert: certificates.cert }, (_request, response) => {
      requests += 1;
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    endings.push(async () => void server.close());
    const { port } = server.address() as { port: number };
    const fault: Fault = { what: '', url: () => `https://127.0.0.1:${port}`, says: UNREACHABLE, requests: 0 };
    const { answer } = await searchWith({ europepmc: fault });
    expectNotes(answer, { europepmc: fault });
    expect(requests).toBe(0);
  });
});

describe('a storm of 429', () => {
  it('is told once: further searches, also at once, leave the sources alone', async () => {
    const sources = await startSources();
    for (const name of ASKED_BY_DEFAULT) sources[name].mood = status(429);
    const settings = settingsOf(sources);
    await importPapers(settings, [OWN]);
    const session = await Session.open(settings);
    const answers = await Promise.all(
      ['one', 'two', 'three', 'four'].map((word) => session.search([...KEYWORDS, word])),
    );
    const later = await session.search([...KEYWORDS, 'five']);
    for (const { isError, notes } of [...answers, later]) {
      expect(isError).toBe(false);
      for (const name of ASKED_BY_DEFAULT) {
        expect(notes.join(' ')).toMatch(
          new RegExp(`${TITLES[name]} (allows no more requests|is paused after repeated failures)`),
        );
      }
    }
    for (const name of ASKED_BY_DEFAULT) expect(sources[name].asked).toHaveLength(1);
    await session.end();
    // Another process of the same user knows it, too.
    const other = await Session.open(settings);
    await other.search([...KEYWORDS, 'six']);
    for (const name of ASKED_BY_DEFAULT) expect(sources[name].asked).toHaveLength(1);
    await other.end();
    await stopSources(sources);
  });

  it('that says for how long is heeded: once after a few seconds, not at all before a minute', async () => {
    const sources = await startSources();
    sources.openalex.mood = status(429, { 'retry-after': '1' });
    sources.europepmc.mood = status(429, { 'retry-after': '50' });
    const session = await Session.open(settingsOf(sources));
    const { notes } = await session.search(KEYWORDS);
    expect(notes.join(' ')).toMatch(/OpenAlex allows no more requests for now/);
    expect(notes.join(' ')).toMatch(/Europe PMC allows no more requests for now \(retry in (4\d|50) seconds\)/);
    expect([sources.openalex.asked.length, sources.europepmc.asked.length]).toEqual([2, 1]);
    await session.end();
    await stopSources(sources);
  });
});

describe('slow sources', () => {
  it('are named, and cost a search only their own papers', async () => {
    const one = await slow.one;
    expectNotes(one.answer, { openalex: SLOW_FAULTS.openalex as Fault });
    expect(one.answer.papers.length).toBeGreaterThanOrEqual(4);
    const three = await slow.three;
    expectNotes(three.answer, SLOW_BUT_ARXIV);
    expect(titlesOf(three.answer.papers)).toContain(OWN.title);
    const all = await slow.all;
    expectRefund(all, SLOW_FAULTS);
    for (const name of ASKED_BY_DEFAULT) expect(all.asked[name]).toBe(1);
  });
});
