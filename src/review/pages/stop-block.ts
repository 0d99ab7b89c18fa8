import { html } from 'hono/html';
import type { Html } from '../../faces/ui/pages/html.ts';
import type { StopView } from '../screening/stop-state.ts';
import { describeFigure, describePromise, describeTriaged, nameRule } from '../stopping/sentences.ts';
import type { StopStatement } from '../stopping/stop-statements.ts';

/** What each stopping rule reports and guarantees: the one that counts, the others, and heuristics apart. */
export function stopBlock(stop: StopView): Html {
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
