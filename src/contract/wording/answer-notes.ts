import { counted } from '../../lib/counted.ts';
import type { AnswerNote, Without } from '../notes/answer-notes.ts';
import type { NoteWordingOf, Vocabulary } from './vocabulary.ts';

/** What an answer says of a job and its papers, in words that name nothing of a face. */
export const ANSWER_WORDING: NoteWordingOf<AnswerNote> = {
  'reading-is-free': () => 'Reading a job is free; credits show what creating it took.',
  reused: ({ job, createdAt }) => `Same search as ${job} (${createdAt}): stored results shown, no cost.`,
  'taken-over': ({ job, createdAt }) =>
    `Taken over: ${job} (${createdAt}) was begun by a call that is still waiting or did not finish. No cost; the next call searches again.`,
  'still-submitting': ({ job }) =>
    `${job} is still being submitted. Look at ${job} to see what became of it (free); the same search again attaches to it.`,
  'no-papers-in': ({ job, status }) => `${job} has no papers (status ${status}).`,
  'in-memory-only': ({ setting }) =>
    `The data folder (${setting}) cannot be written now. Until it can be, only this process knows what became of this search.`,

  'left-by-where': ({ papers, of, jobs }, { where }) =>
    `${where} leaves ${papers} of the ${jobs === 'one' ? "job's" : "jobs'"} ${of} papers.`,
  'not-in': ({ jobs, papers, of }) =>
    `${papers} of the job's ${of} papers ${papers === 1 ? 'is' : 'are'} not in ${jobs.join(', ')}.`,
  'nothing-meets-where': (note, say) => describeNothingLeft(note, say),
  'text-parts': ({ of, parts, all }) => {
    const counts = parts.map(({ part, papers }) => `${part}: ${papers}`).join(', ');
    return `Of ${counted(of, 'paper')}, the text by its parts: ${counts}, ${parts.length === 2 ? 'both' : 'all'}: ${all}.`;
  },
  'facts-lacking': ({ fields }) => {
    const parts = fields.map(({ field, records }) => `${records} ${records === 1 ? 'has' : 'have'} no ${field}`);
    const isOne = fields.length === 1 && fields[0]?.records === 1;
    return `${parts.join(', ')} and ${isOne ? 'is' : 'are'} left out.`;
  },
  'filter-ignored': ({ filter, papers }, { name, where }) =>
    `${papers} of the papers returned do not meet ${name(filter)}; ${where} leaves such out, free.`,
  'unknown-refs': ({ refs, more }) =>
    `Unknown references, not papers of any recorded job: ${refs.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
  'past-the-end': ({ offset, total, what }, { name }) =>
    `${name('offset')} ${offset} is past the end of ${counted(total, what)}.`,
  'size-limited': ({ shown, of }) =>
    `Shows ${shown} of the ${of} papers asked for, to stay within the size that hosts allow.`,
  'fields-left-out': () => 'A paper is too long for any answer: its longest fields are left out. An export has them.',
  folded: ({ records }) => `${records} more records of these papers are left out (same DOI, arXiv number or title).`,
  'first-in-export': ({ papers, of }) => `Only the first ${papers} of ${of} papers.`,
  'folded-in-export': ({ records }) => `${records} more records of papers in this export are left out.`,
  'characters-removed': ({ characters }) =>
    `${characters} hidden or control characters were removed from texts of these papers.`,
  'changed-since': ({ jobs, changes, more }) => {
    const words = { retracted: 'was retracted', published: 'has been published' };
    const named = changes.map(({ ref, formerRef, what }) => `${ref} ${words[what]} (${formerRef})`).join('; ');
    return `Changed since ${jobs.join(', ')}: ${named}${more > 0 ? `; and ${more} more` : ''}.`;
  },

  'few-have-all': ({ papers, of, keywords }) =>
    `Only ${counted(papers, 'paper')} of ${of} ${papers === 1 ? 'has' : 'have'} all of ${keywords.map(quoted).join(', ')}.`,
  'keyword-counts': ({ keyword, asKeyword, asText }) =>
    `As a keyword, "${keyword}" is in ${asKeyword} papers: in title, summary or abstract, inflected, by another of its names, or with a word between. As a text it is in ${asText}: in this spelling, at the beginning of any word, also in authors, venue and kept full texts.`,
  'no-paper-has-both': ({ a, b }) => `No paper found has both "${a}" and "${b}": the sources may not hold the topic.`,
  'no-paper-has-all': ({ keywords }) =>
    `No paper found has all of ${keywords.map(quoted).join(', ')}: the sources may not hold the topic.`,
  'no-paper-fits': () => 'No paper found has more than a little of what was asked: the sources may not hold the topic.',

  'items-not-found': ({ missing, items }) => `${missing} of ${counted(items, 'item')} not found.`,
  'items-unchecked': ({ unchecked, items }) =>
    `${unchecked} of ${counted(items, 'item')} not checked: too few sources that would know it answered.`,
  marked: ({ marks }) => `Among the papers: ${marks}.`,
  'also-marked': ({ marks }) => `Also marked: ${marks}.`,
  'retraction-known': ({ papers, of }) => `Retraction status known for ${papers} of ${counted(of, 'paper')}.`,
  retracted: ({ refs }) => `Retracted: ${refs.join(', ')}.`,
  shortened: () => 'Papers are shortened, to stay within the size that hosts allow.',
  'meet-filters': ({ papers, of }) =>
    `${papers} of ${counted(of, 'paper')} meet the filters; papers that lack the field do not.`,
  'sources-not-told': () => 'The service does not say which sources it asks, or how.',
  'counted-in-part': ({ read, of }) => `at least this many; only ${read} of ${of} papers could be read in time`,
  'lines-not-asked': ({ lines }) =>
    `${counted(lines, 'line')} of the strategy not counted here, because each would be a request`,
  trial: ({ why, changes }) => [...(why === undefined ? [] : [why]), ...changes].join('; '),
};

export function quoted(text: string): string {
  return `"${text}"`;
}

/** What each condition excludes where together they leave nothing. */
export function describeNothingLeft(
  { of, without }: { of: number; without: readonly Without[] },
  { where }: Vocabulary,
): string {
  const named = without.map(({ filter, papers }) => `without ${filter} ${papers}`).join(', ');
  const [first] = without;
  const advice = first && first.papers > 0 ? `Relax ${first.filter} first` : 'Relax several conditions at once';
  return `No stored paper meets ${where}. Of the ${of} stored papers it would leave: ${named}. ${advice}.`;
}
