import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assembleService, createSearch } from '../../src/app/service-parts.ts';
import { metadataFromJson } from '../../src/formats/json/jsonl.ts';
import { openLibrary } from '../../src/library/library.ts';
import { toPaper } from '../../src/papers/paper.ts';
import { readConfig } from '../../src/platform/config.ts';
import { createLog } from '../../src/platform/log.ts';
import { openDatabase } from '../../src/platform/sqlite/database.ts';
import { connectLiveSources } from '../../src/search/federated/live-sources.ts';
import { type EmbeddedService, openEmbeddedService } from '../../src/service/embedded.ts';
import { ensureAccount } from '../../src/service/store/sqlite/accounts.ts';
import { createJob } from '../../src/service/store/sqlite/job-queue.ts';
import { EMBEDDED_FILE, SERVE_FILE, SERVICE_MIGRATIONS } from '../../src/service/store/sqlite/schema.ts';
import { libraryFolder } from '../helpers/library-folder.ts';
import { rawRequest } from '../helpers/raw-http.ts';
import { runHere, serveHere } from '../helpers/run-here.ts';
import { SCRAPER_KEYS, ScrapingStandIn } from '../helpers/scraping-stand-in.ts';
import { EXAMPLE_PAPER, ScriptedService } from '../helpers/scripted-service.ts';
import { createAccount } from '../helpers/served.ts';
import { BARE_PARTS } from '../helpers/service-parts.ts';
import { until } from '../helpers/until.ts';
import {
  KEYWORDS,
  type PeerName,
  type PoolName,
  QUERY,
  type Who,
  type WireAnswer,
  type WireRequest,
} from './wire-case.ts';

/** One real implementation of the service, spoken to in HTTP. */
export type Peer = {
  name: PeerName;
  send(request: WireRequest): Promise<WireAnswer>;
  /** A job of an account that is not the rich one's. */
  foreignJob(): Promise<string>;
  /** A job that is at work until it is released. */
  heldJob(): Promise<{ jobId: string; release: () => void }>;
  /** The final answer about a job that has ended in error. */
  failedJob(): Promise<Record<string, unknown>>;
  /** Pages that the job's scraper key was used for; undefined where nothing is scraped. */
  pagesAsked(): number | undefined;
  close(): Promise<void>;
};

export const RICH = { basic: 100_000, pro: 100_000, privateKey: 100_000 };
export const POOR = { basic: 2, pro: 0, privateKey: 0 };

/** A paper with a value in every field that part B documents for papers of a library. */
export const FULL_PAPER = {
  ...EXAMPLE_PAPER,
  isPrePrint: false,
  v_country: 'Netherlands',
  v_journal_name: 'Journal of Invented Results',
  v_publisher: 'Invented Press',
};

/** Found by the same words, without an abstract: something for a scraper key to look for. */
const BARE_PAPER = {
  id: 'bare-paper',
  title: 'Reading glasses, owls and night vision: a second invented paper',
  link: 'https://papers.invalid/bare-paper',
};

function bearer(who: Who, tokens: Partial<Record<Who, string>>): Record<string, string> {
  if (who === 'nobody') return {};
  return { Authorization: `Bearer ${who === 'stranger' ? 'pq_of-no-account' : tokens[who]}` };
}

function readAnswer(status: number, contentType: string | null | undefined, text: string): WireAnswer {
  return { status, contentType: contentType ?? '', text, json: text === '' ? undefined : parse(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function created(send: Peer['send'], body: object): Promise<string> {
  const { json } = await send({
    method: 'POST',
    path: '/v1/job/combinedSearch',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (json as { jobId: string }).jobId;
}

/** The app of embedded mode in this process, with its own engine, library and scraping; only callbacks are not sent. */
export async function openEmbedded(): Promise<Peer> {
  const scraping = await new ScrapingStandIn().start();
  const dataDir = libraryFolder();
  const config = readConfig({
    PAPERQUEUE_SOURCES: 'library',
    PAPERQUEUE_DATA_DIR: dataDir,
    PAPERQUEUE_SCRAPER_BASE_URL: scraping.address,
  });
  const library = openLibrary(dataDir);
  for (const paper of [FULL_PAPER, BARE_PAPER]) library.add([recordOf(paper)]);
  const log = createLog({ level: 'error', write: () => {}, secrets: [] });
  const engine = createSearch(config, { library, live: connectLiveSources(config) });
  const { parts, close: closeParts } = assembleService(config, log, { library, search: engine }, {});
  let failing = false;
  const search: typeof parts.search = (request, context) => {
    if (failing) throw new Error('a fault of the service');
    return parts.search(request, context);
  };
  const common = { ...parts, search, sendCallback: BARE_PARTS.sendCallback };
  const rich = openEmbeddedService({ ...common, dataDir, grants: RICH });
  const poor = openEmbeddedService({ ...common, dataDir: libraryFolder(), grants: POOR });
  const tokens = { rich: rich.token.reveal(), poor: poor.token.reveal() };

  const send: Peer['send'] = async ({ method, path, who = 'rich', headers = {}, body }) => {
    const service: EmbeddedService = who === 'poor' ? poor : rich;
    const init = { method, headers: { ...bearer(who, tokens), ...headers }, ...(body === undefined ? {} : { body }) };
    const answer = await service.fetch(`http://embedded.invalid${path}`, init);
    return readAnswer(answer.status, answer.headers.get('content-type'), await answer.text());
  };
  return {
    name: 'embedded',
    send,
    async foreignJob() {
      const database = openDatabase(join(dataDir, EMBEDDED_FILE), SERVICE_MIGRATIONS);
      const account = ensureAccount(database, 'stranger', { basic: null, pro: null, privateKey: null });
      const request = { operation: 'querySearch', body: { query: QUERY }, filters: { limit: 100 } } as const;
      const { id } = createJob(database, account, request) as { id: string };
      database.close();
      return id;
    },
    heldJob: () => heldByScraping(send, scraping),
    async failedJob() {
      failing = true;
      const answer = await ended(send, await created(send, { query: QUERY }));
      failing = false;
      return answer;
    },
    pagesAsked: () => scraping.asked.filter((line) => line.includes('/scrape')).length,
    async close() {
      await Promise.all([rich.close(), poor.close()]);
      closeParts();
      library.close();
      await scraping.stop();
    },
  };
}

/** `paperqueue serve`, installed and asked as a lab does it: import, accounts, then requests over a socket. */
export async function openServed(): Promise<Peer> {
  const scraping = await new ScrapingStandIn().start();
  const dataDir = libraryFolder();
  const papers = join(dataDir, 'import', 'papers.jsonl');
  mkdirSync(join(dataDir, 'import'));
  writeFileSync(papers, [FULL_PAPER, BARE_PAPER].map((paper) => JSON.stringify(paper)).join('\n'));
  const imported = await runHere(['import', papers], { PAPERQUEUE_DATA_DIR: dataDir });
  if (imported.code !== 0) throw new Error(imported.stderr);
  const rich = await createAccount(dataDir, 'rich', RICH);
  const poor = await createAccount(dataDir, 'poor', POOR);
  const tokens = { rich: rich.token, poor: poor.token };
  const served = await serveHere(['serve', '--port', '0', '--requests-per-minute', '1000000'], {
    PAPERQUEUE_DATA_DIR: dataDir,
    PAPERQUEUE_SCRAPER_BASE_URL: scraping.address,
  });

  const send: Peer['send'] = async ({ method, path, who = 'rich', headers = {}, body }) => {
    const request = { method, path, headers: { ...bearer(who, tokens), ...headers } };
    const answer = await rawRequest(served.address, { ...request, ...(body === undefined ? {} : { body }) });
    return readAnswer(answer.status, answer.headers['content-type'], answer.text);
  };
  return {
    name: 'serve',
    send,
    async foreignJob() {
      return created((request) => send({ ...request, who: 'poor' }), { query: QUERY });
    },
    heldJob: () => heldByScraping(send, scraping),
    async failedJob() {
      const { jobId, release } = await heldByScraping(send, scraping);
      // As if its last permitted worker had died; the next look at the queue ends it.
      const database = openDatabase(join(dataDir, SERVE_FILE), SERVICE_MIGRATIONS);
      database.run('UPDATE jobs SET attempts = 3, lease_until = 1 WHERE id = ?', jobId);
      database.close();
      const answer = await ended(send, jobId);
      release();
      return answer;
    },
    pagesAsked: () => scraping.asked.filter((line) => line.includes('/scrape')).length,
    async close() {
      await served.end();
      await scraping.stop();
    },
  };
}

/** The independent second implementation. */
export async function openScripted(): Promise<Peer> {
  const rich = await new ScriptedService({ credits: RICH, papers: [FULL_PAPER] }).start();
  const poor = await new ScriptedService({ credits: POOR }).start();
  const tokens = { rich: rich.token, poor: poor.token };
  const send: Peer['send'] = async ({ method, path, who = 'rich', headers = {}, body }) => {
    const { baseUrl } = who === 'poor' ? poor : rich;
    const request = { method, path: `/api${path}`, headers: { ...bearer(who, tokens), ...headers } };
    const answer = await rawRequest(baseUrl, { ...request, ...(body === undefined ? {} : { body }) });
    return readAnswer(answer.status, answer.headers['content-type'], answer.text);
  };
  return {
    name: 'scripted',
    send,
    // It has one account only; the job of another one is a job that it does not know.
    foreignJob: async () => 'fedcba9876543210fedcba98',
    async heldJob() {
      const jobId = await created(send, { query: QUERY });
      rich.options.pollsUntilDone = Number.POSITIVE_INFINITY;
      const release = () => {
        rich.options.pollsUntilDone = 0;
      };
      return { jobId, release };
    },
    async failedJob() {
      rich.options.outcome = 'error';
      const answer = await ended(send, await created(send, { query: QUERY }));
      rich.options.outcome = 'success';
      return answer;
    },
    pagesAsked: () => undefined,
    async close() {
      await rich.stop();
      await poor.stop();
    },
  };
}

/** A job with a scraper key is at work while the scraping service keeps it waiting for a page. */
async function heldByScraping(send: Peer['send'], scraping: ScrapingStandIn) {
  scraping.hold();
  const jobId = await created(send, { keywords: KEYWORDS, enrich: false, scraperKey: SCRAPER_KEYS.fifty });
  await scraping.untilHolding();
  return { jobId, release: () => scraping.release() };
}

/** Polls until the job is final. */
export async function ended(send: Peer['send'], jobId: string): Promise<Record<string, unknown>> {
  return until(async () => {
    const json = (await send({ method: 'GET', path: `/v1/job/${jobId}` })).json as Record<string, unknown>;
    return json.status === 'queued' ? undefined : json;
  }, 'the end of the job');
}

/** What is left in each pool, as the service tells it. */
export async function balancesOf(peer: Peer, who: 'rich' | 'poor' = 'rich'): Promise<Record<PoolName, number>> {
  const { status, json } = await peer.send({ method: 'GET', path: '/v1/user/getCredits', who });
  if (status !== 200) throw new Error(`getCredits answered ${status}`);
  const given = json as Record<string, number>;
  const balance = (pool: PoolName) => given[`${pool}CreditsBalance`] as number;
  return { basic: balance('basic'), pro: balance('pro'), privateKey: balance('privateKey') };
}

function recordOf(paper: object) {
  const facts = metadataFromJson(paper);
  const record = typeof facts === 'string' ? facts : toPaper(facts);
  if (typeof record === 'string') throw new Error(record);
  return record;
}
