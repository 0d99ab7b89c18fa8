import type { FailureDetail } from '../../../wording/notes/source-outcomes.ts';
import type { WordPieces } from './word-pieces.ts';

/** Why a local model cannot be used. */
export class UnusableModel extends Error {
  override readonly name = 'UnusableModel';

  constructor(readonly detail: FailureDetail) {
    super(String(detail));
  }
}

/** The part of `onnxruntime-node` that is used; the user may install it. */
export type OnnxRuntime = {
  InferenceSession: { create(path: string): Promise<Session> };
  Tensor: new (type: 'int64', data: BigInt64Array, shape: readonly number[]) => unknown;
};
type Session = {
  inputNames: readonly string[];
  run(feeds: Record<string, unknown>): Promise<Record<string, Output>>;
};
type Output = { dims: readonly number[]; data: unknown };

/** The vectors of texts. Undefined if the model's outputs are not text vectors. */
export type OnnxModel = (texts: readonly string[]) => Promise<Float32Array[] | undefined>;

/** How a text's vector is computed from those of its tokens, and the maximum number of tokens. */
export type Pooling = { isFirst: boolean; maxPieces: number };

/** `onnxruntime-node`; undefined if it is not installed or cannot be loaded. */
export async function loadRuntime(): Promise<OnnxRuntime | undefined> {
  // The name is in a variable because the package is not a dependency and its types are unknown.
  const name = 'onnxruntime-node';
  try {
    const loaded = (await import(name)) as OnnxRuntime & { default?: OnnxRuntime };
    return loaded.InferenceSession ? loaded : loaded.default;
  } catch {
    return undefined;
  }
}

/** Opens a sentence transformer in a file. */
export async function openOnnxModel(
  runtime: OnnxRuntime,
  path: string,
  pieces: WordPieces,
  pooling: Pooling,
): Promise<OnnxModel> {
  const session = await asUnusable(() => runtime.InferenceSession.create(path));
  return async (texts) => {
    const rows = texts.map((text) => withEnds(pieces.read(text, pooling.maxPieces - 2), pieces));
    const width = Math.max(...rows.map(({ length }) => length));
    const shape = [rows.length, width];
    const tensor = (valueAt: (row: readonly number[], at: number) => number) => {
      const data = BigInt64Array.from({ length: rows.length * width }, (_, index) =>
        BigInt(valueAt(rows[Math.floor(index / width)] as number[], index % width)),
      );
      return new runtime.Tensor('int64', data, shape);
    };
    const feeds: Record<string, unknown> = {
      input_ids: tensor((row, at) => row[at] ?? 0),
      attention_mask: tensor((row, at) => (at < row.length ? 1 : 0)),
      token_type_ids: tensor(() => 0),
    };
    const taken = session.inputNames.filter((name) => name in feeds).map((name) => [name, feeds[name]]);
    const outputs = await asUnusable(() => session.run(Object.fromEntries(taken)));
    const output = outputs.sentence_embedding ?? outputs.last_hidden_state ?? Object.values(outputs)[0];
    const lengths = rows.map(({ length }) => length);
    return output && poolAll(output, lengths, pooling);
  };
}

/** Attributes any error of the runtime to the model: some of them would look like a bug of ours. */
async function asUnusable<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch {
    throw new UnusableModel('unfit-weights');
  }
}

function withEnds(pieces: readonly number[], { begin, end }: WordPieces): number[] {
  return [begin, ...pieces, end].filter((piece) => piece !== undefined);
}

function poolAll({ dims, data }: Output, lengths: readonly number[], pooling: Pooling): Float32Array[] | undefined {
  if (!(data instanceof Float32Array) || dims[0] !== lengths.length) return undefined;
  const dimensions = dims.at(-1) as number;
  const perText = data.length / lengths.length;
  if (dims.length < 2 || dims.length > 3 || perText % dimensions !== 0) return undefined;
  return lengths.map((length, at) => {
    const values = data.subarray(at * perText, (at + 1) * perText);
    if (dims.length === 2 || pooling.isFirst) return values.slice(0, dimensions);
    const mean = new Float32Array(dimensions);
    for (let index = 0; index < length * dimensions; index += 1) {
      const axis = index % dimensions;
      mean[axis] = (mean[axis] as number) + (values[index] as number) / length;
    }
    return mean;
  });
}
