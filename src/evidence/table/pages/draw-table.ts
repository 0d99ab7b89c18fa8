import { html } from 'hono/html';
import type { Html } from '../../../faces/ui/pages/html.ts';
import { doiLink } from '../../../papers/identifiers.ts';
import { escapeHtml, staticShell } from '../../../report/view-shell.ts';
import type { Column } from '../columns.ts';
import { describeComplete, describeMark } from '../sentences.ts';
import type { OpenTable } from '../table-log.ts';
import { cellAt, completenessOf, papersOf, type Reading } from '../table-state.ts';
import { verdictInWords } from '../write-table.ts';

/** `settle`: the address of the form that settles differing values; absent in a file. */
type Drawing = { settle?: string | undefined };

/**
 * A table with one row per paper; each cell opens its quotation and the passage that contains it. Without scripts or
 * requests.
 */
export function drawTable({ state }: OpenTable, { settle }: Drawing = {}): Html {
  const { columns } = state;
  return html`<div class="evidence-frame" role="region" aria-label="Table of evidence" tabindex="0">
<table class="evidence-table"><caption>${describeComplete(completenessOf(state))}. A value opens its quotation.</caption>
<thead><tr><th scope="col">Paper</th>${columns.map(
    ({ name, ask, unit }) =>
      html`<th scope="col"><span dir="auto">${name}</span>${unit && html` (${unit})`}${ask !== name && html`<span class="asks" dir="auto">${ask}</span>`}</th>`,
  )}</tr></thead>
<tbody>${papersOf(state).map(
    ({
      ref,
      title,
      by,
      year,
      doi,
    }) => html`<tr id="${ref}"><th scope="row"><span class="title" dir="auto">${title ?? ref}</span>
<span class="by">${[by, year].filter(Boolean).map((each) => `${each} · `)}<span class="paper-ref">${ref}</span>${doi && html`<span class="doi"> · <a href="${doiLink(doi)}" rel="noopener noreferrer">${doi}</a></span>`}</span></th>
${columns.map((column) => html`<td>${drawCell(state, ref, column, settle)}</td>`)}</tr>`,
  )}</tbody></table></div>`;
}

function drawCell(state: OpenTable['state'], ref: string, column: Column, settle: string | undefined): Html {
  const cell = cellAt(state, ref, column);
  if (cell.is === 'open') return html`<span class="open">open</span>`;
  if (cell.is === 'value') return drawReading(cell.reading, cell.isSettled ? 'settled' : '');
  return html`<p class="differs"><strong>Differs</strong></p>${cell.readings.map(
    (reading) =>
      html`<div class="reading">${drawReading(reading, reading.who.name)}${
        settle !== undefined &&
        html`<form method="post" action="${settle}"><input type="hidden" name="ref" value="${ref}"><input type="hidden" name="column" value="${column.id}">
<input type="hidden" name="value" value="${reading.value}"><button class="act" type="submit">Let this stand<span class="unseen"> ${reading.value}, for ${ref}, ${column.name}</span></button></form>`
      }</div>`,
  )}`;
}

function drawReading(reading: Reading, beside = ''): Html {
  const { value, quote, check, marks, who } = reading;
  const { at, passage } = check;
  return html`<details><summary><span dir="auto">${value}</span>${
    marks.length > 0 && html` <strong class="mark">marked</strong>`
  }${beside && html` <span class="by" dir="auto">${beside}</span>`}</summary>
${marks.length > 0 && html`<ul class="marks">${marks.map((mark) => html`<li>${describeMark(mark)}</li>`)}</ul>`}
${quote && html`<blockquote dir="auto">${quote}</blockquote>`}
<p class="by">${[verdictInWords({ ...reading, marks: [] }), at, `by ${who.name}`].filter(Boolean).join(' · ')}</p>
${passage && html`<p class="passage" dir="auto">${markWords(passage, check.text)}</p>`}</details>`;
}

/** The passage, with the words of the quotation marked if it contains them verbatim. */
function markWords(passage: string, words = ''): Html {
  const plain = passage.replace(/\s+/g, ' ');
  const start = words === '' ? -1 : plain.indexOf(words);
  if (start < 0) return html`${plain}`;
  const end = start + words.length;
  return html`${plain.slice(0, start)}<mark>${plain.slice(start, end)}</mark>${plain.slice(end)}`;
}

/** Tables as a part of a report, which includes their style sheet. */
export function tablesAsPart(tables: readonly OpenTable[]): string {
  return String(
    html`<div class="evidence-page">${tables.map(
      (table) => html`<h2 dir="auto">${table.state.title}</h2>${drawTable(table)}<p class="by">${table.ref}.</p>`,
    )}</div>`,
  );
}

/** A table as one HTML file without scripts or requests. Equal states give equal files. */
export function tableAsHtml(table: OpenTable): string {
  const { title } = table.state;
  const body = html`<main class="evidence-page"><h1 dir="auto">${title}</h1>${drawTable(table)}
<p class="by">${table.ref}. Quotations are of third parties, and were checked against the copies that were held.</p></main>`;
  return staticShell(escapeHtml(title), String(body));
}
