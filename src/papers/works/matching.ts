import { isSamePerson, readGivenNames } from '../references/name-of-author.ts';
import { abstractsAgree, abstractsDiffer, abstractsEqual } from './abstracts.ts';
import type { Identity } from './identity.ts';
import { type Place, pagesDiffer, placesAgree, placesDiffer, venuesAgree } from './place.ts';

/**
 * The matching rules, as two tables with verdicts per policy: evidence for one work (`AGREEMENTS`) and against it
 * (`CONTRADICTIONS`). `clusters.ts` applies them. A duplicate is better than a hidden paper: an unknown year or author
 * equals only another unknown. Records of different sources vary more, so a distinctive title may differ in one
 * respect. Common titles need an identifier, or equal authors and abstracts.
 */

/**
 * `trusted-list`: one deduplicated list, where equal title, first author and year suffice. `cross-source`: records of
 * independent sources.
 */
export type MatchPolicy = 'trusted-list' | 'cross-source';

type Verdict = 'same' | 'different' | 'undecided';

/**
 * The evidence for one work: an identifier, a title with its first author, a title with one thing missing, a place with
 * its first author, or a full copy of everything that a reader sees.
 */
export type Kind = 'identifier' | 'title' | 'near-title' | 'place' | 'copy';

export type Agreement = {
  evidence: string;
  kind: Kind;
  /** Only records of equal value are compared. Undefined if a record has none. */
  value: (record: Identity) => string | undefined;
  /** The condition that two such records must also meet. */
  condition: (a: Identity, b: Identity) => boolean;
  /** Everything that the condition depends on: it treats records with equal values alike. */
  compared: (record: Identity) => unknown;
  verdict: Record<MatchPolicy, Verdict>;
};

const ALWAYS = { 'trusted-list': 'same', 'cross-source': 'same' } as const;
const IN_A_LIST = { 'trusted-list': 'same', 'cross-source': 'undecided' } as const;
const ACROSS_SOURCES = { 'trusted-list': 'undecided', 'cross-source': 'same' } as const;

/**
 * Most certain evidence first. Identifiers also need similar titles, because placeholders and wrong DOIs are common.
 * Among equal titles the nearest years come first, to pair a preprint with its own publication.
 */
export const AGREEMENTS: readonly Agreement[] = [
  identifier('DOI', ({ doi }) => doi),
  identifier(
    'arXiv number',
    ({ arxiv }) => arxiv,
    // Titles of a preprint change with its versions. Papers on several releases of a program may share one preprint,
    // yet each is cited by its own title.
    (a, b) => !differ(a.release, b.release) && (titlesAgree(a, b) || !shareNoAuthor(a, b)),
  ),
  identifier('key', ({ key }) => key),
  identifier('number at PubMed', ({ pmid }) => pmid),
  identifier('number at PubMed Central', ({ pmcid }) => pmcid),
  identifier('number at OpenAlex', ({ openAlex }) => openAlex),
  identifier('number at Semantic Scholar', ({ corpus }) => corpus),
  {
    evidence: 'title and first author, the years agree',
    kind: 'title',
    value: ({ titleAndAuthor }) => titleAndAuthor,
    condition: yearsAgree,
    compared: ({ year, isPreprint, authors, abstractStart }) =>
      `${year} ${isPreprint} ${authors.length === 0 ? abstractStart() : 'named'}`,
    verdict: IN_A_LIST,
  },
  {
    evidence: 'title and first author, the years agree, and the title is distinctive or something else confirms it',
    kind: 'title',
    value: ({ title, authors, titleAndAuthor, place }) =>
      titleAndAuthor ?? (title && place?.venue && authors[0] ? `${title} ${authors[0]}` : undefined),
    condition: areConfirmed,
    compared: (record) => record,
    verdict: ACROSS_SOURCES,
  },
  {
    evidence: 'distinctive title or abstract, one thing is missing or off by a little',
    kind: 'near-title',
    value: ({ title }) => title,
    condition: nearlyAgree,
    compared: (record) => record,
    verdict: ACROSS_SOURCES,
  },
  {
    evidence: 'volume, first page and first author, one title is part of the other',
    kind: 'place',
    value: ({ placeAndAuthor }) => placeAndAuthor,
    condition: isOnePlace,
    compared: (record) => record,
    verdict: ACROSS_SOURCES,
  },
  // Comes last, so that the records of each identifier are already together.
  {
    evidence: 'equal title, authors, year and abstract, whatever the identifiers',
    kind: 'copy',
    value: ({ title, authors, year }) =>
      title && year !== undefined ? `${title} ${authors.join(' ')} ${year}` : undefined,
    condition: (a, b) => abstractsEqual(a.abstract, b.abstract),
    compared: ({ abstract }) => abstract,
    verdict: IN_A_LIST,
  },
];

function identifier(
  name: string,
  value: Agreement['value'],
  condition: Agreement['condition'] = nameOneWork,
): Agreement {
  const compared: Agreement['compared'] = ({ givenTitle, place, authors, abstract }) =>
    [givenTitle, place?.pages, authors.join(' '), abstract].join('\n');
  return { evidence: `equal ${name}`, kind: 'identifier', value, condition, compared, verdict: ALWAYS };
}

/** The evidence of a cluster, which a further record must not contradict. */
export type ClusterEvidence = {
  publishedDoi: string | undefined;
  arxiv: string | undefined;
  pmid: string | undefined;
  hasThesis: boolean;
  hasArticle: boolean;
  /** The first and last year of its published versions. */
  years: [first: number, last: number] | undefined;
  /** First authors, from every record that has one. */
  authors: ReadonlySet<string>;
  /** All authors of these records. */
  coAuthors: ReadonlySet<string>;
  /** Where its published versions appeared. */
  places: readonly Place[];
  abstracts: ReadonlySet<string>;
};

type Contradiction = {
  evidence: string;
  holds: (a: ClusterEvidence, b: ClusterEvidence) => boolean;
  /** Fewer contradictions veto an identifier than a title. */
  verdict: Record<'identifier' | 'title', Record<MatchPolicy, Verdict>>;
};

const NEVER = { 'trusted-list': 'undecided', 'cross-source': 'undecided' } as const;
const DIFFERENT = { 'trusted-list': 'different', 'cross-source': 'different' } as const;
const DIFFERENT_ACROSS_SOURCES = { 'trusted-list': 'undecided', 'cross-source': 'different' } as const;

/** Published versions with different DOIs are never one work, and a title never unites different arXiv numbers. */
export const CONTRADICTIONS: readonly Contradiction[] = [
  {
    evidence: 'different DOIs of published versions',
    holds: (a, b) => differ(a.publishedDoi, b.publishedDoi),
    verdict: { identifier: DIFFERENT, title: DIFFERENT },
  },
  {
    evidence: 'different arXiv numbers',
    holds: (a, b) => differ(a.arxiv, b.arxiv),
    verdict: { identifier: NEVER, title: DIFFERENT },
  },
  {
    evidence: 'a thesis on one side, an article or a DOI that the thesis lacks on the other',
    holds: (a, b) => isBesideThesis(a, b) || isBesideThesis(b, a),
    verdict: { identifier: NEVER, title: DIFFERENT },
  },
  {
    evidence: 'different numbers at PubMed',
    holds: (a, b) => differ(a.pmid, b.pmid),
    verdict: { identifier: NEVER, title: DIFFERENT_ACROSS_SOURCES },
  },
  {
    evidence: 'a first author whom the other does not have',
    holds: (a, b) => {
      if (a.authors.size === 0 || b.authors.size === 0) return false;
      return (
        ![...a.authors].some((name) => b.coAuthors.has(name)) && ![...b.authors].some((name) => a.coAuthors.has(name))
      );
    },
    verdict: { identifier: NEVER, title: DIFFERENT_ACROSS_SOURCES },
  },
  {
    evidence: 'abstracts that have little in common',
    holds: (a, b) => [...a.abstracts].some((one) => [...b.abstracts].some((other) => abstractsDiffer(one, other))),
    verdict: { identifier: NEVER, title: DIFFERENT_ACROSS_SOURCES },
  },
  {
    evidence: 'another volume, page, venue or kind of publication',
    holds: (a, b) => a.places.some((one) => b.places.some((other) => placesDiffer(one, other))),
    verdict: { identifier: NEVER, title: DIFFERENT },
  },
  {
    evidence: 'years of published versions that lie apart',
    holds: yearsLieApart,
    verdict: { identifier: NEVER, title: DIFFERENT_ACROSS_SOURCES },
  },
];

/** Whether a contradiction vetoes this kind of evidence. */
export function contradict(a: ClusterEvidence, b: ClusterEvidence, kind: Kind, policy: MatchPolicy): boolean {
  if (kind === 'copy') return false;
  const column = kind === 'identifier' ? 'identifier' : 'title';
  return CONTRADICTIONS.some(({ verdict, holds }) => verdict[column][policy] === 'different' && holds(a, b));
}

/** Maximum years between a preprint and its published version. */
export const MAX_PREPRINT_YEARS = 3;
/** Maximum difference between two sources' years of one published version. */
const MAX_SOURCE_YEARS = 1;
/** One work's titles share at least this part of the shorter title's words. */
const MIN_SHARED_WORDS_SHARE = 0.5;
/** Many titles contain the same few words. */
const MIN_WORDS_INSIDE = 4;

/** Whether the titles allow two records with the same identifier to be one work. A missing title allows anything. */
function titlesAgree(a: Identity, b: Identity): boolean {
  const [words, others] = [a.titleWords(), b.titleWords()];
  const shared = [...words].filter((word) => others.has(word)).length;
  return shared >= Math.min(words.size, others.size) * MIN_SHARED_WORDS_SHARE;
}

/**
 * Whether two records with the same identifier are of one work. The abstracts of a meeting share the DOI of their
 * supplement, so titles must agree; unless they are equal and distinctive, pages, authors or abstracts must not differ.
 */
function nameOneWork(a: Identity, b: Identity): boolean {
  if (a.title === undefined || b.title === undefined) return true;
  if (!titlesAgree(a, b)) return false;
  if (areOneTitle(a, b) || isInside(a, b)) return a.isDistinctive() || !pagesDiffer(a.place, b.place);
  return !pagesDiffer(a.place, b.place) && !shareNoAuthor(a, b) && !abstractsDiffer(a.abstract, b.abstract);
}

/** Words in the title of a work about another work, such as a reply or a correction. */
const OTHER_WORK =
  /\b(?:repl(?:y|ies)|response|comment\w*|errat\w+|correct\w+|corrigend\w+|retraction|protocol|letter|part)\b/gi;

/** Whether the titles are equal, or one is the other without its subtitle or the name of its series. */
function areOneTitle(a: Identity, b: Identity): boolean {
  if (a.title === b.title) return true;
  const [longer, shorter] = (a.title ?? '').length > (b.title ?? '').length ? [a, b] : [b, a];
  const { heads, tails } = longer.titleParts();
  const isPart = heads.includes(shorter.title ?? '') || tails.includes(shorter.title ?? '');
  return isPart && haveSameOtherWords(longer, shorter);
}

/** Whether all words of one title are in the other. */
function isInside(a: Identity, b: Identity): boolean {
  const [fewer, more] = a.titleWords().size < b.titleWords().size ? [a, b] : [b, a];
  const isIn = [...fewer.titleWords()].every((word) => more.titleWords().has(word));
  return isIn && fewer.titleWords().size >= MIN_WORDS_INSIDE && haveSameOtherWords(a, b);
}

function haveSameOtherWords(a: Identity, b: Identity): boolean {
  const [words, others] = [a, b].map(({ givenTitle }) => givenTitle.match(OTHER_WORK)?.length ?? 0);
  return words === others;
}

function shareNoAuthor(a: Identity, b: Identity): boolean {
  return a.authors.length > 0 && b.authors.length > 0 && !a.authors.some((name) => b.authors.includes(name));
}

/** Whether the first authors may be one person: `John` and `Mary Smith` are two. */
function givenNamesAgree(a: Identity, b: Identity): boolean {
  const [one, other] = [a, b].map(({ firstAuthor }) => readGivenNames(firstAuthor ?? ''));
  return one === undefined || other === undefined || one.family !== other.family || isSamePerson(one, other);
}

/** Whether two records of one volume, first page and first author are of one work. */
function isOnePlace(a: Identity, b: Identity): boolean {
  return areOneTitle(a, b) && placesAgree(a.place, b.place) && yearsMayBeOne(a, b) && givenNamesAgree(a, b);
}

/** Whether the years allow two records with the same title and first author to be one work. */
function yearsAgree(a: Identity, b: Identity): boolean {
  // A title alone proves little: reports in a series share theirs.
  if (a.authors.length === 0 && a.abstractStart() !== b.abstractStart()) return false;
  if (a.year === b.year) return true;
  if (!a.isPreprint && !b.isPreprint) return false;
  return a.year !== undefined && b.year !== undefined && Math.abs(a.year - b.year) <= MAX_PREPRINT_YEARS;
}

/** As `yearsAgree`: weak evidence needs confirmation. */
function areConfirmed(a: Identity, b: Identity): boolean {
  if (!yearsAgree(a, b) || abstractsDiffer(a.abstract, b.abstract)) return false;
  if (placesAgree(a.place, b.place) || abstractsAgree(a.abstractStart(), b.abstractStart())) return true;
  if (!givenNamesAgree(a, b)) return false;
  if (a.isDistinctive()) return true;
  if (a.isRubric()) return false;
  if (a.year === undefined) return false;
  if (a.place && b.place && venuesAgree(a.place, b.place) === 'agrees') return !a.isPart();
  return a.authors.length > 1 && String(a.authors) === String(b.authors);
}

/** Whether two records with equal titles may be one work although one thing is missing or wrong. */
function nearlyAgree(a: Identity, b: Identity): boolean {
  if (abstractsDiffer(a.abstract, b.abstract)) return false;
  const isSame = abstractsAgree(a.abstractStart(), b.abstractStart()) || placesAgree(a.place, b.place);
  if (!a.isDistinctive() && !isSame) return false;
  if (!isSame && !givenNamesAgree(a, b)) return false;
  const oneNamesNoAuthor = a.authors.length === 0 || b.authors.length === 0;
  if (!oneNamesNoAuthor && a.authors[0] !== b.authors[0] && !areInAnotherOrder(a, b)) return false;
  if (!yearsMayBeOne(a, b)) return false;
  return isSame || a.year === b.year || !oneNamesNoAuthor;
}

/** Whether all authors of one list are in the other, in any order. */
function areInAnotherOrder({ authors: a }: Identity, { authors: b }: Identity): boolean {
  const [fewer, more] = a.length < b.length ? [a, b] : [b, a];
  return fewer.length > 1 && fewer.every((name) => more.includes(name));
}

function yearsMayBeOne(a: Identity, b: Identity): boolean {
  if (a.year === undefined || b.year === undefined) return true;
  return Math.abs(a.year - b.year) <= (a.isPreprint || b.isPreprint ? MAX_PREPRINT_YEARS : MAX_SOURCE_YEARS);
}

function differ(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other;
}

/** A thesis and the article made from it often share title, author and year. */
function isBesideThesis(thesis: ClusterEvidence, other: ClusterEvidence): boolean {
  if (!thesis.hasThesis || other.hasThesis) return false;
  return other.hasArticle || (thesis.publishedDoi === undefined && other.publishedDoi !== undefined);
}

function yearsLieApart(a: ClusterEvidence, b: ClusterEvidence): boolean {
  if (!a.years || !b.years) return false;
  const length = ([start, end]: readonly [number, number]) => end - start;
  return length(joinSpans(a.years, b.years)) > Math.max(MAX_SOURCE_YEARS, length(a.years), length(b.years));
}

export function joinSpans(a: readonly [number, number], b: readonly [number, number]): [number, number] {
  return [Math.min(a[0], b[0]), Math.max(a[1], b[1])];
}
