/**
 * Runs many sequences of random operations on an index and compares it with the naive reference after each of them.
 * Usage: npm run test:long index -- [--sequences 10000] [--seed 1]. Exits 1 at the first difference.
 */
import { parseArgs } from 'node:util';
import { emptyTally, runSequence, withoutWaitingForTheDisk } from './random-operations.ts';

const { values } = parseArgs({ options: { sequences: { type: 'string' }, seed: { type: 'string' } } });
const sequences = Number(values.sequences ?? 10_000);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
if (!Number.isInteger(sequences) || sequences < 1 || !Number.isInteger(seed))
  throw new Error('--sequences and --seed are numbers');

withoutWaitingForTheDisk();
const tally = emptyTally();
const started = performance.now();
const failures: string[] = [];
for (let nth = 0; nth < sequences; nth += 1) {
  try {
    await runSequence(seed + nth, tally);
  } catch (error) {
    failures.push(error instanceof Error ? error.message : String(error));
    if (failures.length >= 5) break;
  }
}
const seconds = ((performance.now() - started) / 1_000).toFixed(0);
const counts = Object.entries(tally).map(([what, count]) => `${what.padEnd(24)}${count}\n`);
process.stdout.write(`${sequences} sequences from seed ${seed} in ${seconds} s, ${failures.length} failed\n`);
process.stdout.write(counts.join(''));
for (const failure of failures) process.stdout.write(`${failure}\n`);
if (failures.length > 0) process.exitCode = 1;
