import { html } from 'hono/html';
import type { Html } from '../../faces/ui/pages/html.ts';
import type { Page } from '../../faces/ui/pages/layout.ts';
import { counted } from '../../lib/counted.ts';
import { SERVING_ORDERS, type ServingOrder } from '../events.ts';
import { type Criterion, DECISIONS, type Decision, type Reader, type Stage } from '../protocol.ts';
import { type RecordCard, recordCard } from './record-card.ts';
import { reviewPanel } from './review-panel.ts';
import { reviewSections } from './review-sections.ts';
import type { ShownReview } from './shown-review.ts';

const STAGE_NAMES: Record<Stage, string> = { 'title-abstract': 'Title and abstract', 'full-text': 'Full text' };
const ORDER_NAMES: Record<ServingOrder, string> = {
  likely: 'likeliest first',
  random: 'by chance',
  uncertain: 'least certain first',
};
const BUTTONS: Record<Decision, string> = { include: 'Include', exclude: 'Exclude', maybe: 'Maybe' };

/** One record of a review with everything needed to decide on it, and the progress of the review. */
export function reviewPage(shown: ShownReview): Page {
  const { review, view, card, said, problem, root, seal } = shown;
  const { ref, question } = view.review;
  return {
    title: `${ref} ${question}`,
    style: 'screening',
    body: html`<main class="page screening">
<h1 dir="auto">${question}</h1>
${head(shown)}
${problem !== undefined && html`<div class="problem" role="alert"><p>${problem}</p></div>`}
${said.length > 0 && html`<div class="said" role="status">${said.map((line) => html`<p>${line}</p>`)}</div>`}
${
  review.records.size === 0
    ? html`<p class="empty">The review has no records yet: add some by a file below, or begin one over <a href="${root}#searches">your searches</a>.</p>`
    : html`<div class="screen-desk">
<section id="screen" aria-label="Record to decide on" data-turn="${shown.at({}, 'turn')}" 
data-keep="${keepName(review.state.openedAt, ref, shown.who)}" data-page="${seal.page}" data-key="${seal.key}" data-stage="${view.stage}" data-order="${shown.order}">
${card ? html`<div id="card">${recordCard(card)}</div>${decisionForm(shown, card)}` : nothingLeft(shown)}
</section>
<div class="beside">
${card && criteriaList(shown.criteria, card.own?.reasons ?? [])}
${reviewPanel(shown)}
</div>
</div>`
}
${reviewSections(shown)}
${keysHelp()}
</main>`,
  };
}

/** The name under which the browser stores pending decisions, without the stage. */
export function keepName(openedAt: string, ref: string, { name }: Reader): string {
  return `${openedAt} ${ref} ${name}`;
}

/** The review's owner, reader and stages. */
function head({ review, view, who, at, order }: ShownReview): Html {
  const { ref, protocol, records } = view.review;
  const readers = { '1': 'one reader', '2': 'two readers', 'human+assistant': 'a person and an assistant' };
  const facts = [
    ref,
    counted(records, 'record'),
    `${readers[protocol.readers]}${protocol.blind ? ', blind' : ''}`,
    review.state.imports.flatMap(({ source }) => (source.from === 'file' ? [] : source.job)).join(', '),
  ];
  return html`<p class="says">${facts.filter(Boolean).join(' · ')}</p>
<div class="review-head">
<nav class="stages" aria-label="Stages">${view.progress.map(
    ({
      stage,
      own,
      records: here,
    }) => html`<a href="${at({ stage })}" ${stage === view.stage ? 'aria-current=step' : ''}>${STAGE_NAMES[stage]}
<span class="says">${own} of ${here}</span></a>`,
  )}</nav>
<form class="reader actions" method="get"><input type="hidden" name="stage" value="${view.stage}">
<label>You read as <input class="name-here" type="text" name="as" value="${who.name}" maxlength="100" autocomplete="off" spellcheck="false"></label>
<label>Order <select name="order">${SERVING_ORDERS.map(
    (each) => html`<option value="${each}" ${each === order ? 'selected' : ''}>${ORDER_NAMES[each]}</option>`,
  )}</select></label>
<button type="submit">Change</button></form>
</div>`;
}

function decisionForm({ at, order, view, criteria }: ShownReview, { ref, own }: RecordCard): Html {
  const unmarkable = own?.reasons.filter((reason) => !criteria.some(({ id }) => id === reason)) ?? [];
  return html`<form id="decide" method="post" action="${at({ stage: view.stage }, 'decide')}">
<input type="hidden" name="ref" value="${ref}"><input type="hidden" name="was" value="${own?.decision}">
${unmarkable.map((reason) => html`<input type="hidden" name="standing-reason" value="${reason}">`)}
<input type="hidden" name="order" value="${order}">
<div id="unsaved" class="problem actions" role="alert" hidden></div>
<label class="note-label"><span>Note <kbd>n</kbd></span><textarea id="note" name="note" rows="1" dir="auto" maxlength="10000">
${own?.note}</textarea></label>
<p class="decide">${DECISIONS.map(
    (decision) =>
      html`<button class="${decision}" type="submit" name="decision" value="${decision}" aria-keyshortcuts="${decision[0]}">${BUTTONS[decision]} <kbd>${decision[0]}</kbd></button>`,
  )}
<button class="plain-button" type="submit" name="decision" value="undo" formnovalidate aria-keyshortcuts="u">Undo <kbd>u</kbd></button>
<button class="plain-button by-script" type="button" id="back" aria-keyshortcuts="k" hidden>Back <kbd>k</kbd></button>
<button class="plain-button by-script" type="button" id="skip" aria-keyshortcuts="j" hidden>Skip <kbd>j</kbd></button>
<button class="plain-button by-script" type="button" id="keys" aria-label="Keys" aria-keyshortcuts="?" hidden><kbd>?</kbd></button></p>
<p class="says" id="told" role="status"></p>
</form>`;
}

/** The criteria, each of which can be a reason; a digit key marks it. */
function criteriaList(criteria: readonly Criterion[], chosen: readonly string[]): Html {
  if (criteria.length === 0)
    return html`<section class="criteria"><h2>Criteria</h2><p class="says">The review has none: write the reason as a note.</p></section>`;
  return html`<fieldset class="criteria" form="decide"><legend>Criteria: mark them as reasons</legend>
${criteria.map(
  (
    { id, kind, text },
    index,
  ) => html`<label class="criterion ${kind}"><input type="checkbox" name="reason" value="${id}" form="decide"
${chosen.includes(id) ? 'checked' : ''} ${index < DIGITS.length && html`aria-keyshortcuts="${DIGITS[index]}"`}>
${index < DIGITS.length && html`<kbd>${DIGITS[index]}</kbd>`} <span><mark class="${kind === 'include' ? 'for' : 'against'}">${kind === 'include' ? 'In' : 'Out'}</mark>
<span dir="auto">${text}</span> <span class="says">${id}</span></span></label>`,
)}</fieldset>`;
}

/** The digit keys of the first ten criteria. */
const DIGITS = [...'1234567890'];

function nothingLeft({ view, at }: ShownReview): Html {
  const next = view.progress.find(({ stage, open }) => stage !== view.stage && open > 0);
  const waiting = view.progress.find(({ stage }) => stage === view.stage);
  return html`<div class="done-here"><h2>Nothing is left for you to read at this stage</h2>
${
  waiting &&
  waiting.open > 0 &&
  html`<p>${counted(waiting.open, 'record')} ${waiting.open === 1 ? 'waits' : 'wait'} for another reader, or ${
    waiting.open === 1 ? 'is' : 'are'
  } kept for who was shown ${waiting.open === 1 ? 'it' : 'them'} last.</p>`
}
${view.conflicts.length > 0 && html`<p><a href="#conflicts">${counted(view.conflicts.length, 'conflict')} to settle</a></p>`}
${next && html`<p><a class="go-on" href="${at({ stage: next.stage })}">Go on: ${STAGE_NAMES[next.stage]}, ${counted(next.open, 'record')}</a></p>`}
${view.methods && html`<h3>For the methods section</h3><blockquote id="methods">${view.methods}</blockquote>`}
<form class="actions" method="post" action="${at({ stage: view.stage }, 'decide')}"><button type="submit" name="decision" value="undo">Undo the last decision</button></form>
</div>`;
}

const KEYS: readonly (readonly [key: string, does: string])[] = [
  ['i, e, m', 'include, exclude, maybe; the next record comes at once'],
  ['1 to 9, 0', 'marks a criterion as a reason, or takes the mark away'],
  ['n', 'writes a note; Escape leaves it'],
  ['u', 'takes the last decision back'],
  ['j or →', 'skips the record: it comes again'],
  ['k or ←', 'looks back'],
  ['?', 'shows these keys'],
];

function keysHelp(): Html {
  return html`<dialog id="keys-help" aria-label="Keys"><dl>${KEYS.map(
    ([key, does]) => html`<dt>${key}</dt><dd>${does}</dd>`,
  )}</dl><form method="dialog"><button>Close</button></form></dialog>`;
}
