import { appendTo } from '../../lib/groups.ts';
import type { Paper } from '../paper.ts';
import { type Identity, isPreprint, toIdentity } from './identity.ts';
import {
  AGREEMENTS,
  type Agreement,
  type ClusterEvidence,
  contradict,
  joinSpans,
  MAX_PREPRINT_YEARS,
  type MatchPolicy,
} from './matching.ts';
import { uniteInOrder } from './unite-in-order.ts';

/**
 * Returns for each paper the index of the first paper of the same work, possibly its own. Blank keys are not evidence.
 * `onDuplicate` receives the evidence that united papers or groups of them.
 */
export function groupSameWorks(
  papers: readonly Paper[],
  policy: MatchPolicy = 'trusted-list',
  onDuplicate: (evidence: string) => void = () => {},
): number[] {
  // A cache: lists of several jobs repeat the same record many times.
  const known = new Map<Paper, Identity>();
  const identities = papers.map((paper) => {
    const identity = known.get(paper) ?? toIdentity(paper);
    known.set(paper, identity);
    return identity;
  });
  const clusters = createClusters(identities, policy);
  for (const agreement of AGREEMENTS) {
    if (agreement.verdict[policy] !== 'same') continue;
    let united = 0;
    if (agreement.kind === 'near-title') united = clusters.uniteWhereAllAgree(pairsThatAgree(identities, agreement));
    else if (agreement.kind === 'title') united = uniteNearestYearsFirst(identities, agreement, clusters);
    else united = uniteInOrder(identities, agreement, clusters);
    for (; united > 0; united -= 1) onDuplicate(agreement.evidence);
  }
  return identities.map((_, index) => clusters.first(index));
}

/** The record to show for a work: a published version before a preprint, then one with a DOI, then the first. */
export function bestRecord<T>(records: readonly [T, ...T[]], paperOf: (record: T) => Paper): T {
  if (records.length === 1) return records[0];
  const ranks = records.map((record) => versionRank(paperOf(record)));
  return records[ranks.indexOf(Math.max(...ranks))] as T;
}

/** Higher for a published version than for a preprint, and then for one with a DOI. */
export function versionRank(paper: Paper): number {
  return (isPreprint(paper) ? 0 : 2) + (paper.doi === undefined ? 0 : 1);
}

type Pair = readonly [number, number];

/** Index pairs of the records for which the evidence holds. */
function pairsThatAgree(identities: readonly Identity[], { value, condition }: Agreement): Pair[] {
  const indexesByKey = new Map<string, number[]>();
  const pairs: Pair[] = [];
  identities.forEach((identity, index) => {
    const key = value(identity);
    if (key === undefined) return;
    for (const other of indexesByKey.get(key) ?? [])
      if (condition(identities[other] as Identity, identity)) pairs.push([other, index]);
    appendTo(indexesByKey, key, index);
  });
  return pairs;
}

/** The years of one work differ by at most the gap between preprint and publication. */
function uniteNearestYearsFirst(identities: readonly Identity[], agreement: Agreement, clusters: Clusters): number {
  let united = 0;
  for (let years = 0; years <= MAX_PREPRINT_YEARS; years += 1) {
    const condition: Agreement['condition'] = (a, b) =>
      Math.abs((a.year ?? 0) - (b.year ?? 0)) === years && agreement.condition(a, b);
    united += uniteInOrder(identities, { ...agreement, condition }, clusters);
  }
  return united;
}

/** Clusters of records considered one work, each with the evidence that a further record must not contradict. */
type Clusters = {
  first(index: number): number;
  /** Unites two clusters unless they contradict each other. Returns false if nothing changed. */
  unite(a: number, b: number, kind: Agreement['kind']): boolean;
  /**
   * Unites everything that the pairs connect if no two of them contradict each other; otherwise changes nothing.
   * Returns how many clusters were merged into another.
   */
  uniteWhereAllAgree(pairs: readonly Pair[]): number;
};

function createClusters(identities: readonly Identity[], policy: MatchPolicy): Clusters {
  const parents = identities.map((_, index) => index);
  const evidence = identities.map(gatherEvidence);
  const evidenceAt = (index: number) => evidence[index] as ClusterEvidence;
  const first = (index: number): number => {
    let root = index;
    while (parents[root] !== root) root = parents[root] as number;
    parents[index] = root;
    return root;
  };
  const unite: Clusters['unite'] = (a, b, kind) => {
    const [early, late] = [first(a), first(b)].sort((x, y) => x - y) as [number, number];
    if (early === late || contradict(evidenceAt(early), evidenceAt(late), kind, policy)) return false;
    parents[late] = early;
    evidence[early] = joined(evidenceAt(early), evidenceAt(late));
    return true;
  };
  return {
    first,
    unite,
    uniteWhereAllAgree: (pairs) => {
      let united = 0;
      for (const members of connected(pairs.map(([a, b]) => [first(a), first(b)]))) {
        const agree = members.every((one, at) =>
          members.slice(at + 1).every((other) => !contradict(evidenceAt(one), evidenceAt(other), 'near-title', policy)),
        );
        if (agree) for (const member of members) united += Number(unite(members[0] as number, member, 'near-title'));
      }
      return united;
    },
  };
}

/** This many abstracts and places of each cluster suffice to distinguish two works. */
const MAX_COMPARED = 8;

function gatherEvidence(identity: Identity): ClusterEvidence {
  const { publishedDoi, arxiv, isPreprint, pmid, year, authors, abstract, place } = identity;
  return {
    hasThesis: identity.isThesis,
    hasArticle: identity.isArticle,
    publishedDoi,
    arxiv,
    // PubMed numbers preprints separately.
    pmid: isPreprint ? undefined : pmid,
    years: isPreprint || year === undefined ? undefined : [year, year],
    authors: new Set(authors.slice(0, 1)),
    coAuthors: new Set(authors),
    places: place ? [place] : [],
    abstracts: new Set(abstract === '' ? [] : [abstract]),
  };
}

function joined(a: ClusterEvidence, b: ClusterEvidence): ClusterEvidence {
  return {
    publishedDoi: a.publishedDoi ?? b.publishedDoi,
    arxiv: a.arxiv ?? b.arxiv,
    pmid: a.pmid ?? b.pmid,
    hasThesis: a.hasThesis || b.hasThesis,
    hasArticle: a.hasArticle || b.hasArticle,
    years: a.years && b.years ? joinSpans(a.years, b.years) : (a.years ?? b.years),
    authors: new Set([...a.authors, ...b.authors]),
    coAuthors: new Set([...a.coAuthors, ...b.coAuthors]),
    places: [...a.places, ...b.places].slice(0, MAX_COMPARED),
    abstracts: new Set([...a.abstracts, ...b.abstracts].slice(0, MAX_COMPARED)),
  };
}

/** The sets of indexes that the pairs connect, each ascending. */
function connected(pairs: readonly Pair[]): number[][] {
  const sets = new Map<number, Set<number>>();
  for (const [a, b] of pairs) {
    if (a === b || sets.get(a)?.has(b)) continue;
    const united = new Set([...(sets.get(a) ?? [a]), ...(sets.get(b) ?? [b])]);
    for (const member of united) sets.set(member, united);
  }
  return [...new Set(sets.values())].map((members) => [...members].sort((x, y) => x - y));
}
