import { judgeGrowth } from './growth.ts';
import { argumentsFor, READERS, type Reader } from './readers.ts';
import { REPEATED } from './texts.ts';

/**
 * `npm run test:long linear [ROOM]`: feeds every exported function that takes a text 20, 40 and 80 kB of each of some
 * sixty repetitions, and refuses growth above 2.6 a doubling, by processor time.
 */

const KILOBYTES = [20, 40, 80] as const;
const wanted = process.argv[2] ?? '';
process.on('unhandledRejection', () => {});

type Call = (...values: unknown[]) => unknown;

function judge(reader: Reader, call: Call, repeated: string): string | undefined {
  const run = (kilobytes: number) => {
    const text = repeated.repeat(Math.ceil((kilobytes * 1_024) / repeated.length));
    return () => {
      const answer = call(...argumentsFor(reader, text));
      if (answer instanceof Promise) answer.catch(() => {});
    };
  };
  const [short, middle, long] = KILOBYTES.map(run) as [() => void, () => void, () => void];
  return judgeGrowth([short, middle, long]);
}

const wrong: string[] = [];
let fed = 0;
for (const reader of READERS) {
  const { file, name } = reader;
  if (!file.startsWith(`src/${wanted}`)) continue;
  const module = await import(`../../../${file}`).catch(() => ({}));
  const call = module[name] as Call | undefined;
  if (!call) continue;
  fed += 1;
  for (const repeated of REPEATED) {
    const verdict = judge(reader, call, repeated);
    if (verdict === undefined) continue;
    wrong.push(`${file} ${name}, ${JSON.stringify(repeated)}: ${verdict}`);
    process.stderr.write(`${wrong.at(-1)}\n`);
    break;
  }
}
process.stdout.write(`${fed} of ${READERS.length} readers, ${wrong.length} of more than linear time\n`);
process.exit(wrong.length === 0 ? 0 : 1);
