import { html } from 'hono/html';
import { escapeHtml, staticShell } from '../../../report/view-shell.ts';
import type { OpenTable } from '../table-log.ts';
import { drawTable } from './draw-table.ts';

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
