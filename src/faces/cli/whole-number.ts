import { UsageError } from './io.ts';

/** Parses the number of a flag; throws UsageError naming the flag and its range. */
export function wholeNumber(flag: string, text: string, min: number, max: number): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) < min || Number(text) > max)
    throw new UsageError(`${flag}: a whole number from ${min} to ${max}, got ${text}`);
  return Number(text);
}
