/** A number with its noun: `1 page`, `2 pages`. The plural is the noun and an s unless it is given. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
