import { describe, expect, it } from 'vitest';
import type { PeerName, WireAnswer } from './wire-case.ts';
import { KEYWORDS, QUERY, VALID } from './wire-case.ts';
import { balancesOf, ended, FULL_PAPER, type Peer, POOR, RICH } from './wire-peers.ts';

/** The answers in part B: shapes, statuses and texts, by operation. */

type Type = 'string' | 'number' | 'boolean' | 'strings' | 'null' | 'undefined';

/** Part B, "A paper": every field with the types that it may have; 'undefined' where it is optional. */
const PAPER_FIELDS: Record<string, Type[]> = {
  id: ['string'],
  title: ['string'],
  ...fields(['abstract', 'tldr', 'doi', 'journalName', 'publicationType', 'publishedAt'], ['string', 'null']),
  authors: ['string'],
  ...fields(['year', 'score'], ['number', 'null']),
  fieldsOfStudy: ['strings'],
  ...fields(['isOpenAccess', 'isPrePrint'], ['boolean', 'undefined']),
  downloadable: ['boolean'],
  ...fields(['link', 'pdfLink', 'titleLink', 'semanticLink', 'engine'], ['string', 'undefined']),
  ...fields(['v_country', 'v_journal_name', 'v_publisher', 'v_quartile_ranking'], ['string', 'null']),
};
const IMPACT_FIELDS = fields(['citationCount', 'influentialCitationCount', 'referenceCount'], ['number']);

function fields(names: string[], types: Type[]): Record<string, Type[]> {
  return Object.fromEntries(names.map((name) => [name, types]));
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.every((entry) => typeof entry === 'string') ? 'strings' : 'mixed';
  return typeof value;
}

/** Fields of another type than documented. Unknown ones are allowed (part C). */
function mistyped(value: Record<string, unknown>, documented: Record<string, Type[]>): string[] {
  return Object.entries(documented)
    .filter(([name, types]) => !types.includes(typeOf(value[name]) as Type))
    .map(([name]) => `${name}: ${typeOf(value[name])}`);
}

function expectPaper(paper: unknown): void {
  const given = paper as Record<string, unknown>;
  expect(mistyped(given, PAPER_FIELDS)).toEqual([]);
  expect(mistyped(given.impactFactor as Record<string, unknown>, IMPACT_FIELDS)).toEqual([]);
}

/** Allowed differences between the peers' answers. */
const FACTS: Record<PeerName, { wrongToken: string; papers: boolean; totals: boolean; refunds: boolean; why: string }> =
  {
    embedded: { wrongToken: 'Invalid API key', papers: true, totals: true, refunds: true, why: '' },
    serve: { wrongToken: 'Invalid API key', papers: true, totals: true, refunds: true, why: '' },
    scripted: {
      wrongToken: 'API key is required',
      papers: false,
      totals: false,
      refunds: false,
      why: ' (not here: it knows no papers without a job, no totals and no refunds)',
    },
  };

export function describeAnswers(name: PeerName, open: () => Peer): void {
  const facts = FACTS[name];
  const get = (path: string, who: 'rich' | 'poor' | 'nobody' | 'stranger' = 'rich') =>
    open().send({ method: 'GET', path, who });
  const post = (path: string, body: unknown, who: 'rich' | 'poor' | 'nobody' | 'stranger' = 'rich') =>
    open().send({
      method: 'POST',
      path,
      who,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const textOf = ({ status, json }: WireAnswer) => [status, json];

  describe('part B, status of a job', () => {
    it('a job at work is {"status":"queued"}; a scraperKey makes it enrich whatever was sent', async () => {
      const { jobId, release } = await open().heldJob();
      expect(textOf(await get(`/v1/job/${jobId}`))).toEqual([200, { status: 'queued' }]);
      release();
      expect(await ended(open().send, jobId)).toMatchObject({ status: 'success' });
      expect(open().pagesAsked()).toSatisfy((pages) => (name === 'scripted' ? pages === undefined : pages > 0));
    });

    it(`a job that failed is {"status":"error"}, and its credits come back${facts.refunds ? '' : facts.why}`, async () => {
      const before = await balancesOf(open());
      expect(await open().failedJob()).toEqual({ status: 'error' });
      const after = await balancesOf(open());
      const taken = before.basic + before.privateKey - after.basic - after.privateKey;
      expect(taken).toBe(facts.refunds ? 0 : 1);
    });

    it('a job that succeeded has results, papers with every documented field of its type', async () => {
      const { json } = await post('/v1/job/combinedSearch', VALID.combinedSearch);
      const answer = await ended(open().send, (json as { jobId: string }).jobId);
      expect(answer).toMatchObject({ status: 'success', results: expect.any(Array) });
      const papers = answer.results as Record<string, unknown>[];
      const paper = papers.find(({ title }) => title === FULL_PAPER.title);
      expectPaper(paper);
      const { score, engine: _engine, ...rest } = paper as Record<string, unknown>;
      expect(score).toSatisfy((value: unknown) => typeof value === 'number' && value >= 0 && value <= 1);
      const { score: _score, ...full } = FULL_PAPER;
      expect(rest).toMatchObject(full);
    });

    it('results are no more than were asked for, and again the same at the next poll', async () => {
      const { json } = await post('/v1/job/keywordSearch?limit=100', { keywords: KEYWORDS });
      const { jobId } = json as { jobId: string };
      const answer = await ended(open().send, jobId);
      expect((answer.results as unknown[]).length).toBeLessThanOrEqual(100);
      expect((await get(`/v1/job/${jobId}`)).json).toEqual(answer);
    });
  });

  describe('part B, errors', () => {
    const requests: [string, string, unknown][] = [
      ['POST', '/v1/job/combinedSearch', VALID.combinedSearch],
      ['POST', '/v1/job/keywordSearch', VALID.keywordSearch],
      ['POST', '/v1/job/querySearch', VALID.querySearch],
      ['GET', '/v1/job/0123456789abcdef01234567', undefined],
      ['GET', '/v1/user/getCredits', undefined],
      ['GET', '/v1/papers/search?title=owls', undefined],
      ['GET', '/v1/papers/1', undefined],
    ];

    it.each(requests)('401 {"error":"API key is required"} without a token: %s %s', async (method, path, body) => {
      const before = await balancesOf(open());
      const answer = await (method === 'GET' ? get(path, 'nobody') : post(path, body, 'nobody'));
      expect(textOf(answer)).toEqual([401, { error: 'API key is required' }]);
      expect(await balancesOf(open())).toEqual(before);
    });

    it.each(requests)('401 with a text for a token of nobody: %s %s', async (method, path, body) => {
      const before = await balancesOf(open());
      const answer = await (method === 'GET' ? get(path, 'stranger') : post(path, body, 'stranger'));
      expect(textOf(answer)).toEqual([401, { error: facts.wrongToken }]);
      expect(await balancesOf(open())).toEqual(before);
    });

    it('403 {"error":"Insufficient credits"} in each pool; nothing is deducted, and no other pool helps out', async () => {
      const poor = await balancesOf(open(), 'poor');
      expect(poor.basic).toBeGreaterThanOrEqual(1);
      const tooDear = [
        await post('/v1/job/querySearch?limit=300', { query: QUERY }, 'poor'),
        await post('/v1/job/querySearch?limit=100', { query: QUERY, enrich: true }, 'poor'),
      ];
      for (const answer of tooDear) expect(textOf(answer)).toEqual([403, { error: 'Insufficient credits' }]);
      expect(await balancesOf(open(), 'poor')).toEqual(poor);
    });

    it('a pool can be spent to its last credit, not beyond', async () => {
      let left = (await balancesOf(open(), 'poor')).basic;
      while (left > 0) {
        expect((await post('/v1/job/querySearch', { query: QUERY }, 'poor')).status).toBe(200);
        left -= 1;
        expect((await balancesOf(open(), 'poor')).basic).toBe(left);
      }
      expect((await post('/v1/job/querySearch', { query: QUERY }, 'poor')).status).toBe(403);
    });

    it.each([
      ['that nobody made', '0123456789abcdef01234567'],
      ['that has no form of ours: ids are opaque', 'not-hexadecimal'],
      ['with a slash, encoded', 'a%2Fb'],
      ['with a dot', '..%2F..%2Fuser%2FgetCredits'],
      ['with a zero character', 'a%00b'],
      ['with letters of another script', encodeURIComponent('работа-仕事-🦉')],
      ['with quotes', encodeURIComponent(`' OR '1'='1`)],
      ['of a thousand characters', 'a'.repeat(1_000)],
    ])('404 with a text for a job %s', async (_what, id) => {
      expect(textOf(await get(`/v1/job/${id}`))).toEqual([404, { error: 'Job not found' }]);
    });

    it('404 for the job of another account, as for one that nobody made', async () => {
      const foreign = await open().foreignJob();
      expect(textOf(await get(`/v1/job/${foreign}`))).toEqual([404, { error: 'Job not found' }]);
    });

    it.each(['/v1/nothing', '/v1/user', '/v2/user/getCredits', '/v1/job', '/v1/USER/getcredits'])(
      '404 with a text for the path %s',
      async (path) => {
        const answer = await get(path);
        expect(textOf(answer)).toEqual([404, { error: expect.stringMatching(/\S/) }]);
      },
    );
  });

  describe('part B, credits', () => {
    it(`getCredits gives balance and total of each pool, and the plan${facts.totals ? '' : facts.why}`, async () => {
      const { status, json } = await get('/v1/user/getCredits');
      const balances = { basicCreditsBalance: 0, proCreditsBalance: 0, privateKeyCreditsBalance: 0 };
      const names = { ...balances, plan: '' };
      const totals = {
        basicCreditsTotal: RICH.basic,
        proCreditsTotal: RICH.pro,
        privateKeyCreditsTotal: RICH.privateKey,
      };
      const pools = ['basic', 'pro', 'privateKey'];
      const additions = pools.flatMap((pool) => ['Spent', 'Refunded', 'Monthly'].map((sum) => `${pool}Credits${sum}`));
      expect(status).toBe(200);
      expect(Object.keys(json as object).sort()).toEqual(
        [
          ...Object.keys(names),
          ...(facts.totals
            ? [
                ...Object.keys(totals),
                ...additions,
                'creditsRenewAt',
                'idempotencyKeyDays',
                'takesStrategies',
                'keepsReviews',
              ]
            : []),
        ].sort(),
      );
      expect(json).toMatchObject({ ...(facts.totals ? totals : {}), plan: expect.any(String) });
      const { basicCreditsBalance } = json as { basicCreditsBalance: number };
      expect(basicCreditsBalance).toBeLessThanOrEqual(RICH.basic);
    });

    it('each account sees its own', async () => {
      expect((await balancesOf(open(), 'poor')).pro).toBe(POOR.pro);
      expect((await balancesOf(open())).pro).toBeGreaterThan(POOR.pro);
    });
  });

  describe(`part B, papers${facts.papers ? '' : facts.why}`, () => {
    const title = encodeURIComponent(FULL_PAPER.title);
    const found = (answer: WireAnswer) => {
      if (facts.papers) return true;
      expect(answer.status).toBe(404);
      return false;
    };

    it('search?title= gives an array of papers, the one of this title first', async () => {
      const answer = await get(`/v1/papers/search?title=${title}`);
      if (!found(answer)) return;
      const papers = answer.json as Record<string, unknown>[];
      expect(papers[0]).toMatchObject({ title: FULL_PAPER.title, id: FULL_PAPER.id });
      expectPaper(papers[0]);
    });

    it('search?title= that nothing matches gives an empty array', async () => {
      const answer = await get('/v1/papers/search?title=zyxwvut');
      if (found(answer)) expect(textOf(answer)).toEqual([200, []]);
    });

    it.each(['', '?title=', '?title=%20', '?Title=owls', '?title=owls&title=larks', '?title=owls&limit=100'])(
      'search%s is a 400 that names what is wrong',
      async (query) => {
        const answer = await get(`/v1/papers/search${query}`);
        if (!found(answer)) return;
        expect(answer.status).toBe(400);
        expect(answer.json).toEqual({
          error: expect.arrayContaining([{ path: expect.any(String), message: expect.any(String) }]),
        });
      },
    );

    it.each([
      ['its id', FULL_PAPER.id],
      ['its DOI', FULL_PAPER.doi],
    ])('one paper, by %s', async (_what, id) => {
      const answer = await get(`/v1/papers/${encodeURIComponent(id)}`);
      if (!found(answer)) return;
      expect(answer.status).toBe(200);
      expectPaper(answer.json);
      expect(answer.json).toMatchObject({ id: FULL_PAPER.id, title: FULL_PAPER.title });
    });

    it('404 with a text for a paper that is not there', async () => {
      expect(textOf(await get('/v1/papers/no-such-paper'))).toEqual([404, { error: expect.stringMatching(/\S/) }]);
    });
  });
}
