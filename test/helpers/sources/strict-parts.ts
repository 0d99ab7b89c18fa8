/** Shared parts of the strict servers of all sources. */

/** The places of a page in a list of `count`. */
export function numbers(count: number, from: number, most: number): number[] {
  return Array.from({ length: Math.max(0, Math.min(most, count - from)) }, (_, place) => from + place);
}

/** Operators as most sources write them. */
const WORDS = { and: ' AND ', or: ' OR ', not: ' NOT ' };

/**
 * Whether operators join these conditions, with brackets wherever two operators meet, because sources differ in their
 * precedence.
 */
export function isBoolean(query: string, condition: RegExp, { and, or, not } = WORDS): boolean {
  const [or1, and1, not1] = [or, and, not].map((sign) => sign.replace(/[|+]/g, '\\$&'));
  const joined = `§(?:(?:${or1}§)*|(?:${and1}§)*|${not1}§)`;
  const group = new RegExp(`\\(${joined}\\)`, 'g');
  let rest = query.replace(condition, '§');
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replace(group, '§');
  }
  return new RegExp(`^${joined}$`).test(rest);
}

/** The name of the first parameter that is not among these, or comes twice. */
export function unknownParameter(asked: URLSearchParams, known: ReadonlySet<string>): string | undefined {
  return [...asked.keys()].find((name) => !known.has(name) || asked.getAll(name).length > 1);
}

/** Whether a parameter is a whole number within these bounds. */
export function isWithin(text: string | null, least: number, most: number): boolean {
  return /^\d+$/.test(text ?? '') && Number(text) >= least && Number(text) <= most;
}
