import type { WirePaper } from '../../contract/paper.ts';
import { type Paper, type PaperInput, toPaper } from '../../papers/paper.ts';
import { cleanLine } from '../../papers/text.ts';
import { toWireFields } from '../../papers/wire.ts';
import { followersOf } from '../../works/survivorship.ts';
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

/** Longer ones are whole pages, not the fact; also a bound on what cleaning has to work through. */
const MAX_CHARACTERS: Partial<Record<FieldName, number>> = { abstract: 20_000, venue: 500, publisher: 500 };
const MAX_OTHER_CHARACTERS = 2_000;

/** The facts that the paper lacks: absent, null, or a text of which cleaning leaves nothing. */
export function missingFields(paper: WirePaper): FieldName[] {
  return ENRICHED_FIELDS.filter((field) => {
    // What is not open access has no open-access link to look for.
    if (field === 'pdfLink' && paper.isOpenAccess === false) return false;
    return toWireFields(field, NO_PAPER).every(({ path }) => !isPresent(valueAt(paper, path)));
  });
}

/** Without any field: which fields of the contract's paper hold a field is the same for all. */
const NO_PAPER: Paper = { key: '', title: '', authors: [], fieldsOfStudy: [], downloadable: false };

function valueAt(paper: WirePaper, [field = '', count]: readonly string[]): unknown {
  return count === undefined ? paper[field] : paper.impactFactor?.[count];
}

function withValueAt(paper: WirePaper, [field = '', count]: readonly string[], value: unknown): WirePaper {
  if (count === undefined) return { ...paper, [field]: value };
  return { ...paper, impactFactor: { ...paper.impactFactor, [count]: value } };
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
  const { pdfLink: _, ...withoutPdf } = record;
  const usable: Paper = record.isOpenAccess === false ? withoutPdf : record;
  const fields = missingFields(paper).filter((field) => usable[field] !== undefined);
  if (fields.length === 0) return { paper, fields };
  let filled = paper;
  const enriched: Record<string, unknown> = { ...namesOfSources(paper) };
  for (const field of fields) {
    for (const { path, value } of toWireFields(field, usable)) {
      filled = withValueAt(filled, path, value);
      enriched[path.at(-1) as string] = source;
    }
    const followers = followersOf(field);
    if (!followers.some((name) => usable[name] !== undefined)) continue;
    for (const { path, value } of followers.flatMap((name) => toWireFields(name, usable)))
      filled = withValueAt(filled, path, value ?? null);
  }
  return { paper: { ...filled, enriched }, fields };
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
