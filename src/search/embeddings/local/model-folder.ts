import { basename } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { rethrowBug } from '../../../lib/bugs.ts';
import { onceAsync } from '../../../lib/once.ts';
import { REAL_TIMERS, type Timers } from '../../../lib/timers.ts';
import type { KnownFailure } from '../../../wording/notes/source-outcomes.ts';
import type { Embedder } from '../embedder.ts';
import { type OnnxRuntime, UnusableModel } from './onnx-model.ts';

type LoadRuntime = () => Promise<OnnxRuntime | undefined>;

export type FolderOptions = {
  folder: string;
  /** Default: `onnxruntime-node`, if it is installed. */
  runtime?: LoadRuntime;
  timers?: Pick<Timers, 'now'>;
};

/** Texts per batch: deadline and signal are checked between batches. */
const AT_ONCE = 8;

/**
 * A model in a folder: a table of static vectors (`model.safetensors` with the tensor `embeddings`), or an ONNX file,
 * each with `tokenizer.json`. Nothing is read before it is needed, and nothing is ever downloaded.
 */
export function createFolderEmbedder({ folder, runtime, timers = REAL_TIMERS }: FolderOptions): Embedder {
  const loaded = onceAsync(async () => (await import('./load-model.ts')).loadModel(folder, runtime));
  return {
    model: basename(folder),
    identity: () => orFailure(async () => (await loaded()).identity),
    embed: (texts, { timeoutMs, signal }) =>
      orFailure<Float32Array[] | KnownFailure>(async () => {
        const end = timers.now() + timeoutMs;
        const { vectors } = await loaded();
        const all: Float32Array[] = [];
        while (all.length < texts.length) {
          if (signal.aborted || timers.now() >= end) return { failure: 'too slow' };
          const found = await vectors(texts.slice(all.length, all.length + AT_ONCE));
          if (!found?.every((vector) => vector.every(Number.isFinite))) throw new UnusableModel('unfit-weights');
          all.push(...found);
          await nextTurn();
        }
        return all;
      }),
  };
}

async function orFailure<T>(run: () => Promise<T>): Promise<T | KnownFailure> {
  try {
    return await run();
  } catch (error) {
    rethrowBug(error);
    return { failure: 'unusable', detail: error instanceof UnusableModel ? error.detail : 'unfit-weights' };
  }
}
