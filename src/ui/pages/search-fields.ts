import { html } from 'hono/html';
import { creditCost } from '../../contract/credits.ts';
import type { InvalidField } from '../../contract/invalid.ts';
import {
  DEFAULT_LIMIT,
  FIELDS_OF_STUDY,
  KEYWORDS,
  LIMITS,
  PUBLICATION_TYPES,
  QUARTILES,
  QUERY,
  SORT_FIELDS,
} from '../../contract/rules.ts';
import type { Mode } from '../../jobs/ports/service.ts';
import { counted } from '../../lib/counted.ts';
import type { FormValues } from '../search-form.ts';
import type { Html } from './layout.ts';

/** Every filter that stands in the folded part. */
const FOLDED = ['minCitationCount', 'openAccessPdf', 'downloadable', 'quartileRanking', 'publicationTypes'];
const ALSO_FOLDED = ['fieldsOfStudy', 'sort', 'enrich'];

const SORT_NAMES: Record<(typeof SORT_FIELDS)[number], string> = {
  score: 'Best match first',
  citationCount: 'Most cited first',
  influentialCitationCount: 'Most influential citations first',
  quartileRanking: 'Best quartile first',
  referenceCount: 'Most references first',
  year: 'Newest first',
};

/** The fields of a search, filled with what was given. */
export function searchForm(
  values: FormValues,
  { root, mode, invalid }: { root: string; mode: Mode; invalid: readonly InvalidField[] },
): Html {
  const isWrong = (name: string) => invalid.some(({ field }) => field.split(' ').includes(name));
  const area = (name: string, label: string, hint: string, rows: number) => html`<div>
<label for="${name}">${label}</label><p class="says" id="${name}-hint">${hint}</p>
<textarea id="${name}" name="${name}" rows="${rows}" aria-describedby="${name}-hint"
${isWrong(name) ? 'aria-invalid=true' : ''}>
${values[name]?.[0]}</textarea></div>`;
  const isOpen = [...FOLDED, ...ALSO_FOLDED].some((name) => values[name]);
  return html`<form class="search-form" method="post" action="${root}/searches">
${area('keywords', 'Keywords', `${KEYWORDS.min} to ${KEYWORDS.max}, one a line or separated by commas.`, 4)}
${area('query', 'Description', `What the papers should be about, ${QUERY.min} to ${QUERY.max} characters. With keywords, it is optional.`, 3)}
${
  mode === 'embedded' &&
  html`<details ${values.strategy ? 'open' : ''}><summary>Boolean strategy instead</summary>
${area('strategy', 'Boolean strategy', 'AND, OR, NOT, "phrases" and truncation*, as in databases; without keywords and description.', 4)}</details>`
}
${radios('limit', 'Results', limits(mode), values)}
<div class="pair">${number('yearFrom', 'Year from', values)}${number('yearTo', 'Year to', values)}</div>
<details ${isOpen ? 'open' : ''}><summary>More filters</summary>
<div class="pair">${number('minCitationCount', 'At least so many citations', values)}
${select('sort', 'Order', sorts(), values)}</div>
${radios('openAccessPdf', 'Open access', flags('open access only', 'closed only'), values)}
${radios('downloadable', 'PDF', flags('with a PDF only', 'without only'), values)}
${checkboxes('quartileRanking', 'Quartile of the journal', QUARTILES, values)}
${checkboxes('publicationTypes', 'Type of publication', PUBLICATION_TYPES, values)}
${checkboxes('fieldsOfStudy', 'Fields of study', FIELDS_OF_STUDY, values)}
${radios(
  'enrich',
  'Fill in missing fields',
  [
    ['', 'as configured'],
    ['true', 'yes (Pro credits)'],
    ['false', 'no'],
  ],
  values,
)}
</details>
<p><button class="main" type="submit">Check the cost</button>
<span class="says">Nothing is spent before you have seen it.</span></p>
</form>`;
}

type Options = readonly (readonly [value: string, text: string])[];

function limits(mode: Mode): Options {
  const price = (limit: number) => (mode === 'hosted' ? ` (${counted(creditCost(limit), 'credit')})` : '');
  return LIMITS.map((limit) => [String(limit), `${limit}${price(limit)}`]);
}

function sorts(): Options {
  return [['', 'as the service ranks'], ...SORT_FIELDS.map((field) => [`${field}:desc`, SORT_NAMES[field]] as const)];
}

function flags(yes: string, no: string): Options {
  return [
    ['', 'any'],
    ['true', yes],
    ['false', no],
  ];
}

function radios(name: string, legend: string, options: Options, values: FormValues): Html {
  const [current = name === 'limit' ? String(DEFAULT_LIMIT) : ''] = values[name] ?? [];
  return html`<fieldset><legend>${legend}</legend>${options.map(
    ([value, text]) => html`<label class="choice"><input type="radio" name="${name}" value="${value}"
${value === current ? 'checked' : ''}> ${text}</label>`,
  )}</fieldset>`;
}

function checkboxes(name: string, legend: string, options: readonly string[], values: FormValues): Html {
  const current = values[name] ?? [];
  return html`<fieldset><legend>${legend}</legend>${options.map(
    (value) => html`<label class="choice"><input type="checkbox" name="${name}" value="${value}"
${current.includes(value) ? 'checked' : ''}> ${value}</label>`,
  )}</fieldset>`;
}

function number(name: string, label: string, values: FormValues): Html {
  return html`<div><label for="${name}">${label}</label>
<input id="${name}" name="${name}" inputmode="numeric" autocomplete="off" value="${values[name]?.[0]}"></div>`;
}

function select(name: string, label: string, options: Options, values: FormValues): Html {
  const [current = ''] = values[name] ?? [];
  return html`<div><label for="${name}">${label}</label><select id="${name}" name="${name}">${options.map(
    ([value, text]) => html`<option value="${value}" ${value === current ? 'selected' : ''}>${text}</option>`,
  )}</select></div>`;
}
