import { foldForIdentity } from '../../papers/analysis/fold.ts';
import { foldText } from '../../papers/references/folded-text.ts';
import type { Citation, Cited, Draft, Entry } from './draft.ts';

/** Resolves the citations of a draft to entries of its references. */

/** A work that the draft cites or lists, to be looked up. */
export type Work = {
  /** The text to look up. */
  item: string;
  /** The text to show. */
  reference: string;
  entry?: Entry;
  /** Its first citation. */
  citation?: Citation;
};

export type Resolved = {
  works: Work[];
  /** Citations without an entry in the draft's references. */
  missing: { citation: Citation; name: string }[];
  /** Citations of a draft that has no references at all. */
  unlisted: { citation: Citation; name: string }[];
  /** The works that some citations stand for. */
  worksOf(cited: readonly Cited[]): Work[];
};

export function resolve(draft: Draft): Resolved {
  const entryWorks: Work[] = draft.entries.map((entry) => ({ item: entry.item, reference: entry.text, entry }));
  const findEntries = indexEntries(draft.entries);
  const identifiedWorks = new Map<string, Work>();
  const find = (cited: Cited): Work[] => {
    if (cited.kind === 'paper') {
      const known = identifiedWorks.get(cited.item) ?? { item: cited.item, reference: cited.item };
      identifiedWorks.set(cited.item, known);
      return [known];
    }
    return findEntries(cited).flatMap((index) => entryWorks[index] ?? []);
  };
  const missing: Resolved['missing'] = [];
  const unlisted: Resolved['unlisted'] = [];
  const reported = new Set<string>();
  for (const citation of draft.citations)
    for (const cited of citation.cited) {
      const found = find(cited);
      for (const work of found) work.citation ??= citation;
      // `In Germany (2020)` is no claim that an entry exists; without any entries nothing tells it from a citation.
      if (found.length > 0 || (draft.hasEntries && cited.kind === 'names' && cited.isLone)) continue;
      const name = nameCited(cited);
      if (reported.has(name)) continue;
      reported.add(name);
      (draft.hasEntries ? missing : unlisted).push({ citation, name });
    }
  const isAllCited = draft.uncited.includes('*');
  for (const key of draft.uncited)
    for (const work of key === '*' ? [] : find({ kind: 'key', key })) work.citation ??= { at: 0, text: '', cited: [] };
  if (isAllCited) for (const work of entryWorks) work.citation ??= { at: 0, text: '', cited: [] };
  return {
    works: [...entryWorks, ...identifiedWorks.values()],
    missing,
    unlisted,
    worksOf: (cited) => [...new Set(cited.flatMap((each) => find(each).slice(0, 1)))],
  };
}

function nameCited(cited: Cited): string {
  if (cited.kind === 'key') return cited.key;
  if (cited.kind === 'number') return `[${cited.number}]`;
  if (cited.kind === 'names') return `${cited.names.join(', ')} ${cited.year}`;
  return cited.kind === 'paper' ? cited.item : `entry ${cited.entry + 1}`;
}

/** Returns a function that finds the indexes of the entries that a citation may mean, best first. */
function indexEntries(entries: readonly Entry[]): (cited: Exclude<Cited, { kind: 'paper' }>) => number[] {
  const keys = new Map<string, number[]>();
  const numbers = new Map<number, number[]>();
  const add = <Key>(map: Map<Key, number[]>, key: Key, index: number) => map.set(key, [...(map.get(key) ?? []), index]);
  const byYear = new Map<string, number[]>();
  // Cached, because a draft may cite hundreds of works of one year.
  const authors = new Map<number, FoldedEntry>();
  const readAuthor = (index: number) => {
    const { firstAuthor = '', text = '' } = entries[index] ?? {};
    const known = authors.get(index) ?? { author: foldForIdentity(firstAuthor), letters: foldText(text).letters };
    authors.set(index, known);
    return known;
  };
  for (const [index, { key, number, position, year, text }] of entries.entries()) {
    if (key !== undefined) for (const each of new Set([key, key.toLowerCase()])) add(keys, each, index);
    if (number !== undefined || position !== undefined) add(numbers, number ?? position ?? 0, index);
    const years = new Set([String(year ?? ''), ...[...text.matchAll(/(?:1[5-9]|20)\d\d/g)].map(([each]) => each)]);
    for (const each of years) add(byYear, each, index);
  }
  return (cited) => {
    if (cited.kind === 'entry') return [cited.entry];
    if (cited.kind === 'number') return numbers.get(cited.number) ?? [];
    if (cited.kind === 'key') return (keys.get(cited.key) ?? keys.get(cited.key.toLowerCase()) ?? []).slice(0, 1);
    const candidates = byYear.get(cited.year.slice(0, 4)) ?? [];
    return chooseByNames(cited, candidates, entries, readAuthor);
  };
}

type NamesCited = Extract<Cited, { kind: 'names' }>;

type FoldedEntry = { author: string; letters: string };

/** The entries with these names and this year: by first author, else by the text of an entry without a known author. */
function chooseByNames(
  { names, year }: NamesCited,
  candidates: readonly number[],
  entries: readonly Entry[],
  readAuthor: (index: number) => FoldedEntry,
): number[] {
  const [first = '', ...others] = names.map(foldForIdentity);
  const textOf = (index: number) => readAuthor(index).letters;
  const isYear = (index: number) => entries[index]?.year === Number(year.slice(0, 4));
  const hasAuthor = (index: number) =>
    isAuthor(first, names[0] ?? '', readAuthor(index).author, entries[index]?.firstAuthor);
  const byAuthor = candidates.filter((index) => isYear(index) && hasAuthor(index));
  const byText = candidates.filter((index) => first.length >= 3 && textOf(index).slice(0, MAX_HEAD).includes(first));
  const found = byAuthor.length > 0 ? byAuthor : byText;
  const withOthers = found.filter((index) => others.every((name) => textOf(index).includes(name)));
  const all = withOthers.length > 0 ? withOthers : found;
  const letter = year.slice(4);
  const marked = all.filter((index) => entries[index]?.text.includes(year));
  if (letter === '' || all.length < 2) return all;
  const nth = all[letter.charCodeAt(0) - 'a'.charCodeAt(0)];
  const best = marked[0] ?? nth ?? all[0];
  return best === undefined ? [] : [best];
}

/** Characters at the beginning of an entry that may contain its authors. */
const MAX_HEAD = 120;

function isAuthor(folded: string, written: string, entryAuthor: string, author: string | undefined): boolean {
  if (author === undefined) return false;
  const isPart =
    Math.min(entryAuthor.length, folded.length) >= 4 && (entryAuthor.endsWith(folded) || folded.endsWith(entryAuthor));
  const initials = author.match(/(?<!\p{L})\p{Lu}/gu)?.join('') ?? '';
  return entryAuthor === folded || isPart || (/^\p{Lu}{2,8}$/u.test(written) && written === initials);
}
