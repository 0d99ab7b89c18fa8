import { counted } from '../../lib/counted.ts';
import type { EnrichmentNote } from '../notes/enrichment-notes.ts';
import type { NoteOf } from '../notes.ts';
import { describeFailure } from './sources.ts';
import type { NoteWordingOf } from './vocabulary.ts';

/** The result of looking for missing fields, in words. */
export const ENRICHMENT_WORDING: NoteWordingOf<EnrichmentNote> = {
  'enrichment-ended': ({ why }) =>
    `Enrichment ended early: ${why === 'stopped' ? 'it was stopped' : 'its time was up'}.`,
  'nothing-lacked': () => 'Enrichment: no paper lacked a field that could be looked up.',
  'filled-by-library': ({ filled, hasFailed }) =>
    `Enrichment: the library filled ${describeFilled(filled)}${hasFailed ? '; then it could not be read' : ''}.`,
  'filled-by-source': ({ title, filled, answered, unanswered, failure }) => {
    const missing = `gave no answer about ${counted(unanswered, 'paper')}`;
    const why = failure === undefined ? '' : `: it ${describeFailure(failure)}`;
    if (answered === 0) return `Enrichment: ${title} ${missing}${why}.`;
    const asked = `${title} was asked about ${counted(answered, 'paper')} and filled ${describeFilled(filled)}`;
    return `Enrichment: ${asked}${unanswered > 0 ? `; it ${missing}` : ''}${why}.`;
  },
  'filling-failed': ({ title, filled }) => `Enrichment: asking ${title} failed; it filled ${describeFilled(filled)}.`,
  'filled-from-pages': ({ filled, requested, read, unrelated, beyondBudget, stopped }) => {
    const remarks = [
      ...(unrelated > 0 ? [`${unrelated} did not name the paper`] : []),
      ...(beyondBudget > 0 ? [`${counted(beyondBudget, 'paper was', 'papers were')} over the limit of a job`] : []),
      ...(stopped === undefined ? [] : [`then it stopped, because ${describeStop(stopped)}`]),
    ];
    const result = `${read} of ${counted(requested, 'landing page')} could be read and filled ${describeFilled(filled)}`;
    return `Enrichment: ${[result, ...remarks].join('; ')}.`;
  },
  'scraper-key-lost': () => 'The scraper key was lost when the service restarted, so landing pages were not read.',
  'scraper-key-unreadable': () =>
    'The service could not read the scraper key it had kept, so landing pages were not read.',
};

function describeStop(stopped: NonNullable<NoteOf<'filled-from-pages'>['stopped']>): string {
  if (stopped === 'defect') return 'reading a page failed';
  if ('text' in stopped) return stopped.text;
  return `the scraping service ${stopped.failure === 'quota used up' ? 'has too few credits left for the key' : describeFailure(stopped)}`;
}

const NOUNS: Readonly<Record<string, string>> = {
  doi: 'DOI',
  isOpenAccess: 'open-access state',
  pdfLink: 'PDF link',
  citationCount: 'citation count',
  referenceCount: 'reference count',
  publicationType: 'publication type',
};

/** `12 abstracts, 1 DOI and 3 years`; `nothing` if nothing was filled. */
function describeFilled(filled: Readonly<Record<string, number>>): string {
  const parts = Object.entries(filled).map(([field, values]) => counted(values, NOUNS[field] ?? field));
  if (parts.length === 0) return 'nothing';
  return parts.length === 1 ? String(parts[0]) : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
