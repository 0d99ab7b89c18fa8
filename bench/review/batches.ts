import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import type { ReviewRecord } from '../../src/jobs/ports/reviews.ts';
import { openJobStore } from '../../src/jobs/store/job-store.ts';
import type { Decision } from '../../src/review/protocol.ts';
import { createReviewLog } from '../../src/review/screening/review-log.ts';
import type { DecidedRecord } from '../../src/review/simulate.ts';
import { RawServer } from '../../test/helpers/built-server.ts';
import { temporaryFolder } from '../../test/helpers/temporary-folder.ts';

/** This many records, spread over all, are decided before the measured batches. */
const DECIDED = 1000;
const BATCHES = 40;

/** A busy machine may take long for the first batch, which reads all texts. */
const PATIENCE_MS = 600_000;

export type BatchTimes = { first: number; processor: number[]; clock: number[]; megabytes: number };

/**
 * The time that the built server takes for `screen_papers` with ten decisions and the next ten records, in a review of
 * which 1,000 records are decided: milliseconds of processor time (all threads) and by the clock.
 */
export async function timeBatches(records: readonly DecidedRecord[]): Promise<BatchTimes> {
  const folder = temporaryFolder();
  await writeReview(folder, records);
  const server = new RawServer({ PAPERQUEUE_DATA_DIR: folder });
  await server.initialize();
  let calls = 10;
  const screen = async (refs: readonly string[], next: number): Promise<string[]> => {
    const decisions = refs.map((ref) => ({ ref, decision: decisionOn(records[Number(ref.slice(3)) - 1]) }));
    calls += 1;
    const asked = { name: 'screen_papers', arguments: { review: 'R1', as: 'reader', decisions, next } };
    const { result } = await server.request(calls, 'tools/call', asked, PATIENCE_MS);
    if (!result) throw new Error(server.stderr);
    const [content] = result.content as { text: string }[];
    const answer = JSON.parse(content?.text ?? '') as { accepted: number; next: { ref: string }[] };
    if (answer.accepted !== refs.length) throw new Error(content?.text);
    return answer.next.map(({ ref }) => ref);
  };
  const spread = Array.from({ length: DECIDED }, (_, at) => refOf(Math.floor((at * records.length) / DECIDED)));
  for (let at = 0; at < spread.length; at += 50) await screen(spread.slice(at, at + 50), 0);
  const began = performance.now();
  let shown = await screen([], 10);
  const times: BatchTimes = { first: performance.now() - began, processor: [], clock: [], megabytes: 0 };
  for (let batch = 0; batch < BATCHES; batch++) {
    const [processor, clock] = [processorMs(server.child.pid), performance.now()];
    shown = await screen(shown, 10);
    times.clock.push(performance.now() - clock);
    times.processor.push(processorMs(server.child.pid) - processor);
  }
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8')) ?? [];
  times.megabytes = Number(kilobytes) / 1024;
  await server.end();
  rmSync(folder, { recursive: true });
  return times;
}

/** A review R1 of these records, J1-1 and on, in which an assistant's decisions count. */
async function writeReview(folder: string, records: readonly DecidedRecord[]): Promise<void> {
  const store = openJobStore(folder, 1);
  const log = createReviewLog(store, () => new Date());
  const who = { kind: 'human', name: 'ana' } as const;
  const protocol = {
    stages: ['title-abstract' as const, 'full-text' as const],
    readers: '1' as const,
    blind: false,
    assistant: 'second' as const,
    priors: [],
  };
  await log.create([{ what: 'open', question: 'Which interventions work?', criteria: [], protocol }], who);
  const papers = records.map(({ title, abstract, keywords }, at): ReviewRecord => {
    const paper = { key: `k${at}`, title, authors: [], fieldsOfStudy: [], downloadable: false };
    return {
      ref: refOf(at),
      paper: { ...paper, ...(abstract && { abstract }), ...(keywords && { keywords: [...keywords] }) },
    };
  });
  await log.write('R1', who, () => ({
    acts: [
      {
        what: 'import',
        source: { from: 'job', job: 'J1', sources: ['library'] },
        identified: papers.length,
        records: papers.map(({ ref }) => ref),
        duplicates: [],
      },
    ],
    records: papers,
  }));
  await store.close();
}

function refOf(at: number): string {
  return `J1-${at + 1}`;
}

function decisionOn(record: DecidedRecord | undefined): Decision {
  return record?.included === 1 ? 'include' : 'exclude';
}

/** Processor time of all threads of a process. */
function processorMs(pid: number | undefined): number {
  const tasks = `/proc/${pid}/task`;
  const times = readdirSync(tasks).map((task) => readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]);
  return times.reduce((sum, time) => sum + Number(time), 0) / 1e6;
}
