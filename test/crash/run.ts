/**
 * Kills the built server at named points and at random while it spends, and prints the outcome of every creation.
 * Usage: npm run test:long crash -- [--kills 240] [--seed 1]. Exits 1 on any violation.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { POINTS } from './charging-server.ts';
import { killLoop } from './kill-loop.ts';
import { OUTCOMES, type Summary } from './summary.ts';

const { values } = parseArgs({ options: { kills: { type: 'string' }, seed: { type: 'string' } } });
const kills = Number(values.kills ?? 240);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
if (!Number.isInteger(kills) || kills < 1 || !Number.isInteger(seed)) throw new Error('--kills and --seed are numbers');

function line(first: string, cells: readonly (string | number)[]): string {
  return `${first.padEnd(14)}${cells.map((cell) => String(cell).padStart(16)).join('')}\n`;
}

function report({ table, ...summary }: Summary): string {
  const sum = (outcome: (typeof OUTCOMES)[number]) => POINTS.reduce((all, point) => all + table[point][outcome], 0);
  const rows = POINTS.map((point) =>
    line(
      point,
      OUTCOMES.map((outcome) => table[point][outcome]),
    ),
  );
  return [
    line('killed at', OUTCOMES),
    ...rows,
    line('all', OUTCOMES.map(sum)),
    `\n${summary.kills} kills, ${summary.sleeps} of them after a sleep, ${summary.restores} older copies put back, ${summary.charges} credits charged by the service, seed ${seed}\n`,
    `unknown and really charged: ${summary.unknownCharged} of ${sum('unknown')}\n`,
    `lost charges: ${summary.lost}\ndouble charges: ${summary.double}\nviolations: ${summary.violations.length}\n`,
    ...summary.violations.map((violation) => `  ${violation}\n`),
  ].join('');
}

const dataDir = mkdtempSync(join(tmpdir(), 'paperqueue-crash-'));
try {
  const summary = await killLoop({ dataDir, kills, seed });
  process.stdout.write(report(summary));
  if (summary.violations.length > 0) process.exitCode = 1;
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
