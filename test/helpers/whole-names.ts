import { formatName, type NameInput } from '../../src/papers/people.ts';

/** Names as they are shown, given name first, whatever parts their source gave. */
export function wholeNames(names: readonly NameInput[] | null | undefined): string[] {
  return (names ?? []).map((name) => (typeof name === 'string' ? name : formatName(name)));
}
