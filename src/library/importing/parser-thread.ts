import { parentPort, workerData } from 'node:worker_threads';
import { detectFormat } from './detect-format.ts';
import { createParser, type SyncParser } from './parser.ts';
import { type Answers, type ParserRequest, POSITION, type ThreadData } from './parser-requests.ts';

/** The thread that parses files. It answers one request after the other. */

const { position } = workerData as ThreadData;
let parser: SyncParser | undefined;

const onPiece = (line: number) => {
  Atomics.store(position, POSITION.line, line);
  Atomics.add(position, POSITION.pieces, 1);
};

function answer(request: ParserRequest): Answers[keyof Answers] {
  switch (request.ask) {
    case 'detect':
      return detectFormat(request.head, request.fileName, request.from);
    case 'open':
      parser = createParser(request.format, request.skipPieces, onPiece);
      return undefined;
    case 'push':
      return parser?.push(request.chunk) ?? [];
    case 'end':
      return parser?.end(request.isCut) ?? [];
  }
}

parentPort?.on('message', (request: ParserRequest) => {
  parentPort?.postMessage(answer(request));
  // The thread is not stuck while the main thread is too busy to take the answer.
  Atomics.add(position, POSITION.pieces, 1);
});
