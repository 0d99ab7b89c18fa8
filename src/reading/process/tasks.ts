import type { TextFormat } from '../../lib/text-format.ts';
import type { Block, ReadResult, TextContent } from '../document.ts';
import type { QuoteCheck, Reference } from '../full-text.ts';
import { checkQuote } from '../quote/check-quote.ts';
import { readWords } from '../quote/document-words.ts';
import { TooMuchWork } from '../quote/find-words.ts';
import { type CountedText, countWords } from '../quote/quoted-passages.ts';
import { readDocument } from '../read-document.ts';

/** The tasks that the process performs on external texts. The text determines how long each takes. */

type ReadTask = { content: TextContent; format: TextFormat };
type CheckTask = { blocks: readonly Block[]; references: readonly Reference[]; quote: string };
type CountTask = { blocks: readonly Pick<Block, 'kind' | 'text'>[]; find: string };

/** Parse a text, check a quotation against one, or count a query's words in one. */
export type Task = ReadTask | CheckTask | CountTask;

type TooLong = { problem: 'took too long' | 'process ended' };

export type Answer<T extends Task> = T extends ReadTask
  ? ReadResult
  : T extends CheckTask
    ? QuoteCheck | TooLong
    : CountedText | TooLong;

export async function runTask<T extends Task>(task: T): Promise<Answer<T>>;
export async function runTask(task: Task): Promise<ReadResult | QuoteCheck | CountedText | TooLong> {
  if ('content' in task) return readDocument(task.content, task.format);
  if ('find' in task) return countWords(task.blocks, task.find);
  try {
    return checkQuote(readWords(task.blocks, task.references), task.quote);
  } catch (error) {
    if (error instanceof TooMuchWork) return { problem: 'took too long' };
    throw error;
  }
}
