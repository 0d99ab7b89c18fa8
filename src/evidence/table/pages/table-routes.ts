import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import type { RouteDeps } from '../../../faces/ui/environment.ts';
import type { Html } from '../../../faces/ui/pages/html.ts';
import { requestCall } from '../../../faces/ui/request-deadline.ts';
import { UI_WORDING } from '../../../faces/ui/wording.ts';
import { counted } from '../../../lib/counted.ts';
import { describeRefused } from '../sentences.ts';
import { FILE_ENDINGS, TABLE_FORMATS } from '../write-table.ts';
import { drawTable } from './draw-table.ts';

const TABLE = ':table{T[1-9][0-9]*}';
const TYPES = { csv: 'text/csv', markdown: 'text/markdown', html: 'text/html' } as const;

/** The pages of evidence tables. */
export function tableRoutes({ root, features, reader, notices, show }: RouteDeps): Hono {
  const app = new Hono();
  const who = { kind: 'human', name: reader?.trim() || 'me' } as const;
  const refOf = (context: Context) => context.req.param('table') ?? '';

  app.get(`/evidence/${TABLE}`, async (context) => {
    const evidence = await features.evidence();
    const { table, notes } = await evidence.open(refOf(context), who, requestCall(context));
    const { ref, state } = table;
    const address = `${root}/evidence/${ref}`;
    const facts = [ref, counted(state.papers.size - state.left.size, 'paper'), state.sources.join(', ')];
    const body = html`<main class="page evidence-page"><h1 dir="auto">${state.title}</h1>
${notes.length > 0 && html`<div class="said" role="status">${UI_WORDING.notes(notes).map((line) => html`<p>${line}</p>`)}</div>`}
<p class="says">${facts.join(' · ')} · Save as ${TABLE_FORMATS.map(
      (format, at) =>
        html`${at > 0 && ', '}<a href="${address}/export/${format}">${format === 'markdown' ? 'Markdown' : format.toUpperCase()}</a>`,
    )}</p>
${
  state.columns.length === 0
    ? html`<p class="empty">The table has no columns yet: your assistant or the command line adds them.</p>`
    : drawTable(table, { settle: `${address}/settle` })
}</main>`;
    return context.html(await show({ title: `${ref} ${state.title}`, style: 'table', body }));
  });

  /** Settles a cell with one of its differing values. */
  app.post(`/evidence/${TABLE}/settle`, async (context) => {
    const form = new URLSearchParams(await context.req.text());
    const cell = { ref: form.get('ref') ?? '', column: form.get('column') ?? '', value: form.get('value') ?? '' };
    const { refused } = await (await features.evidence()).settle(refOf(context), cell, who);
    notices.say({ text: refused ? describeRefused(refused) : `${cell.ref} is settled.` });
    return context.redirect(`${root}/evidence/${refOf(context)}#${encodeURIComponent(cell.ref)}`, 303);
  });

  app.get(`/evidence/${TABLE}/export/:format`, async (context) => {
    const format = TABLE_FORMATS.find((each) => each === context.req.param('format'));
    if (!format) return context.notFound();
    const evidence = await features.evidence();
    const { table } = await evidence.open(refOf(context), who, requestCall(context));
    context.header('Content-Disposition', `attachment; filename="${table.ref}.${FILE_ENDINGS[format]}"`);
    const type = `${TYPES[format]}; charset=utf-8`;
    return context.body(await evidence.render(table, format), 200, { 'Content-Type': type });
  });

  return app;
}

/** The section of evidence tables on the desk; empty without tables. */
export async function drawTables({ root, features }: RouteDeps): Promise<Html | ''> {
  // A table that cannot be read shows its error on its own page; it must not hide anything here.
  const { tables, notes } = await (await features.evidence()).list().catch(() => ({ tables: [], notes: [] }));
  if (tables.length + notes.length === 0) return '';
  const newest = tables.toSorted((one, other) => other.changedAt.localeCompare(one.changedAt));
  return html`<section class="card" id="evidence" aria-labelledby="evidence-head"><div class="card-head"><h2 id="evidence-head">Tables of evidence</h2></div>
${UI_WORDING.notes(notes).map((line) => html`<p role="status">${line}</p>`)}
<ul class="lines">${newest.map(
    ({
      ref,
      title,
      papers,
      complete: { filled, cells, marked },
    }) => html`<li class="line"><span class="ref">${ref}</span><div class="what">
<a class="whole" href="${root}/evidence/${ref}" dir="auto">${title}</a><span class="says">${counted(papers, 'paper')} · ${filled} of ${cells} cells filled</span></div>
${marked > 0 && html`<span class="mark-chip">${marked} marked</span>`}</li>`,
  )}</ul></section>`;
}
