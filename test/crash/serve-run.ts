/**
 * Kills `paperqueue serve` at named points and at random while the members of a lab use it, and prints the outcome.
 * Usage: npm run test:long crash:serve -- [--kills 140] [--seed 1]. Exits 1 on any violation.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { serveKillLoop } from './serve-loop.ts';
import { SERVE_POINTS } from './serve-points.ts';
import type { ServeSummary } from './serve-summary.ts';

const { values } = parseArgs({ options: { kills: { type: 'string' }, seed: { type: 'string' } } });
const kills = Number(values.kills ?? 140);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
if (!Number.isInteger(kills) || kills < 1 || !Number.isInteger(seed)) throw new Error('--kills and --seed are numbers');

const COLUMNS = ['kills', 'queued', 'running', 'callbacks', 'leased'] as const;

function line(first: string, cells: readonly (string | number)[]): string {
  return `${first.padEnd(12)}${cells.map((cell) => String(cell).padStart(18)).join('')}\n`;
}

function report(summary: ServeSummary): string {
  const rows = SERVE_POINTS.map((point) =>
    line(
      point,
      COLUMNS.map((column) => summary.table[point][column]),
    ),
  );
  const logged = Object.entries(summary.logged).map(([event, times]) => `  ${times} x ${event}\n`);
  return [
    line('killed at', ['kills', 'jobs queued', 'jobs at work', 'callbacks open', 'callbacks sending']),
    ...rows,
    `\n${summary.kills} kills, seed ${seed}\n`,
    `creations: ${summary.creations}, answered ${summary.answered}, answer lost ${summary.lost}`,
    ` (in the store and charged once: ${summary.lostButCharged})\n`,
    `jobs: ${summary.jobs}, success ${summary.successes}, error and refunded ${summary.errors},`,
    ` taken over by a later process ${summary.takenOver}\n`,
    `callbacks: ${summary.callbacks} delivered by ${summary.requests} requests (${summary.refusals} refused on purpose)\n`,
    `all done ${summary.drainSeconds.toFixed(0)} s after the last start\n`,
    ...(logged.length > 0 ? ['logged as errors:\n', ...logged] : []),
    `violations: ${summary.violations.length}\n`,
    ...summary.violations.map((violation) => `  ${violation}\n`),
  ].join('');
}

const dataDir = mkdtempSync(join(tmpdir(), 'paperqueue-crash-'));
try {
  const summary = await serveKillLoop({ dataDir, kills, seed, isPatient: true });
  process.stdout.write(report(summary));
  if (summary.violations.length > 0) process.exitCode = 1;
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
