import { availableParallelism } from 'node:os';
import { feedReaders } from './feed-readers.ts';
import { findReaders } from './readers.ts';
import { REPEATED } from './texts.ts';

/**
 * `npm run test:long linear [ROOM]`: feeds every exported function that reads text or bytes 20, 40 and 80 kB of each of
 * some ninety repetitions, and refuses growth above 2.6 a doubling, by processor time.
 */

const readers = findReaders().filter(({ file }) => file.startsWith(`src/${process.argv[2] ?? ''}`));
const { fed, refused, wrong } = await feedReaders(readers, () => REPEATED, {
  processes: availableParallelism(),
  onWrong: (each) => process.stderr.write(`${each}\n`),
});
process.stdout.write(
  `${fed} of ${readers.length} readers (${refused} took nothing), ${wrong.length} of more than linear time\n`,
);
process.exit(wrong.length === 0 ? 0 : 1);
