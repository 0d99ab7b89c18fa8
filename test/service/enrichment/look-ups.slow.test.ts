import { describe, expect, it } from 'vitest';
import type { SourceName } from '../../../src/contract/source-names.ts';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import type { PaperInput } from '../../../src/papers/paper.ts';
import { lookUpAll } from '../../../src/search/sources/look-up-by-id.ts';
import type { SourceWithSettings } from '../../../src/search/sources/runner.ts';
import type { FieldValues } from '../../../src/service/enrichment/enriched-fields.ts';
import {
  createLookUps,
  type IdentifierAnswer,
  type LookUp,
} from '../../../src/service/enrichment/identifier-lookups.ts';
import type { KnownFailure } from '../../../src/wording/notes/source-outcomes.ts';
import { queryOf } from '../../helpers/query.ts';
import { TOKEN } from '../../helpers/secrets.ts';
import { answers, breaksOff, type Handler, httpServers, NOBODY, PATIENT } from '../scraping/http-servers.ts';
import { lookUpsTo } from './live-look-ups.ts';
import { ABSTRACT, crossrefOf, crossrefWork, openAlexOf, openAlexWork } from './open-sources.ts';

const start = httpServers();
const DOI = '10.5555/demo.17';
const PAPER: WirePaper = { title: 'A toy survey', doi: DOI };
const ARXIV: WirePaper = { title: 'Another title', link: 'https://arxiv.org/abs/2304.00001v3' };
const ARXIV_DOI = '10.48550/arxiv.2304.00001';

async function find(lookUp: LookUp | undefined, papers: WirePaper[], signal = PATIENT) {
  if (!lookUp) throw new Error('no look-up');
  const found: [number, FieldValues][] = [];
  const report = await lookUp.find(papers, signal, (place, facts) => found.push([place, facts]));
  return { found, report };
}

function lookUpAt(source: SourceName, url: string, environment?: NodeJS.ProcessEnv): LookUp | undefined {
  return lookUpsTo({ [source]: url }, environment).lookUps[0];
}

const many = (number: number): WirePaper[] =>
  Array.from({ length: number }, (_, place) => ({ title: `Paper ${place}`, doi: `10.5555/${place}` }));

describe('a look-up', () => {
  const answering = (answer: (dois: readonly string[]) => Partial<IdentifierAnswer>) => {
    const asked: string[][] = [];
    const [lookUp] = createLookUps([
      {
        source: 'openalex',
        title: 'OpenAlex',
        fields: ['abstract'],
        async lookUp(dois) {
          asked.push([...dois]);
          return { records: new Map(), covered: dois, unanswered: [], ...answer(dois) };
        },
      },
    ]);
    return { lookUp, asked };
  };
  const knowing = (works: Record<string, PaperInput>) => answering(() => ({ records: new Map(Object.entries(works)) }));

  it('asks for each DOI once, fills every paper that has it, and asks for none without an identifier', async () => {
    const { lookUp, asked } = knowing({ [DOI]: { doi: DOI, abstract: ABSTRACT } });
    const { found, report } = await find(lookUp, [
      PAPER,
      { title: 'No identifier' },
      { doi: `https://doi.org/${DOI}` },
    ]);
    expect(asked).toEqual([[DOI]]);
    expect(found.map(([place]) => place)).toEqual([0, 2]);
    expect(report).toEqual({ answered: 2, unanswered: 0 });
  });

  it('asks by the DOI of an arXiv number where a paper has no other, and takes the published version for it', async () => {
    const facts = { doi: '10.5555/published', arxivId: '2304.00001', title: 'A title that was changed' };
    const { lookUp, asked } = knowing({ [ARXIV_DOI]: facts });
    const { found } = await find(lookUp, [ARXIV]);
    expect(asked).toEqual([[ARXIV_DOI]]);
    expect(found).toEqual([[0, facts]]);
  });

  it('takes nothing from a work that goes by another DOI', async () => {
    const { lookUp } = knowing({ [DOI]: { doi: '10.5555/other', title: PAPER.title ?? null } });
    expect((await find(lookUp, [PAPER])).found).toEqual([]);
  });

  it('counts papers that it could not know, and those that were left', async () => {
    const { lookUp } = answering((dois) => ({
      covered: dois.slice(0, 2),
      unanswered: dois.slice(1, 2),
      failure: { failure: 'unreadable' as const },
    }));
    const { report } = await find(lookUp, [...many(3), { doi: '10.5555/1' }]);
    expect(report).toEqual({ answered: 1, unanswered: 2, failure: { failure: 'unreadable' } });
  });
});

describe('OpenAlex', () => {
  it('tells what it knows of a work', async () => {
    const { url, asked } = await start(openAlexOf([openAlexWork(DOI)]));
    const { found, report } = await find(lookUpAt('openalex', url), [PAPER]);
    expect(found).toMatchObject([
      [
        0,
        {
          title: 'A toy survey of river-sensor networks',
          doi: `https://doi.org/${DOI}`,
          abstract: ABSTRACT,
          isOpenAccess: true,
          pdfLink: 'https://journal.example/demo-17.pdf',
          citationCount: 12,
          referenceCount: 34,
          venue: 'Journal of Invented Hydrology',
          publisher: 'Example Press',
          year: 2023,
          publicationType: 'journal',
        },
      ],
    ]);
    expect(report).toEqual({ answered: 1, unanswered: 0 });
    expect(asked[0]?.headers.authorization).toBeUndefined();
  });

  it('is given the key as a header, not in the address, and told whom to write to', async () => {
    const { url, asked } = await start(openAlexOf([]));
    const environment = { PAPERQUEUE_OPENALEX_KEY: TOKEN, PAPERQUEUE_CONTACT_EMAIL: 'ops@lab.example' };
    await find(lookUpAt('openalex', url, environment), [PAPER]);
    const userAgent = expect.stringMatching(/^paperqueue\/.*ops@lab\.example/);
    expect(asked[0]?.headers).toMatchObject({ authorization: `Bearer ${TOKEN}`, 'user-agent': userAgent });
    expect(asked[0]?.url).not.toContain(TOKEN);
  });

  it('is asked about 50 works at a time', async () => {
    const { url, asked } = await start(openAlexOf([]));
    const { report } = await find(lookUpAt('openalex', url), many(120));
    const filters = asked.map((request) => new URL(request.url, 'http://x').searchParams.get('filter') ?? '');
    expect(filters.map((filter) => filter.split('|').length)).toEqual([50, 50, 20]);
    expect(report).toEqual({ answered: 120, unanswered: 0 });
  });

  it('is not asked again for what a job before was told, in this process or another', async () => {
    const { url, asked } = await start(openAlexOf([openAlexWork(DOI)]));
    const { lookUps, live } = lookUpsTo({ openalex: url });
    const first = await find(lookUps[0], [PAPER]);
    expect(await find(lookUps[0], [PAPER])).toEqual(first);
    const { records: found, outcome } = await live.use({ signal: PATIENT }, ([openAlex], context) =>
      lookUpAll(openAlex as SourceWithSettings, 'doi', [DOI], context),
    );
    expect([found.size, outcome.requests, outcome.fromCache]).toEqual([1, 0, 1]);
    expect(asked).toHaveLength(1);
  });

  it('that cannot take one list is asked for the next', async () => {
    const { url, asked } = await start((received, answer, nth) =>
      nth === 1 ? answers(400, { error: 'x' })(received, answer, nth) : openAlexOf([])(received, answer, nth),
    );
    const { report } = await find(lookUpAt('openalex', url), many(120));
    expect(asked).toHaveLength(3);
    expect(report).toEqual({ answered: 70, unanswered: 50, failure: { failure: 'refused' } });
  });

  it('is left in peace by searches, too, while a pause lasts that it asked a look-up for', async () => {
    const { url, asked } = await start(answers(429, '', { 'Retry-After': '60' }));
    const { lookUps, live } = lookUpsTo({ openalex: url });
    const { report } = await find(lookUps[0], many(120));
    expect(report).toEqual({
      answered: 0,
      unanswered: 120,
      failure: { failure: 'rate limited', againSeconds: expect.closeTo(60, 0) as number },
    });
    const statistics = () => ({ papers: 0, documentFrequency: () => 0 });
    const { outcomes } = await live.search(queryOf({ keywords: ['mussels'] }), statistics, { signal: PATIENT });
    expect(outcomes).toMatchObject([{ failure: 'rate limited', requests: 0 }]);
    expect(asked).toHaveLength(1);
  });
});

describe('Crossref', () => {
  it('tells what it knows of a work, many at once', async () => {
    const { url, asked } = await start(crossrefOf([crossrefWork(DOI)]));
    const lookUp = lookUpAt('crossref', url, { PAPERQUEUE_CONTACT_EMAIL: 'ops@lab.example' });
    const { found, report } = await find(lookUp, [PAPER, { doi: '10.5555/demo.18' }]);
    expect(found).toMatchObject([
      [0, { abstract: ABSTRACT, isOpenAccess: true, citationCount: 11, venue: 'Journal of Invented Hydrology' }],
    ]);
    expect(report).toEqual({ answered: 2, unanswered: 0 });
    const parameters = new URL(asked[0]?.url ?? '', url).searchParams;
    expect(parameters.get('filter')).toBe('doi:10.5555/demo.17,doi:10.5555/demo.18');
    expect(parameters.get('mailto')).toBe('ops@lab.example');
    expect(asked).toHaveLength(1);
  });

  it('is not asked about what is registered elsewhere', async () => {
    const { url, asked } = await start(crossrefOf([]));
    const papers: WirePaper[] = [{ doi: ARXIV_DOI }, ARXIV, { doi: '10.5281/zenodo.1' }];
    expect((await find(lookUpAt('crossref', url), papers)).report).toEqual({ answered: 0, unanswered: 0 });
    expect(asked).toEqual([]);
  });
});

describe.each<[SourceName]>([['openalex'], ['crossref']])('%s in trouble', (source) => {
  it.each<[string, Handler, KnownFailure]>([
    ['500', answers(500, '<html>'), { failure: 'server error' }],
    ['403', answers(403, 'blocked'), { failure: 'refused' }],
    ['null', answers(200, 'null'), { failure: 'unreadable' }],
    ['HTML under 200', answers(200, '<html>'), { failure: 'unreadable' }],
    ['a connection that breaks', breaksOff, { failure: 'unreachable' }],
    [
      'a refusal that says not for how long',
      answers(429, 'slow down'),
      { failure: 'rate limited', againSeconds: expect.any(Number) as number },
    ],
  ])('by %s tells so, and finds nothing', async (_what, handler, failure) => {
    const { url } = await start(handler);
    const { found, report } = await find(lookUpAt(source, url), [PAPER]);
    expect(found).toEqual([]);
    expect(report).toEqual({ answered: 0, unanswered: 1, failure });
  });

  it('by absence tells so', async () => {
    const { report } = await find(lookUpAt(source, NOBODY), [PAPER]);
    expect(report).toEqual({ answered: 0, unanswered: 1, failure: { failure: 'unreachable' } });
  });

  it('is not blamed when the job is stopped', async () => {
    const stop = new AbortController();
    const { url } = await start(() => stop.abort());
    const { found, report } = await find(lookUpAt(source, url), many(120), stop.signal);
    expect(found).toEqual([]);
    expect(report).toEqual({ answered: 0, unanswered: 120 });
  });
});

describe('the sources', () => {
  it('are those that are configured, OpenAlex first', () => {
    const namesOf = (names: SourceName[]) =>
      lookUpsTo(Object.fromEntries(names.map((name) => [name, NOBODY]))).lookUps.map(({ source }) => source);
    expect(namesOf([])).toEqual([]);
    expect(namesOf(['crossref', 'openalex'])).toEqual(['openalex', 'crossref']);
    expect(namesOf(['crossref'])).toEqual(['crossref']);
  });
});
