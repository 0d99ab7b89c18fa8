import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fetchEngine } from '../../test/helpers/opensearch/start.ts';
import type { PoolPaper } from '../retrieval/collection.ts';

const SOURCE = fileURLToPath(new URL('lucene/Peer.java', import.meta.url));
const HEAP = ['-Xms256m', '-Xmx1g'];
/** Linux counts the time of processes in hundredths of a second. */
const TICK_MS = 10;

/** Lucene in a process of its own: the one of the OpenSearch that tests use, from Maven Central. */
export type Lucene = {
  answer(line: string): Promise<string>;
  /** Resident memory in megabytes, now and at its peak; not a number where there is no /proc. */
  memory(): { now: number; most: number };
  processorMs(): number;
  close(): void;
};

export type LuceneBuild = { addSeconds: number; mergeSeconds: number; processorSeconds: number; rssMost: number };

/** Builds an index in a folder; the seconds are Lucene's own, without the making of the papers. */
export async function buildLucene(folder: string, papers: Iterable<PoolPaper>): Promise<LuceneBuild> {
  const lucene = await startLucene('build', folder);
  let lines: string[] = [];
  for (const paper of papers) {
    lines.push(lineOf(paper));
    if (lines.length < 1_000) continue;
    await lucene.write(lines.join(''));
    lines = [];
  }
  const seconds = await lucene.answer(`${lines.join('')}\n`);
  const [addSeconds = 0, mergeSeconds = 0] = seconds.split(' ').map(Number);
  const [processorSeconds, rssMost] = [lucene.processorMs() / 1_000, lucene.memory().most];
  lucene.close();
  return { addSeconds, mergeSeconds, processorSeconds, rssMost };
}

/** Opens the index of a folder. */
export async function openLucene(folder: string): Promise<Lucene> {
  const lucene = await startLucene('search', folder);
  await lucene.answer('');
  return lucene;
}

/** A request for the numbers of papers, as `Peer.java` reads it. */
export function requestLine(text: string, limit: number, condition: string): string {
  return `${limit}\t${condition}\t${inOneField(text)}\n`;
}

const inOneField = (text: string) => text.replace(/[\t\r\n]/g, ' ');

function lineOf({ title, abstract, year, citations, isOpenAccess, fields = [] }: PoolPaper): string {
  const facts = [year, citations, isOpenAccess === undefined ? undefined : Number(isOpenAccess)];
  const text = inOneField(`${title} ${abstract}`);
  return `${[text, ...facts.map((fact) => fact ?? ''), fields.join(';')].join('\t')}\n`;
}

async function startLucene(task: 'build' | 'search', folder: string) {
  const classpath = `${join(folder, 'classes')}:${await fetchEngine()}`;
  if (!existsSync(join(folder, 'classes')))
    await promisify(execFile)('javac', ['-cp', classpath, '-d', join(folder, 'classes'), SOURCE]);
  const args = [...HEAP, '-cp', classpath, 'Peer', task, join(folder, 'lucene')];
  const child = spawn('java', args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting: ((line: string) => void)[] = [];
  createInterface(child.stdout).on('line', (line) => waiting.shift()?.(line));
  child.on('exit', (code) => {
    if (code) throw new Error(`Lucene ended with ${code}`);
  });
  const proc = (file: string) => readFileSync(`/proc/${child.pid}/${file}`, 'utf8');
  const megabytes = (name: string) => (Number(RegExp(`${name}:\\s+(\\d+)`).exec(proc('status'))?.[1]) * 1_024) / 1e6;
  return {
    /** Resolves when there is room for more. */
    write: (text: string) =>
      new Promise<void>((resolve) => (child.stdin.write(text) ? resolve() : child.stdin.once('drain', resolve))),
    answer: (line: string) =>
      new Promise<string>((resolve) => {
        waiting.push(resolve);
        child.stdin.write(line);
      }),
    memory: () => ({ now: megabytes('VmRSS'), most: megabytes('VmHWM') }),
    processorMs: () => {
      const [user = 0, system = 0] = proc('stat').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? [];
      return (user + system) * TICK_MS;
    },
    close: () => child.stdin.end(),
  };
}
