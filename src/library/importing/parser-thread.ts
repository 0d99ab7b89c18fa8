import { parentPort, workerData } from 'node:worker_threads';
import { detectFormat } from './detect-format.ts';
import { createParser, type SyncParser } from './parser.ts';
import { type Answers, type ParserOrder, POSITION, type ThreadData } from './parser-questions.ts';

/** The thread that parses files. It answers one request after the other. */

const { position } = workerData as ThreadData;
let parser: SyncParser | undefined;

const onPiece = (line: number) => {
  Atomics.store(position, POSITION.line, line);
  Atomics.add(position, POSITION.pieces, 1);
};

function answer(question: ParserOrder): Answers[keyof Answers] {
  switch (question.ask) {
    case 'detect':
      return detectFormat(question.head, question.fileName, question.from);
    case 'open':
      parser = createParser(question.format, question.skipPieces, onPiece);
      return undefined;
    case 'push':
      return parser?.push(question.chunk) ?? [];
    case 'end':
      return parser?.end(question.isCut) ?? [];
  }
}

parentPort?.on('message', (question: ParserOrder) => {
  parentPort?.postMessage(answer(question));
  // The thread is not stuck while the main thread is too busy to take the answer.
  Atomics.add(position, POSITION.pieces, 1);
});
