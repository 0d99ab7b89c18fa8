import { abstractsDiffer } from './evidence.ts';
import type { Identity, MatchPolicy } from './identity.ts';

/** Sets of records that are taken for one work, each with what speaks against adding more to it. */
export type Groups = {
  /** The first place of the group that a record is in. */
  first(place: number): number;
  /** Makes two groups one unless they contradict each other; a title is contradicted by more than an identifier is. */
  unite(a: number, b: number, byTitle: boolean): void;
  /** Makes one of all that the links connect, if no two of these contradict each other; otherwise nothing is done. */
  uniteWhereAllAgree(links: readonly (readonly [number, number])[]): void;
};

/** What the records of a group say that a further one must not contradict. */
type Facts = {
  doi: string | undefined;
  arxiv: string | undefined;
  pmid: string | undefined;
  /** Of the published versions, the earliest and the latest. */
  years: [first: number, last: number] | undefined;
  /** The first author by each record that names one. */
  authors: Set<string>;
  abstracts: Set<string>;
};

/** One of each kind of telling is enough to tell that another is of another work. */
const MAX_ABSTRACTS = 8;

/** Every record for itself. */
export function createGroups(identities: readonly Identity[], policy: MatchPolicy): Groups {
  const parents = identities.map((_, place) => place);
  const facts = identities.map(factsOf);
  const factsAt = (place: number) => facts[place] as Facts;
  const first = (place: number): number => {
    let root = place;
    while (parents[root] !== root) root = parents[root] as number;
    parents[place] = root;
    return root;
  };
  const contradictByTitle = (a: Facts, b: Facts) =>
    contradict(a.arxiv, b.arxiv) || (policy === 'cross-source' && contradictSources(a, b));
  const unite = (a: number, b: number, byTitle: boolean) => {
    const [early, late] = [first(a), first(b)].sort((x, y) => x - y) as [number, number];
    if (early === late || contradict(factsAt(early).doi, factsAt(late).doi)) return;
    if (byTitle && contradictByTitle(factsAt(early), factsAt(late))) return;
    parents[late] = early;
    facts[early] = joined(factsAt(early), factsAt(late));
  };
  return {
    first,
    unite,
    uniteWhereAllAgree: (links) => {
      for (const members of connected(links.map(([a, b]) => [first(a), first(b)]))) {
        const agree = members.every((one, at) =>
          members.slice(at + 1).every((other) => {
            const [a, b] = [factsAt(one), factsAt(other)];
            return !contradict(a.doi, b.doi) && !contradictByTitle(a, b);
          }),
        );
        if (agree) for (const member of members) unite(members[0] as number, member, true);
      }
    },
  };
}

function factsOf({ publishedDoi, arxiv, isPreprint, numbers, year, authors, abstract }: Identity): Facts {
  return {
    doi: publishedDoi,
    arxiv,
    // Preprints have numbers of their own at PubMed.
    pmid: isPreprint ? undefined : numbers.pmid,
    years: isPreprint || year === undefined ? undefined : [year, year],
    authors: new Set(authors.slice(0, 1)),
    abstracts: new Set(abstract === '' ? [] : [abstract]),
  };
}

function joined(a: Facts, b: Facts): Facts {
  return {
    doi: a.doi ?? b.doi,
    arxiv: a.arxiv ?? b.arxiv,
    pmid: a.pmid ?? b.pmid,
    years: a.years && b.years ? spanOf(a.years, b.years) : (a.years ?? b.years),
    authors: new Set([...a.authors, ...b.authors]),
    abstracts: new Set([...a.abstracts, ...b.abstracts].slice(0, MAX_ABSTRACTS)),
  };
}

function spanOf(a: readonly [number, number], b: readonly [number, number]): [number, number] {
  return [Math.min(a[0], b[0]), Math.max(a[1], b[1])];
}

/** Whether both are known, and different. */
function contradict(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other;
}

/**
 * What speaks against a title where records come from several sources: the number at PubMed, the first author, the
 * abstracts, the years.
 */
function contradictSources(a: Facts, b: Facts): boolean {
  if (contradict(a.pmid, b.pmid)) return true;
  if (a.authors.size > 0 && b.authors.size > 0 && ![...a.authors].some((name) => b.authors.has(name))) return true;
  if ([...a.abstracts].some((one) => [...b.abstracts].some((other) => abstractsDiffer(one, other)))) return true;
  if (!a.years || !b.years) return false;
  const length = ([start, end]: readonly [number, number]) => end - start;
  return length(spanOf(a.years, b.years)) > Math.max(1, length(a.years), length(b.years));
}

/** The sets of places that links connect, each in ascending order. */
function connected(links: readonly (readonly [number, number])[]): number[][] {
  const neighbours = new Map<number, Set<number>>();
  for (const [a, b] of links) {
    for (const [one, other] of [
      [a, b],
      [b, a],
    ] as const) {
      neighbours.set(one, (neighbours.get(one) ?? new Set()).add(other));
    }
  }
  const seen = new Set<number>();
  const sets: number[][] = [];
  for (const start of neighbours.keys()) {
    if (seen.has(start)) continue;
    const members = [start];
    seen.add(start);
    for (const member of members) {
      for (const next of neighbours.get(member) ?? []) {
        if (seen.has(next)) continue;
        seen.add(next);
        members.push(next);
      }
    }
    if (members.length > 1) sets.push(members.sort((x, y) => x - y));
  }
  return sets;
}
