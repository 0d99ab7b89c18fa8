import type { Paper } from '../paper.ts';
import { testAuthor } from '../references/name-of-author.ts';

/** A condition on authors (`where.author`): names as a look-up reads them, OR between two of them, - before one. */
export type AuthorCondition = { people: ReturnType<typeof testAuthor>[]; isNegated: boolean }[];

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
export function meetsAuthorCondition(
  condition: AuthorCondition,
  { authors, familyNames }: Pick<Paper, 'authors' | 'familyNames'>,
): boolean {
  const isBy = (isAsked: ReturnType<typeof testAuthor>) => authors.some((name) => isAsked(name, familyNames));
  return condition.every(({ people, isNegated }) => people.some(isBy) !== isNegated);
}
