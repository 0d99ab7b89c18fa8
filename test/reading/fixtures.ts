import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Block, ReadDocument, ReadResult } from '../../src/reading/document.ts';

function fixture(name: string): string {
  return readFileSync(fileURLToPath(new URL(`../fixtures/reading/${name}`, import.meta.url)), 'utf8');
}

export const ARTICLE = fixture('article.xml');
export const PAGE = fixture('arxiv-page.txt');

/** The document; throws for a problem. */
export function read(result: ReadResult): ReadDocument {
  if ('problem' in result) throw new Error(result.problem);
  return result;
}

export function blocksOf({ sections }: ReadDocument): Block[] {
  return sections.flatMap(({ blocks }) => blocks);
}
