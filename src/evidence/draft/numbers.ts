import { among, readNumbers } from '../table/numbers.ts';

/** A number that is not part of a name (`CO2`, `GPT-4`), a version or a date with separators. */
const NUMBER =
  /(?<![\p{L}\d_.,/:]|\p{L}[-–])[-−–]?(?:\d{1,3}(?:[,\u00a0\u2009\u202f ]\d{3})+(?:\.\d+)?|\d+(?:[.,·]\d+)?|[.·]\d+)(?![\d_]|[-–]?\p{L}{2,}\d)/gu;

/** The numbers of a sentence that a passage contains, and those that it lacks; undefined if the sentence has none. */
export function compareNumbers(sentence: string, passage: string): { agree: string[]; absent: string[] } | undefined {
  const numbers = [...sentence.matchAll(NUMBER)].map(([written]) => written.replace(/^[–]/, ''));
  if (numbers.length === 0) return undefined;
  // The passage may say `fell by` instead of a minus sign.
  const isIn = among(readNumbers(passage));
  const isKnown = (written: string) => readNumbers(written.replace(/^[-−]/, '')).some(isIn);
  const all = [...new Map(numbers.map((written) => [readNumbers(written)[0]?.values.join(), written])).values()];
  return { agree: all.filter(isKnown), absent: all.filter((written) => !isKnown(written)) };
}
