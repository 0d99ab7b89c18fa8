import type { LinkedWork } from './source.ts';

export type BatchLimits = {
  /** Maximum values of one request. */
  maxValues: number;
  /** Maximum percent-encoded bytes of all values of a request, with `separatorBytes` for each of them. */
  maxEncodedBytes: number;
  separatorBytes: number;
  /** Whether a value contains the list separator and therefore needs its own request. */
  isAlone(value: string): boolean;
};

/** Splits the values into one list per request, in their order; values that need their own request come last. */
export function inBatches(values: readonly string[], limits: BatchLimits): string[][] {
  const { maxValues, maxEncodedBytes, separatorBytes, isAlone } = limits;
  const batches: string[][] = [];
  let bytes = 0;
  for (const value of values.filter((one) => !isAlone(one))) {
    const size = encodeURIComponent(value).length + separatorBytes;
    const batch = batches.at(-1);
    if (batch && batch.length < maxValues && bytes + size <= maxEncodedBytes) {
      batch.push(value);
      bytes += size;
    } else {
      batches.push([value]);
      bytes = size;
    }
  }
  return [...batches, ...values.filter(isAlone).map((value) => [value])];
}

/**
 * Splits works into lists of at most `maxWorks` whose known links add up to at most `maxLinks`. A work with more links,
 * or an unknown number, is alone.
 */
export function linkBatches(
  works: readonly LinkedWork[],
  { maxWorks, maxLinks }: { maxWorks: number; maxLinks: number },
): string[][] {
  const batches: string[][] = [];
  let [open, sum]: [string[], number] = [[], 0];
  for (const { name, links = maxLinks } of works) {
    if (open.length === 0 || open.length >= maxWorks || sum + links > maxLinks) {
      open = [];
      sum = 0;
      batches.push(open);
    }
    open.push(name);
    sum += links;
  }
  return batches;
}
