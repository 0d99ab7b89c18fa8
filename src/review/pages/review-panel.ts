import { html } from 'hono/html';
import type { Html } from '../../faces/ui/pages/html.ts';
import { UI_WORDING } from '../../faces/ui/wording.ts';
import { counted } from '../../lib/counted.ts';
import { isNote } from '../../wording/notes.ts';
import { recallCurve } from './recall-curve.ts';
import type { ShownReview } from './shown-review.ts';
import { stopBlock } from './stop-block.ts';

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
