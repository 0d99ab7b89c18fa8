import { fieldsOf, listOf, parseJson } from '../lib/json.ts';

/** More than any known model has; a longer vector is not stored either. */
const MAX_DIMENSIONS = 16_384;

/**
 * The vectors of an answer of `/embeddings`, in the order of the texts. Undefined when it is not exactly one vector for
 * each of `count` texts, all of one length and with a direction: a wrong number or a NaN would rank papers at random.
 */
export function readVectors(text: string, count: number): Float32Array[] | undefined {
  const data = listOf(fieldsOf(parseJson(text)).data).map(fieldsOf);
  if (data.length !== count) return undefined;
  const vectors = new Array<Float32Array | undefined>(count);
  for (const [at, { index = at, embedding }] of data.entries()) {
    const vector = toVector(embedding);
    if (!vector || !isPlace(index, count) || vectors[index]) return undefined;
    vectors[index] = vector;
  }
  const read = vectors.filter((vector) => vector !== undefined);
  const isComplete = read.length === count && read.every(({ length }) => length === read[0]?.length);
  return isComplete ? read : undefined;
}

function isPlace(index: unknown, count: number): index is number {
  return Number.isInteger(index) && (index as number) >= 0 && (index as number) < count;
}

function toVector(embedding: unknown): Float32Array | undefined {
  const numbers = listOf(embedding);
  if (numbers.length === 0 || numbers.length > MAX_DIMENSIONS) return undefined;
  if (!numbers.every((number) => typeof number === 'number')) return undefined;
  const vector = Float32Array.from(numbers as number[]);
  const square = vector.reduce((sum, value) => sum + value * value, 0);
  // A value beyond the range of a Float32 is infinite here.
  return Number.isFinite(square) && square > 0 ? vector : undefined;
}
