export type BatchLimits = {
  /** Values of one request. */
  most: number;
  /** Of all values of a request, percent-encoded, in bytes, with `beside` for what joins them. */
  encoded: number;
  beside: number;
  /** What a list cannot hold, because it contains what separates values: each is a request of its own. */
  isAlone(value: string): boolean;
};

/** The values taken apart into one list for each request: those that can stand in lists first, in their order. */
export function inBatches(values: readonly string[], { most, encoded, beside, isAlone }: BatchLimits): string[][] {
  const batches: string[][] = [];
  let length = 0;
  for (const value of values.filter((one) => !isAlone(one))) {
    const size = encodeURIComponent(value).length + beside;
    const batch = batches.at(-1);
    if (batch && batch.length < most && length + size <= encoded) {
      batch.push(value);
      length += size;
    } else {
      batches.push([value]);
      length = size;
    }
  }
  return [...batches, ...values.filter(isAlone).map((value) => [value])];
}
