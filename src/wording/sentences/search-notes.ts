import { counted } from '../../lib/counted.ts';
import { joinWithAnd, withFullStop } from '../../lib/line.ts';
import type { EnrichmentNote } from '../notes/enrichment-notes.ts';
import type { SearchNote } from '../notes/search-notes.ts';
import type { NoteOf } from '../notes.ts';
import { CITATION_WORDING } from './citation-notes.ts';
import { describeChange, describeFailure, describeOutcome } from './sources.ts';
import type { SentencesOf } from './vocabulary.ts';

/** The result of filling missing fields, in words. */
const ENRICHMENT_WORDING: SentencesOf<{ notes: EnrichmentNote }>['notes'] = {
  'enrichment-ended': ({ why }) =>
    `Enrichment ended early: ${why === 'stopped' ? 'it was stopped' : 'its time was up'}.`,
  'nothing-lacked': () => 'Enrichment: no paper lacked a field that could be looked up.',
  'filled-by-library': ({ filled, hasFailed }) =>
    `Enrichment: the library filled ${describeFilled(filled)}${hasFailed ? '; then it could not be read' : ''}.`,
  'filled-by-source': ({ title, filled, answered, unanswered, failure }) => {
    const missing = `gave no answer about ${counted(unanswered, 'paper')}`;
    const why = failure === undefined ? '' : `: it ${describeFailure(failure)}`;
    if (answered === 0) return `Enrichment: ${title} ${missing}${why}.`;
    const coverage = `${title} was asked about ${counted(answered, 'paper')} and filled ${describeFilled(filled)}`;
    return `Enrichment: ${coverage}${unanswered > 0 ? `; it ${missing}` : ''}${why}.`;
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
  return joinWithAnd(parts) || 'nothing';
}

/** The notes of a search, in words of no face. */
export const SEARCH_WORDING: SentencesOf<{ notes: SearchNote }>['notes'] = {
  text: ({ text }) => text,

  'sources-failed': ({ sources }) => `Sources that failed: ${sources.map(describeOutcome).join('; ')}.`,
  'sources-answered': ({ sources }) => `${sources.map(describeOutcome).join('; ')}.`,
  'starter-only': ({ papers, isService }, { command }) => {
    if (isService)
      return `The service searched only the starter catalogue that comes with paperqueue (${papers} papers).`;
    const remedy = command ? `; \`${command('import FILE')}\` adds your own` : '';
    return `Only the starter catalogue that comes with paperqueue was searched (${papers} papers)${remedy}.`;
  },
  'other-language': ({ language, known, words }) =>
    `The question is in ${language}, and few or no papers of the library have ${known === 0 ? 'any' : words - known} of the ${counted(words, 'word')} of its subject. Translate it to find papers in English.`,
  'library-searched': ({ papers, isService }) => `Searched ${ownLibrary(isService)} (${counted(papers, 'paper')}).`,
  'library-empty': ({ isService }, { command }) =>
    isService
      ? "The service's library is empty."
      : `The local library is empty${command ? `; \`${command('import FILE')}\` adds your own papers` : ''}.`,
  'not-searched': ({ titles, settings }) => {
    const remedy = settings.length > 0 ? ` (set ${settings.join(', ')} to add it)` : '';
    return `Not searched: ${titles.join(', ')}${remedy}.`;
  },
  'facts-not-found': ({ title, why }) => `Some details are missing because ${title} ${describeFailure(why)}.`,
  'items-not-asked': ({ items }) =>
    `${counted(items, 'item')} could not be looked up at every source: look ${items === 1 ? 'it' : 'them'} up again.`,
  'own-pace': () =>
    "The service's database was not available during this search, so this machine limited its requests to live sources by itself.",
  'similar-in-library': (note) =>
    `Only ${ownPapers(note.isStarter)} was searched: the words of these papers are most like those of the given one (rare words count more).${describeHidden(note)}`,
  'nothing-similar': (note) =>
    `Nothing similar enough: only ${ownPapers(note.isStarter)} was searched, and no paper there shares enough words with the given one (rare words count more).${describeHidden(note)}`,
  'name-in-library': () =>
    'These are papers by every author whose name matches: the library cannot tell namesakes apart, and initials may stand for another person.',
  'too-little-known': () => 'The stored paper has neither a title nor an abstract.',
  'unreadable-results': ({ results }) =>
    `${counted(results, 'result')} could not be read and ${results === 1 ? 'was' : 'were'} left out.`,

  'failure-reason': ({ text }) => withFullStop(`The service gives this reason: ${text}`),
  'papers-though': ({ status }) =>
    `The service ended this job as "${status}" but sent these papers: it may have found more.`,
  'papers-so-far': ({ papers, total }) =>
    `The service has sent ${counted(papers, 'paper')}${total === undefined ? '' : ` of ${total}`} so far; the job still runs.`,
  'no-list': () => 'The service says that this job is finished, but it sent no list of papers.',
  'more-results': ({ papers, total, why }) => {
    const more = papers === 0 ? 'The service has results' : `The service has more results than these ${papers}`;
    const known = total === undefined ? more : `Of ${total} results the service sent ${papers}`;
    return `${known}: ${WHY_NOT_MORE[why]}.`;
  },
  'names-unknown': ({ names, more }) => {
    const others = more > 0 ? ` and ${more} more` : '';
    const named = names.length > 0 ? `${names.join(', ')}${others}` : `${more}, whose names are not shown`;
    return `Fields of these papers that were not understood, and are stored as received: ${named}.`;
  },

  'no-worker': () =>
    'The service has accepted the search, but none of its workers is running: tell its administrator. The search runs once a worker starts.',

  operators: (note) => `${describeOperators(note)} Filters on stored papers take "phrases", OR and -not, free.`,
  'strategy-changed': ({ sources }) => {
    const named = sources.map(({ title, changes }) => `${title}: ${changes.map(describeChange).join(', ')}`).join('; ');
    return `The strategy was adapted to what sources can be asked, and wider results were checked against it. ${named}.`;
  },
  'chosen-by-sort': ({ sort, papers, of, hasSources }) =>
    `The first ${papers} by ${sort} of ${of} papers that meet the strategy${hasSources ? ' in the library or among what the sources returned' : ''}.`,
  'strategy-parts': ({ parts, isAtLeast, isFiltered }) => {
    const counts = parts.map(({ part, papers }) => `${part}: ${isAtLeast ? 'at least ' : ''}${papers}`).join(', ');
    return `In the library${isFiltered ? ', of papers that meet the filters' : ''}: ${counts}; together: 0.`;
  },
  'strategy-read-in-part': ({ read, of }) =>
    `Only ${read} of the ${of} papers of the library that may meet the strategy could be read in time: others may meet it, too. Rarer words leave fewer to read.`,
  'strategy-left-out': ({ unmet, unknown }) => {
    const counts = [
      ...(unmet > 0 ? [`${counted(unmet, 'paper')} that ${unmet === 1 ? 'does' : 'do'} not meet it`] : []),
      ...(unknown > 0 ? [`${counted(unknown, 'paper')} whose title and abstract do not show whether they do`] : []),
    ];
    return `Left out by the strategy: ${counts.join(', ')}.`;
  },
  'unknown-left-out': ({ filters, place }, { name }) => {
    const counts = Object.entries(filters).map(([filter, papers]) => `${name(filter)} ${papers}`);
    const which = place ? `Papers of the ${place} with any word of the search` : 'Papers of the sources';
    return `${which} left out because a value is unknown: ${counts.join(', ')}.`;
  },
  'unfit-left-out': (note) => `${describeUnfit(note)}.`,
  'no-match': ({ without }, { name }) => {
    const [first, ...others] = without;
    if (first && first.papers === 0 && others.length === 0)
      return `No paper is known to match ${name(first.filter)}, and without it the library has none, either.`;
    if (!first || first.papers === 0)
      return 'No paper is known to match all filters, and leaving out any one of them finds none in the library.';
    const shown = ({ papers, isAtLeast }: typeof first) => (isAtLeast ? `${papers} or more` : String(papers));
    if (others.length === 0)
      return `No paper is known to match ${name(first.filter)}. Without it there are ${shown(first)}.`;
    const rest = others.map((each) => `, ${shown(each)} without ${name(each.filter)}`).join('');
    return `No paper is known to match all filters. There are ${shown(first)} without ${name(first.filter)}${rest}.`;
  },
  'journals-unranked': ({ journals, isService }) => {
    const unknown = journals === 1 ? 'The quartile of 1 journal is' : `The quartiles of ${journals} journals are`;
    const them = journals === 1 ? 'it' : 'them';
    return `${unknown} unknown.${isService ? '' : ` Import the SCImago ranking to fill ${them} in.`}`;
  },
  'ranked-by-words': ({ host, model, why }) => {
    const what = host === undefined ? `the model ${model}` : `the endpoint for embeddings (${host})`;
    return `Ranked by words alone: ${what} ${describeFailure(why)}.`;
  },
  'ranked-by-meaning': ({ model }) => `Ranked by words and by embeddings (${model}).`,
  'ranked-in-part': ({ model, host, why, compared, papers }) =>
    `Ranked by words; only the first ${compared} of ${papers} papers also by embeddings (${model}), because ${host === undefined ? 'it' : `the endpoint (${host})`} ${describeFailure(why)}.`,

  'not-kept': ({ isSome }) =>
    `${isSome ? 'Some of the papers' : 'The papers'} from the sources could not be stored in the local library.`,
  ...ENRICHMENT_WORDING,
  ...CITATION_WORDING,

  'doi-of-another': ({ doi, title }) => `${doi} is the DOI of another paper: ${title}`,
  'identifiers-unknown': ({ identifiers }) =>
    identifiers
      .map(({ id, titles }) => `${titles.join(' and ')} ${titles.length > 1 ? 'have' : 'has'} no ${id}`)
      .join('; '),
  'year-not-covered': ({ year, from }) =>
    `Sources cover ${year < from ? `papers before ${from}` : 'papers that are not out yet'} only in part: not finding it proves nothing.`,
  'title-of-others': ({ title, authors, year }) =>
    `This title has other authors: ${authors}${year === undefined ? '' : ` (${year})`}: ${title}`,
  'no-paper-on-topic': () => 'Read as a topic, not as a reference: no paper fits. A search can ask more widely.',
  unconfirmed: () =>
    'It is from the library or an earlier job, perhaps from an imported file; no source is known to have confirmed it.',
  'no-author-source': ({ setting, source }) =>
    `No source that knows people was asked: ${setting} does not name ${source}.`,

  'same-job': ({ job }) => `${job} is the same job: it was requested by its id before this search was recorded.`,
  'same-creation': ({ job }) =>
    `The service answered this search with the id of ${job}: they are one job. It is counted as charged twice; only the balance shows whether it was.`,
};

/** Says what happened to operators of a query language. */
export function describeOperators({ operators, isSent, leavesOut }: NoteOf<'operators'>): string {
  const named = operators.join(', ');
  if (isSent)
    return `Sent to the service as written: ${named}. Its documentation does not mention operators, so it may treat them as ordinary words.`;
  return `Read as plain words, not as operators: ${named}.${leavesOut ? ' Nothing is excluded.' : ''}`;
}

/** The number of papers that match too little, without the full stop. */
export function describeUnfit(note: NoteOf<'unfit-left-out'>): string {
  const { papers, isAtLeast, setting, value, isService } = note;
  const where = setting === undefined ? ownPapers(true) : ownLibrary(isService);
  const many = `${isAtLeast ? 'At least ' : ''}${counted(papers, 'paper')} of ${where}`;
  const isSettable = setting !== undefined && value !== undefined;
  const remedy = isSettable ? `; ${setting}=${value} shows ${papers === 1 ? 'it' : 'them'}` : '';
  return `${many} that ${papers === 1 ? 'matches' : 'match'} too little of the query ${papers === 1 ? 'was' : 'were'} left out${remedy}`;
}

function ownLibrary(isService: boolean | undefined): string {
  return isService ? "the service's library" : 'the local library';
}

function ownPapers(isStarter: boolean | undefined): string {
  return isStarter ? 'the starter catalogue' : ownLibrary(false);
}

type Hidden = { hidden?: number | undefined; of?: number | undefined; isOutOfReach?: boolean | undefined };

/** Papers that were not similar enough. Some are on the topic, because only shared words were compared. */
function describeHidden({ hidden = 0, of, isOutOfReach }: Hidden): string {
  if (hidden === 0) return '';
  const are = hidden === 1 ? 'is' : 'are';
  // Earlier versions did not record how many were compared.
  const which = of === undefined ? `${counted(hidden, 'paper')}` : `Of the best ${of} that its words find, ${hidden}`;
  const how = isOutOfReach ? '' : ': a search with the title and any abstract as its description shows them';
  return ` ${which} ${are} less alike and not shown, though some may be similar${how}.`;
}

const WHY_NOT_MORE: Record<NoteOf<'more-results'>['why'], string> = {
  'not-told': 'it does not say how to get the others',
  elsewhere: 'it names another address for the others, to which the token is not sent',
  failed: 'the next page could not be read',
  'no-job': 'it named no job that could be asked for the others',
};
