import { feedReaders } from './feed-readers.ts';
import { READERS } from './readers.ts';

/**
 * `npm run test:long linear [ROOM]`: feeds every exported function that takes a text 20, 40 and 80 kB of each of some
 * sixty repetitions, and refuses growth above 2.6 a doubling, by processor time.
 */

const { fed, wrong } = await feedReaders(process.argv[2] ?? '', (each) => process.stderr.write(`${each}\n`));
process.stdout.write(`${fed} of ${READERS.length} readers, ${wrong.length} of more than linear time\n`);
process.exit(wrong.length === 0 ? 0 : 1);
