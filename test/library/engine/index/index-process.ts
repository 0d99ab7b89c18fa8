/**
 * A process that writes to an index or reads it until it is killed or told to end (a line on its standard input):
 * `index-process.ts write|read FOLDER SEED [ROUNDS]`. It begins at its first line of input, prints a line after each
 * action, and `failed` with the reason if something was wrong.
 */
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setImmediate } from 'node:timers/promises';
import { seededRandom } from '../../../crash/scripts.ts';
import { until } from '../../../helpers/until.ts';
import { compareAnswers, compareContents } from './compare-with-naive.ts';
import { checkNumberedIndex, openNumberedIndex, papersAfter, writeNextChanges } from './numbered-changes.ts';
import { upTo } from './random-papers.ts';

const [role, folder = '', seed, rounds = 'Infinity'] = process.argv.slice(2);
const random = seededRandom(Number(seed));
/** At once, so that nothing that was told is lost with the process. */
const tell = (line: string) => writeSync(1, `${line}\n`);

async function write(): Promise<void> {
  const index = openNumberedIndex(folder);
  for (let round = 0; round < Number(rounds); round += 1) {
    const count = 1 + upTo(random, 5);
    let outcome: { done: number } | undefined;
    const isWritten = () => {
      outcome = index.write((writer) => writeNextChanges(writer, count));
      return outcome !== undefined;
    };
    await until(isWritten, 'the lock to be free');
    if (!outcome) throw new Error('the lock was not free');
    tell(`published ${outcome.done} of ${count}`);
    if (random() < 0.4) tell(`merged ${await index.merge()}`);
    // The other writer gets its turn.
    await setImmediate();
  }
  index.close();
}

async function read(): Promise<void> {
  const index = openNumberedIndex(folder);
  while (!toldToEnd) {
    const before = index.position().revision;
    // A snapshot opened before others merged its segments away still gives the same answers.
    checkNumberedIndex(index);
    index.refresh();
    const { revision } = index.position();
    if (revision < before) throw new Error(`back from ${before} to ${revision}`);
    const papers = papersAfter(revision);
    compareContents(index.snapshot(), papers);
    compareAnswers(index.snapshot(), papers, random);
    tell(`read ${revision}`);
    await setImmediate();
  }
  checkNumberedIndex(index);
  index.close();
}

let toldToEnd = false;
const lines = createInterface({ input: process.stdin });
tell('ready');
await once(lines, 'line');
lines.on('line', () => {
  toldToEnd = true;
});
try {
  await (role === 'write' ? write() : read());
  tell('ended');
} catch (error) {
  tell(`failed ${error instanceof Error ? error.stack : error}`);
}
lines.close();
