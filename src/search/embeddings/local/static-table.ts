import { asFields, asList, asText, isCount, parseJson } from '../../../lib/json.ts';

/** A vector for each token of a vocabulary, as in model2vec. */
export type StaticTable = {
  dimensions: number;
  /** Number of tokens with a vector. */
  pieces: number;
  /** Adds the vector of a token. */
  addTo(sum: Float32Array, piece: number): void;
};

type Tensor = { type: string; shape: number[]; bytes: Uint8Array<ArrayBuffer> };

const HEADER_LENGTH_BYTES = 8;
const MAX_HEADER_BYTES = 16 * 1024 * 1024;

/** The end of the header in a safetensors file; undefined if it is not one. */
export function headerEnd(start: Uint8Array): number | undefined {
  if (start.length < HEADER_LENGTH_BYTES) return undefined;
  const view = new DataView(start.buffer, start.byteOffset, start.byteLength);
  const length = view.getBigUint64(0, true);
  return length <= MAX_HEADER_BYTES ? HEADER_LENGTH_BYTES + Number(length) : undefined;
}

/** Whether a safetensors file with this beginning contains a table; a complete transformer does not. */
export function hasTable(start: Uint8Array): boolean {
  const end = headerEnd(start);
  if (end === undefined || end > start.length) return false;
  return 'embeddings' in parseHeader(start, end);
}

/** The table in a safetensors file; undefined if it has none, or an inconsistent one. */
export function readStaticTable(file: Uint8Array<ArrayBuffer>): StaticTable | undefined {
  const end = headerEnd(file);
  if (end === undefined || end > file.length) return undefined;
  const header = parseHeader(file, end);
  const read = (name: string) => readNumbers(readTensor(header[name], file.subarray(end)));
  const vectors = readTensor(header.embeddings, file.subarray(end));
  const [rows = 0, dimensions = 0] = vectors?.shape ?? [];
  const values = readNumbers(vectors);
  if (!values || vectors?.shape.length !== 2 || rows === 0 || dimensions === 0) return undefined;
  // Tokens may share vectors, and may have separate weights.
  const rowOf = 'mapping' in header ? read('mapping') : undefined;
  const weights = 'weights' in header ? read('weights') : undefined;
  const pieces = rowOf?.length ?? rows;
  if ('mapping' in header && !rowOf?.every((row) => row >= 0 && row < rows)) return undefined;
  if ('weights' in header && weights?.length !== pieces) return undefined;
  return {
    dimensions,
    pieces,
    addTo(sum, piece) {
      const from = Number(rowOf ? rowOf[piece] : piece) * dimensions;
      const weight = Number(weights?.[piece] ?? 1);
      for (let at = 0; at < dimensions; at += 1) sum[at] = (sum[at] as number) + weight * Number(values[from + at]);
    },
  };
}

function parseHeader(file: Uint8Array, end: number): Record<string, unknown> {
  return asFields(parseJson(new TextDecoder().decode(file.subarray(HEADER_LENGTH_BYTES, end))));
}

function readTensor(value: unknown, data: Uint8Array<ArrayBuffer>): Tensor | undefined {
  const { dtype, shape, data_offsets } = asFields(value);
  const [from, to] = asList(data_offsets);
  const type = asText(dtype);
  if (type === undefined || !isCount(from) || !isCount(to) || from > to || to > data.length) return undefined;
  const sizes = asList(shape).filter(isCount);
  // Copied, because numbers in a file need not be aligned as a typed array requires.
  return { type, shape: sizes, bytes: data.slice(from, to) };
}

const READERS: Record<string, [bytes: number, read: (buffer: ArrayBuffer) => ArrayLike<number> & Numbers]> = {
  F64: [8, (buffer) => new Float64Array(buffer)],
  F32: [4, (buffer) => new Float32Array(buffer)],
  F16: [2, (buffer) => Float32Array.from(new Uint16Array(buffer), toFloat)],
  I8: [1, (buffer) => new Int8Array(buffer)],
  I32: [4, (buffer) => new Int32Array(buffer)],
  I64: [8, (buffer) => Float64Array.from(new BigInt64Array(buffer), Number)],
};

type Numbers = { every(test: (value: number) => boolean): boolean };

/** The numbers of a tensor; undefined if they have an unknown type, are too few, or are not finite. */
function readNumbers(tensor: Tensor | undefined): (ArrayLike<number> & Numbers) | undefined {
  const [bytes, read] = (tensor && READERS[tensor.type]) ?? [];
  if (!tensor || !bytes || !read) return undefined;
  const count = tensor.shape.reduce((product, size) => product * size, 1);
  if (tensor.bytes.length !== count * bytes) return undefined;
  const numbers = read(tensor.bytes.buffer);
  return numbers.every((number) => Number.isFinite(number)) ? numbers : undefined;
}

/** A 16-bit floating-point number (IEEE 754): a sign, 5 bits of exponent, 10 of fraction. */
function toFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = (bits & 0x3ff) / 0x400;
  if (exponent === 0x1f) return Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -14 : sign * (1 + fraction) * 2 ** (exponent - 15);
}
