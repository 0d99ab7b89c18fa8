import type { LiveSourceName } from '../../../contract/source-names.ts';
import type { AskedSource, LookUpMatch } from '../../../jobs/ports/paper-finder.ts';
import { groupBy } from '../../../lib/groups.ts';
import { readArxivNumber } from '../../../papers/arxiv-number.ts';
import { isTopicOrQuestion, mayLackTitle, type ParsedReference } from '../../../papers/references/read-reference.ts';
import { SOURCES } from '../../sources/all-sources.ts';
import { sourceTitle } from '../../sources/registry.ts';
import type { LookUpKind } from '../../sources/source.ts';

/** The verdict on a reference that was not found depends on which sources answered, not on which were queried. */

/** The registries of each kind of identifier, or sources that have every record with one. */
const REGISTERS: Record<LookUpKind, readonly LiveSourceName[]> = {
  doi: ['crossref', 'datacite'],
  arxiv: ['arxiv'],
  pmid: ['pubmed', 'europepmc'],
  pmcid: ['europepmc'],
  openalex: ['openalex'],
};
/** Sources that cover all fields. */
const GENERAL: readonly LiveSourceName[] = ['openalex', 'crossref', 'semanticscholar'];
/** Sources of one field, each with the kinds of identifiers that show that a reference belongs to its field. */
const FIELD_SOURCES: Partial<Record<LiveSourceName, readonly LookUpKind[]>> = {
  arxiv: ['arxiv'],
  europepmc: ['pmid', 'pmcid'],
  pubmed: ['pmid', 'pmcid'],
};
/** Sources cover earlier years only partly. */
const MIN_COVERED_YEAR = 1950;

const AUTHOR_SOURCES = SOURCES.filter(({ authors }) => authors !== undefined).map(({ name }) => name);

/** The identifiers of a reference, in the form that sources expect. */
export function listIds({ ids }: Pick<ParsedReference, 'ids'>): { kind: LookUpKind; id: string }[] {
  const arxivId = ids.arxivId ?? readArxivNumber({ doi: ids.doi })?.id;
  const named = { doi: ids.doi, arxiv: arxivId, pmid: ids.pmid, pmcid: ids.pmcid, openalex: ids.openAlexId };
  return (Object.entries(named) as [LookUpKind, string | undefined][]).flatMap(([kind, id]) =>
    id === undefined ? [] : [{ kind, id }],
  );
}

/** The part of a reference that is judged: the title if there is one, even beside an identifier. */
type JudgedBy = 'title' | 'identifier' | 'person' | 'topic';
type Judgement = Pick<LookUpMatch, 'found' | 'mayBeInvented' | 'class' | 'note'>;

/**
 * Verdicts on references that were not found. `none` needs `minSources` answers from sources that would know the paper.
 * With fewer it is `unchecked`, whichever other sources answered. Only a reference with a title can be an invented
 * paper.
 * - title: sources that cover its field and year, and also searched for misspelt titles;
 * - identifier: a registry of each identifier;
 * - person: a source that knows people;
 * - topic: any source. A topic is not a reference that could be wrong, so it gets no verdict.
 */
const VERDICTS: Record<JudgedBy, { minSources: number; verdict: Judgement }> = {
  title: { minSources: 2, verdict: { found: 'none', mayBeInvented: true, class: 'hallucinated' } },
  identifier: { minSources: 1, verdict: { found: 'none' } },
  person: { minSources: 1, verdict: { found: 'none' } },
  topic: { minSources: 1, verdict: {} },
};

/** Which sources answered about the identifiers, and about each reference itself. */
export type Evidence = {
  addIds(source: LiveSourceName, kind: LookUpKind, ids: readonly string[]): void;
  /** The source searched for the title (as a phrase, or allowing misspellings), the words or the person. */
  addSearch(source: LiveSourceName, index: number, how: 'phrase' | 'whole'): void;
  /** Judges a reference for which no paper was found. */
  judge(reference: ParsedReference, index: number): Judgement;
};

export function collectEvidence(now: () => number = Date.now): Evidence {
  const idAnswers = new Map<string, LiveSourceName[]>();
  const searches = new Map<number, Record<'phrase' | 'whole', Set<LiveSourceName>>>();
  const keyOf = (kind: LookUpKind, id: string) => `${kind} ${id}`;
  const registersThatAnswered = ({ kind, id }: { kind: LookUpKind; id: string }) =>
    REGISTERS[kind].filter((source) => idAnswers.get(keyOf(kind, id))?.includes(source));
  const isCoveredYear = (year: number) => year >= MIN_COVERED_YEAR && year <= new Date(now()).getUTCFullYear();
  return {
    addIds(source, kind, ids) {
      for (const key of ids.map((id) => keyOf(kind, id))) idAnswers.set(key, [...(idAnswers.get(key) ?? []), source]);
    },
    addSearch(source, index, how) {
      const searchers = searches.get(index) ?? { phrase: new Set(), whole: new Set() };
      searchers[how].add(source);
      searches.set(index, searchers);
    },
    judge(reference, index) {
      const { year } = reference;
      const part = choosePart(reference);
      const searched = [...(searches.get(index)?.whole ?? [])];
      const identifiers = eachIdentifier(reference).map((forms) => ({
        id: forms[0].id,
        unknownTo: forms.flatMap(registersThatAnswered),
      }));
      const ofField = searched.filter((source) => coversField(source, reference));
      // A title without a year counts as covered.
      const isCovered = year === undefined || isCoveredYear(year);
      const able: Record<JudgedBy, number> = {
        title: isCovered ? ofField.length : 0,
        identifier: identifiers.length > 0 ? Math.min(...identifiers.map(({ unknownTo }) => unknownTo.length)) : 0,
        person: searched.length,
        topic: searched.length,
      };
      // A question is not a reference, so it gets no verdict.
      if (isTopicOrQuestion(reference)) return {};
      const { minSources, verdict } = VERDICTS[part];
      const judgement: Judgement = able[part] >= minSources ? verdict : { found: 'unchecked' };
      if (part !== 'title') return judgement;
      const unknown = identifiers.filter(({ unknownTo }) => unknownTo.length > 0);
      if (unknown.length > 0)
        return { ...judgement, note: { kind: 'identifiers-unknown', identifiers: unknown.map(named) } };
      if (isCovered || ofField.length < minSources) return judgement;
      return { ...judgement, note: { kind: 'year-not-covered', year, from: MIN_COVERED_YEAR } };
    },
  };
}

function choosePart(reference: ParsedReference): JudgedBy {
  const { kind, title } = reference;
  if (kind === 'author') return 'person';
  if (kind === 'words' || isTopicOrQuestion(reference)) return 'topic';
  if (mayLackTitle(reference)) return listIds(reference).length > 0 ? 'identifier' : 'topic';
  return title === undefined ? 'identifier' : 'title';
}

/** Whether a source covers all fields, or the field of one of the reference's identifiers. */
function coversField(source: LiveSourceName, reference: ParsedReference): boolean {
  const kinds = listIds(reference).map(({ kind }) => kind);
  return GENERAL.includes(source) || FIELD_SOURCES[source]?.some((kind) => kinds.includes(kind)) === true;
}

function named({ id, unknownTo }: { id: string; unknownTo: readonly LiveSourceName[] }) {
  return { id, titles: [...new Set(unknownTo)].map(sourceTitle) };
}

/** An arXiv DOI and its number are two forms of one identifier. */
function eachIdentifier(reference: ParsedReference) {
  const isArxivDoi = readArxivNumber({ doi: reference.ids.doi }) !== undefined;
  const forms = groupBy(listIds(reference), ({ kind }) => (kind === 'arxiv' && isArxivDoi ? 'doi' : kind));
  return [...forms.values()];
}

/**
 * The outcome of each source that was queried, and the sources that were not but could settle a reference: registries
 * of its identifiers, sources of all fields, and those that know people.
 */
export function listAsked(references: readonly ParsedReference[], outcomes: readonly AskedSource[]): AskedSource[] {
  const able = new Set(references.flatMap(listAble));
  const known = new Set(outcomes.map(({ source }) => source));
  const others = SOURCES.map(({ name }) => name).filter((name) => able.has(name) && !known.has(name));
  return [...outcomes, ...others.map((source) => ({ source, outcome: 'not-asked' as const }))];
}

function listAble(reference: ParsedReference): readonly LiveSourceName[] {
  if (reference.kind === 'author') return AUTHOR_SOURCES;
  return [
    ...listIds(reference).flatMap(({ kind }) => REGISTERS[kind]),
    ...(reference.title === undefined ? [] : GENERAL),
  ];
}
