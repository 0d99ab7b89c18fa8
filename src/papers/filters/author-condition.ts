import { testAuthor } from '../references/name-of-author.ts';

/** A condition on authors (`where.author`): names as a look-up reads them, OR between two of them, - before one. */
export type AuthorCondition = { people: ((name: string) => boolean)[]; isNegated: boolean }[];

/** Parses a condition; empty if the text has no name. */
export function readAuthorCondition(text: string): AuthorCondition {
  return text
    .replaceAll(/["()]/g, ' ')
    .split(/(?:^|\s)(?=-\S)/)
    .map((clause) => ({ names: clause.replace(/^-/, '').split(/\sOR\s/), isNegated: clause.startsWith('-') }))
    .map(({ names, isNegated }) => ({
      people: names.filter((name) => /[\p{L}\p{M}\p{N}]/u.test(name)).map(testAuthor),
      isNegated,
    }))
    .filter(({ people }) => people.length > 0);
}

/** Whether a paper of these authors meets every clause. */
export function meetsAuthorCondition(condition: AuthorCondition, authors: readonly string[]): boolean {
  return condition.every(
    ({ people, isNegated }) => authors.some((name) => people.some((isAsked) => isAsked(name))) !== isNegated,
  );
}
