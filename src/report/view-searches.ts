import { BELOW_LIMIT } from '../contract/answers.ts';
import { describeRelated } from '../jobs/answers/describe-query.ts';
import type { JobSelection } from '../jobs/answers/job-selection.ts';
import { adviseOnRelevance } from '../jobs/answers/relevance-advice.ts';
import type { JobRecord } from '../jobs/ports/store.ts';
import { visibleLine } from '../lib/visible-text.ts';
import { cleanLine, shorten } from '../papers/text.ts';
import { drawPrisma } from '../review/prisma/prisma-drawing.ts';
import type { PrismaFlow } from '../review/prisma/prisma-flow.ts';
import type { Note } from '../wording/notes.ts';
import { createWording, PLAIN_VOCABULARY, plainNote } from '../wording/sentences/plain.ts';
import type { ViewFlow, ViewSearch, ViewSource } from './data/report-data.ts';
import { describeDatabase } from './exporting/prisma.ts';
import type { Receipt } from './exporting/receipt.ts';
import type { SearchLog } from './exporting/search-log.ts';

const MAX_ABOUT_CHARACTERS = 160;

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

/** A search for the view: its request, the sources that answered, and its notes. */
export function viewSearch(receipt: Receipt): ViewSearch {
  const { ref, request, service, times, software, results, sources = [], notes } = receipt;
  const body = request?.body as { keywords?: string[]; query?: string; strategy?: string } | undefined;
  const keywords = [...new Set(body?.keywords ?? [])].map(visibleLine);
  const query = visibleLine(body?.query ?? '') || undefined;
  const strategy = visibleLine(body?.strategy ?? '') || undefined;
  const topic = keywords.length > 0 ? keywords.join(', ') : (query ?? strategy);
  return {
    ref,
    about: shorten(aboutOf(receipt, topic), MAX_ABOUT_CHARACTERS),
    keywords,
    query,
    strategy,
    software: software ?? undefined,
    sha256: results?.stored?.sha256,
    filters: request ? [...new URLSearchParams(request.query)].map(([name, value]) => `${name}=${value}`) : [],
    service: cleanName(service),
    created: times.created,
    sources: sources.map(viewSource),
    notes: sentencesOf(notes),
    gaps: sentencesOf(notes.filter(({ kind }) => GAPS.includes(kind))),
  };
}

/** The advice of an answer; with several jobs there is none. */
export function fitOf(jobs: readonly JobRecord[], selection: JobSelection): Pick<ViewSearch, 'fit'> {
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

/** The heading of a search: the user's name for it, and its topic, else its origin. */
function aboutOf({ name, related, lookUp, ref }: Receipt, topic: string | undefined): string {
  const parts = [name && visibleLine(name), topic].filter(Boolean);
  if (parts.length > 0) return parts.join(': ');
  if (related) return visibleLine(describeRelated(related, related.title ?? related.ref));
  return lookUp ? 'papers looked up' : `job ${ref}`;
}

function viewSource(report: NonNullable<Receipt['sources']>[number]): ViewSource {
  const { source, gave, total, failed, request, at } = report;
  const [, title] = titleOfSource(report);
  const texts = { failed: failed && visibleLine(failed), request: request && visibleLine(request) };
  return { source: cleanName(source), title, gave, total, at, ...texts };
}

const MAX_NAME_CHARACTERS = 120;

/** A name of a source, field or reason, cleaned and short. */
export function cleanName(text: string): string {
  return shorten(cleanLine(text), MAX_NAME_CHARACTERS);
}

/** A source with its name for people. */
export function titleOfSource({ source, title }: { source: string; title?: string | undefined }): [string, string] {
  return [source, cleanName(title ?? source)];
}

/** What happened to the records of all searches, with the drawing of it. */
export function viewFlow({ prisma, searches }: SearchLog): ViewFlow {
  const leftOut: Record<string, number> = {};
  // Excludes those that `otherReasons` counts.
  for (const { flow } of searches)
    for (const [reason, count] of Object.entries(flow?.leftOut ?? {}))
      if (reason !== BELOW_LIMIT) leftOut[cleanName(reason)] = (leftOut[cleanName(reason)] ?? 0) + count;
  const flow = {
    identified: prisma.identified.map((entry) => ({
      database: cleanName(describeDatabase(entry)),
      records: entry.records,
    })),
    duplicates: prisma.removed.duplicates,
    byAutomation: prisma.removed.byAutomation,
    otherReasons: prisma.removed.otherReasons,
    toScreen: prisma.toScreen,
    leftOut,
  };
  return { ...flow, ...(flow.identified.length > 0 && { drawing: drawPrisma(toPrismaFlow(flow)) }) };
}

/** The numbers of a search, and empty boxes for manual screening. */
function toPrismaFlow(flow: ViewFlow): PrismaFlow {
  const { identified, duplicates, byAutomation, otherReasons, toScreen, leftOut } = flow;
  const automatedBy = Object.entries(leftOut).map(([reason, reports]) => ({ reason, reports }));
  return {
    databases: {
      identified: identified.map(({ database, records }) => ({ name: database, records })),
      removed: { duplicates, automation: byAutomation, otherReasons, automatedBy },
      unscreened: toScreen,
    },
    included: {},
  };
}
