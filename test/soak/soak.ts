import { readdirSync, readFileSync } from 'node:fs';
import type { Message } from '../helpers/raw-client.ts';
import { ScriptedService } from '../helpers/scripted-service.ts';

/**
 * Many calls on one server: searches, readings, aborts and wrong calls mixed, against a service that fails now and
 * then. What is held: every call that was not aborted is answered, by its own answer; no search is paid twice; memory
 * and handles of the server are level after a warm-up.
 */

type Sample = { rssMb: number; handles: number };
export type Report = {
  calls: number;
  aborted: number;
  jobs: number;
  seconds: number;
  samples: Sample[];
  problems: string[];
};

/** Sends a call, and gives its answer; when `abortAfterMs` is set, gives up after that and gives undefined. */
type Caller = (method: string, params: Record<string, unknown>, abortAfterMs?: number) => Promise<Message | undefined>;

export type Load = {
  call: Caller;
  /** Number of the server's process. */
  pid: number;
  scripted: ScriptedService;
  calls: number;
  concurrent: number;
  /** Samples are taken so often, always when nothing is in flight; the first is after the warm-up. */
  rounds: number;
};

/** Longer than either side keeps an idle connection. */
const IDLE_MS = 6_000;
/**
 * What memory may grow by after the warm-up: collecting late is no leak, and a leak of 1 KB a call is more than this.
 */
const MAX_GROWTH_MB = 24;
const MAX_ADDED_HANDLES = 3;
const ABORT_AFTER_MS = 15;
const QUERY = 'How do owls that are fitted with reading glasses fare at night, compared with owls without any?';

type Answered = { result?: Record<string, unknown>; error?: { code: number } };

/** A service that answers the third, the seventh ... look wrongly, breaks off others, and never answers the same. */
export async function troubledService(): Promise<ScriptedService> {
  let looks = 0;
  const scripted = new ScriptedService({ pollsUntilDone: 1 });
  scripted.options.intercept = ({ method, path }, response) => {
    if (method !== 'GET' || !path.includes('/job/')) return false;
    looks += 1;
    if (looks % 7 === 0) response.writeHead(503).end('{"error":"Try again"}');
    else if (looks % 11 === 0) response.destroy();
    return looks % 7 === 0 || looks % 11 === 0;
  };
  return scripted.start();
}

/** Runs the load, and says what did not hold. */
export async function soak({ call, pid, scripted, calls, concurrent, rounds }: Load): Promise<Report> {
  const report: Report = { calls: 0, aborted: 0, jobs: 0, seconds: 0, samples: [], problems: [] };
  const refs = new Map<string, string>();
  const started = Date.now();
  const perRound = Math.ceil(calls / rounds);
  for (let round = 0; round < rounds; round += 1) {
    let next = round * perRound;
    const end = next + perRound;
    const worker = async () => {
      while (next < end) {
        const number = next;
        next += 1;
        await oneCall(call, number, refs, report).catch((error) => report.problems.push(`call ${number}: ${error}`));
      }
    };
    await Promise.all(Array.from({ length: concurrent }, worker));
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
    report.samples.push(sample(pid));
  }
  report.seconds = Math.round((Date.now() - started) / 1000);
  report.jobs = new Set(refs.values()).size;
  if (report.jobs !== refs.size) report.problems.push(`${refs.size} searches share ${report.jobs} jobs`);
  const asked = scripted.creations.map(({ body }) => (body as { query: string }).query);
  if (new Set(asked).size !== asked.length) report.problems.push('a search was sent twice');
  report.problems.push(...growth(report.samples));
  return report;
}

/** One of ten kinds of call, by its number; throws when the answer is not the one to this call. */
async function oneCall(call: Caller, number: number, refs: Map<string, string>, report: Report): Promise<void> {
  report.calls += 1;
  const kind = number % 10;
  // A new search in every fiftieth call, else one that was made before.
  const query = `${QUERY} ${Math.floor(number / 50)}`;
  const tool = (name: string, args: object, abort?: number) => call('tools/call', { name, arguments: args }, abort);
  const is = (holds: boolean, answer: unknown) => {
    if (!holds) throw new Error(`kind ${kind}: not the answer: ${JSON.stringify(answer)?.slice(0, 300)}`);
  };
  if (kind === 0 || kind === 5) {
    const answer = await tool('query_search', { query, waitSeconds: 20, count: 1 });
    const ref = jobIn(answer)?.ref;
    is(ref !== undefined && (refs.get(query) ?? ref) === ref, answer);
    refs.set(query, ref as string);
  } else if (kind === 1) {
    await tool('query_search', { query: `${query} Aborted.`, waitSeconds: 20 }, ABORT_AFTER_MS);
    report.aborted += 1;
  } else if (kind === 2 || kind === 7) {
    const ref = [...refs.values()].at(number % Math.max(refs.size, 1));
    if (ref === undefined) return;
    const answer = await tool('get_job', { jobId: ref, waitSeconds: 20 });
    is(jobIn(answer)?.ref === ref && jobIn(answer)?.status === 'success', answer);
  } else if (kind === 3) {
    const answer = await call('tools/list', {});
    is((answer?.result?.tools as object[])?.length === 12, answer);
  } else if (kind === 4) {
    const uri = 'paperqueue://jobs';
    const answer = await call('resources/read', { uri });
    is((answer?.result?.contents as { uri: string }[])?.[0]?.uri === uri, answer);
  } else if (kind === 6) {
    const answer = await tool('query_search', { query: `short ${number}` });
    is(answer?.result?.isError === true && JSON.stringify(answer).includes('INVALID_INPUT'), answer);
  } else if (kind === 8) {
    const answer = (await tool(`tool_${number}`, {})) as Answered;
    is(answer.error?.code === -32602 && JSON.stringify(answer).includes(`tool_${number} `), answer);
  } else {
    const answer = await tool('list_jobs', { count: (number % 50) + 1 });
    const page = (answer?.result?.structuredContent as { page?: { count: number; total: number } })?.page;
    is(page !== undefined && page.count === Math.min((number % 50) + 1, page.total), answer);
  }
}

function jobIn(answer: Message | undefined): { ref: string; status: string } | undefined {
  return (answer?.result?.structuredContent as { job?: { ref: string; status: string } } | undefined)?.job;
}

/** Memory and open files of a process, which Linux tells; elsewhere nothing is held against them. */
function sample(pid: number): Sample {
  if (process.platform !== 'linux') return { rssMb: Number.NaN, handles: Number.NaN };
  const [, kb] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return { rssMb: Math.round(Number(kb) / 1024), handles: readdirSync(`/proc/${pid}/fd`).length };
}

function growth(samples: readonly Sample[]): string[] {
  const [warm, ...later] = samples;
  const last = later.at(-1);
  if (!warm || !last) return [];
  const problems: string[] = [];
  const mb = last.rssMb - warm.rssMb;
  if (mb > MAX_GROWTH_MB) problems.push(`memory grew by ${mb} MB after the warm-up`);
  if (last.handles - warm.handles > MAX_ADDED_HANDLES)
    problems.push(`handles grew from ${warm.handles} to ${last.handles}`);
  return problems;
}
