import { html } from 'hono/html';
import type { Html } from '../../faces/ui/pages/html.ts';
import { doiLink } from '../../papers/identifiers.ts';
import type { Paper } from '../../papers/paper.ts';
import type { Decision } from '../protocol.ts';
import type { MarkedPart } from './marked-text.ts';

/** A decision of a reader on a record. */
export type ShownReading = { name?: string; decision: Decision; reasons: string[]; note?: string; quote?: string };

export type RecordCard = {
  ref: string;
  paper: Paper;
  mark: (text: string) => MarkedPart[];
  /** The reader's own earlier decision. */
  own?: ShownReading | undefined;
  /** Decisions of other readers or suggestions of an assistant, if the reader may see them. */
  others: ShownReading[];
};

const MAX_AUTHORS = 6;
const PAST: Record<Decision, string> = { include: 'included', exclude: 'excluded', maybe: 'marked as maybe' };

/** One record to decide on. */
export function recordCard({ ref, paper, mark, own, others }: RecordCard): Html {
  const { title, authors, year, venue, publicationType, isRetracted, abstract, doi } = paper;
  const more = authors.length > MAX_AUTHORS ? ` and ${authors.length - MAX_AUTHORS} more` : '';
  const facts = [authors.slice(0, MAX_AUTHORS).join(', ') + more, year, venue, publicationType];
  return html`<article class="record" data-ref="${ref}" data-title="${title}" data-was="${own?.decision}"
data-reasons="${own?.reasons.join(',')}" data-note="${own?.note}">
<h2 dir="auto" tabindex="-1">${marked(mark(title))}</h2>
<p class="by" dir="auto">${facts.filter(Boolean).join(' · ')}</p>
${isRetracted && html`<p class="warn"><b>Retracted.</b></p>`}
${
  abstract
    ? html`<p class="abstract" dir="auto">${marked(mark(abstract))}</p>`
    : html`<p class="says">No source has its abstract.</p>`
}
<p class="says">${ref}${doi && html` · <a href="${doiLink(doi)}" target="_blank" rel="noopener noreferrer">${doi}</a>`}</p>
${own && html`<p class="standing">You ${PAST[own.decision]} it${inBrackets(own)}. Another decision replaces that.</p>`}
${others.length > 0 && html`<ul class="others">${others.map(otherReading)}</ul>`}
</article>`;
}

function otherReading(reading: ShownReading): Html {
  const { name, decision, quote } = reading;
  return html`<li><b dir="auto">${name}</b>: ${decision}${inBrackets(reading)}${quote && html` <q dir="auto">${quote}</q>`}</li>`;
}

function inBrackets({ reasons, note }: ShownReading): string {
  const said = [...reasons, note].filter(Boolean).join(', ');
  return said && ` (${said})`;
}

function marked(parts: readonly MarkedPart[]): Html[] {
  return parts.map(({ text, mark }) => (mark ? html`<mark class="${mark}">${text}</mark>` : html`${text}`));
}
