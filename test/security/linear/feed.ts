import { judgeGrowth } from './growth.ts';
import { argumentsFor, READERS, type Reader } from './readers.ts';
import { REPEATED } from './texts.ts';

/** The process that feeds readers, one after the other, and tells which one it begins: see feed-readers.ts. */

export type Told = { begins: number } | { fed: boolean; wrong?: string };

const KILOBYTES = [20, 40, 80] as const;
process.on('unhandledRejection', () => {});

type Call = (...values: unknown[]) => unknown;

async function judge(reader: Reader, call: Call, begin: () => void): Promise<string | undefined> {
  for (const repeated of REPEATED) {
    begin();
    const begun: Promise<unknown>[] = [];
    const run = (kilobytes: number) => {
      const text = repeated.repeat(Math.ceil((kilobytes * 1_024) / repeated.length));
      return () => {
        const answer = call(...argumentsFor(reader, text));
        if (answer instanceof Promise) begun.push(answer);
      };
    };
    const verdict = judgeGrowth(KILOBYTES.map(run) as [() => void, () => void, () => void]);
    await Promise.allSettled(begun);
    if (verdict !== undefined) return `${JSON.stringify(repeated)}: ${verdict}`;
  }
  return undefined;
}

for (const index of process.argv.slice(2).map(Number)) {
  const reader = READERS[index] as Reader;
  const tell = (told: Told) => process.send?.(told);
  const begin = () => tell({ begins: index });
  begin();
  const module = await import(`../../../${reader.file}`).catch(() => ({}));
  const call = module[reader.name] as Call | undefined;
  const wrong = call && (await judge(reader, call, begin));
  tell({ fed: call !== undefined, ...(wrong && { wrong }) });
}
