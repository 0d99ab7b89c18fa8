import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/contract/secret.ts';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import type { Paper } from '../../../src/papers/paper.ts';
import { createEnricher, type EnricherOptions } from '../../../src/service/enrichment/enrich.ts';
import { createLookUps, type LookUp } from '../../../src/service/enrichment/identifier-lookups.ts';
import { createScrapingService } from '../../../src/service/scraping/scraping-service.ts';
import { nastyPapers } from '../../helpers/nasty-papers.ts';
import { runs, some } from '../../helpers/runs.ts';
import { inWords } from '../../helpers/said.ts';
import { SCRAPER_KEY } from '../../helpers/secrets.ts';
import { answers, breaksOff, type Handler, httpServers, PATIENT, staysSilent } from '../scraping/http-servers.ts';
import { lookUpsTo } from './live-look-ups.ts';
import { ABSTRACT, crossrefOf, crossrefWork, openAlexOf, openAlexWork, scraperOf } from './open-sources.ts';

const start = httpServers();
const KEY = new Secret(SCRAPER_KEY);
const TITLE = 'A toy survey of river-sensor networks';
const PAPER: WirePaper = { id: 'p1', title: TITLE, doi: '10.5555/demo.17', year: 2023, downloadable: false };
const RECORD: Paper = {
  key: 'k',
  title: TITLE,
  authors: [],
  fieldsOfStudy: [],
  downloadable: false,
  doi: '10.5555/demo.17',
};

async function lookUpsAt(handlers: { openalex?: Handler; crossref?: Handler }): Promise<LookUp[]> {
  const started = Object.entries(handlers).map(async ([name, handler]) => [name, (await start(handler)).url] as const);
  return lookUpsTo(Object.fromEntries(await Promise.all(started))).lookUps;
}

async function scrapingAt(handler: Handler) {
  const server = await start(handler);
  return { server, scraping: createScrapingService({ baseUrl: server.url, fetch, timeoutMs: 1_000 }) };
}

/** What was filled, and what a person reads of it. */
async function enrich(papers: readonly WirePaper[], options: EnricherOptions, scraperKey?: Secret, signal = PATIENT) {
  const filled = await createEnricher(options)(papers, { scraperKey, signal });
  return { ...filled, notes: inWords(filled.notes) };
}

/** Papers with a page each, on hosts of their own unless told otherwise, and the heads of those pages. */
function papersWithPages(number: number, host = (place: number) => `host${place}.example`) {
  const papers: WirePaper[] = Array.from({ length: number }, (_, place) => ({
    title: `The invented paper number ${place}`,
    link: `https://${host(place)}/${place}`,
  }));
  const heads = Object.fromEntries(
    papers.map(({ title, link }) => [
      link,
      `<meta name="citation_title" content="${title}"><meta name="citation_abstract" content="${ABSTRACT}">`,
    ]),
  );
  return { papers, heads };
}

describe('enrichment', () => {
  it('asks the library first, then the sources in turn, then landing pages, each for what is left', async () => {
    const library = () => ({ ...RECORD, quartile: 'Q1', publisher: 'Library Press' });
    const bare = { abstract_inverted_index: null, referenced_works_count: 0 };
    const lookUps = await lookUpsAt({
      openalex: openAlexOf([openAlexWork('10.5555/demo.17', bare)]),
      crossref: crossrefOf([crossrefWork('10.5555/demo.17', { abstract: null })]),
    });
    const page = `<meta name="citation_doi" content="10.5555/demo.17"><meta name="citation_abstract" content="${ABSTRACT}">`;
    const { scraping } = await scrapingAt(scraperOf({ 'https://doi.org/10.5555/demo.17': page }));
    const { papers, notes } = await enrich([PAPER], { library, lookUps, scraping }, KEY);
    expect(papers).toEqual([
      {
        ...PAPER,
        v_quartile_ranking: 'Q1',
        v_publisher: 'Library Press',
        isOpenAccess: true,
        pdfLink: 'https://journal.example/demo-17.pdf',
        journalName: 'Journal of Invented Hydrology',
        v_journal_name: 'Journal of Invented Hydrology',
        publicationType: 'journal',
        impactFactor: { citationCount: 12, referenceCount: 34 },
        abstract: ABSTRACT,
        enriched: {
          v_quartile_ranking: 'library',
          v_publisher: 'library',
          isOpenAccess: 'openalex',
          pdfLink: 'openalex',
          journalName: 'openalex',
          v_journal_name: 'openalex',
          publicationType: 'openalex',
          citationCount: 'openalex',
          referenceCount: 'crossref',
          abstract: 'landing page',
        },
      },
    ]);
    expect(notes).toEqual([
      'Enrichment: the library filled 1 publisher and 1 quartile.',
      'Enrichment: OpenAlex was asked about 1 paper and filled 1 open-access state, 1 PDF link, 1 citation count, 1 venue and 1 publication type.',
      'Enrichment: Crossref was asked about 1 paper and filled 1 reference count.',
      'Enrichment: 1 of 1 landing page could be read and filled 1 abstract.',
    ]);
  });

  it('asks nobody about papers that lack nothing', async () => {
    const openalex = await start(openAlexOf([]));
    const { lookUps } = lookUpsTo({ openalex: openalex.url });
    const whole: WirePaper = {
      ...PAPER,
      abstract: ABSTRACT,
      isOpenAccess: false,
      impactFactor: { citationCount: 1, referenceCount: 2 },
      journalName: 'J',
      v_publisher: 'P',
      publicationType: 'journal',
      v_quartile_ranking: 'Q1',
    };
    const { papers, notes } = await enrich([whole], { library: () => RECORD, lookUps });
    expect(papers).toEqual([whole]);
    expect(notes).toEqual(['Enrichment: no paper lacked a field that could be looked up.']);
    expect(openalex.asked).toEqual([]);
  });

  it('takes nothing from a library record of another paper', async () => {
    const other = { ...RECORD, doi: '10.5555/other', abstract: 'Of another paper.' };
    expect((await enrich([PAPER], { library: () => other })).papers).toEqual([PAPER]);
  });

  it('leaves its input as it was', async () => {
    const given = structuredClone([PAPER]);
    await enrich(given, { library: () => ({ ...RECORD, abstract: ABSTRACT }) });
    expect(given).toEqual([PAPER]);
  });

  it('survives a library that breaks', async () => {
    const library = () => {
      throw new Error('a path of the inside');
    };
    const { papers, notes } = await enrich([PAPER], { library });
    expect(papers).toEqual([PAPER]);
    expect(notes).toEqual(['Enrichment: the library filled nothing; then it could not be read.']);
  });

  it('says of a source that fails what failed', async () => {
    const lookUps = await lookUpsAt({
      openalex: answers(429, '', { 'Retry-After': '60' }),
      crossref: answers(200, { status: 'failed', message: [] }),
    });
    const { papers, notes } = await enrich([PAPER, { ...PAPER, doi: '10.5555/demo.18' }], { lookUps });
    expect(papers).toEqual([PAPER, { ...PAPER, doi: '10.5555/demo.18' }]);
    expect(notes).toEqual([
      'Enrichment: OpenAlex gave no answer about 2 papers: it allows no more requests for now (retry in 60 seconds).',
      'Enrichment: Crossref gave no answer about 2 papers: it refused the request.',
    ]);
  });

  it('says how many papers a source gave no answer about, and why', async () => {
    const lookUps: LookUp[] = (['openalex', 'crossref'] as const).map((source) => ({
      source,
      title: source,
      fields: ['abstract'],
      find: async () => ({
        answered: 70,
        unanswered: 50,
        ...(source === 'crossref' && { failure: { failure: 'refused' as const } }),
      }),
    }));
    expect((await enrich([PAPER], { lookUps })).notes).toEqual([
      'Enrichment: openalex was asked about 70 papers and filled nothing; it gave no answer about 50 papers.',
      'Enrichment: crossref was asked about 70 papers and filled nothing; it gave no answer about 50 papers: it refused the request.',
    ]);
  });

  it('survives a look-up that throws', async () => {
    const broken: LookUp = {
      source: 'crossref',
      title: 'Crossref',
      fields: ['abstract'],
      find: () => Promise.reject(new Error(`a detail with ${SCRAPER_KEY}`)),
    };
    const { papers, notes } = await enrich([PAPER], { lookUps: [broken] });
    expect(papers).toEqual([PAPER]);
    expect(notes).toEqual(['Enrichment: asking Crossref failed; it filled nothing.']);
  });
});

describe('landing pages', () => {
  it('are read only with a key', async () => {
    const { papers, heads } = papersWithPages(1);
    const { server, scraping } = await scrapingAt(scraperOf(heads));
    expect((await enrich(papers, { scraping })).papers).toEqual(papers);
    expect(server.asked).toEqual([]);
  });

  it('are read only for papers without an abstract that have a public page', async () => {
    const { papers, heads } = papersWithPages(2);
    const { server, scraping } = await scrapingAt(scraperOf(heads));
    const given = [
      { ...papers[0], abstract: 'Known.' },
      papers[1] as WirePaper,
      { title: 'No page', link: 'http://10.0.0.1/' },
    ];
    const got = await enrich(given, { scraping }, KEY);
    expect(got.papers.map(({ abstract }) => abstract)).toEqual(['Known.', ABSTRACT, undefined]);
    expect(server.asked.map(({ body }) => JSON.parse(body).url)).toEqual(['https://host1.example/1']);
  });

  it('stay within the budget of a job, the best papers first', async () => {
    const { papers, heads } = papersWithPages(5);
    const { server, scraping } = await scrapingAt(scraperOf(heads));
    const got = await enrich(papers, { scraping, pageBudget: 2 }, KEY);
    expect(server.asked).toHaveLength(2);
    expect(got.papers.map(({ abstract }) => abstract !== undefined)).toEqual([true, true, false, false, false]);
    expect(got.notes).toEqual([
      'Enrichment: 2 of 2 landing pages could be read and filled 2 abstracts; 3 papers were over the limit of a job.',
    ]);
  });

  it('are read side by side, but never two of one host', async () => {
    const { papers, heads } = papersWithPages(12, (place) => `host${place % 3}.example`);
    const busy: string[] = [];
    let most = 0;
    const { server, scraping } = await scrapingAt((asked, answer, nth) => {
      const { hostname } = new URL(JSON.parse(asked.body).url);
      expect(busy).not.toContain(hostname);
      busy.push(hostname);
      most = Math.max(most, busy.length);
      setTimeout(() => {
        busy.splice(busy.indexOf(hostname), 1);
        scraperOf(heads)(asked, answer, nth);
      }, 20);
    });
    const got = await enrich(papers, { scraping, concurrency: 2 }, KEY);
    expect(server.asked).toHaveLength(12);
    expect(most).toBe(2);
    expect(got.papers.every(({ abstract }) => abstract === ABSTRACT)).toBe(true);
  });

  it('that cannot be read or are about something else are told apart, and the others count', async () => {
    const { papers, heads } = papersWithPages(4);
    delete heads['https://host1.example/1'];
    heads['https://host2.example/2'] = '<title>Log in</title>';
    const { scraping } = await scrapingAt(scraperOf(heads));
    const got = await enrich(papers, { scraping, concurrency: 1 }, KEY);
    expect(got.papers.map(({ abstract }) => abstract !== undefined)).toEqual([true, false, false, true]);
    expect(got.notes).toEqual([
      'Enrichment: 3 of 4 landing pages could be read and filled 2 abstracts; 1 did not name the paper.',
    ]);
  });

  it.each<[string, Handler, number, RegExp]>([
    [
      'does not accept the key',
      answers(401, { success: false }),
      1,
      /because the scraping service does not accept the key\.$/,
    ],
    [
      'has no credits left',
      answers(402, { success: false }),
      1,
      /because the scraping service has too few credits left for the key\.$/,
    ],
    [
      'allows no more',
      answers(429, { success: false }),
      1,
      /because the scraping service allows no more requests for now\.$/,
    ],
    ['is down', answers(502, '<html>'), 3, /because the scraping service refused the request \(status 502\)\.$/],
    ['breaks off', breaksOff, 3, /because the scraping service could not be reached\.$/],
  ])('are not asked for any more when the service %s', async (_what, handler, requests, note) => {
    const { papers } = papersWithPages(6);
    const { server, scraping } = await scrapingAt(handler);
    const got = await enrich(papers, { scraping, concurrency: 1 }, KEY);
    expect(got.papers).toEqual(papers);
    expect(server.asked).toHaveLength(requests);
    expect(got.notes).toHaveLength(1);
    expect(got.notes[0]).toMatch(note);
    expect(got.notes[0]).not.toContain(SCRAPER_KEY);
  });
});

describe('the time', () => {
  it('that is over ends the work with what there is', async () => {
    const { papers, heads } = papersWithPages(3);
    const { url } = await start((asked, answer, nth) => {
      if (nth === 1) scraperOf(heads)(asked, answer, nth);
    });
    const scraping = createScrapingService({ baseUrl: url, fetch, timeoutMs: 60_000 });
    const got = await enrich(papers, { scraping, concurrency: 1, timeMs: 1_000 }, KEY);
    expect(got.papers.map(({ abstract }) => abstract !== undefined)).toEqual([true, false, false]);
    expect(got.notes).toEqual([
      'Enrichment: 1 of 2 landing pages could be read and filled 1 abstract.',
      'Enrichment ended early: its time was up.',
    ]);
  });

  it('is not outrun by a source that does not listen', async () => {
    const lookUp = () => new Promise<never>(() => {});
    const deaf = createLookUps([{ source: 'openalex', title: 'OpenAlex', fields: ['abstract'], lookUp }]);
    const got = await enrich([PAPER], { lookUps: deaf, timeMs: 50 });
    expect(got).toEqual({ papers: [PAPER], notes: ['Enrichment ended early: its time was up.'] });
  });

  it('ends for a stopped job at once, at whichever part', async () => {
    for (const part of ['openalex', 'scraping'] as const) {
      const stop = new AbortController();
      const silent: Handler = (asked, answer, nth) => {
        staysSilent(asked, answer, nth);
        stop.abort();
      };
      const lookUps = part === 'openalex' ? await lookUpsAt({ openalex: silent }) : [];
      const { scraping } = await scrapingAt(silent);
      const got = await enrich(
        [PAPER],
        { library: () => ({ ...RECORD, quartile: 'Q2' }), lookUps, scraping },
        KEY,
        stop.signal,
      );
      expect(got.papers[0]).toMatchObject({ v_quartile_ranking: 'Q2' });
      expect(got.notes.at(-1)).toBe('Enrichment ended early: it was stopped.');
    }
  });

  it('of a job that was stopped before costs no request', async () => {
    const { server, scraping } = await scrapingAt(staysSilent);
    const got = await enrich([PAPER], { library: () => RECORD, scraping }, KEY, AbortSignal.abort());
    expect(got).toEqual({ papers: [PAPER], notes: ['Enrichment ended early: it was stopped.'] });
    expect(server.asked).toEqual([]);
  });
});

describe('whatever the papers and the sources are like', () => {
  const nasty = nastyPapers(runs(300));
  const troubles: [string, Handler][] = [
    ['an error page', answers(500, '<html>')],
    ['an error under 200', answers(200, { error: 'x', success: false, status: 'failed', message: [] })],
    ['null', answers(200, 'null')],
    ['nothing', breaksOff],
  ];

  it.each(some(troubles))(
    'a source that answers %s leaves the papers as they were, and a note',
    async (_what, handler) => {
      const { url } = await start(handler);
      const options: EnricherOptions = {
        lookUps: lookUpsTo({ openalex: url, crossref: url }).lookUps,
        scraping: createScrapingService({ baseUrl: url, fetch }),
      };
      const { papers, notes } = await enrich(nasty, options, KEY);
      expect(papers).toEqual(nasty);
      expect(notes).toHaveLength(3);
      for (const note of notes) expect(note).not.toContain(SCRAPER_KEY);
    },
  );

  it('no paper is lost, moved or given a fact in place of a known one', async () => {
    const tell = { abstract: ABSTRACT, doi: '10.5555/x', isOpenAccess: true, citationCount: 7, venue: 'V', year: 2001 };
    await fc.assert(
      fc.asyncProperty(fc.subarray(nasty), fc.infiniteStream(fc.nat()), async (given, places) => {
        const careless: LookUp = {
          source: 'openalex',
          title: 'OpenAlex',
          fields: ['abstract', 'doi'],
          find: async (papers, _signal, onFound) => {
            for (const _paper of papers) onFound((places.next().value as number) % papers.length, tell);
            return { answered: papers.length, unanswered: 0 };
          },
        };
        const { papers } = await enrich(given, { lookUps: [careless] });
        expect(papers.map(({ title, id, authors }) => ({ title, id, authors }))).toEqual(
          given.map(({ title, id, authors }) => ({ title, id, authors })),
        );
        papers.forEach((paper, place) => {
          const { year, isOpenAccess, impactFactor } = given[place] as WirePaper;
          if (year != null) expect(paper.year).toBe(year);
          if (isOpenAccess != null) expect(paper.isOpenAccess).toBe(isOpenAccess);
          if (impactFactor?.citationCount != null) expect(paper.impactFactor).toMatchObject(impactFactor);
        });
      }),
      { numRuns: runs(15) },
    );
  });
});
