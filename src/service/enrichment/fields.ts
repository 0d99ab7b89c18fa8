import type { WirePaper } from '../../contract/paper.ts';
import { type PaperInput, toPaper } from '../../papers/paper.ts';
import { cleanLine } from '../../papers/text.ts';
import { cleanAbstract } from './clean-abstract.ts';

/** What enrichment looks for, by the names of a library record. */
export const ENRICHED_FIELDS = [
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
export type FieldName = (typeof ENRICHED_FIELDS)[number];

/** Loose facts that a source tells about a paper; everything may be missing or wrong. */
export type FieldValues = Pick<PaperInput, FieldName | 'quartileSource' | 'quartileYear'>;

/** Where the contract's paper has a fact; a venue has two places. */
const WIRE_FIELDS: Record<FieldName, readonly string[]> = {
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
const IMPACT_FIELDS: ReadonlySet<string> = new Set(['citationCount', 'referenceCount']);

/** Longer ones are whole pages, not the fact; also a bound on what cleaning has to work through. */
const MAX_CHARACTERS: Partial<Record<FieldName, number>> = { abstract: 20_000, venue: 500, publisher: 500 };
const MAX_OTHER_CHARACTERS = 2_000;

/** The facts that the paper lacks: absent, null, or a text of which cleaning leaves nothing. */
export function missingFields(paper: WirePaper): FieldName[] {
  return ENRICHED_FIELDS.filter((field) => {
    // What is not open access has no open-access link to look for.
    if (field === 'pdfLink' && paper.isOpenAccess === false) return false;
    return WIRE_FIELDS[field].every((wireField) => !isPresent(valueAt(paper, wireField)));
  });
}

function valueAt(paper: WirePaper, wireField: string): unknown {
  return IMPACT_FIELDS.has(wireField) ? paper.impactFactor?.[wireField] : paper[wireField];
}

function isPresent(value: unknown): boolean {
  if (typeof value !== 'string') return value !== undefined && value !== null;
  // The beginning of a text mostly tells already.
  return cleanLine(value.slice(0, 200)) !== '' || (value.length > 200 && cleanLine(value) !== '');
}

export type Filled = {
  /** The given paper itself when nothing was filled, else a copy. */
  paper: WirePaper;
  fields: FieldName[];
};

/**
 * The paper with those of its missing facts that the source tells, cleaned as library records are. What is known is
 * never replaced, `downloadable` included, so that a paper goes on meeting the filters of its job. The paper's
 * `enriched` names, for every field that was filled, the source.
 */
export function fill(paper: WirePaper, values: FieldValues, source: string): Filled {
  const record = toPaper({ ...withinLimits(values), title: 'any' });
  if (typeof record === 'string') return { paper, fields: [] };
  // A link to a copy that is known not to be open says nothing about an open one.
  const usable = record.isOpenAccess === false ? { ...record, pdfLink: undefined } : record;
  const fields = missingFields(paper).filter((field) => usable[field] !== undefined);
  if (fields.length === 0) return { paper, fields };
  const filled: WirePaper = { ...paper };
  const enriched: Record<string, unknown> = { ...namesOfSources(paper) };
  for (const field of fields) {
    for (const wireField of WIRE_FIELDS[field]) {
      if (IMPACT_FIELDS.has(wireField)) filled.impactFactor = { ...filled.impactFactor, [wireField]: usable[field] };
      else filled[wireField] = usable[field];
      enriched[wireField] = source;
    }
  }
  filled.enriched = enriched;
  // A quartile goes with whose it is.
  if (fields.includes('quartile') && usable.quartileSource) {
    filled.quartileSource = usable.quartileSource;
    filled.quartileYear = usable.quartileYear ?? null;
  }
  return { paper: filled, fields };
}

function namesOfSources({ enriched }: WirePaper): object {
  return typeof enriched === 'object' && enriched !== null && !Array.isArray(enriched) ? enriched : {};
}

/** The facts in question without texts of impossible length, the abstract without its heading. */
function withinLimits(values: FieldValues): FieldValues {
  const entries = ENRICHED_FIELDS.flatMap((field) => {
    const value = values[field];
    const tooLong = typeof value === 'string' && value.length > (MAX_CHARACTERS[field] ?? MAX_OTHER_CHARACTERS);
    return tooLong ? [] : [[field, value] as const];
  });
  const fields: FieldValues = Object.fromEntries(entries);
  const { quartileSource, quartileYear } = values;
  return {
    ...fields,
    quartileSource,
    quartileYear,
    abstract: fields.abstract == null ? undefined : cleanAbstract(fields.abstract),
  };
}
