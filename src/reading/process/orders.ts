import type { Block, ReadResult, TextContent, TextFormat } from '../document.ts';
import type { QuoteCheck, Reference } from '../full-text.ts';
import { checkQuote } from '../quote/check-quote.ts';
import { readWords } from '../quote/document-words.ts';
import { TooMuchWork } from '../quote/find-words.ts';
import { type CountedText, countWords } from '../quote/quoted-passages.ts';
import { readDocument } from '../read-document.ts';

/** The tasks that the process performs on external texts. The text determines how long each takes. */

type ReadOrder = { content: TextContent; format: TextFormat };
type CheckOrder = { blocks: readonly Block[]; references: readonly Reference[]; quote: string };
type CountOrder = { blocks: readonly Pick<Block, 'kind' | 'text'>[]; find: string };

/** Parse a text, check a quotation against one, or count a query's words in one. */
export type Order = ReadOrder | CheckOrder | CountOrder;

type TooLong = { problem: 'took too long' | 'process ended' };

export type Answer<T extends Order> = T extends ReadOrder
  ? ReadResult
  : T extends CheckOrder
    ? QuoteCheck | TooLong
    : CountedText | TooLong;

export async function carryOut<T extends Order>(order: T): Promise<Answer<T>>;
export async function carryOut(order: Order): Promise<ReadResult | QuoteCheck | CountedText | TooLong> {
  if ('content' in order) return readDocument(order.content, order.format);
  if ('find' in order) return countWords(order.blocks, order.find);
  try {
    return checkQuote(readWords(order.blocks, order.references), order.quote);
  } catch (error) {
    if (error instanceof TooMuchWork) return { problem: 'took too long' };
    throw error;
  }
}
