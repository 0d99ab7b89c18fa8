/** A number with its noun: `1 page`, `2 pages`. The default plural adds an s. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** `1,203`. A page's first `toLocaleString` reads tables for 20 ms or more, a fifth of all its script. */
export function grouped(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3}){1,7}$)/g, ',');
}
