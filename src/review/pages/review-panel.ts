import { html } from 'hono/html';
import type { Html } from '../../faces/ui/pages/html.ts';
import { UI_WORDING } from '../../faces/ui/wording.ts';
import { counted } from '../../lib/counted.ts';
import { isNote } from '../../wording/notes.ts';
import type { StopView } from '../screening/stop-state.ts';
import { describeFigure, describePromise, describeTriaged, nameRule } from '../stopping/sentences.ts';
import type { StopStatement } from '../stopping/stop-statements.ts';
import { recallCurve } from './recall-curve.ts';
import type { ShownReview } from './shown-review.ts';

/** What changes with every decision: the reader's progress, what was found, and what stopping now would guarantee. */
export function reviewPanel({
  view,
  labels,
  decided,
  at,
}: Pick<ShownReview, 'view' | 'labels' | 'decided' | 'at'>): Html {
  const here = view.progress.find(({ stage }) => stage === view.stage);
  const { own = 0, records = 0, include = 0, exclude = 0, maybe = 0, conflicts = 0 } = here ?? {};
  const curve = recallCurve(labels);
  return html`<div id="panel" data-read="${own} of ${records}">
<section><h2>Progress</h2>
<progress max="${Math.max(records, 1)}" value="${own}" aria-label="Read by you"></progress>
<p>${own} of ${records} read by you</p>
<p class="says">Decided${view.review.protocol.readers !== '1' && ' by both readers'}: ${include} in, ${exclude} out, ${maybe} maybe${
    conflicts > 0 && html`; <a href="#conflicts">${counted(conflicts, 'conflict')}</a>`
  }</p></section>
${view.notes.filter(isNote('excluded-without-reason')).map((note) => html`<p class="says">${UI_WORDING.note(note)}</p>`)}
${curve && html`<section><h2>Relevant found</h2>${curve}</section>`}
${stopBlock(view.stop)}
${
  decided.length > 0 &&
  html`<section><h2>Your last decisions</h2><ol class="last">${decided.map(
    ({
      ref,
      title,
      decision,
      reasons,
    }) => html`<li class="${decision}"><b>${decision}</b>${reasons.length > 0 && ` (${reasons.join(', ')})`}
<a href="${at({ record: ref, stage: view.stage })}" dir="auto">${title}</a></li>`,
  )}</ol></section>`
}
</div>`;
}

/** What each stopping rule reports and guarantees: the one that counts, the others, and heuristics apart. */
function stopBlock(stop: StopView): Html {
  const { rule, statements, triaged, unranked } = stop;
  const item = (statement: StopStatement) => statementItem(statement, unranked?.records);
  const counts = statements.find((statement) => statement.rule === rule);
  const others = statements.filter((statement) => statement.rule !== rule);
  const promising = others.filter(({ kind }) => kind !== 'heuristic');
  const thumb = others.filter(({ kind }) => kind === 'heuristic');
  return html`<section class="stop"><h2>When to stop</h2>
<p>${chosen(stop)}</p>
${counts && html`<ul class="rules">${item(counts)}</ul>`}
${triaged && html`<p class="says">${describeTriaged(triaged)}</p>`}
<details><summary>What other rules say</summary>
${promising.length > 0 && html`<ul class="rules">${promising.map(item)}</ul>`}
${thumb.length > 0 && html`<h3>Rules of thumb, which promise nothing</h3><ul class="rules">${thumb.map(item)}</ul>`}
</details></section>`;
}

function chosen({ fixedAt, isBeforehand }: StopView): string {
  if (fixedAt === undefined) return 'The protocol chose no rule. What the usual one says:';
  const when = isBeforehand ? 'before the first decision' : 'after decisions had been made';
  return `The rule that counts, chosen ${when} (${fixedAt.slice(0, 10)}):`;
}

function statementItem(statement: StopStatement, unranked: number | undefined): Html {
  const { rule, kind, holds } = statement;
  const isThumb = kind === 'heuristic';
  const verdict = isThumb ? (holds ? 'reached' : 'not reached') : holds ? 'holds: you may stop' : 'does not hold yet';
  const figure = describeFigure(statement);
  return html`<li class="${kind} ${holds ? 'holds' : ''}"><b>${nameRule(rule)}</b>: ${verdict}${figure && ` (${figure})`}.
<span class="says">${isThumb ? 'Promise' : 'Promises'}: ${describePromise(statement, unranked)}</span></li>`;
}
