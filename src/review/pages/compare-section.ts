import { html } from 'hono/html';
import type { Html } from '../../faces/ui/pages/html.ts';
import { groupBy } from '../../lib/groups.ts';
import { findRecord, readerKey } from '../review-state.ts';
import { compareWithOthers } from '../screening/compare-readers.ts';
import type { Difference } from '../screening/import-decisions.ts';
import type { ShownReview } from './shown-review.ts';

/** Compares the reader's decisions with those of each other person, also of one whose copy of a report was imported. */
export function compareSection(shown: ShownReview): Html | '' {
  const { review, view, who } = shown;
  const recorded = compareWithOthers(review.state, who, view.stage);
  const copies = groupBy(shown.differ, ({ reader }) => reader);
  const unrecorded = [...copies.keys()].filter((name) => recorded.every((each) => each.name !== name));
  const all = [...recorded, ...unrecorded.map((name) => ({ ...NOTHING, name }))];
  if (all.length === 0) return '';
  return html`<section id="compare"><h2>Your decisions and those of others</h2>
<ul class="compared">${all.map(({ name, agreed, differ, settled, onlyOther, onlyOwn }) => {
    const differences = copies.get(name) ?? [];
    return html`<li><b dir="auto">${name}</b>: ${agreed} agreed · ${differ + differences.length} differ${
      differ > 0 && html`, <a href="#conflicts">settle ${differ} below</a>`
    }${settled > 0 && ` · ${settled} settled`}
<span class="says">${onlyOther} only ${name} has read · ${Math.max(onlyOwn - differences.length, 0)} only you</span>
${differences.map((each) => differenceItem(shown, each))}</li>`;
  })}</ul></section>`;
}

const NOTHING = { agreed: 0, differ: 0, settled: 0, onlyOther: 0, onlyOwn: 0 };

/** One record on which a copy differs, with both decisions. */
function differenceItem({ review, who, at }: ShownReview, { ref, stage, reader, decision, note }: Difference): Html {
  const own = findRecord(review.state, ref)?.readings[stage].get(readerKey(who));
  const title = review.records.get(ref)?.paper.title ?? ref;
  return html`<article class="conflict"><h3 dir="auto"><a href="${at({ record: ref, stage })}">${title}</a></h3>
<div class="sides"><div class="side-of ${own?.decision}"><p><b>you</b>: <b>${own?.decision ?? 'undecided'}</b></p>${own?.note && html`<p dir="auto">${own.note}</p>`}</div>
<div class="side-of ${decision}"><p><b dir="auto">${reader}</b>: <b>${decision}</b></p>${note && html`<p dir="auto">${note}</p>`}</div></div>
<form class="settle actions" method="post" action="${at({}, 'settle')}"><input type="hidden" name="ref" value="${ref}"><input type="hidden" name="reader" value="${reader}">
<button type="submit" name="take" value="own" aria-label="Keep mine: ${title}">Keep mine</button>
<button type="submit" name="take" value="theirs" aria-label="Take ${reader}'s: ${title}">Take ${reader}'s</button></form></article>`;
}
