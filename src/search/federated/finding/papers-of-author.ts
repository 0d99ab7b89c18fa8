import { setImmediate as nextTurn } from 'node:timers/promises';
import { addTo } from '../../../lib/groups.ts';
import type { Library } from '../../../library/library.ts';
import { foldForIdentity } from '../../../papers/analysis/fold.ts';
import { fuseParts } from '../../../papers/fuse-ranks.ts';
import type { Paper } from '../../../papers/paper.ts';
import type { AuthorCandidate, AuthorOrder } from '../../../papers/references/author-query.ts';
import { foldText } from '../../../papers/references/folded-text.ts';
import { testAuthor, testLetters } from '../../../papers/references/name-of-author.ts';
import { type ParsedReference, readNamesAndYear } from '../../../papers/references/read-reference.ts';
import { familyName } from '../../../papers/works/title-key.ts';
import { rankByWords } from '../library-search.ts';

/** The library's spellings of a person's name, and the papers under it. */
export type PapersOfName = { authors: AuthorCandidate[]; papers: Paper[] };

/**
 * Library papers by people with each of these names. The library cannot tell namesakes apart, so each spelling is a
 * separate candidate, with an id that requests its papers.
 */
export async function findPapersOfNames(
  library: Pick<Library, 'authorLists' | 'findById'>,
  names: readonly string[],
  order: AuthorOrder,
  signal: AbortSignal,
): Promise<PapersOfName[]> {
  const people = names.map((name) => ({
    isNamed: testAuthor(name),
    counts: new Map<string, number>(),
    ids: [] as number[],
  }));
  // Reading the authors of a large library takes longer than comparing them with several names.
  for (const part of people.length > 0 ? library.authorLists() : []) {
    for (const { id, authors, familyNames } of part)
      for (const { isNamed, counts, ids } of people) {
        const spellings = new Set(authors.filter((each) => isNamed(each, familyNames)));
        if (spellings.size > 0) ids.push(id);
        for (const each of spellings) addTo(counts, each);
      }
    await nextTurn();
    signal.throwIfAborted();
  }
  const rankOf = order === 'cited' ? (paper: Paper) => paper.citationCount : (paper: Paper) => paper.year;
  return people.map(({ counts, ids }) => ({
    papers: ids.flatMap((id) => library.findById(id) ?? []).sort((a, b) => (rankOf(b) ?? -1) - (rankOf(a) ?? -1)),
    authors: [...counts]
      .sort(([, a], [, b]) => b - a)
      .map(([spelling, works]) => ({ id: `author: ${spelling}`, name: spelling, works })),
  }));
}

/** Ids of at most `count` papers with words of the text in their own words or their authors' names, best first. */
export async function rankInLibrary(library: Library, text: string, count: number): Promise<number[]> {
  await library.catchUp();
  const lists = [rankByWords(library, text, count), await rankByAuthors(library, text)];
  return fuseParts(lists)
    .slice(0, count)
    .map(({ id }) => id);
}

/** Shorter words are initials, which too many names share. */
const MIN_NAME_CHARACTERS = 2;

/** Ids of library papers with a word of the text in their authors' names: most words first, then the newest. */
async function rankByAuthors(library: Library, text: string): Promise<number[]> {
  const textWords = foldText(text).words.filter((word) => word.length >= MIN_NAME_CHARACTERS);
  const found: { id: number; words: number }[] = [];
  for (const part of library.authorLists()) {
    for (const { id, authors } of part) {
      const names = new Set(authors.flatMap((name) => foldText(name).words));
      const words = new Set(textWords.filter((word) => names.has(word))).size;
      if (words > 0) found.push({ id, words });
    }
    await nextTurn();
  }
  return found.sort((a, b) => b.words - a.words || b.id - a.id).map(({ id }) => id);
}

/** Library papers of a year by people with all of these family names, the most cited first. */
async function findPapersOfNamesAndYear(
  library: Pick<Library, 'authorLists' | 'findById'>,
  { names, year }: { names: readonly string[]; year: number },
  signal: AbortSignal,
): Promise<Paper[]> {
  const folded = names.map(foldForIdentity);
  const tests = folded.map((name) => testLetters([name]));
  const ids: number[] = [];
  for (const part of library.authorLists(year)) {
    for (const { id, authors } of part) {
      if (!tests.every((mayBe) => authors.some(mayBe))) continue;
      const families = new Set(authors.map((name) => foldForIdentity(familyName(name))));
      if (folded.every((name) => families.has(name))) ids.push(id);
    }
    await nextTurn();
    signal.throwIfAborted();
  }
  return ids
    .flatMap((id) => library.findById(id) ?? [])
    .sort((a, b) => (b.citationCount ?? -1) - (a.citationCount ?? -1));
}

/** The library's papers by the people that items name, by index of the item. */
export async function papersOfNames(
  library: Library,
  parsed: readonly ParsedReference[],
  signal: AbortSignal,
): Promise<Map<number, PapersOfName>> {
  const named = parsed.flatMap(({ author }, index) =>
    author && 'name' in author ? [{ index, name: author.name }] : [],
  );
  const names = named.map(({ name }) => name);
  const found = await findPapersOfNames(library, names, 'newest', signal);
  return new Map(found.map((papers, at) => [named[at]?.index ?? 0, papers]));
}

/** The library's papers for items of family names and a year, by index of the item. */
export async function papersOfNamesAndYears(
  library: Library,
  parsed: readonly ParsedReference[],
  signal: AbortSignal,
): Promise<Map<number, Paper[]>> {
  const papers = new Map<number, Paper[]>();
  for (const [index, reference] of parsed.entries()) {
    const named = readNamesAndYear(reference);
    const found = named ? await findPapersOfNamesAndYear(library, named, signal) : [];
    if (found.length > 0) papers.set(index, found);
  }
  return papers;
}
