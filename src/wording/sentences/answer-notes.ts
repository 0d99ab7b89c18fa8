import { counted } from '../../lib/counted.ts';
import { capitalised } from '../../lib/line.ts';
import type { AnswerNote, MissingGroup, Without } from '../notes/answer-notes.ts';
import type { NoteOf } from '../notes.ts';
import { describeKnownStatus, describeMarks } from './retraction.ts';
import { listLeftOut } from './review/left-out-of-file.ts';
import { nameReviews, WHICH_STANDS } from './review/paper-decisions.ts';
import { describeChange, describeFailure } from './sources.ts';
import type { NoteWordingOf, Vocabulary } from './vocabulary.ts';

/** The notes of an answer about a job and its papers, in words of no face. */
export const ANSWER_WORDING: NoteWordingOf<AnswerNote> = {
  'kept-by-lab': ({ review, member }) => `${review} is kept by the lab's service, where you are ${member}.`,
  'assistant-suggests': ({ review }) =>
    `The decisions of an assistant are suggestions in ${review}: only what people decide counts, also for a stop. The protocol can say otherwise.`,
  'only-suggested': ({ review, records }) =>
    `An assistant's suggestions do not count as decisions. ${counted(records, 'record')} of ${review} ${records === 1 ? 'has' : 'have'} only suggestions and ${records === 1 ? 'stays' : 'stay'} undecided until a person decides.`,
  'criteria-changed': ({ review }) =>
    `The criteria of ${review} have changed since your last call; they are in this answer. Check whether your last decisions still hold.`,
  'some-conflicts': ({ review, shown, all }) =>
    `${shown} of ${counted(all, 'conflict')} in ${review} are listed; the others follow as these are settled.`,
  'retrieval-recorded': ({ reviews, found }) =>
    found
      ? `Recorded in ${reviews.join(', ')}: its full text was found.`
      : `Recorded in ${reviews.join(', ')}: its full text was not found. Whoever has it can decide on it all the same.`,
  'reading-is-free': () => 'Reading a job is free; credits show what creating it took.',
  reused: ({ job, createdAt }) => `Same search as ${job} (${createdAt}): stored results shown, no cost.`,
  'taken-over': ({ job, createdAt }) =>
    `This is ${job} (${createdAt}), begun by an earlier call that is still waiting or did not finish. No further cost; the next call searches again.`,
  'still-submitting': ({ job }) =>
    `${job} is still being submitted. Look at ${job} to see what became of it (free); the same search again attaches to it.`,
  'no-papers-in': ({ job, status }) => `${job} has no papers (status ${status}).`,
  'jobs-lost': ({ lostAt, begunAt }) =>
    `jobs.sqlite was missing or empty at ${lostAt} and was recreated: earlier jobs, papers and charges${begunAt === undefined ? '' : ` (since ${begunAt})`} are not known here, and the same search is a new job. Restore a copy of it; without one, the service still has the jobs, by their ids.`,
  'in-memory-only': ({ setting }) =>
    `The data folder (${setting}) cannot be written now. Until it can be, only this process knows what became of this search.`,

  'left-by-where': ({ papers, of, jobs, works = papers }, { where }) => {
    if (jobs === 'library') return `${where} leaves ${papers} of ${counted(of, 'paper')}.`;
    if (jobs === 'one') return `${where} leaves ${papers} of the job's ${of} papers.`;
    const same = works === papers ? '' : `, which are ${counted(works, 'paper')}`;
    return `${where} leaves ${papers} of the jobs' ${counted(of, 'record')}${same}.`;
  },
  'not-in': ({ jobs, papers, of }) => {
    const found = `The job found ${counted(of, 'paper')}`;
    const others = of - papers;
    const former = jobs.join(', ');
    if (of === 0) return `${found}.`;
    if (others === 0) return `${found}, ${of === 1 ? 'which is not' : 'none of them'} in ${former}.`;
    if (papers === 0) return `${found}, ${of === 1 ? 'which is' : 'all of them'} also in ${former}: none remains.`;
    const left = `${counted(others, 'paper')} also in ${former} ${others === 1 ? 'is' : 'are'} left out`;
    return `${found}: ${left}, and ${papers} ${papers === 1 ? 'remains' : 'remain'}.`;
  },
  'best-of': ({ sort, ...extent }) =>
    sort === undefined
      ? `${capitalised(describeExtent(extent))}.`
      : `${capitalised(describeExtent(extent))}, by relevance, are sorted by ${describeSort(sort)}: papers beyond them may have higher or lower values.`,
  'decisions-of': ({ reviewed }) => `Decisions are those ${nameReviews(reviewed)}: ${WHICH_STANDS}.`,
  'without-a-word': ({ papers, of }) =>
    `${papers} of the job's ${counted(of, 'paper')} ${papers === 1 ? 'has' : 'have'} no word of the search, but ${papers === 1 ? 'is' : 'are'} much like the best.`,
  'compared-to-limit': ({ extent, former }) => {
    const own = extent ? [`${describeExtent(extent)} were compared, so papers ranked lower may be missing here`] : [];
    const earlier = former.length > 0 ? [`what ${former.join(', ')} ranked below the limit counts as new`] : [];
    return `${capitalised([...own, ...earlier].join('; '))}.`;
  },
  'asked-otherwise': ({ jobs }) =>
    `${jobs.join(', ')} asked something else, or with other filters: a paper may be missing there for that alone, and need not be new.`,
  'sorted-last': ({ field, unknown, of }) =>
    `Sorted by ${describeSort(field)}: unknown for ${unknown} of ${counted(of, 'paper')}, which ${unknown === 1 ? 'stands' : 'stand'} last.`,
  'nothing-meets-where': (note, say) => describeNothingLeft(note, say),
  'text-parts': ({ of, parts, all }) => {
    const counts = parts.map(({ part, papers }) => `${part}: ${papers}`).join(', ');
    return `Of ${counted(of, 'paper')}, each part of the text matches: ${counts}; ${parts.length === 2 ? 'both' : 'all'}: ${all}.`;
  },
  'facts-lacking': ({ fields }) => {
    const parts = fields.map(({ field, records }) => `${records} ${records === 1 ? 'has' : 'have'} no ${field}`);
    const isOne = fields.length === 1 && fields[0]?.records === 1;
    return `${parts.join(', ')} and ${isOne ? 'is' : 'are'} left out.`;
  },
  'filter-ignored': ({ filter, papers }, { name, where }) =>
    `${papers} of the papers returned do not meet ${name(filter)}; ${where} leaves them out, free.`,
  'unknown-refs': ({ refs, more }) =>
    `Unknown references, not papers of any recorded job: ${refs.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
  'status-unknown': ({ status, ageSeconds }) =>
    `The service gives this job, which is ${inWords(ageSeconds)} old, the state "${status}", which is not known, and sent no papers: it may still run.`,
  'past-the-end': ({ offset, total, what }, { name }) =>
    `${name('offset')} ${offset} is past the end of ${counted(total, what)}.`,
  'size-limited': ({ shown, of }) =>
    `Shows ${shown} of the ${of} papers asked for, to stay within the size that hosts allow.`,
  'fields-left-out': () => 'A paper is too long for any answer: its longest fields are left out. An export has them.',
  folded: ({ records }) =>
    `${records} more ${records === 1 ? 'record of these papers is' : 'records of these papers are'} left out (same DOI, arXiv number or title).`,
  'first-in-export': ({ papers, of }) => `Only the first ${papers} of ${of} papers.`,
  'folded-in-export': ({ records }) =>
    `${records} duplicate ${records === 1 ? 'record of papers in this export is' : 'records of papers in this export are'} left out.`,
  'review-export': ({ review, of, counts, papers }) => {
    const parts = Object.entries(counts).map(([decision, records]) => `${records} ${decision}`);
    return `${papers === of ? 'All' : `${papers} of`} ${counted(of, 'record')} of ${review} (decisions: ${parts.join(', ')}).`;
  },
  'not-in-file': ({ format, ...left }) => `Not in this file (${format}): ${listLeftOut(left).join('; ')}.`,
  'incomplete-entries': ({ of, lacking }) => {
    const parts = lacking.map(
      ({ fact, papers, refs }) => `${fact} in ${papers} (${refs.join(', ')}${papers > refs.length ? ', ...' : ''})`,
    );
    return `Incomplete entries among ${of}, for facts not known here: ${parts.join('; ')}.`;
  },
  'characters-removed': ({ characters }) =>
    `${characters} hidden or control characters were removed from texts of these papers.`,
  'changed-since': ({ jobs, changes, more }) => {
    const words = { retracted: 'was retracted', published: 'has been published' };
    const named = changes.map(({ ref, formerRef, what }) => `${ref} ${words[what]} (${formerRef})`).join('; ');
    return `Changed since ${jobs.join(', ')}: ${named}${more > 0 ? `; and ${more} more` : ''}.`;
  },

  'few-have-all': ({ papers, of, keywords }) =>
    `Only ${counted(papers, 'paper')} of ${of} ${papers === 1 ? 'has' : 'have'} ${listAll(keywords)}.`,
  'keyword-counts': ({ keyword, asKeyword, asText, asWritten }) =>
    `"${keyword}" is in ${counted(asKeyword, 'paper')} ${asWritten ? 'as a phrase of the strategy (title and abstract, as written)' : 'as a keyword (title, summary, abstract; also inflected, by a synonym, or with a word between)'} and in ${asText} as a text (beginning of any word of four letters or more; also authors, venue and stored full texts).`,
  'no-paper-has': (note, say) => describeMissing(note, say),
  'no-paper-fits': () =>
    'No paper found matches more than a small part of the query: what was searched may not cover the topic.',
  'few-fit': ({ papers, of }) =>
    `Only ${papers} of the job's ${of} papers ${papers === 1 ? 'matches' : 'match'} more than a small part of the query: what was searched may hardly cover the topic.`,

  'items-not-found': ({ missing, items }) => `${missing} of ${counted(items, 'item')} not found.`,
  'items-unchecked': ({ unchecked, items }) =>
    `${unchecked} of ${counted(items, 'item')} not checked: too few sources that would know it answered.`,
  'details-not-compared': () =>
    'notCompared: details that the reference gives and its record here does not, or in a form that cannot be compared. Nothing is known of whether they are right.',
  marked: ({ marks }) => `Among the papers: ${describeMarks(marks)}.`,
  'also-marked': ({ marks }) => `Also marked: ${describeMarks(marks)}.`,
  'retraction-known': ({ papers, of, tableOf }) => `Retraction status ${describeKnownStatus(papers, of, tableOf)}.`,
  retracted: ({ refs }) => `Retracted: ${refs.join(', ')}.`,
  shortened: () => 'Papers are shortened, to stay within the size that hosts allow.',
  'meet-filters': ({ papers, of }) =>
    `${papers} of ${counted(of, 'paper')} meet the filters; those without a value do not.`,
  'sources-not-told': () => 'The service does not say which sources it asks, or how.',
  'hits-have-a-word': () =>
    'hits are papers with any word of the search; the counts of keywords are of papers that name them.',
  'counted-in-part': ({ read, of }) => `At least this many: only ${read} of ${of} papers could be read in time.`,
  'lines-not-asked': ({ lines }) =>
    `${counted(lines, 'line')} of the strategy not counted here: each would be a request.`,
  trial: ({ why, changes }) => [...(why ? [describeFailure(why)] : []), ...changes.map(describeChange)].join('; '),
};

const SORT_FIELDS: Record<string, string> = {
  score: 'relevance',
  citationCount: 'citations',
  citedWithin: 'citations within the job',
  influentialCitationCount: 'influential citations',
  referenceCount: 'references',
  quartileRanking: 'quartile',
};

function describeSort(field: string): string {
  return SORT_FIELDS[field] ?? field;
}

/** `only the best 100 of 7017 papers with a word of the search`. */
function describeExtent(extent: Omit<NoteOf<'best-of'>, 'kind' | 'sort'>): string {
  const { papers, of, isAtLeast, counted: how = 'works', alike = 0 } = extent;
  if (of === undefined) return `only the best ${papers}, the limit, of an unknown number of papers`;
  const what = {
    words: 'papers with a word of the search',
    strategy: 'papers that meet the strategy',
    works: 'papers',
  };
  const beside = alike === 0 ? '' : ` and ${alike} without one`;
  return `only the best ${papers} of ${isAtLeast ? 'at least ' : ''}${of} ${what[how]}${beside}`;
}

/**
 * Says which keywords no paper of a job has, with a sentence for each kind of knowledge about other papers. The
 * library's papers were counted at the time of the search, and it may have changed since.
 */
function describeMissing({ of, groups, filters, ...rest }: NoteOf<'no-paper-has'>, { name }: Vocabulary): string {
  const heldBack = rest.isHeldBack ? 'papers that a source has and did not give may' : ABSENT;
  const elsewhere = rest.isCut ? 'papers below the limit may' : heldBack;
  const none = of === 1 ? "The job's paper does not have" : `None of the job's ${of} papers has`;
  const meeting = filters.length === 0 ? '' : ` that ${filters.length === 1 ? 'meet the filter' : 'meet the filters'}`;
  const named = filters.map(name).join(' and ');
  const said = new Map<string, string[]>();
  for (const group of groups) {
    const rest = describeOthers(group);
    said.set(rest, [...(said.get(rest) ?? []), nameGroup(group)]);
  }
  return [...said].map(([rest, names]) => `${none} ${names.join(' or ')}${rest}.`).join(' ');

  function describeOthers({ papers, isAtLeast, withoutFilters }: MissingGroup): string {
    const others = (count: number, least: boolean | undefined) =>
      `${least ? 'at least ' : ''}${counted(count, 'paper')} of the library`;
    if (papers === undefined) return `: ${elsewhere}`;
    if (papers > 0) return `; at the search ${others(papers, isAtLeast)}${meeting} had it, by this or another name`;
    const all = withoutFilters?.papers ?? 0;
    if (all > 0) {
      const they = all === 1 ? 'it' : 'they';
      const unmet = `${they} did not meet ${named}, or it was not known whether ${they} did`;
      const why = isAtLeast ? 'the time was over before all that meet the filters were counted' : unmet;
      return `; at the search ${others(all, withoutFilters?.isAtLeast)} had it, by this or another name, but ${why}`;
    }
    if (isAtLeast || withoutFilters?.isAtLeast)
      return ': other papers of the library may, as not all of them could be read in time';
    if (meeting !== '' && !withoutFilters)
      return `, and none of the library's other papers${meeting} did at the time of the search: others may`;
    return `, and no other paper in the library did at the time of the search: ${elsewhere}`;
  }
}

const ABSENT = 'papers may name that by other words, or what was searched may not cover it';

function nameGroup({ keywords: [first = '', ...others] }: MissingGroup): string {
  return others.length === 0 ? quoted(first) : listAll([first, ...others]);
}

export function quoted(text: string): string {
  return `"${text}"`;
}

/** `both "a" and "b"`, `all of "a", "b" and "c"`. */
function listAll(keywords: readonly string[]): string {
  const named = keywords.map(quoted);
  return `${named.length === 2 ? 'both' : 'all of'} ${[named.slice(0, -1).join(', '), named.at(-1)].join(' and ')}`;
}

/** Says what each condition excludes, if together they leave nothing. */
export function describeNothingLeft(
  { of, without, undecided }: { of: number; without: readonly Without[]; undecided: number },
  { where }: Vocabulary,
): string {
  const named = without
    .map(({ filter, papers, unknown }, at) => {
      const ofUnknown = unknown === undefined ? '' : ` (unknown for ${unknown === papers ? 'all' : unknown} of them)`;
      return `${papers}${at === 0 ? ' would' : ''} without ${filter}${ofUnknown}`;
    })
    .join(', ');
  return `No stored paper ${undecided === 0 ? 'meets' : 'is known to meet'} ${where}. Of the ${counted(of, 'stored paper')}, ${named}. ${adviseOnFirst(without[0])}`;
}

/** If it is unknown whether papers meet a condition, leaving it out shows papers that may or may not meet it. */
function adviseOnFirst(first: Without | undefined): string {
  if (!first || first.papers === 0) return 'Relax several conditions at once.';
  const { filter, papers, unknown } = first;
  return papers === unknown
    ? `Unknown does not mean that they do not meet ${filter}: leave it out to see them.`
    : `Relax ${filter} first.`;
}

function inWords(seconds: number): string {
  return seconds < 120 ? counted(seconds, 'second') : counted(Math.floor(seconds / 60), 'minute');
}
