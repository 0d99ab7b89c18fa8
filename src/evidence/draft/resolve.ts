import { foldForIdentity } from '../../papers/analysis/fold.ts';
import { foldText } from '../../papers/references/folded-text.ts';
import type { Citation, Cited, Draft, Entry } from './draft.ts';

/** Which entry of the references each citation means. */

/** A work that the draft cites or lists, to be looked up. */
export type Work = {
  /** As a look-up takes it. */
  item: string;
  /** For people. */
  reference: string;
  entry?: Entry;
  /** Where it is first cited, and how. */
  citation?: Citation;
};

export type Resolved = {
  works: Work[];
  /** What the draft cites and its references do not have. */
  missing: { citation: Citation; name: string }[];
  /** What was cited where the draft has no references at all. */
  unlisted: { citation: Citation; name: string }[];
  /** The works that were cited beside a sentence or quotation. */
  worksOf(cited: readonly Cited[]): Work[];
};

export function resolve(draft: Draft): Resolved {
  const ofEntries: Work[] = draft.entries.map((entry) => ({ item: entry.item, reference: entry.text, entry }));
  const index = indexEntries(draft.entries);
  const ofPapers = new Map<string, Work>();
  const find = (cited: Cited): Work[] => {
    if (cited.kind === 'paper') {
      const known = ofPapers.get(cited.item) ?? { item: cited.item, reference: cited.item };
      ofPapers.set(cited.item, known);
      return [known];
    }
    return index(cited).flatMap((place) => ofEntries[place] ?? []);
  };
  const missing: Resolved['missing'] = [];
  const unlisted: Resolved['unlisted'] = [];
  const told = new Set<string>();
  for (const citation of draft.citations)
    for (const cited of citation.cited) {
      const found = find(cited);
      for (const work of found) work.citation ??= citation;
      if (found.length > 0 || (cited.kind === 'names' && cited.isLone)) continue;
      const name = nameCited(cited);
      if (told.has(name)) continue;
      told.add(name);
      (draft.hasEntries ? missing : unlisted).push({ citation, name });
    }
  const isAllCited = draft.uncited.includes('*');
  for (const key of draft.uncited)
    for (const work of key === '*' ? [] : find({ kind: 'key', key })) work.citation ??= { at: 0, text: '', cited: [] };
  if (isAllCited) for (const work of ofEntries) work.citation ??= { at: 0, text: '', cited: [] };
  return {
    works: [...ofEntries, ...ofPapers.values()],
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

/** Finds the places of the entries that a citation may mean, the best first. */
function indexEntries(entries: readonly Entry[]): (cited: Exclude<Cited, { kind: 'paper' }>) => number[] {
  const keys = new Map<string, number[]>();
  const numbers = new Map<number, number[]>();
  const add = <Key>(map: Map<Key, number[]>, key: Key, place: number) => map.set(key, [...(map.get(key) ?? []), place]);
  const byYear = new Map<string, number[]>();
  // Folded once: a draft may cite hundreds of works of one year.
  const authors = new Map<number, FoldedEntry>();
  const readAuthor = (place: number) => {
    const { firstAuthor = '', text = '' } = entries[place] ?? {};
    const known = authors.get(place) ?? { author: foldForIdentity(firstAuthor), letters: foldText(text).letters };
    authors.set(place, known);
    return known;
  };
  for (const [place, { key, number, position, year, text }] of entries.entries()) {
    if (key !== undefined) for (const each of new Set([key, key.toLowerCase()])) add(keys, each, place);
    if (number !== undefined || position !== undefined) add(numbers, number ?? position ?? 0, place);
    const years = new Set([String(year ?? ''), ...[...text.matchAll(/(?:1[5-9]|20)\d\d/g)].map(([each]) => each)]);
    for (const each of years) add(byYear, each, place);
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

/** The entries of these people and this year: by the first author, else by the words of an entry that was not read. */
function chooseByNames(
  { names, year }: NamesCited,
  candidates: readonly number[],
  entries: readonly Entry[],
  readAuthor: (place: number) => FoldedEntry,
): number[] {
  const [first = '', ...others] = names.map(foldForIdentity);
  const textOf = (place: number) => readAuthor(place).letters;
  const isYear = (place: number) => entries[place]?.year === Number(year.slice(0, 4));
  const isOwn = (place: number) =>
    isAuthor(first, names[0] ?? '', readAuthor(place).author, entries[place]?.firstAuthor);
  const byAuthor = candidates.filter((place) => isYear(place) && isOwn(place));
  const byText = candidates.filter((place) => first.length >= 3 && textOf(place).slice(0, MAX_HEAD).includes(first));
  const found = byAuthor.length > 0 ? byAuthor : byText;
  const withOthers = found.filter((place) => others.every((name) => textOf(place).includes(name)));
  const all = withOthers.length > 0 ? withOthers : found;
  const letter = year.slice(4);
  const marked = all.filter((place) => entries[place]?.text.includes(year));
  if (letter === '' || all.length < 2) return all;
  const nth = all[letter.charCodeAt(0) - 'a'.charCodeAt(0)];
  const best = marked[0] ?? nth ?? all[0];
  return best === undefined ? [] : [best];
}

/** An entry begins with its authors. */
const MAX_HEAD = 120;

function isAuthor(folded: string, written: string, own: string, author: string | undefined): boolean {
  if (author === undefined) return false;
  const isPart = Math.min(own.length, folded.length) >= 4 && (own.endsWith(folded) || folded.endsWith(own));
  const initials = author.match(/(?<!\p{L})\p{Lu}/gu)?.join('') ?? '';
  return own === folded || isPart || (/^\p{Lu}{2,8}$/u.test(written) && written === initials);
}
