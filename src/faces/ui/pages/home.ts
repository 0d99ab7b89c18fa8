import { html } from 'hono/html';
import { creditCost } from '../../../contract/credits.ts';
import { CHOOSING_FILTERS, type ChoosingRow, FILTERS, filterRow } from '../../../contract/filter-table.ts';
import type { InvalidField } from '../../../contract/invalid.ts';
import { DEFAULT_LIMIT, KEYWORDS, LIMITS, QUERY, SORT_FIELDS } from '../../../contract/rules.ts';
import { PARTS } from '../../../jobs/parts-of-question.ts';
import type { Mode } from '../../../jobs/ports/service.ts';
import { counted } from '../../../lib/counted.ts';
import type { FormValues } from '../search-form.ts';
import { markField, problemList, type Wrong, wrongFields } from './form-fields.ts';
import type { Html } from './html.ts';
import { oneBox, type Page } from './layout.ts';

/** The filters in the collapsed part: numbers, then yes or no, then lists. */
const isNumber = ({ choices, answers }: ChoosingRow) => !choices && !answers;
const FOLDED = CHOOSING_FILTERS.filter((name) => name !== 'year').map((name) => ({ name, row: filterRow(name) }));
const ALSO_FOLDED = ['sort', 'enrich'];

const SORT_NAMES: Record<(typeof SORT_FIELDS)[number], string> = {
  score: 'Best match first',
  citationCount: 'Most cited first',
  influentialCitationCount: 'Most influential citations first',
  quartileRanking: 'Best quartile first',
  referenceCount: 'Most references first',
  year: 'Newest first',
};

function searchForm(values: FormValues, { root, mode, wrong }: { root: string; mode: Mode; wrong: Wrong }): Html {
  const area = (name: string, label: string, hint: string, rows: number) => {
    const { attributes, says } = markField(name, wrong, `${name}-hint`);
    return html`<div>
<label for="${name}">${label}</label><p class="says" id="${name}-hint">${hint}</p>
<textarea id="${name}" name="${name}" rows="${rows}" ${attributes}>
${values[name]?.[0]}</textarea>${says}</div>`;
  };
  const number = (name: string, label: string) => {
    const { attributes, says } = markField(name, wrong);
    return html`<div><label for="${name}">${label}</label>
<input id="${name}" name="${name}" inputmode="numeric" autocomplete="off" value="${values[name]?.[0]}" ${attributes}>${says}</div>`;
  };
  const group = (name: string, legend: string, choices: readonly Html[]) => {
    const { attributes, says } = markField(name, wrong);
    return html`<fieldset id="${name}" ${attributes}><legend>${legend}</legend>${choices}${says}</fieldset>`;
  };
  const radios = (name: string, legend: string, options: Options) => {
    const [current = name === 'limit' ? String(DEFAULT_LIMIT) : ''] = values[name] ?? [];
    const choice = (value: string, text: string) => html`<label class="choice"><input type="radio" name="${name}"
value="${value}" ${value === current ? 'checked' : ''}> ${text}</label>`;
    return group(
      name,
      legend,
      options.map(([value, text]) => choice(value, text)),
    );
  };
  const checkboxes = (name: string, legend: string, options: readonly string[]) => {
    const current = values[name] ?? [];
    const choice = (value: string) => html`<label class="choice"><input type="checkbox" name="${name}"
value="${value}" ${current.includes(value) ? 'checked' : ''}> ${value}</label>`;
    return group(name, legend, options.map(choice));
  };
  const isOpen = [...FOLDED.map(({ name }) => name), ...ALSO_FOLDED].some((name) => values[name] ?? wrong(name));
  return html`<form class="search-form" method="post" action="${root}/searches">
${area('keywords', 'Keywords', `${KEYWORDS.min} to ${KEYWORDS.max}, one a line or separated by commas.`, 4)}
${area('query', 'Description', `What the papers should be about, ${QUERY.min} to ${QUERY.max} characters. With keywords, it is optional.`, 3)}
<details ${values.parts || wrong('parts') ? 'open' : ''}><summary>In parts</summary>
${area('parts', 'Parts of the question', `${PARTS.min} to ${PARTS.max} sub-questions of ${PARTS.minWords} words or more, one a line. Each is a search of its own${mode === 'hosted' ? ' and is paid for' : ''}; the results are one list.`, 4)}</details>
${
  mode === 'embedded' &&
  html`<details ${values.strategy || wrong('strategy') ? 'open' : ''}><summary>Boolean strategy instead</summary>
${area('strategy', 'Boolean strategy', 'AND, OR, NOT, "phrases" and truncation*, as in databases; without keywords and description.', 4)}</details>`
}
${radios('limit', FILTERS.limit.label, limits(mode))}
<div class="pair">${number('yearFrom', 'Year from')}${number('yearTo', 'Year to')}</div>
<details ${isOpen ? 'open' : ''}><summary>More filters</summary>
<div class="pair">${FOLDED.map(({ name, row }) => isNumber(row) && number(name, row.label))}
${select('sort', FILTERS.sort.label, sorts(), values)}</div>
${FOLDED.map(({ name, row }) => row.answers && radios(name, row.label, flags(...row.answers)))}
${FOLDED.map(({ name, row }) => row.choices && checkboxes(name, row.label, row.choices))}
${radios('enrich', 'Fill in missing fields', [
  ['', 'as configured'],
  ['true', 'yes (Pro credits)'],
  ['false', 'no'],
])}
</details>
<p><button class="main" type="submit">${mode === 'hosted' ? 'Check the cost' : 'Search'}</button>
${mode === 'hosted' && html`<span class="says">Nothing is spent before you have seen it.</span>`}</p>
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

function select(name: string, label: string, options: Options, values: FormValues): Html {
  const [current = ''] = values[name] ?? [];
  return html`<div><label for="${name}">${label}</label><select id="${name}" name="${name}">${options.map(
    ([value, text]) => html`<option value="${value}" ${value === current ? 'selected' : ''}>${text}</option>`,
  )}</select></div>`;
}

export type Home = {
  root: string;
  mode: Mode;
  /** What the features show below the search box. */
  below: Html;
  values?: FormValues | undefined;
  invalid?: readonly InvalidField[] | undefined;
  /** The text in the search box. */
  asked?: string | undefined;
};

/** The box in the middle, where the person was, what is new, and the searches. */
export function homePage({ root, mode, below, values, invalid = [], asked = '' }: Home): Page {
  const form = searchForm(values ?? {}, { root, mode, wrong: wrongFields(invalid) });
  return {
    title: 'Desk',
    isDesk: true,
    body: html`<main class="page desk">
<h1 class="unseen">Find papers</h1>
${oneBox(root, asked, true)}
<div class="under-box"><div class="try says"><span>Try</span>${EXAMPLES.map((text) => example(root, text))}<label class="example" for="files">check a bibliography for retractions</label></div>
<details class="all-fields" ${values ? 'open' : ''}><summary>All fields</summary>
${problemList(invalid)}
${form}</details></div>
${below}
</main>`,
  };
}

const EXAMPLES = ['how do coral reefs recover after bleaching?', '10.1002/hipo.20714'];

function example(root: string, text: string): Html {
  return html`<form method="post" action="${root}/find" enctype="multipart/form-data"><button class="example" type="submit" name="text" value="${text}">${text}</button></form>`;
}
