import { addTo, appendTo } from '../lib/groups.ts';
import type { Paper } from './paper.ts';
import { type GivenNames, isSamePerson, readGivenNames } from './references/name-of-author.ts';

/** A name, and the other forms of it that papers have: `Milton Packer` for `Packer M`. */
export type JoinedName = { name: string; forms: string[] };

type Authors = Pick<Paper, 'authors'>;
type Form = { name: string; papers: number; read: GivenNames };

/** The names in papers of which several forms are counted as one, with the fullest form first. */
export function listJoinedNames(papers: readonly Authors[]): JoinedName[] {
  return groupForms(papers)
    .filter((forms) => forms.length > 1)
    .map(([first, ...others]) => ({ name: first?.name ?? '', forms: others.map(({ name }) => name) }));
}

/** Creates a function that gives the name under which an author of these papers is counted. */
export function nameAuthors(papers: readonly Authors[]): (author: string) => string {
  const names = new Map(listJoinedNames(papers).flatMap(({ name, forms }) => forms.map((form) => [form, name])));
  return (author) => names.get(author) ?? author;
}

/**
 * The forms of each person's name, the fullest first. A shorter form joins a longer one only if it fits no other:
 * beside Bea and Bo Owl, `B Owl` may be either.
 */
function groupForms(papers: readonly Authors[]): Form[][] {
  const counts = new Map<string, number>();
  for (const { authors } of papers) for (const name of new Set(authors)) addTo(counts, name);
  const families = new Map<string, Form[]>();
  for (const [name, number] of counts) {
    const read = readGivenNames(name);
    if (read?.first === undefined) continue;
    appendTo(families, read.family, { name, papers: number, read });
  }
  return [...families.values()].flatMap(groupFamily);
}

function groupFamily(forms: readonly Form[]): Form[][] {
  const groups: Form[][] = [];
  for (const form of forms.toSorted(
    (a, b) => givenLength(b) - givenLength(a) || b.papers - a.papers || b.name.length - a.name.length,
  )) {
    const fits = ({ read }: Form) => read.first?.[0] === form.read.first?.[0] && isSamePerson(read, form.read);
    const fitting = groups.filter(([first]) => first !== undefined && fits(first));
    const equal = fitting.find(([first]) => first?.read.given.join(' ') === form.read.given.join(' '));
    const group = equal ?? (fitting.length === 1 ? fitting[0] : undefined);
    if (group) group.push(form);
    else groups.push([form]);
  }
  return groups;
}

function givenLength({ read }: Form): number {
  return read.given.join('').length;
}
