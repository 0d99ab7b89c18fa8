import type { TextFormat } from '../../lib/text-format.ts';
import type { Block, ReadResult, Reference, TextContent } from '../document.ts';
import type { QuoteCheck } from '../full-text.ts';
import { checkQuote } from '../quote/check-quote.ts';
import { type DocumentWords, readWords } from '../quote/document-words.ts';
import { TooMuchWork } from '../quote/find-words.ts';
import { readDocument } from '../read-document.ts';

/** The tasks that the process performs on external texts, which determine how long each takes. */

type ReadTask = { content: TextContent; format: TextFormat };
/** `hash`: of the text that has the blocks, so that its words are read once for all its quotations. */
type CheckTask = { blocks: readonly Block[]; references: readonly Reference[]; quote: string; hash?: string };

/** Parse a text, or check a quotation against one. */
export type Task = ReadTask | CheckTask;

type TooLong = { problem: 'took too long' | 'process ended' };

export type Answer<T extends Task> = T extends ReadTask ? ReadResult : QuoteCheck | TooLong;

export async function runTask<T extends Task>(task: T): Promise<Answer<T>>;
export async function runTask(task: Task): Promise<ReadResult | QuoteCheck | TooLong> {
  if ('content' in task) return readDocument(task.content, task.format);
  try {
    return checkQuote(wordsOf(task), task.quote);
  } catch (error) {
    if (error instanceof TooMuchWork) return { problem: 'took too long' };
    throw error;
  }
}

/** Characters of a text whose words are kept: they take about 40 times as much memory. */
const MAX_KEPT_CHARACTERS = 1_000_000;
let kept: { hash: string; words: DocumentWords } | undefined;

function wordsOf({ blocks, references, hash }: CheckTask): DocumentWords {
  if (hash !== undefined && kept?.hash === hash) return kept.words;
  const words = readWords(blocks, references);
  kept = hash !== undefined && words.text.length <= MAX_KEPT_CHARACTERS ? { hash, words } : undefined;
  return words;
}
