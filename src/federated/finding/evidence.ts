import type { LiveSourceName } from '../../contract/source-names.ts';
import type { AskedSource, LookUpMatch } from '../../jobs/ports/paper-finder.ts';
import { readArxivNumber } from '../../papers/arxiv.ts';
import type { ParsedReference } from '../../papers/references/read-reference.ts';
import { SOURCES } from '../../sources/registry.ts';
import type { LookUpKind } from '../../sources/source.ts';

/** What a look-up may say of a reference that was not found: it depends on who answered, not on who was asked. */

/** Who registers the identifiers of each kind, or has every record that has one. */
const REGISTERS: Record<LookUpKind, readonly LiveSourceName[]> = {
  doi: ['crossref', 'datacite'],
  arxiv: ['arxiv'],
  pmid: ['pubmed', 'europepmc'],
  pmcid: ['europepmc'],
  openalex: ['openalex'],
};
/** Sources of all fields. */
const GENERAL: readonly LiveSourceName[] = ['openalex', 'crossref', 'semanticscholar'];
/** Sources of one field cover a reference that has an identifier of theirs. */
const OF_KIND: Partial<Record<LiveSourceName, readonly LookUpKind[]>> = {
  arxiv: ['arxiv'],
  europepmc: ['pmid', 'pmcid'],
  pubmed: ['pmid', 'pmcid'],
};
/** Of earlier years the sources have a part only. */
const MIN_COVERED_YEAR = 1950;
/** A title that so many sources do not have, which cover its field and year, may be invented. */
const MIN_COVERING_SOURCES = 2;

const KNOWS_PEOPLE = SOURCES.filter(({ authors }) => authors !== undefined).map(({ name }) => name);

/** The identifiers of a reference, as sources are asked for them. */
export function listIds({ ids }: Pick<ParsedReference, 'ids'>): { kind: LookUpKind; id: string }[] {
  const arxivId = ids.arxivId ?? readArxivNumber({ doi: ids.doi })?.id;
  const named = { doi: ids.doi, arxiv: arxivId, pmid: ids.pmid, pmcid: ids.pmcid, openalex: ids.openAlexId };
  return (Object.entries(named) as [LookUpKind, string | undefined][]).flatMap(([kind, id]) =>
    id === undefined ? [] : [{ kind, id }],
  );
}

/** Which sources answered about what: about the identifiers, and about each reference itself. */
export type Evidence = {
  addIds(source: LiveSourceName, kind: LookUpKind, ids: readonly string[]): void;
  /** The source searched for the title (as a phrase, or also where it is misspelt), the words or the person. */
  addSearch(source: LiveSourceName, index: number, how: 'phrase' | 'whole'): void;
  /** Of a reference of which no paper was found. */
  judge(reference: ParsedReference, index: number): Pick<LookUpMatch, 'found' | 'mayBeInvented'>;
};

export function collectEvidence(now: () => number = Date.now): Evidence {
  const idAnswers = new Set<string>();
  const searches = new Map<number, { phrase: Set<LiveSourceName>; whole: Set<LiveSourceName> }>();
  const keyOf = (source: LiveSourceName, kind: LookUpKind, id: string) => `${source} ${kind} ${id}`;
  const isUnregistered = ({ kind, id }: { kind: LookUpKind; id: string }) =>
    REGISTERS[kind].some((source) => idAnswers.has(keyOf(source, kind, id)));
  const isCoveredYear = (year: number) => year >= MIN_COVERED_YEAR && year <= new Date(now()).getUTCFullYear();
  return {
    addIds(source, kind, ids) {
      for (const id of ids) idAnswers.add(keyOf(source, kind, id));
    },
    addSearch(source, index, how) {
      const own = searches.get(index) ?? { phrase: new Set(), whole: new Set() };
      own[how].add(source);
      searches.set(index, own);
    },
    judge(reference, index) {
      const { kind, title, year } = reference;
      const own = searches.get(index);
      if (kind !== 'reference') return own === undefined ? { found: 'unchecked' } : kind === 'author' ? NONE : {};
      const ids = listIds(reference);
      // A wrong identifier says little of a title that nobody was asked for, and the other way round.
      const isSettled = title === undefined ? ids.some(isUnregistered) : own !== undefined;
      if (!isSettled) return { found: 'unchecked' };
      const kinds = ids.map((each) => each.kind);
      const covering = [...(own?.whole ?? [])].filter(
        (source) => GENERAL.includes(source) || OF_KIND[source]?.some((each) => kinds.includes(each)),
      );
      const isCovered = covering.length >= MIN_COVERING_SOURCES && (year === undefined || isCoveredYear(year));
      return title !== undefined && isCovered ? { ...NONE, mayBeInvented: true } : NONE;
    },
  };
}

const NONE = { found: 'none' } as const;

/**
 * What became of each source that was asked, and of those that were not and could settle one of the references: the
 * registers of its identifiers, the sources of all fields, and those that know people.
 */
export function listAsked(references: readonly ParsedReference[], outcomes: readonly AskedSource[]): AskedSource[] {
  const able = new Set(references.flatMap(listAble));
  const known = new Set(outcomes.map(({ source }) => source));
  const others = SOURCES.map(({ name }) => name).filter((name) => able.has(name) && !known.has(name));
  return [...outcomes, ...others.map((source) => ({ source, outcome: 'not-asked' as const }))];
}

function listAble(reference: ParsedReference): readonly LiveSourceName[] {
  if (reference.kind === 'author') return KNOWS_PEOPLE;
  return [
    ...listIds(reference).flatMap(({ kind }) => REGISTERS[kind]),
    ...(reference.title === undefined ? [] : GENERAL),
  ];
}
