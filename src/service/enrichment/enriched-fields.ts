import type { WirePaper } from '../../contract/wire-paper.ts';
import { asFields } from '../../lib/json.ts';
import { type Paper, type PaperInput, toPaper } from '../../papers/paper.ts';
import { cleanLine, cleanText, withoutHeading } from '../../papers/text.ts';
import { toWireFields } from '../../papers/wire.ts';
import { listFollowers } from '../../papers/works/survivorship.ts';

/** The fields of `Paper` that enrichment fills, in the order in which notes name them. */
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
] as const satisfies (keyof Paper)[];

export type FieldName = (typeof ENRICHED_FIELDS)[number];

/** Values of these fields from a source. Any of them may be missing or wrong. */
export type FieldValues = Pick<PaperInput, FieldName | 'quartileSource' | 'quartileYear'>;

/** A longer text is a whole page rather than the value, and cleaning it would take too long. */
const MAX_CHARACTERS: Partial<Record<FieldName, number>> = { abstract: 20_000, venue: 500, publisher: 500 };
const MAX_OTHER_CHARACTERS = 2_000;

/** Fields that the paper lacks: absent, null, or a text that cleaning leaves empty. */
export function missingFields(paper: WirePaper): FieldName[] {
  return ENRICHED_FIELDS.filter((field) => {
    // A paper that is not open access has no open-access PDF.
    if (field === 'pdfLink' && paper.isOpenAccess === false) return false;
    return toWireFields(field, NO_PAPER).every(({ path }) => !isPresent(valueAt(paper, path)));
  });
}

/** An empty paper, for mapping fields to their wire names, which are the same for all papers. */
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
  // Cleaning the beginning is usually enough.
  return cleanLine(value.slice(0, 200)) !== '' || (value.length > 200 && cleanLine(value) !== '');
}

/** An abstract, cleaned and without its heading. */
export function cleanAbstract(raw: string): string {
  return withoutHeading(cleanText(raw));
}

/** `paper` is the given paper if nothing was filled, otherwise a copy. */
export type Filled = { paper: WirePaper; fields: FieldName[] };

/**
 * Fills the paper's missing fields with cleaned values from a source. Existing values are never replaced, so that the
 * paper still meets the filters of its job. `enriched` names the source of each filled field.
 */
export function fill(paper: WirePaper, values: FieldValues, source: string): Filled {
  const record = toPaper({ ...withinLimits(values), title: 'any' });
  if (typeof record === 'string') return { paper, fields: [] };
  // A PDF link of a paper that is not open access leads to no open copy.
  const { pdfLink: _, ...withoutPdf } = record;
  const usable: Paper = record.isOpenAccess === false ? withoutPdf : record;
  const fields = missingFields(paper).filter((field) => usable[field] !== undefined);
  if (fields.length === 0) return { paper, fields };
  let filled = paper;
  const enriched: Record<string, unknown> = { ...asFields(paper.enriched) };
  for (const field of fields) {
    for (const { path, value } of toWireFields(field, usable)) {
      filled = withValueAt(filled, path, value);
      enriched[path.at(-1) as string] = source;
    }
    const followers = listFollowers(field);
    if (!followers.some((name) => usable[name] !== undefined)) continue;
    for (const { path, value } of followers.flatMap((name) => toWireFields(name, usable)))
      filled = withValueAt(filled, path, value ?? null);
  }
  return { paper: { ...filled, enriched }, fields };
}

/** The enriched fields without overlong texts; the abstract without its heading. */
function withinLimits(values: FieldValues): FieldValues {
  const isTooLong = (field: FieldName) => {
    const value = values[field];
    return typeof value === 'string' && value.length > (MAX_CHARACTERS[field] ?? MAX_OTHER_CHARACTERS);
  };
  const names = ENRICHED_FIELDS.filter((field) => !isTooLong(field));
  const fields: FieldValues = Object.fromEntries(names.map((field) => [field, values[field]]));
  const { quartileSource, quartileYear } = values;
  const abstract = fields.abstract == null ? undefined : cleanAbstract(fields.abstract);
  return { ...fields, quartileSource, quartileYear, abstract };
}
