import type { FieldOfStudy } from '../contract/rules.ts';
import { asFields, asId } from '../lib/json.ts';
import { readFieldOfStudy } from './source-words.ts';

/** Maps classifications of open sources to the contract's fields of study. The mapping is our choice. */

type Groups = readonly (readonly [fields: readonly FieldOfStudy[], ids: string])[];

/** The 26 fields of OpenAlex, by their number. */
const OPENALEX_FIELDS: Groups = [
  [['Agricultural and Food Sciences'], '11'],
  [['Art'], '12'],
  [['Biology'], '13'],
  [['Business'], '14 18'],
  [['Engineering', 'Chemistry'], '15'],
  [['Chemistry'], '16'],
  [['Computer Science'], '17'],
  [['Geology'], '19'],
  [['Economics'], '20'],
  [['Engineering'], '21 22'],
  [['Environmental Science'], '23'],
  [['Biology', 'Medicine'], '24 28'],
  [['Materials Science'], '25'],
  [['Mathematics'], '26'],
  [['Medicine'], '27 29 30 35 36'],
  [['Physics'], '31'],
  [['Psychology'], '32'],
  [['Sociology'], '33'],
  [['Agricultural and Food Sciences', 'Medicine'], '34'],
];

/** Subfields more specific than their field (their first two digits). */
const OPENALEX_SUBFIELDS: Groups = [
  [['Biology'], '1103 1109'],
  [['Biology', 'Environmental Science'], '1104 1105'],
  [['Biology', 'Agricultural and Food Sciences'], '1110'],
  [['History'], '1202 1204 1205 3302'],
  [['Linguistics'], '1203 3310'],
  [['Philosophy', 'History'], '1207'],
  [['Art'], '1208 1209 1210 1213'],
  [['Philosophy'], '1211 1212'],
  [['Computer Science', 'Business'], '1802'],
  [['Business', 'Mathematics'], '1803'],
  [['Mathematics'], '1804'],
  [['Environmental Science'], '1902'],
  [['Geology', 'Environmental Science'], '1910'],
  [['Physics'], '1912'],
  [['Engineering', 'Physics'], '2104'],
  [['Engineering', 'Environmental Science'], '2105'],
  [['Engineering', 'Art'], '2216'],
  [['Materials Science', 'Chemistry'], '2505'],
  [['Psychology', 'Biology'], '2805'],
  [['Medicine', 'Chemistry'], '3002'],
  [['Physics', 'Materials Science'], '3104'],
  [['Economics', 'Sociology'], '3303'],
  [['Education'], '3304'],
  [['Geography'], '3305'],
  [['Medicine', 'Sociology'], '3306'],
  [['Psychology', 'Engineering'], '3307'],
  [['Law'], '3308'],
  [['Computer Science', 'Sociology'], '3309'],
  [['Engineering'], '3311'],
  [['Sociology', 'Political Science'], '3312'],
  [['Engineering', 'Geography'], '3313'],
  [['Sociology'], '3314 3315 3317 3318 3319'],
  [['Sociology', 'Art'], '3316'],
  [['Political Science'], '3320 3321'],
  [['Geography', 'Sociology'], '3322'],
];

const BY_OPENALEX_NUMBER = byId([...OPENALEX_FIELDS, ...OPENALEX_SUBFIELDS]);

/** The fields of an OpenAlex subfield (`1702`, also as a URL) or field (`17`). */
export function fieldsOfOpenAlex(subfield: string | undefined, field?: string): readonly FieldOfStudy[] {
  const number = /(?:^|\/)(\d{4})$/.exec(subfield ?? '')?.[1];
  const fields = number && (BY_OPENALEX_NUMBER.get(number) ?? BY_OPENALEX_NUMBER.get(number.slice(0, 2)));
  return fields || (BY_OPENALEX_NUMBER.get(/(?:^|\/)(\d{2})$/.exec(field ?? '')?.[1] ?? '') ?? []);
}

/** The distinct fields of topics as OpenAlex returns them, each with a `subfield` and a `field`. */
export function fieldsOfTopics(topics: readonly unknown[]): FieldOfStudy[] {
  const numberIn = (entity: unknown) => asId(asFields(entity).id);
  const all = topics
    .map(asFields)
    .flatMap(({ subfield, field }) => fieldsOfOpenAlex(numberIn(subfield), numberIn(field)));
  return [...new Set(all)];
}

/**
 * OpenAlex's fields that cover these fields of study, and more. Results must be filtered again, because its subfields
 * cannot be added to the query.
 */
export function openAlexFieldsAbout(fieldsOfStudy: readonly FieldOfStudy[]): string[] {
  const numbers = [...BY_OPENALEX_NUMBER]
    .filter(([, fields]) => fields.some((field) => fieldsOfStudy.includes(field)))
    .map(([number]) => number.slice(0, 2));
  return [...new Set(numbers)].sort();
}

/** Single categories first, then whole archives. */
const ARXIV: Groups = [
  [['Computer Science', 'Linguistics'], 'cs.CL'],
  [['Computer Science', 'Sociology'], 'cs.CY'],
  [['Computer Science', 'Engineering'], 'cs.RO'],
  [['Engineering', 'Computer Science'], 'cs.SY eess.SY'],
  [['Computer Science', 'Economics'], 'cs.GT'],
  [['Computer Science', 'Mathematics'], 'stat.ML'],
  [['Biology', 'Medicine'], 'q-bio.NC'],
  [['Materials Science', 'Physics'], 'cond-mat.mtrl-sci mtrl-th'],
  [['Environmental Science', 'Physics'], 'physics.ao-ph ao-sci'],
  [['Biology', 'Physics'], 'physics.bio-ph'],
  [['Chemistry', 'Physics'], 'physics.chem-ph chem-ph'],
  [['Education', 'Physics'], 'physics.ed-ph'],
  [['Geology', 'Physics'], 'physics.geo-ph'],
  [['History', 'Philosophy', 'Physics'], 'physics.hist-ph'],
  [['Medicine', 'Physics'], 'physics.med-ph'],
  [['Sociology', 'Physics'], 'physics.soc-ph'],
  [['Computer Science'], 'cs cmp-lg'],
  [['Mathematics', 'Physics'], 'math-ph'],
  [['Mathematics'], 'math stat alg-geom dg-ga funct-an q-alg'],
  [['Engineering'], 'eess'],
  [['Economics'], 'econ'],
  [['Economics', 'Business'], 'q-fin'],
  [['Biology'], 'q-bio'],
  [['Physics', 'Mathematics'], 'nlin chao-dyn adap-org comp-gas patt-sol solv-int'],
  [['Physics'], 'astro-ph cond-mat gr-qc hep-ex hep-lat hep-ph hep-th nucl-ex nucl-th physics quant-ph'],
  [['Physics'], 'acc-phys atom-ph plasm-ph supr-con bayes-an'],
];
const BY_ARXIV_CATEGORY = byId(ARXIV);

/** The fields of an arXiv category such as `cs.CL` or `hep-th`. */
export function fieldsOfArxiv(category: string): readonly FieldOfStudy[] {
  return BY_ARXIV_CATEGORY.get(category) ?? BY_ARXIV_CATEGORY.get(category.split('.')[0] ?? '') ?? [];
}

/** Archives that arXiv has merged into others. Their papers are still found under the old names. */
const RETIRED = new Set(
  (
    'cmp-lg alg-geom dg-ga funct-an q-alg chao-dyn adap-org comp-gas patt-sol solv-int acc-phys atom-ph plasm-ph supr-con ' +
    'bayes-an mtrl-th ao-sci chem-ph'
  ).split(' '),
);
/** Archives without subject classes. Two others are divided only since 2009 (`astro-ph`, `astro-ph.CO`). */
const UNDIVIDED = new Set('math-ph gr-qc hep-ex hep-lat hep-ph hep-th nucl-ex nucl-th quant-ph'.split(' '));
const DIVIDED_SINCE_2009 = new Set(['astro-ph', 'cond-mat']);

/**
 * The arXiv categories, as its queries spell them (`cs.*`, `hep-th`), that cover the fields and possibly more. Empty if
 * arXiv has no such papers.
 */
export function listArxivCategories(fields: readonly FieldOfStudy[]): string[] {
  const patterns = ARXIV.filter(([ownFields]) => ownFields.some((field) => fields.includes(field)))
    .flatMap(([, ids]) => ids.split(' '))
    .filter((id) => !RETIRED.has(id))
    .map((id) => (id.includes('.') || UNDIVIDED.has(id) ? id : DIVIDED_SINCE_2009.has(id) ? `${id}*` : `${id}.*`));
  // A whole archive makes its single categories redundant.
  return patterns.filter((id) => !/\.[^*]/.test(id) || !patterns.some((whole) => isWhole(whole, id)));
}

function isWhole(pattern: string, category: string): boolean {
  const archive = category.split('.')[0];
  return pattern === `${archive}.*` || pattern === `${archive}*`;
}

/** The keywords that are fields of study, because some programs store both in one place. */
export function fieldsAmong(keywords: readonly string[]): FieldOfStudy[] {
  return keywords.map(readFieldOfStudy).filter((field) => field !== undefined);
}

function byId(groups: Groups): Map<string, readonly FieldOfStudy[]> {
  return new Map(groups.flatMap(([fields, ids]) => ids.split(' ').map((id) => [id, fields] as const)));
}
