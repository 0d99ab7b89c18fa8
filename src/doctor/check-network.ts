import type { Config } from '../config.ts';
import type { Balances } from '../contract/answers.ts';
import { POOLS } from '../contract/credits.ts';
import { describeFailure } from '../contract/wording/sources.ts';
import type { DoctorDeps } from './doctor-deps.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

/** Whether the hosted service can be reached and accepts the token: one free request, as for an estimate. */
export async function checkService(
  { baseUrl = '', token }: Config,
  ask: (signal: AbortSignal) => Promise<Balances | undefined>,
  signal: AbortSignal,
): Promise<Finding[]> {
  if (!token) {
    const todo = 'Set PAPERQUEUE_TOKEN to your token for that service, or unset PAPERQUEUE_BASE_URL for embedded mode.';
    return [problem('service', `${baseUrl} is set, but no token`, todo)];
  }
  const balances = await ask(signal);
  if (!balances) {
    const todo = 'If searches fail, check that PAPERQUEUE_BASE_URL has the API prefix of your service.';
    return [warning('service', `${baseUrl} answers, but gives no balance; the token was not checked`, todo)];
  }
  const pools = POOLS.filter((pool) => balances[pool] !== undefined);
  const amounts = pools.map((pool) => `${pool} ${balances[pool]}`).join(', ');
  const finding = ok('service', `${baseUrl} accepts the token; credits left: ${amounts || 'no ceiling'}`);
  const isEmpty = pools.length > 0 && pools.every((pool) => Number(balances[pool]) < 1);
  return isEmpty ? [warning('service', finding.message, 'Add credits: every search would be refused.')] : [finding];
}

/** Whether the scraping service accepts the key, which is sent there with `online` only. */
export async function checkScraper(
  { mode, scraperKey, scraperBaseUrl, baseUrl }: Config,
  { online, scraperKeyProblem }: Pick<DoctorDeps, 'online' | 'scraperKeyProblem'>,
  signal: AbortSignal,
): Promise<Finding[]> {
  const name = 'scraper key';
  if (!scraperKey) return [ok(name, 'none; only enrichment from landing pages needs one')];
  if (mode === 'hosted') return [ok(name, `set; sent with searches to ${baseUrl} alone, which checks it`)];
  const { host } = new URL(scraperBaseUrl);
  if (!online) return [ok(name, `set; not checked (paperqueue doctor --online sends it to ${host})`)];
  const wrong = await scraperKeyProblem(signal).catch((error: Error) => ({ unreachable: error.message }));
  if (typeof wrong === 'object') {
    return [warning(name, `${host} did not answer: ${wrong.unreachable}`, 'Try again; searches work without it.')];
  }
  if (wrong === undefined) return [ok(name, `set, and ${host} accepts it`)];
  return [problem(name, `${host}: ${wrong}`, 'Set PAPERQUEUE_SCRAPER_KEY to a key with credits, or unset it.')];
}

/** Whether the endpoint for embeddings gives vectors; it is asked with `online` only, for those of one word. */
export async function checkEmbeddings(
  { mode, embeddings }: Config,
  { online, embeddingsProblem }: Pick<DoctorDeps, 'online' | 'embeddingsProblem'>,
  signal: AbortSignal,
): Promise<Finding[]> {
  const name = 'embeddings';
  if (!embeddings) return [ok(name, 'none; searches rank by words alone')];
  if (mode === 'hosted') return [ok(name, 'set; the hosted service ranks, so they are not used')];
  const { host } = new URL(embeddings.url);
  const disclosure = `${host} receives queries, titles and abstracts for the model ${embeddings.model}`;
  if (!online) return [ok(name, `${disclosure}; not checked (paperqueue doctor --online asks it)`)];
  const wrong = await embeddingsProblem(signal);
  if (wrong === undefined) return [ok(name, `${disclosure}; it answers`)];
  const todo = 'Check PAPERQUEUE_EMBEDDINGS_URL, _MODEL and _KEY; until then searches rank by words alone.';
  return [warning(name, `${host} ${describeFailure(wrong)}`, todo)];
}
