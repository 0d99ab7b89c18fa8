import { html } from 'hono/html';
import type { InvalidField } from '../../contract/invalid.ts';
import { markField, problemList, wrongFields } from '../../faces/ui/pages/form-fields.ts';
import type { Html } from '../../faces/ui/pages/html.ts';
import type { Page } from '../../faces/ui/pages/layout.ts';
import { STOP_RULES } from '../protocol.ts';
import { describePromise, nameRule } from '../stopping/sentences.ts';
import type { NewReviewValues } from './new-review-form.ts';

type NewReviewPage = {
  root: string;
  values: NewReviewValues;
  invalid?: readonly InvalidField[] | undefined;
  /** Existing reviews that contain these jobs. */
  begun: readonly { ref: string; question: string }[];
};

/** The form that creates a review. */
export function newReviewPage({ root, values, invalid = [], begun }: NewReviewPage): Page {
  const wrong = wrongFields(invalid);
  const field = (name: keyof NewReviewValues, label: string, hint: string, input: (attributes: Html) => Html) => {
    const { attributes, says } = markField(name, wrong, hint && `${name}-hint`);
    return html`<div><label for="${name}">${label}</label>${hint && html`<p class="says" id="${name}-hint">${hint}</p>`}
${input(attributes)}${says}</div>`;
  };
  const area = (name: 'question' | 'criteria', label: string, hint: string, rows: number) =>
    field(
      name,
      label,
      hint,
      (attributes) => html`<textarea id="${name}" name="${name}" rows="${rows}" dir="auto" ${attributes}>
${values[name]}</textarea>`,
    );
  const line = (name: 'jobs' | 'priors' | 'target' | 'confidence' | 'as', label: string, hint: string) =>
    field(
      name,
      label,
      hint,
      (attributes) =>
        html`<input id="${name}" name="${name}" autocomplete="off" value="${values[name]}" ${attributes}>`,
    );
  const radios = (
    name: 'readers' | 'assistant' | 'stages' | 'stop',
    legend: string,
    options: readonly (readonly [string, string, string?])[],
  ) => {
    const { attributes, says } = markField(name, wrong);
    return html`<fieldset id="${name}" class="${options.some(([, , hint]) => hint) ? 'lines' : ''}" ${attributes}><legend>${legend}</legend>${options.map(
      ([value, text, hint]) => html`<label class="choice"><input type="radio" name="${name}" value="${value}"
${value === (values[name] ?? '') ? 'checked' : ''}> <span>${text}${hint && html` <span class="says">${hint}</span>`}</span></label>`,
    )}${says}</fieldset>`;
  };
  const rest = html`${line('jobs', 'Searches whose papers are screened', 'References such as J1, J2; none if all records come from files.')}
${radios('readers', 'Who decides on each paper', READERS)}
<label class="choice"><input type="checkbox" name="blind" value="true" ${values.blind ? 'checked' : ''}> Readers do not see each other's decisions</label>
${radios('assistant', "What an assistant's decisions are", ASSISTANTS)}
${radios('stages', 'Stages', STAGES_OF)}
${radios('stop', 'The rule that decides when to stop', [
  ['', 'none yet', 'All are read, or a rule is named later and reported as chosen afterwards.'],
  ...STOP_RULES.map(
    (rule) => [rule, nameRule(rule), `Promise: ${describePromise({ rule, target: 0.95, confidence: 0.95 })}`] as const,
  ),
])}
<div class="pair">${line('target', 'Share of the relevant papers to find, in per cent', '')}${line('confidence', 'How sure that shall be, in per cent', '')}</div>
${line('priors', 'Papers known to be relevant, if there are any', 'References such as J1-3, J1-7: the order learns from them.')}
${line('as', 'Your name', 'Decisions are recorded under it.')}`;
  return {
    title: 'Begin a review',
    hasForm: true,
    body: html`<main class="page narrow"><h1>Begin a review</h1>
<p class="says">It keeps your decisions on each paper, orders what is left by them, and says what stopping would promise. It is free, and stays on this machine.</p>
${begun.map(
  ({ ref, question }) =>
    html`<p class="said"><a href="${root}/review/${ref}" dir="auto">${ref} has these papers already: ${question}</a></p>`,
)}
${problemList(invalid)}
<form class="search-form" method="post" action="${root}/review">
${area('question', 'Question', '', 2)}
${area('criteria', 'Criteria', 'One a line: what a paper must have, and with “not” before it, what it must not have. They get numbers, and are the reasons for excluding.', 5)}
<p><button class="main" type="submit">Begin</button> <span class="says">${values.jobs ? `with the papers of ${values.jobs}` : 'without a search: its page takes the files of databases'}</span></p>
<details class="rest" ${FOLDED.some((name) => wrong(name) !== undefined) ? 'open' : ''}><summary>${restInWords(values)}</summary>
${rest}
<p class="says">A criterion may name words to mark in the texts, after a bar, and its stage: <code>adults | adult, aged 18</code>, <code>exclude (full-text): no comparison</code>.</p></details>
</form></main>`,
  };
}

type Options = readonly (readonly [value: string, text: string, hint?: string])[];

const READERS: Options = [
  ['1', 'one reader'],
  ['2', 'two readers'],
  ['human+assistant', 'a person and an assistant'],
];
const ASSISTANTS: Options = [
  ['suggest', 'suggestions', 'A person decides.'],
  ['second', 'those of a second reader', 'They count; conflicts are settled by people.'],
  ['triage', 'a triage', 'What it excludes is excluded, and reported as excluded by automation.'],
];
const STAGES_OF: Options = [
  ['', 'title and abstract, then full text'],
  ['title-abstract', 'title and abstract only'],
  ['full-text', 'full text only'],
];
const FOLDED = ['jobs', 'readers', 'assistant', 'stages', 'stop', 'target', 'confidence', 'priors', 'as'] as const;

/** Summarises the current values of the collapsed fields. */
function restInWords(values: NewReviewValues): string {
  const textOf = (options: Options, value = '') => options.find(([each]) => each === value)?.[1] ?? '';
  const rule = STOP_RULES.find((each) => each === values.stop);
  const parts = [
    textOf(READERS, values.readers ?? '1'),
    values.blind && 'blind',
    textOf(STAGES_OF, values.stages),
    `an assistant's decisions are ${textOf(ASSISTANTS, values.assistant ?? 'suggest')}`,
    rule ? `stops by ${nameRule(rule)}` : 'no stopping rule yet',
    values.as && `as ${values.as}`,
  ];
  return `The rest: ${parts.filter(Boolean).join(', ')}`;
}
