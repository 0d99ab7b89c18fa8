import { html } from 'hono/html';
import type { Html } from '../../faces/ui/pages/html.ts';
import { doiLink } from '../../papers/identifiers.ts';
import type { Paper } from '../../papers/paper.ts';
import { readQueryText } from '../../papers/query/query.ts';
import { markAsked } from '../../papers/relevance/best-sentence.ts';
import { type QueryTerms, readQueryTerms } from '../../papers/relevance/query-terms.ts';
import type { Criterion, Decision } from '../protocol.ts';

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

/** A part of a text: with words for inclusion, with words for exclusion, or with neither. */
export type MarkedPart = { text: string; mark?: 'for' | 'against' };

/**
 * Marks words in texts: those of the question and the inclusion criteria, and those of the exclusion criteria. A word
 * in both counts for inclusion. If a criterion lists words, only these are marked.
 */
export function createMarker(question: string, criteria: readonly Criterion[]): (text: string) => MarkedPart[] {
  const readTerms = (text: string) => readQueryTerms({ keywords: [], text: readQueryText(text) });
  const ofKind = (kind: Criterion['kind']) =>
    criteria.filter((each) => each.kind === kind).map(({ text, words }) => readTerms(words?.join(', ') ?? text));
  const [inclusion, exclusion] = [[readTerms(question), ...ofKind('include')], ofKind('exclude')];
  return (text) => {
    const marks = new Uint8Array(text.length);
    for (const terms of exclusion) markIn(marks, text, terms, AGAINST);
    for (const terms of inclusion) markIn(marks, text, terms, FOR);
    return partsOf(text, marks);
  };
}

const FOR = 1;
const AGAINST = 2;

function markIn(marks: Uint8Array, text: string, terms: QueryTerms | undefined, value: number): void {
  if (!terms) return;
  let from = 0;
  for (const [at, part] of markAsked(text, terms).entries()) {
    if (at % 2 === 1) marks.fill(value, from, from + part.length);
    from += part.length;
  }
}

function partsOf(text: string, marks: Uint8Array): MarkedPart[] {
  const parts: MarkedPart[] = [];
  for (let from = 0; from < text.length; ) {
    let to = from + 1;
    while (to < text.length && marks[to] === marks[from]) to += 1;
    const mark = marks[from] === FOR ? 'for' : 'against';
    parts.push({ text: text.slice(from, to), ...(marks[from] !== 0 && { mark }) });
    from = to;
  }
  return parts;
}
