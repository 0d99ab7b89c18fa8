/**
 * Kills API and worker processes of one PostgreSQL at random under load, with crashes of the database, ended
 * connections and stalled ways to it, and prints the outcome. Needs a PostgreSQL on this machine. Usage: npm run
 * test:long crash:machines -- [--kills 1000] [--seed 1]. Exits 1 on any violation.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type MachinesSummary, machinesKillLoop } from './machines-loop.ts';

/** Fewer kills need not cause every event. */
const MIN_TELLING_KILLS = 100;

/** Whether jobs were taken over, refunded and called back more than once, and all faults came. */
function isTelling({ takenOver, errors, callbacks, requests, polls, atKills, faults }: MachinesSummary): boolean {
  const counts = [takenOver, errors, callbacks, requests - callbacks, polls, atKills.running, ...Object.values(faults)];
  return counts.every((count) => count > 0);
}

const { values } = parseArgs({ options: { kills: { type: 'string' }, seed: { type: 'string' } } });
const kills = Number(values.kills ?? 1000);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
if (!Number.isInteger(kills) || kills < 1 || !Number.isInteger(seed)) throw new Error('--kills and --seed are numbers');

const folder = mkdtempSync(join(tmpdir(), 'paperqueue-machines-'));
try {
  const started = Date.now();
  const summary = await machinesKillLoop({
    folder,
    kills,
    seed,
    isPatient: true,
    onProgress: (made) => process.stderr.write(`${made} kills\n`),
  });
  const seconds = Math.round((Date.now() - started) / 1_000);
  process.stdout.write(`${JSON.stringify({ seed, seconds, ...summary }, null, 1)}\n`);
  if (summary.violations.length > 0) process.exitCode = 1;
  if (kills >= MIN_TELLING_KILLS && !isTelling(summary)) {
    process.stderr.write('this run says nothing: something that it is about did not happen\n');
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
