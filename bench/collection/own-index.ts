import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toIndexed } from '../../src/library/engine/index/indexed-paper.ts';
import type { PaperIndex } from '../../src/library/engine/index/paper-index.ts';
import type { PoolPaper } from '../retrieval/collection.ts';
import { openBenchIndex } from '../retrieval/own-index.ts';
import { paperRecords } from './papers.ts';

/** Our own index over the papers, and their keys by number; builds it in the folder if it is missing. */
export type OwnIndex = { index: PaperIndex; keys: string[] };

export function openOwnIndex(folder: string, pool: readonly PoolPaper[], count: number): OwnIndex {
  mkdirSync(folder, { recursive: true });
  const keysFile = join(folder, 'keys.json');
  const index = openBenchIndex(join(folder, 'index'));
  if (existsSync(keysFile)) return { index, keys: JSON.parse(readFileSync(keysFile, 'utf8')) };
  const startedAt = performance.now();
  const keys: string[] = [];
  index.write((writer) => {
    for (const paper of paperRecords(pool, count)) {
      keys.push(paper.key);
      writer.add(toIndexed(paper, keys.length), { revision: 1, id: keys.length, removal: 0 });
    }
    writer.publish({ revision: 1, id: keys.length, removal: 0 });
  });
  const ms = performance.now() - startedAt;
  console.log(`own index: ${keys.length} papers, ${Math.round((1_000 * keys.length) / ms)}/s`);
  writeFileSync(keysFile, JSON.stringify(keys));
  return { index, keys };
}
