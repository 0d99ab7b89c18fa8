import type { WirePaper } from '../../contract/paper.ts';
import { type PaperInput, toPaper } from '../../papers/paper.ts';
import { cleanLine } from '../../papers/text.ts';
import { cleanAbstract } from './clean-abstract.ts';

/** What enrichment looks for, by the names of a library record. */
export const FACTS = [
  'abstract',
  'doi',
  'isOpenAccess',
  'pdfLink',
  'citationCount',
  'referenceCount',
  'venue',
  'publisher',
  'year',
  'publicationType',
  'quartile',
] as const;
export type FactName = (typeof FACTS)[number];

/** Loose facts that a source tells about a paper; everything may be missing or wrong. */
export type FoundFacts = Pick<PaperInput, FactName | 'quartileSource' | 'quartileYear'>;

/** Where the contract's paper has a fact; a venue has two places. */
const PLACES: Record<FactName, readonly string[]> = {
  abstract: ['abstract'],
  doi: ['doi'],
  isOpenAccess: ['isOpenAccess'],
  pdfLink: ['pdfLink'],
  citationCount: ['citationCount'],
  referenceCount: ['referenceCount'],
  venue: ['journalName', 'v_journal_name'],
  publisher: ['v_publisher'],
  year: ['year'],
  publicationType: ['publicationType'],
  quartile: ['v_quartile_ranking'],
};
/** These lie under `impactFactor`. */
const IMPACT: ReadonlySet<string> = new Set(['citationCount', 'referenceCount']);

/** Longer ones are whole pages, not the fact; also a bound on what cleaning has to work through. */
const MAX_CHARACTERS: Partial<Record<FactName, number>> = { abstract: 20_000, venue: 500, publisher: 500 };
const MAX_OTHER_CHARACTERS = 2_000;

/** The facts that the paper lacks: absent, null, or a text of which cleaning leaves nothing. */
export function missingFacts(paper: WirePaper): FactName[] {
  return FACTS.filter((fact) => {
    // What is not open access has no open-access link to look for.
    if (fact === 'pdfLink' && paper.isOpenAccess === false) return false;
    return PLACES[fact].every((place) => !isKnown(valueAt(paper, place)));
  });
}

function valueAt(paper: WirePaper, place: string): unknown {
  return IMPACT.has(place) ? paper.impactFactor?.[place] : paper[place];
}

function isKnown(value: unknown): boolean {
  if (typeof value !== 'string') return value !== undefined && value !== null;
  // The beginning of a text mostly tells already.
  return cleanLine(value.slice(0, 200)) !== '' || (value.length > 200 && cleanLine(value) !== '');
}

export type Filled = {
  /** The given paper itself when nothing was filled, else a copy. */
  paper: WirePaper;
  facts: FactName[];
};

/**
 * The paper with those of its missing facts that the source tells, cleaned as library records are. What is known is
 * never replaced, `downloadable` included, so that a paper goes on meeting the filters of its job. The paper's
 * `enriched` names, for every field that was filled, the source.
 */
export function fill(paper: WirePaper, found: FoundFacts, source: string): Filled {
  const record = toPaper({ ...bounded(found), title: 'any' });
  if (typeof record === 'string') return { paper, facts: [] };
  // A link to a copy that is known not to be open says nothing about an open one.
  const told = record.isOpenAccess === false ? { ...record, pdfLink: undefined } : record;
  const facts = missingFacts(paper).filter((fact) => told[fact] !== undefined);
  if (facts.length === 0) return { paper, facts };
  const filled: WirePaper = { ...paper };
  const enriched: Record<string, unknown> = { ...namesOfSources(paper) };
  for (const fact of facts) {
    for (const place of PLACES[fact]) {
      if (IMPACT.has(place)) filled.impactFactor = { ...filled.impactFactor, [place]: told[fact] };
      else filled[place] = told[fact];
      enriched[place] = source;
    }
  }
  filled.enriched = enriched;
  // A quartile goes with whose it is.
  if (facts.includes('quartile') && told.quartileSource) {
    filled.quartileSource = told.quartileSource;
    filled.quartileYear = told.quartileYear ?? null;
  }
  return { paper: filled, facts };
}

function namesOfSources({ enriched }: WirePaper): object {
  return typeof enriched === 'object' && enriched !== null && !Array.isArray(enriched) ? enriched : {};
}

/** The facts in question without texts of impossible length, the abstract without its heading. */
function bounded(found: FoundFacts): FoundFacts {
  const entries = FACTS.flatMap((fact) => {
    const value = found[fact];
    const tooLong = typeof value === 'string' && value.length > (MAX_CHARACTERS[fact] ?? MAX_OTHER_CHARACTERS);
    return tooLong ? [] : [[fact, value] as const];
  });
  const facts: FoundFacts = Object.fromEntries(entries);
  const { quartileSource, quartileYear } = found;
  return {
    ...facts,
    quartileSource,
    quartileYear,
    abstract: facts.abstract == null ? undefined : cleanAbstract(facts.abstract),
  };
}
