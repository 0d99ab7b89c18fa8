import type { ImportFormat } from '../../formats/import-names.ts';
import type { DetectedFormat } from './detect-format.ts';
import type { ReadPiece } from './parser.ts';

/** Requests to the parser thread, one at a time. */
export type ParserRequest =
  | { ask: 'detect'; head: string; fileName: string; from: ImportFormat | undefined }
  | { ask: 'open'; format: DetectedFormat; skipPieces: number }
  | { ask: 'push'; chunk: string }
  | { ask: 'end'; isCut: boolean };

export type Answers = {
  detect: DetectedFormat | undefined;
  open: undefined;
  push: ReadPiece[];
  end: ReadPiece[];
};

/** Shared with the thread, which reports its progress there while it works. */
export type ThreadData = { position: Int32Array };

/** Indexes in `position`: the line of the current piece, and the number of pieces started. */
export const POSITION = { line: 0, pieces: 1 } as const;
