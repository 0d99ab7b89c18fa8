import { assembleService, createSearch } from '../../src/app/service-parts.ts';
import { openLibrary } from '../../src/library/library.ts';
import { readConfig } from '../../src/platform/config.ts';
import { createLog } from '../../src/platform/log.ts';
import { connectLiveSources } from '../../src/search/federated/live-sources.ts';
import { openApiDocument } from '../../src/service/openapi.ts';
import { MAX_REVIEWS_OF_ACCOUNT } from '../../src/service/store/reviews-port.ts';
import { ScrapingStandIn } from '../helpers/scraping-stand-in.ts';
import { BARE_PARTS } from '../helpers/service-parts.ts';
import { until } from '../helpers/until.ts';
import { type FileServiceOptions, openFileService } from './file-service.ts';
import { countOpenJobs, createAccount, createToken, revokeTokens } from './file-store.ts';
import { createJudge, type Document } from './listed-answers.ts';
import { type Generated, KNOWN_JOB, KNOWN_PAPER, TOKENS } from './request-arbitraries.ts';

export const DOCUMENT = openApiDocument('1.2.3') as Document;

/** What one request came to. */
type Outcome = {
  operation: string;
  status: number;
  /** Why the document does not list the answer. */
  problem: string | undefined;
  /** Set for a 5xx. */
  fault: string | undefined;
};

export type GeneratedService = {
  send(request: Generated): Promise<Outcome>;
  /** Takes the store away, as a full or broken disk does. */
  breakStore(): void;
  /** Changes an event of the first review behind the service's back. */
  damageReview(n: number): void;
  /**
   * Makes the first event of the first review longer than all that one member may add; its owner has opened as many
   * reviews as it may, and the account `poor` was invited to them, and has joined as many of others.
   */
  fillReview(): void;
  /** Waits until the queue is empty and gives what does not add up then. */
  settle(): Promise<string[]>;
  close(): Promise<void>;
};

const PLENTY = 1_000_000_000;

/**
 * The app in process with its own engine, library and a store on disk; callbacks are not sent, scraping is a stand-in.
 */
export async function openGeneratedService(
  dataDir: string,
  limits: Partial<Pick<FileServiceOptions, 'requestsPerMinute' | 'maxOpenJobs' | 'accountOfToken'>> = {},
): Promise<GeneratedService> {
  const scraping = await new ScrapingStandIn().start();
  const config = readConfig({
    PAPERQUEUE_SOURCES: 'library',
    PAPERQUEUE_DATA_DIR: dataDir,
    PAPERQUEUE_SCRAPER_BASE_URL: scraping.address,
  });
  const library = openLibrary(dataDir);
  const log = createLog({ level: 'error', write: () => {}, secrets: [] });
  const search = createSearch(config, { library, live: connectLiveSources(config) });
  const { parts, close: closeParts } = assembleService(config, log, { library, search }, {});
  const failures: string[] = [];
  const service = openFileService({
    ...parts,
    ...limits,
    dataDir,
    sendCallback: BARE_PARTS.sendCallback,
    resultsDays: 1,
    concurrency: 4,
    onError: (event, error) => failures.push(`${event}: ${error}`),
  });
  const { app, database } = service;
  const tokenOf = (name: string, credits: number) => {
    const id = createAccount(database, name, { basic: credits, pro: credits, privateKey: credits }) as number;
    return { id, token: createToken(database, id).reveal() };
  };
  const [rich, poor, revoked] = [tokenOf('rich', PLENTY), tokenOf('poor', 0), tokenOf('revoked', PLENTY)];
  revokeTokens(database, revoked.id);
  // Differs from another in its letters alone.
  createAccount(database, 'Rich', { basic: 0, pro: 0, privateKey: 0 });
  const paper = [...library.records()][0]?.key ?? '';
  const judge = createJudge(DOCUMENT);
  const created: string[] = [];
  let next = 0;

  const fill = (text: string) => {
    // Each job in turn, so that fresh and finished ones are asked about.
    next += 1;
    return text
      .replaceAll(KNOWN_JOB, created[next % Math.max(created.length, 1)] ?? 'none-yet')
      .replaceAll(KNOWN_PAPER, encodeURIComponent(paper))
      .replaceAll(TOKENS.rich, rich.token)
      .replaceAll(TOKENS.poor, poor.token)
      .replaceAll(TOKENS.revoked, revoked.token);
  };

  return {
    async send({ method, target, headers, body }) {
      const filled = fill(target);
      const sent = Array.isArray(body) ? Uint8Array.from(body) : body;
      const hasBody = sent !== undefined && method !== 'GET' && method !== 'HEAD';
      const request = new Request(`http://service.invalid${filled}`, {
        method,
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value)])),
        ...(hasBody ? { body: sent } : {}),
      });
      // What the URL parser has made of it is what was asked.
      const { pathname, search } = new URL(request.url);
      const answer = await app.fetch(request);
      const text = await answer.text();
      const asked = { method, target: pathname + search, body: hasBody ? sent : undefined };
      const contentType = answer.headers.get('content-type') ?? '';
      const { status } = answer;
      const fault = status >= 500 ? `status ${status}: ${text.slice(0, 200)}` : undefined;
      const listed = judge.problem(asked, { status, contentType, text, headers: answer.headers });
      const operation = judge.operationOf(asked);
      if (status === 200 && method === 'POST' && /^\/v1\/job\/(?!closeKey)/.test(pathname))
        created.push((JSON.parse(text) as { jobId: string }).jobId);
      const problem = listed ?? (answer.headers.has('x-request-id') ? undefined : 'no X-Request-Id');
      const logged = failures.splice(0).map((line) => `; ${line}`);
      return { operation, status, problem, fault: fault && `${fault}${logged.join('')}` };
    },
    breakStore: () => database.close(),
    damageReview: (n) => {
      database.run("UPDATE review_events SET text = text || ' ' WHERE review = 1 AND n = ?", n);
    },
    fillReview: () => {
      database.run('UPDATE review_events SET text = text || hex(zeroblob(32000000)) WHERE review = 1 AND n = 1');
      const { joined, opened, waiting } = MAX_REVIEWS_OF_ACCOUNT;
      const insert = (owner: number, last: number, first = 2) =>
        database.run(
          `INSERT INTO reviews (number, owner, opening, created_at)
           WITH RECURSIVE numbers (i) AS (SELECT ${first} UNION ALL SELECT i + 1 FROM numbers WHERE i < ${last})
           SELECT i, ${owner}, i, 0 FROM numbers`,
        );
      insert(rich.id, opened);
      insert(revoked.id, opened + joined, opened + 1);
      database.run(
        `INSERT INTO review_members (review, account, role, invited_at, joined_at)
         SELECT number, ${poor.id}, 'reader', 0, iif(number > ${opened}, 0, NULL) FROM reviews
         WHERE number > ${opened - waiting}`,
      );
    },
    async settle() {
      await until(() => countOpenJobs(database) === 0, 'the end of all jobs');
      const count = (sql: string) => (database.get<{ n: number }>(sql) as { n: number }).n;
      const ended = count(`SELECT count(*) AS n FROM jobs WHERE state = 'success'`);
      const charges = count(`SELECT count(*) AS n FROM ledger WHERE kind = 'charge'`);
      const wrong = [...failures];
      if (ended !== created.length) wrong.push(`${created.length} jobs were created, ${ended} succeeded`);
      if (charges !== created.length) wrong.push(`${created.length} jobs were created, ${charges} charged`);
      return wrong;
    },
    async close() {
      await service.close();
      closeParts();
      library.close();
      await scraping.stop();
    },
  };
}
