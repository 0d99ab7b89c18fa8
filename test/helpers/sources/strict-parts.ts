/** What the strict servers of all sources share. */

/** The places of a page in a list of `count`. */
export function numbers(count: number, from: number, most: number): number[] {
  return Array.from({ length: Math.max(0, Math.min(most, count - from)) }, (_, place) => from + place);
}

/** Whether these conditions are joined by operators in capitals, with brackets wherever both of them meet. */
export function isBoolean(query: string, condition: RegExp): boolean {
  let rest = query.replace(condition, '§');
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replace(/\(§(?: OR §)*\)|\(§(?: AND §)*\)/g, '§');
  }
  return /^§(?:(?: OR §)*|(?: AND §)*)$/.test(rest);
}

/** The name of the first parameter that is not among these, or comes twice. */
export function unknownParameter(asked: URLSearchParams, known: ReadonlySet<string>): string | undefined {
  return [...asked.keys()].find((name) => !known.has(name) || asked.getAll(name).length > 1);
}

/** Whether a parameter is a whole number within these bounds. */
export function isWithin(text: string | null, least: number, most: number): boolean {
  return /^\d+$/.test(text ?? '') && Number(text) >= least && Number(text) <= most;
}
