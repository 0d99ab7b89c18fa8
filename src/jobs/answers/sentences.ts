import { counted } from '../../lib/counted.ts';
import { groupBy } from '../../lib/groups.ts';
import { capitalised } from '../../lib/line.ts';
import type { AdviceOf, NoteOf } from '../../wording/notes.ts';
import { plainNote } from '../../wording/sentences/plain.ts';
import type { SentencesOf, Vocabulary } from '../../wording/sentences/vocabulary.ts';
import type { AnswerAdvice, AnswerNote, AnswerProblem, MissingGroup, Without } from './notes.ts';

export const ANSWER_SENTENCES: SentencesOf<{ notes: AnswerNote; advice: AnswerAdvice; problems: AnswerProblem }> = {
  notes: {
    'only-suggested': ({ review, records }, { command }) => {
      const [have, stay, them] = records === 1 ? ['has', 'stays', 'it'] : ['have', 'stay', 'them'];
      const how = command === undefined ? 'on the page of the review' : `\`${command(`review confirm ${review}`)}\``;
      return `An assistant's suggestions do not count as decisions. ${counted(records, 'record')} of ${review} ${have} only suggestions and ${stay} undecided until a person decides; a person confirms ${them} in one step: ${how}. With by: assistant they are shown.`;
    },
    'status-unknown': ({ status, ageSeconds }) =>
      `The service gives this job, which is ${inWords(ageSeconds)} old, the unknown state "${status}", and sent no papers: it may still run.`,
    'no-papers-in': ({ job, status }) => `${job} has no papers (status ${status}).`,
    'search-adds-nothing': ({ job, about, papers }) =>
      papers === 0
        ? `${job} ("${about}") found no paper: ask for it in other words, or leave it out.`
        : `${job} ("${about}") adds nothing: the searches before it found its ${counted(papers, 'paper')}, too. Ask about another aspect of the question instead.`,
    'in-memory-only': ({ setting }) =>
      `The data folder (${setting}) cannot be written now. Until it can be, only this process knows what became of this search.`,
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
    'text-parts': ({ of, parts, all }) => {
      const counts = parts.map(({ part, papers }) => `${part}: ${papers}`).join(', ');
      return `Of ${counted(of, 'paper')}, each part of the text matches: ${counts}; ${parts.length === 2 ? 'both' : 'all'}: ${all}.`;
    },
    'best-of': ({ sort, by = 'relevance', ...extent }) => {
      const cut = capitalised(describeExtent(extent));
      if (sort === undefined) return `${cut}.`;
      const whole = extent.counted === 'words' ? ' A Boolean strategy is sorted before its limit.' : '';
      return `${cut}, by ${by}, are sorted by ${describeSort(sort)}: papers beyond them may have higher or lower values.${whole}`;
    },
    'of-searches': ({ jobs, note }, say) => `${jobs.join(', ')}: ${plainNote(note, say)}`,
    'decisions-of': ({ reviewed }) => `Decisions are those ${nameReviews(reviewed)}: ${WHICH_STANDS}.`,
    'without-a-word': ({ papers, of }) =>
      `${papers} of the job's ${counted(of, 'paper')} ${papers === 1 ? 'has' : 'have'} no word of the search, but ${papers === 1 ? 'resembles' : 'resemble'} the best papers.`,
    'compared-to-limit': ({ extent, former }) => {
      const compared = extent
        ? [`${describeExtent(extent)} were compared, so papers ranked lower may be missing here`]
        : [];
      const earlier = former.length > 0 ? [`what ${former.join(', ')} ranked below the limit counts as new`] : [];
      return `${capitalised([...compared, ...earlier].join('; '))}.`;
    },
    'asked-otherwise': ({ jobs }) =>
      `${jobs.join(', ')} searched for something else or with other filters, so a paper that is missing there need not be new.`,
    'sorted-last': ({ field, unknown, of }) =>
      `Sorted by ${describeSort(field)}: unknown for ${unknown} of ${counted(of, 'paper')}, which ${unknown === 1 ? 'stands' : 'stand'} last.`,
    'filter-ignored': ({ filter, papers }, { name, where }) =>
      `${papers} of the papers returned do not meet ${name(filter)}; ${where} leaves them out, free.`,
    'unknown-refs': ({ refs, more }) =>
      `Unknown references, not papers of any recorded job or of the library: ${refs.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
    'past-the-end': ({ offset, total, what }, { name }) =>
      `${name('offset')} ${offset} is past the end of ${counted(total, what)}.`,
    'size-limited': ({ shown, of }) =>
      `Shows ${shown} of the ${of} papers asked for, to stay within the size that hosts allow.`,
    'names-joined': ({ of, names, example }) =>
      `${of === 'author' ? 'Authors' : 'Venues'} are counted with the other forms of their names: ` +
      `"${example.form}" as "${example.name}"${names > 1 ? `, and ${names - 1} more` : ''}.` +
      `${of === 'author' ? ' They may still be namesakes.' : ''}`,
    'fields-left-out': () => 'A paper is too long for any answer: its longest fields are left out. An export has them.',
    folded: ({ records }) =>
      `${records} more ${records === 1 ? 'record of these papers is' : 'records of these papers are'} left out (same DOI, arXiv number or title).`,
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
    'library-has': (note) => describeLibrary(note),
    'no-paper-fits': () =>
      'No paper found matches more than a small part of the query: what was searched may not cover the topic.',
    'few-fit': ({ papers, of }) =>
      `Only ${papers} of the job's ${of} papers ${papers === 1 ? 'matches' : 'match'} more than a small part of the query: what was searched may hardly cover the topic.`,
  },
  advice: {
    'use-papers': ({ job }) =>
      `The papers of ${job} can be filtered, sorted, shown with abstracts and exported: all free.`,
    'next-page': ({ offset, sort }) => `More from ${offset}${sort ? `, sorted by ${sort}` : ''}.`,
    'use-refs': ({ job, papers }) =>
      papers > 0 ? `${job} has the papers ${job}-1 to ${job}-${papers}.` : `${job} has no papers.`,
    'relax-where': (advice, say) => describeNothingLeft(advice, say),
    'wait-for': (advice) =>
      `${describeRunningJob(advice)} Look at ${advice.job} again to wait for its papers; that is free. Do not search again.`,
    'stop-waiting': (advice) =>
      `${describeStuckJob(advice)} Look at ${advice.job} later; that is free. Do not search again.`,
    'go-on-following': ({ job }) =>
      `Repeat the same request to continue ${job}: no source is asked twice, and it is free.`,
    'search-other-keywords': ({ words, isCharged }) =>
      `No paper was found: search again with ${words === 'text' ? 'other words' : 'other, broader or fewer keywords'}${charged(isCharged)}.`,
    'leave-out-filters': () => 'No paper was found: leave out filters as the notes say, then search again.',
    'relax-filters': ({ filters: [first = '', ...others], isCharged }, { name }) => {
      const rest = others.length > 0 ? ` (then ${others.map(name).join(', ')})` : '';
      return `No paper was found. Relax ${name(first)} first${rest} and search again${charged(isCharged)}.`;
    },
    'leave-out-for': ({ filters, keywords, isCharged }, { name }) =>
      `To see papers with ${keywords.map(quoted).join(' and ')}, leave out or relax ${filters.map(name).join(' and ')}, then search again${charged(isCharged)}.`,
    'relax-by-evidence': ({ job, papers, keeps }, { name, where }) => {
      const named = keeps.map(({ filter, papers: left }) => `${name(filter)} ${left}`).join(', ');
      const first = name(keeps[0]?.filter ?? '');
      return `No paper was found. ${job}, the same search with fewer filters, has ${counted(papers, 'paper')}; each filter alone keeps: ${named}. Relax ${first} first; or work on ${job} with ${where} (free).`;
    },
    'ask-again-for-new': (advice) => `${describeNothingNew(advice)} Search again later.`,
    'search-for-missing': ({ keywords, canRaise }, say) =>
      `To see papers with ${keywords.map(quoted).join(' and ')}, search by ${say.name('strategy')} ${strategyWith(keywords)}${canRaise ? `, or raise ${say.name('limit')}` : ''}.`,
    'rename-absent': ({ keywords, canLeaveOut }) => {
      const [names, them] = keywords.length > 1 ? ['other names', 'them'] : ['another name', 'it'];
      const without = canLeaveOut ? `, or without ${them}` : '';
      return `Search again with ${names} for ${keywords.map(quoted).join(' and ')}${without}.`;
    },
    rename: ({ keywords }) => `Search again with other names for ${keywords.map(quoted).join(' and ')}.`,
    'rename-terms': () => 'Search again with other names for the main terms, or describe the topic in a few sentences.',
    'accept-none-related': (advice) =>
      `${describeNoneRelated(advice)} ${advice.relation === 'author' ? CHECK_AUTHOR : `A search with ${oneAbstract(advice)} can find papers like it.`}`,
    'check-references': () =>
      'Nothing that was looked up was found. The look-up says of each whether it was searched for or could not be checked: look it up again (free), or search for the topic.',
  },
  problems: {
    'not-reviewed': ({ jobs }) => `jobs whose papers are in a review; none has taken ${jobs.join(', ')}`,
  },
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
function describeExtent(extent: Omit<NoteOf<'best-of'>, 'kind' | 'sort' | 'by'>): string {
  const { papers, of, isAtLeast, counted: how = 'works', alike = 0 } = extent;
  if (of === undefined) return `only the best ${papers} papers of an unknown number`;
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
  const heldBack = rest.isHeldBack ? 'papers that a source did not return may' : ABSENT;
  const elsewhere = rest.isCut ? 'papers below the limit may' : heldBack;
  const noneHas = of === 1 ? "The job's paper does not have" : `None of the job's ${of} papers has`;
  const meeting = filters.length === 0 ? '' : ` that ${filters.length === 1 ? 'meet the filter' : 'meet the filters'}`;
  const named = filters.map(name).join(' and ');
  const namesByRest = new Map<string, string[]>();
  for (const group of groups) {
    const rest = describeOthers(group);
    namesByRest.set(rest, [...(namesByRest.get(rest) ?? []), nameGroup(group)]);
  }
  return [...namesByRest].map(([rest, names]) => `${noneHas} ${names.join(' or ')}${rest}.`).join(' ');

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
      return ': other papers of the library may, which a preview of this search counts';
    if (meeting !== '' && !withoutFilters)
      return `, and none of the library's other papers${meeting} did at the time of the search: others may`;
    return `, and no other paper in the library did at the time of the search: ${elsewhere}`;
  }
}

/** `In the library, by this or another name: "metformin": 45 papers, with "cancer": 6.` */
function describeLibrary({ counts, filters }: NoteOf<'library-has'>): string {
  const named = counts.map(({ keywords, papers = 0, isAtLeast, withoutFilters }, index) => {
    const [first = '', ...others] = keywords;
    const isBegun = index > 0 && others.length > 0 && counts.some((each) => isAlone(each, first));
    const what = isBegun ? `with ${others.map(quoted).join(' and ')}` : keywords.map(quoted).join(' and ');
    const least = isAtLeast ? 'at least ' : '';
    const many = index === 0 ? counted(papers, 'paper') : String(papers);
    const unfiltered =
      withoutFilters && withoutFilters.papers > 0 ? ` (${withoutFilters.papers} without the filters)` : '';
    return `${what}: ${least}${many}${unfiltered}`;
  });
  const which = filters.length > 0 ? ', of papers that meet the filters' : '';
  return `In the library${which}, by this or another name: ${named.join(', ')}.`;
}

function isAlone({ keywords }: MissingGroup, keyword: string): boolean {
  return keywords.length === 1 && keywords[0] === keyword;
}

const ABSENT = 'papers may name that by other words, or what was searched may not cover it';

function nameGroup({ keywords: [first = '', ...others] }: MissingGroup): string {
  return others.length === 0 ? quoted(first) : listAll([first, ...others]);
}

function quoted(text: string): string {
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

type Reviewed = readonly { job: string; review: string }[];

const WHICH_STANDS = 'final, or on title and abstract until a full text is decided';

/** Whose decisions papers carry: `decision: of R2 (J1, J5), ...`. */
export function describeReviewed(reviewed: Reviewed, by?: 'assistant'): string {
  if (by) return `decision: suggestions of an assistant ${nameReviews(reviewed)}, on which no person has decided`;
  return `decision: ${nameReviews(reviewed)}, ${WHICH_STANDS}`;
}

/** `of R2 (J1, J5) and R1 (J3)`. */
function nameReviews(reviewed: Reviewed): string {
  const groups = [...groupBy(reviewed, ({ review }) => review)];
  return `of ${groups.map(([review, all]) => `${review} (${all.map(({ job }) => job).join(', ')})`).join(' and ')}`;
}

/** Says to wait for a young job at once; for an older one, how long it has run, and when another look is worthwhile. */
export function describeRunningJob({ ageSeconds, askAgainSeconds, isUncertain }: AdviceOf<'wait-for'>): string {
  const runs = `The job ${isUncertain ? 'may still run' : 'still runs'}`;
  if (ageSeconds < 120) return `${runs}.`;
  return `${runs}, after ${minutes(ageSeconds)}; the next look is worth it in ${askAgainSeconds} seconds.`;
}

export function describeStuckJob({ jobId, ageSeconds, setting }: AdviceOf<'stop-waiting'>): string {
  const named = jobId === null ? 'it' : `its id ${jobId}`;
  return `The job is ${minutes(ageSeconds)} old, and searches take less: stop waiting, and let the user ask those who run the service (${setting}) about ${named}.`;
}

function minutes(seconds: number): string {
  return seconds < 7200 ? counted(Math.floor(seconds / 60), 'minute') : counted(Math.floor(seconds / 3600), 'hour');
}

function charged(isCharged: boolean): string {
  return isCharged ? ' (a new search is charged)' : '';
}

/** A strategy that finds papers with all of the given keywords. */
export function strategyWith(keywords: readonly string[]): string {
  return keywords.map((keyword) => quoted(keyword.replaceAll('"', ' '))).join(' AND ');
}

/** Says since when nothing is new, and which sources were asked. */
export function describeNothingNew(advice: AdviceOf<'ask-again-for-new'>): string {
  const { on, jobs, since, asked, silent, best, isOnlyLibrary } = advice;
  const who = asked.length === 0 ? 'the search service, which does not say whom it asks' : asked.join(', ');
  const rest = silent.length === 0 ? '' : ` No answer came from ${silent.join(', ')}: what is new there is not known.`;
  const among = best === undefined ? '' : ` among the best ${counted(best, 'paper')}`;
  const scope = isOnlyLibrary
    ? ' It has only what was imported or kept from searches: this says nothing about what was published since.'
    : '';
  return `Nothing new${among} since ${since} (${jobs.join(', ')}) on ${on}, by ${who}.${rest}${scope}`;
}

/** The next step for an author without any papers found. */
const CHECK_AUTHOR = 'Check the name or id, or look the author up by name.';

const NONE_OF: Readonly<Record<string, string>> = {
  author: 'no paper by this author',
  similar: 'no paper that is similar enough to this one',
};

export function oneAbstract({ seeds = 1 }: AdviceOf<'accept-none-related'>): string {
  return seeds === 1 ? 'its abstract' : 'the abstract of one';
}

/** Names the sources without results; if only the library was searched, says that this proves nothing. */
export function describeNoneRelated(advice: AdviceOf<'accept-none-related'>): string {
  const { relation, asked, isOnlyLibrary, seeds } = advice;
  const links = relation === 'both' ? 'references or citations' : relation;
  const nothingNew = seeds !== undefined && `no new ${links} of ${seeds === 1 ? 'this paper' : 'these papers'}`;
  const what = nothingNew || (NONE_OF[relation] ?? `no ${relation} of this paper`);
  // Earlier versions did not record that the library was searched.
  if (asked.length === 0) return `Found ${what}; who was asked is not recorded.`;
  const who = asked.join(', ');
  const nothing = isOnlyLibrary ? ', and nobody else was asked: that says nothing about whether there are any' : '';
  return `${capitalised(who)} ${asked.length > 1 ? 'have' : 'has'} ${what}${nothing}.`;
}
