import { html, raw } from 'hono/html';
import type { Html } from '../../faces/ui/pages/html.ts';
import { counted } from '../../lib/counted.ts';
import { criteriaOf } from '../event-rules.ts';
import { drawPrisma } from '../prisma/prisma-drawing.ts';
import { writeSvg } from '../prisma/svg.ts';
import { type Criterion, DECISIONS } from '../protocol.ts';
import { notInFile, REVIEW_FORMATS, type ReviewFormat } from '../review-files.ts';
import type { ConflictView } from '../screening/compare-readers.ts';
import { listSuggestions } from '../screening/decide.ts';
import { screenedRecords } from '../screening/review-content.ts';
import { flowOf } from '../screening/review-flow.ts';
import type { ScreenView } from '../screening/reviewing.ts';
import { describeMaybe } from '../screening/sentences.ts';
import { listLeftOut } from '../sentences.ts';
import { compareSection } from './compare-section.ts';
import type { ShownReview } from './shown-review.ts';

/** The sections below the record: conflicts, agreement, the flow, files, and the protocol. */
export function reviewSections(shown: ShownReview): Html {
  const { review, view } = shown;
  return html`${suggestionsSection(shown)}
${compareSection(shown)}
${conflictsSection(shown)}
${view.agreement && agreementSection(view.agreement)}
${review.records.size > 0 && flowSection(review)}
${filesSection(shown)}
${protocolSection(view)}`;
}

/** The current flow of records. All texts in the drawing are escaped. */
export function flowSection({ state }: ShownReview['review']): Html {
  const drawing = writeSvg(drawPrisma(flowOf(state), false)).replace(/^<\?xml[^>]*\?>\s*/, '');
  return html`<section id="flow"><h2>PRISMA 2020 flow</h2><div class="flow" tabindex="0">${raw(drawing)}</div></section>`;
}

/** Suggestions shown on the page; the others are confirmed with them, and listed by the files. */
const MAX_SUGGESTIONS = 20;

/** An assistant's suggestions on records without a decision, and the button that confirms them all. */
function suggestionsSection({ review: { state, records }, at }: ShownReview): Html | '' {
  const suggested = listSuggestions(state);
  if (suggested.length === 0 || state.protocol.blind) return '';
  const counts = DECISIONS.map((decision) => [decision, suggested.filter((each) => each.decision === decision).length]);
  const named = counts.filter(([, count]) => count !== 0).map(([decision, count]) => `${count} ${decision}`);
  const more = suggested.length - MAX_SUGGESTIONS;
  return html`<section id="suggestions"><h2>Suggestions of an assistant: ${suggested.length}</h2>
<p class="says">They count once a person decides: ${named.join(', ')}.</p>
<ul>${suggested
    .slice(0, MAX_SUGGESTIONS)
    .map(
      ({ ref, stage, decision }) =>
        html`<li><b>${decision}</b> <a dir="auto" href="${at({ record: ref, stage })}">${records.get(ref)?.paper.title ?? ref}</a></li>`,
    )}</ul>
${more > 0 && html`<p class="says">and ${counted(more, 'more suggestion')}</p>`}
<form class="actions" method="post" action="${at({}, 'confirm')}"><button type="submit">Confirm ${counted(suggested.length, 'suggestion')} as my decisions</button></form></section>`;
}

function conflictsSection({ review, view, at }: ShownReview): Html | '' {
  const all = view.progress.reduce((sum, { conflicts }) => sum + conflicts, 0);
  if (all === 0) return '';
  const { conflicts } = view;
  const hidden = all - conflicts.length;
  return html`<section id="conflicts"><h2>Conflicts: ${all}</h2>
${conflicts.map((conflict) => conflictItem(conflict, review.state.criteria, at))}
${hidden > 0 && html`<p class="says">${counted(hidden, 'further conflict')}: after these, or when you have read ${hidden === 1 ? 'it' : 'them'} yourself.</p>`}
</section>`;
}

function conflictItem(
  { ref, title, stage, readings }: ConflictView,
  criteria: readonly Criterion[],
  at: ShownReview['at'],
): Html {
  const offered = criteriaOf({ criteria: [...criteria] }, stage);
  const textOf = (id: string) => criteria.find((each) => each.id === id)?.text ?? '';
  return html`<article class="conflict"><h3 dir="auto"><a href="${at({ record: ref, stage })}">${title}</a></h3>
<p class="says">${ref} · ${stage}</p>
<div class="sides">${readings.map(
    ({
      name,
      kind,
      decision,
      reasons = [],
      note,
      quote,
    }) => html`<div class="side-of ${decision}"><p><b dir="auto">${name}</b>${
      kind === 'assistant' && ' (assistant)'
    }: <b>${decision}</b></p>
${reasons.length > 0 && html`<ul>${reasons.map((id) => html`<li>${id} <span dir="auto">${textOf(id)}</span></li>`)}</ul>`}
${note && html`<p dir="auto">${note}</p>`}${quote && html`<blockquote dir="auto">${quote}</blockquote>`}
${reasons.length === 0 && !note && !quote && html`<p class="says">no reason given</p>`}</div>`,
  )}</div>
<form class="settle actions" method="post" action="${at({}, 'resolve')}"><input type="hidden" name="ref" value="${ref}"><input type="hidden" name="stage" value="${stage}">
${
  offered.length > 0 &&
  html`<label>Reason <select name="reason"><option value=""></option>${offered.map(
    ({ id, text }) => html`<option value="${id}">${id} ${text}</option>`,
  )}</select></label>`
}
<label>Note <input class="name-here" type="text" name="note" dir="auto" maxlength="10000"></label>
<span class="settle-by">Settle: ${DECISIONS.map(
    (decision) =>
      html`<button type="submit" name="decision" value="${decision}" aria-label="${decision}: ${title}">${decision}</button> `,
  )}</span></form></article>`;
}

function agreementSection({
  readers,
  maybeCountsAs,
  both,
  onlyOne,
  percent,
  kappa,
  interval,
  pabak,
  ac1,
}: NonNullable<ScreenView['agreement']>): Html {
  const two = (value: number | undefined) => value?.toFixed(2);
  const rows: [string, string | undefined][] = [
    ['Read by both', String(both)],
    ['Read by one only', String(onlyOne)],
    ['Equal decisions', percent === undefined ? undefined : `${percent.toFixed(1)} %`],
    [
      "Cohen's kappa",
      kappa === undefined
        ? undefined
        : `${two(kappa)}${interval ? ` (95 % interval ${two(interval[0])} to ${two(interval[1])})` : ''}`,
    ],
    ['PABAK', two(pabak)],
    ["Gwet's AC1", two(ac1)],
  ];
  return html`<section id="agreement"><h2>Agreement of <span dir="auto">${readers[0]}</span> and <span dir="auto">${readers[1]}</span></h2>
<dl class="facts-list">${rows.map(([name, value]) => value !== undefined && html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
<p class="says">Here ${describeMaybe(maybeCountsAs, 'counts')}.</p></section>`;
}

function filesSection({ at, review }: Pick<ShownReview, 'at' | 'review'>): Html {
  const records = [...screenedRecords(review.state).values()];
  const formats = Object.keys(REVIEW_FORMATS) as ReviewFormat[];
  const lacks = formats.flatMap((format) => notInFile(format, records));
  return html`<section id="files-of-review"><h2>Files</h2>
<p class="actions">${Object.entries(REVIEW_FORMATS).map(
    ([format, { title }]) => html`<a href="${at({}, `export/${format}`)}" download>${title}</a> `,
  )}</p>
${lacks.map(({ kind: _, format, ...left }) => html`<p class="says">Not in ${format}: ${listLeftOut(left).join('; ')}.</p>`)}
<form id="review-import" class="import actions" method="post" action="${at({}, 'import')}" enctype="multipart/form-data">
<label class="files" for="review-files">Take in a file <input class="hidden-file" id="review-files" type="file" name="file" multiple></label>
<label>Its database, if it has new records <input class="name-here" type="text" name="source" maxlength="200"></label>
<button type="submit">Take in</button>
<p class="says">Records, or decisions of ASReview, Rayyan, Covidence, a CSV or a copy of a report. Files that are dropped on this page are taken in, too.</p></form></section>`;
}

function protocolSection({ review }: ScreenView): Html {
  const { criteria, protocol, openedAt } = review;
  const { stages, readers, blind, assistant, priors } = protocol;
  const rows: [string, string | undefined][] = [
    ['Begun', openedAt.slice(0, 10)],
    ['Stages', stages.join(', then ')],
    ['Readers', `${readers}${blind ? ', blind' : ''}`],
    ["An assistant's decisions", ROLES[assistant]],
    ['Known to be relevant', priors.join(', ') || undefined],
  ];
  return html`<section id="protocol"><h2>Protocol</h2>
<dl class="facts-list">${rows.map(([name, value]) => value !== undefined && html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
${
  criteria.length > 0 &&
  html`<ul class="all-criteria">${criteria.map(
    ({ id, kind, text, stage, words, retired }) =>
      html`<li>${id} <b>${kind}</b>${stage && ` (${stage})`}${retired && ' (retired)'}: <span dir="auto">${text}</span>${words && html` <span class="says">${words.join(', ')}</span>`}</li>`,
  )}</ul>`
}</section>`;
}

const ROLES = {
  suggest: 'suggestions for a person',
  second: 'those of a second reader',
  triage: 'triage: what it excludes is excluded',
} as const;
