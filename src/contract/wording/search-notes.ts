import { counted } from '../../lib/counted.ts';
import type { SearchNote } from '../notes/search-notes.ts';
import type { NoteOf } from '../notes.ts';
import { ENRICHMENT_WORDING } from './enrichment-notes.ts';
import { describeFailure, describeOutcome } from './sources.ts';
import type { NoteWordingOf } from './vocabulary.ts';

/** What a search says beside its papers, in words that name nothing of a face. */
export const SEARCH_WORDING: NoteWordingOf<SearchNote> = {
  text: ({ text }) => text,

  'sources-failed': ({ sources }) => `Sources that failed: ${sources.map(describeOutcome).join('; ')}.`,
  'sources-answered': ({ sources }) => `${sources.map(describeOutcome).join('; ')}.`,
  'starter-only': ({ papers }) =>
    `Only the starter catalogue that comes with paperqueue was searched (${papers} papers).`,
  'library-searched': ({ papers }) => `Searched the local library (${counted(papers, 'paper')}).`,
  'library-empty': () => 'The local library is empty.',
  'not-searched': ({ titles, settings }) => {
    const remedy = settings.length > 0 ? ` (set ${settings.join(', ')} to add it)` : '';
    return `Not searched: ${titles.join(', ')}${remedy}.`;
  },
  'facts-not-found': ({ title, why }) => `Some details are missing because ${title} ${describeFailure(why)}.`,
  'items-not-asked': ({ items }) =>
    `${counted(items, 'item')} could not be looked up at every source: look ${items === 1 ? 'it' : 'them'} up again.`,
  'own-pace': () =>
    'The database of the service could not be used during this search: live sources were asked at the pace of one machine.',
  'similar-in-library': ({ isStarter }) =>
    `Only ${isStarter ? 'the starter catalogue' : 'the local library'} was searched: these are its papers whose words are most like those of the paper.`,
  'name-in-library': () => 'Papers by anyone of this name: the library cannot tell people of one name apart.',
  'too-little-known': () => 'The stored paper has neither a title nor an abstract.',
  'unreadable-results': ({ results }) => `${results} results were unreadable and left out.`,

  operators: (note) => `${describeOperators(note)} Filters on stored papers take "phrases", OR and -not, free.`,
  'strategy-changed': ({ sources }) => {
    const named = sources.map(({ title, changes }) => `${title}: ${changes.join(', ')}`).join('; ');
    return `The strategy was changed for sources, and answers were checked where that finds more. ${named}.`;
  },
  'strategy-left-out': ({ unmet, unknown }) => {
    const counts = [
      ...(unmet > 0 ? [`${counted(unmet, 'work')} that do not meet it`] : []),
      ...(unknown > 0 ? [`${counted(unknown, 'work')} of which title and abstract do not tell`] : []),
    ];
    return `Left out by the strategy: ${counts.join(', ')}.`;
  },
  'unknown-left-out': ({ filters, place }, { name }) => {
    const counts = Object.entries(filters).map(([filter, papers]) => `${name(filter)} ${papers}`);
    const which = place ? `Papers of the ${place} with words of the search` : 'Works of the sources';
    return `${which} left out because a fact is not known: ${counts.join(', ')}.`;
  },
  'no-match': ({ without }, { name }) => {
    const [first, ...others] = without;
    if (!first || first.papers === 0)
      return 'No paper matches all filters; in the library no single one is the reason.';
    const shown = ({ papers, isAtLeast }: typeof first) => (isAtLeast ? `${papers} or more` : String(papers));
    if (others.length === 0) return `No paper matches ${name(first.filter)}. Without it there are ${shown(first)}.`;
    const rest = others.map((each) => `, without ${name(each.filter)} ${shown(each)}`).join('');
    return `No paper matches all filters. Without ${name(first.filter)} there are ${shown(first)}${rest}.`;
  },
  'journals-unranked': ({ journals, setting }) => {
    const which = journals === 1 ? 'one journal is' : `${journals} journals are`;
    return `Quartiles of ${which} not known: import the ranking of SCImago, or set ${setting}=on.`;
  },
  'quartiles-not-computed': () =>
    'Quartiles of journals could not be computed, because the local library could not be written.',
  'ranked-by-words': ({ host, why }) => `Ranked by words alone: the endpoint for embeddings (${host}) ${why}.`,
  'ranked-by-meaning': ({ model }) => `Ranked by words and by embeddings (${model}).`,
  'ranked-in-part': ({ model, host, why, compared, papers }) =>
    `Ranked by words, and the first ${compared} of ${papers} papers by embeddings (${model}) too: the endpoint (${host}) ${why}.`,

  'not-kept': ({ isSome }) =>
    `${isSome ? 'Not all papers of the sources could' : 'The papers of the sources could not'} be kept in the local library.`,
  ...ENRICHMENT_WORDING,

  'doi-of-another': ({ doi, title }) => `${doi} is the DOI of another paper: ${title}`,
  unconfirmed: () => 'Only the library has it, perhaps from a file that was imported; no source has confirmed it.',
  'no-author-source': ({ setting, source }) =>
    `No source that finds people may be asked: ${setting} does not name ${source}.`,

  'same-job': ({ job }) => `${job} is the same job, asked for by its id before this search was recorded.`,
  'same-creation': ({ job }) =>
    `The service answered this creation with the id of ${job}: they are one job. Its credits count as taken again; whether they were, only the balance tells.`,
};

/** What became of the operators of a query language. */
export function describeOperators({ operators, isSent, leavesOut }: NoteOf<'operators'>): string {
  const named = operators.join(', ');
  if (isSent)
    return `Sent to the service as written: ${named}. It documents no operators and may read them as plain words.`;
  return `Not honoured as operators: ${named}. They are read as plain words${leavesOut ? ', and nothing is left out' : ''}.`;
}
