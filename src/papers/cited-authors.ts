import type { Paper } from './paper.ts';
import { readPersonBy } from './people.ts';

/** The authors as a text cites them, by family name: `Langston & Wood`, `Oliveira et al.`. Empty without authors. */
export function citedAuthors({ authors, familyNames }: Pick<Paper, 'authors' | 'familyNames'>): string {
  const [first, second, ...others] = authors;
  const familyOf = (name: string) => {
    const person = readPersonBy(familyNames, name);
    return person.family === undefined ? person.literal : [person.particle, person.family].filter(Boolean).join(' ');
  };
  if (first === undefined) return '';
  if (second === undefined) return familyOf(first);
  return others.length > 0 ? `${familyOf(first)} et al.` : `${familyOf(first)} & ${familyOf(second)}`;
}
