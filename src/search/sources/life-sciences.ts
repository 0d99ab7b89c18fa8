import type { Filters } from '../../contract/filters.ts';
import type { FieldOfStudy } from '../../contract/rules.ts';

/** The fields of PubMed, PubMed Central, AGRICOLA and the preprints of the life sciences. */
const FIELDS: readonly FieldOfStudy[] = [
  'Medicine',
  'Biology',
  'Chemistry',
  'Psychology',
  'Agricultural and Food Sciences',
  'Environmental Science',
];

/** Whether a search may be about the life sciences: its filters name no fields, or one of these. */
export function mayBeAboutLife({ fieldsOfStudy }: Filters): boolean {
  return fieldsOfStudy === undefined || fieldsOfStudy.some((field) => FIELDS.includes(field));
}
