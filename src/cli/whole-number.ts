import { UsageError } from './io.ts';

/** The number that a flag gives; throws UsageError, naming the flag and its range. */
export function wholeNumber(flag: string, text: string, least: number, most: number): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) < least || Number(text) > most)
    throw new UsageError(`${flag}: a whole number from ${least} to ${most}, got ${text}`);
  return Number(text);
}
