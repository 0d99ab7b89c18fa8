import { BELOW_LIMIT } from '../contract/answers.ts';
import { describeRelated } from '../jobs/answers/describe-related.ts';
import type { SelectedPaper } from '../jobs/answers/job-candidates.ts';
import { type JobSelection, type JobSelectionRequest, selectPapers } from '../jobs/answers/job-selection.ts';
import { adviseOnRelevance } from '../jobs/answers/relevance-advice.ts';
import { findJobs } from '../jobs/answers/several-jobs.ts';
import { readPaperRef } from '../jobs/job-refs.ts';
import type { JobRecord } from '../jobs/ports/store.ts';
import { omitEmpty, omitUndefined } from '../lib/omit-undefined.ts';
import { visibleLine } from '../lib/visible-text.ts';
import { detectDesign } from '../papers/design/design.ts';
import { type FoundPaper, readEngine } from '../papers/found-paper.ts';
import { nameVenues } from '../papers/journals/venue-names.ts';
import { readAccess } from '../papers/open-access.ts';
import { displayTitle } from '../papers/paper-view.ts';
import { linksWithin } from '../papers/references/referenced-works.ts';
import { bestSentence, markAsked } from '../papers/relevance/best-sentence.ts';
import type { QueryTerms } from '../papers/relevance/query-terms.ts';
import { describeMark } from '../papers/retraction/sentences.ts';
import { retractionMark, verdictOnRetraction } from '../papers/retraction/status.ts';
import { cleanLine, shorten } from '../papers/text.ts';
import { drawPrisma } from '../review/prisma/prisma-drawing.ts';
import type { PrismaFlow } from '../review/prisma/prisma-flow.ts';
import type { Note } from '../wording/notes.ts';
import { createWording, PLAIN_VOCABULARY, plainNote } from '../wording/sentences/plain.ts';
import type { ViewData, ViewFlow, ViewPaper, ViewSearch, ViewSource } from './data/report-data.ts';
import { mapTopics } from './data/topic-map.ts';
import { describeBelowLimit, describeDatabase, FILLERS } from './exporting/prisma.ts';
import type { Receipt, ReceiptDeps } from './exporting/receipt.ts';
import { makeSearchLog, type SearchLog } from './exporting/search-log.ts';

const MAX_ABOUT_CHARACTERS = 160;
const MAX_NAME_CHARACTERS = 120;
const MAX_EVIDENCE_CHARACTERS = 240;

/** A view may be read by people other than the searcher, so its sentences name no settings. */
const WORDING = createWording(
  {
    notes: {
      'not-searched': (note, words) => plainNote({ ...note, settings: [] }, words),
      'unfit-left-out': ({ value: _, ...note }, words) => plainNote(note, words),
    },
  },
  PLAIN_VOCABULARY,
);

/** The view's data for one or several jobs. Throws PaperqueueError. */
export function viewJobs(
  deps: ReceiptDeps & { account: string },
  { jobId, ...request }: JobSelectionRequest & { jobId: string },
): ViewData {
  const jobs = findJobs(deps.store, jobId, deps.account, 'success');
  return makeViewData(deps, jobs, selectPapers(deps.store, jobs, request));
}

/** The view's data for selected papers and their jobs. Throws PaperqueueError. */
export function makeViewData(deps: ReceiptDeps, jobs: readonly JobRecord[], selection: JobSelection): ViewData {
  const log = makeSearchLog(deps, jobs);
  const sourceTitles = new Map(log.searches.flatMap(({ sources = [] }) => sources.map(titleOfSource)));
  const searchOfJob = new Map(log.searches.map(({ ref }, index) => [Number(ref.slice(1)), index]));
  const venueNames = nameVenues(selection.papers.map(({ paper }) => paper));
  const papers = selection.papers.map((selected) => viewPaper(selected, { sourceTitles, searchOfJob, venueNames }));
  // The text shown for a missing title is not the paper's own words.
  const { topics, places } = mapTopics(
    papers.map((paper, index) => ({ ...paper, title: selection.papers[index]?.paper.title ?? '' })),
  );
  const links = linksWithin(selection.papers.map(({ paper }) => paper));
  return {
    v: 2,
    searches: log.searches.map((receipt) => ({ ...viewSearch(receipt), ...fitOf(jobs, selection) })),
    papers: papers.map((paper, index) => ({
      ...paper,
      ...places[index],
      ...viewLinks(selection.papers[index], links[index]),
    })),
    topics,
    flow: viewFlow(log),
    methods: visibleLine(log.methods),
  };
}

/** Counted as in every other answer: absent if no reference within the papers is known. */
function viewLinks(
  selected: SelectedPaper | undefined,
  cites: number[] = [],
): Pick<ViewPaper, 'cites' | 'citedWithin'> {
  return { ...(cites.length > 0 && { cites }), ...omitUndefined({ citedWithin: selected?.citedWithin() }) };
}

function titleOfSource({ source, title }: { source: string; title?: string | undefined }): [string, string] {
  return [source, cleanName(title ?? source)];
}

function viewSearch(receipt: Receipt): ViewSearch {
  const { ref, request, service, times, software, results, sources = [], notes } = receipt;
  const body = request?.body as { keywords?: string[]; query?: string } | undefined;
  const keywords = [...new Set(body?.keywords ?? [])].map(visibleLine);
  const query = visibleLine(body?.query ?? '') || undefined;
  return {
    ref,
    about: shorten(aboutOf(receipt, keywords, query), MAX_ABOUT_CHARACTERS),
    keywords,
    ...omitUndefined({ query, software: software ?? undefined, sha256: results?.stored?.sha256 }),
    filters: request ? [...new URLSearchParams(request.query)].map(([name, value]) => `${name}=${value}`) : [],
    service: cleanName(service),
    created: times.created,
    sources: sources.map(viewSource),
    notes: sentencesOf(notes),
    gaps: sentencesOf(notes.filter(({ kind }) => GAPS.includes(kind))),
  };
}

/** The advice of an answer; with several jobs there is none. */
function fitOf(jobs: readonly JobRecord[], selection: JobSelection): Pick<ViewSearch, 'fit'> {
  const works = selection.relevances();
  const [job, ...others] = jobs;
  const advice = job && others.length === 0 ? adviseOnRelevance(job, works, works) : undefined;
  return advice ? { fit: [...sentencesOf([advice.note]), WORDING.advice(advice.next)] } : {};
}

/** Notes about what was not searched or not found. */
const GAPS: readonly Note['kind'][] = ['not-searched', 'no-match'];

function sentencesOf(notes: readonly Note[]): string[] {
  return WORDING.notes(notes).map(visibleLine);
}

/** The heading of a search: its keywords, else its text, else its origin. */
function aboutOf({ related, lookUp, ref }: Receipt, keywords: readonly string[], query: string | undefined): string {
  if (keywords.length > 0) return keywords.join(', ');
  if (query) return query;
  if (related) return visibleLine(describeRelated(related, related.title ?? related.ref));
  return lookUp ? 'papers looked up' : `job ${ref}`;
}

function viewSource(report: NonNullable<Receipt['sources']>[number]): ViewSource {
  const { source, gave, total, failed, request, at } = report;
  const [, title] = titleOfSource(report);
  const texts = { failed: failed && visibleLine(failed), request: request && visibleLine(request) };
  return { source: cleanName(source), title, gave, ...omitUndefined({ total, at, ...texts }) };
}

function viewFlow({ prisma, searches }: SearchLog): ViewFlow {
  const leftOut: Record<string, number> = {};
  // Excludes those that `otherReasons` counts.
  for (const { flow } of searches)
    for (const [reason, count] of Object.entries(flow?.leftOut ?? {}))
      if (reason !== BELOW_LIMIT) leftOut[cleanName(reason)] = (leftOut[cleanName(reason)] ?? 0) + count;
  const { fillers = 0 } = prisma.removed;
  if (fillers > 0) leftOut[FILLERS] = fillers;
  const flow = {
    identified: prisma.identified.map((entry) => ({
      database: cleanName(describeDatabase(entry)),
      records: entry.records,
    })),
    duplicates: prisma.removed.duplicates,
    byAutomation: prisma.removed.byAutomation + fillers,
    ...(fillers > 0 && { fillers }),
    otherReasons: prisma.removed.otherReasons,
    ...(prisma.removed.others && { others: describeBelowLimit(prisma.removed) }),
    toScreen: prisma.toScreen,
    leftOut,
  };
  return { ...flow, ...(flow.identified.length > 0 && { drawing: drawPrisma(toPrismaFlow(flow)) }) };
}

/** The numbers of a search, and empty boxes for manual screening. */
function toPrismaFlow(flow: ViewFlow): PrismaFlow {
  const { identified, duplicates, byAutomation, otherReasons, others = otherReasons, toScreen, leftOut } = flow;
  const automatedBy = Object.entries(leftOut).map(([reason, reports]) => ({ reason, reports }));
  return {
    databases: {
      identified: identified.map(({ database, records }) => ({ name: database, records })),
      removed: { duplicates, automation: byAutomation, otherReasons: others, automatedBy },
      unscreened: toScreen,
    },
    included: {},
  };
}

function viewPaper(
  { ref, paper, sameAs, relevance }: SelectedPaper,
  {
    sourceTitles,
    searchOfJob,
    venueNames,
  }: Record<'sourceTitles' | 'venueNames', ReadonlyMap<string, string>> & {
    searchOfJob: ReadonlyMap<number, number>;
  },
): ViewPaper {
  const { match, keywords, question } = relevance() ?? {};
  const { isOpenAccess, link, pdfLink } = readAccess(paper);
  const searchesOfPaper = [ref, ...sameAs].map((each) => searchOfJob.get(readPaperRef(each)?.job ?? 0));
  const { abstract, doi } = paper;
  const mark = retractionMark(paper);
  const verdict = verdictOnRetraction(paper);
  const knownFacts = {
    year: paper.year,
    // One spelling per venue, so that the facet counts all its spellings together.
    venue: paper.venue && venueNames.get(paper.venue),
    type: paper.publicationType,
    design: detectDesign(paper),
    cited: paper.citationCount,
    references: paper.referenceCount,
    quartile: paper.quartile,
    oa: isOpenAccess,
    retracted: verdict === 'yes' || undefined,
    unchecked: verdict === 'unknown' || undefined,
    notice: mark && `${describeMark(mark)} (${mark.from})`,
    doi,
    // The DOI is the better link, so only it is shown.
    link: doi ? undefined : link,
    pdf: pdfLink,
    abstract,
    summary: abstract === undefined ? paper.summary : undefined,
    match,
    keywords,
    evidence: question && markedSentence(abstract, question),
    also: sameAs,
  };
  return {
    ref,
    title: displayTitle(paper),
    authors: paper.authors,
    fields: paper.fieldsOfStudy.map(cleanName).filter((name) => name !== ''),
    foundIn: sourcesOf(paper).map((name) => sourceTitles.get(name) ?? name),
    searches: [...new Set(searchesOfPaper.filter((index) => index !== undefined))].sort((a, b) => a - b),
    ...(omitEmpty(knownFacts) as Omit<ViewPaper, 'ref' | 'title' | 'authors' | 'fields' | 'foundIn' | 'searches'>),
  };
}

function markedSentence(abstract: string | undefined, question: QueryTerms): string[] | undefined {
  const sentence = bestSentence(abstract ?? '', question, MAX_EVIDENCE_CHARACTERS);
  return sentence === '' ? undefined : markAsked(visibleLine(sentence), question);
}

/** The sources that returned the paper. */
function sourcesOf(paper: FoundPaper): string[] {
  const names = (readEngine(paper) ?? '').split(',').map(cleanName);
  return [...new Set(names.filter((name) => name !== ''))];
}

function cleanName(text: string): string {
  return shorten(cleanLine(text), MAX_NAME_CHARACTERS);
}
