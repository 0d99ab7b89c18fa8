import { readFileSync } from 'node:fs';
import { createProcessReader } from '../../../src/reading/process/read-in-process.ts';
import { mutants } from './mutants.ts';

export type Outcomes = {
  /** The count of each problem, and of `read`. */
  counts: Record<string, number>;
  /** Resident memory of the reading process after each thousand, in MB; empty where that is not known. */
  megabytes: number[];
};

/** Reads broken files one after the other in the process that reads texts. */
export async function readMutants(count: number, seed: number): Promise<Outcomes> {
  const reader = createProcessReader();
  const outcomes: Outcomes = { counts: {}, megabytes: [] };
  const { signal } = new AbortController();
  let nth = 0;
  for (const mutant of mutants(count, seed)) {
    const result = await reader.read(mutant, signal);
    const outcome = 'problem' in result ? result.problem : 'read';
    outcomes.counts[outcome] = (outcomes.counts[outcome] ?? 0) + 1;
    nth += 1;
    if (nth % 1_000 === 0) outcomes.megabytes.push(...megabytesOfChild());
  }
  reader.close();
  return outcomes;
}

/** On Linux; elsewhere nothing. */
function megabytesOfChild(): number[] {
  try {
    const [child = ''] = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ');
    const [, pages] = readFileSync(`/proc/${child}/statm`, 'utf8').split(' ');
    return [Math.round((Number(pages) * 4_096) / 1e6)];
  } catch {
    return [];
  }
}
