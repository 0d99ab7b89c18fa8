import { readMutants } from './read-mutants.ts';

/** `npm run test:long texts [COUNT] [SEED]`: reads 20,000 broken PDFs, XML and HTML files; none may end the process. */

const [count = '20000', seed = '1'] = process.argv.slice(2);
const { counts, megabytes } = await readMutants(Number(count), Number(seed));
process.stdout.write(`Outcomes: ${JSON.stringify(counts)}\n`);
process.stdout.write(`Memory of the process after each thousand, in MB: ${megabytes.join(' ')}\n`);
if (counts['took too long'] || counts['process ended']) process.exitCode = 1;
