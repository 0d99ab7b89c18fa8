import { arxivDoi, readArxivId } from '../../papers/arxiv-number.ts';
import { readDoi } from '../../papers/identifiers.ts';
import type { PaperInput } from '../../papers/paper.ts';
import {
  type RunnerContext,
  runSession,
  type SessionResult,
  type SourceOutcome,
  type SourceWithSettings,
} from './runner.ts';
import type { LookUpKind } from './source.ts';
import { countCached, type SourceSession, sendRequest } from './transport/send-request.ts';

export type LookUpResult = {
  /** Records by identifier, spelt as the caller gave it. Unknown identifiers are absent. */
  records: Map<string, PaperInput>;
  /** Identifiers of works that the source may have. */
  covered: string[];
  /** Covered identifiers without an answer; `outcome` says why. */
  unanswered: string[];
  outcome: SourceOutcome;
};

const CACHE_MS = 7 * 24 * 60 * 60_000;

/**
 * Looks up works by identifier, in as many requests as the source's time allows. Each result is cached for a week,
 * including that the source does not have the work. Never throws. Results before a failure are returned.
 */
export async function lookUpAll(
  sourceWithSettings: SourceWithSettings,
  kind: LookUpKind,
  ids: readonly string[],
  context: RunnerContext,
): Promise<LookUpResult> {
  const results = new Map<string, PaperInput | null>();
  const [covered, unanswered] = [new Set<string>(), new Set<string>()];
  const plainIds = new Set(ids.map((id) => READ_ID[kind](id)).filter((id) => id !== undefined));
  const outcome = await runSession(sourceWithSettings, context, async (session) => {
    if (!session.source.lookUp?.kinds.includes(kind)) {
      return { failure: 'skipped', detail: 'no-look-up' };
    }
    const open = [...plainIds].filter((id) => !results.has(id) && !recall(session, kind, id, results));
    const batches = session.source.lookUp.batches?.(kind, open) ?? listsOf(open, session.source.lookUp.maxIds);
    for (const id of batches.flat()) unanswered.add(id);
    for (const id of [...results.keys(), ...unanswered]) covered.add(id);
    return lookUpBatches(session, kind, batches, results, unanswered);
  });
  const records = new Map<string, PaperInput>();
  for (const id of ids) {
    const record = results.get(READ_ID[kind](id) ?? '');
    if (record) records.set(id, record);
  }
  const among = (some: ReadonlySet<string>) => ids.filter((id) => some.has(READ_ID[kind](id) ?? ''));
  return {
    records,
    covered: among(covered),
    unanswered: among(unanswered),
    outcome: { ...outcome, records: [...new Set(records.values())] },
  };
}

const READ_ID: Record<LookUpKind, (text: string) => string | undefined> = {
  doi: readDoi,
  arxiv: readArxivId,
  pmid: (text) => /^(?:pmid:\s*)?0*([1-9]\d{0,8})$/i.exec(text.trim())?.[1],
  pmcid: (text) => /^(PMC\d{1,9})$/i.exec(text.trim())?.[1]?.toUpperCase(),
  openalex: (text) => /^(?:https:\/\/openalex\.org\/)?(W\d{1,12})$/i.exec(text.trim())?.[1]?.toUpperCase(),
};

const ARXIV_DOI = /^10\.48550\/arxiv\.(.+)$/;

/** The identifiers by which a record may have been looked up, by kind. */
const IDS_OF: Record<LookUpKind, (record: PaperInput) => (string | undefined)[]> = {
  doi: ({ doi, arxivId }) => [readDoi(doi), arxivDoi(readArxivId(arxivId))],
  arxiv: ({ doi, arxivId }) => [readArxivId(arxivId), readArxivId(ARXIV_DOI.exec(readDoi(doi) ?? '')?.[1])],
  pmid: ({ pmid }) => [READ_ID.pmid(pmid ?? '')],
  pmcid: ({ pmcid }) => [READ_ID.pmcid(pmcid ?? '')],
  openalex: ({ openAlexId }) => [READ_ID.openalex(openAlexId ?? '')],
};

async function lookUpBatches(
  session: SourceSession,
  kind: LookUpKind,
  batches: readonly string[][],
  results: Map<string, PaperInput | null>,
  unanswered: Set<string>,
): Promise<SessionResult> {
  const { lookUp } = session.source;
  if (!lookUp) return {};
  let failed: SessionResult = {};
  for (const batch of batches) {
    const request = lookUp.request(kind, batch, session.settings);
    const reply = await sendRequest(session, request, {
      read: (answer) => lookUp.read(answer),
      keepMs: 0,
      paceMs: lookUp.paceMs,
    });
    if ('failure' in reply) {
      failed = reply;
      // The source may accept the next batch.
      if (reply.failure === 'refused') continue;
      return reply;
    }
    const { matched, hasUnmatched } = match(kind, batch, reply.records);
    // A record without a requested identifier may be any of the missing ones, so none of those counts as unknown.
    const misses = hasUnmatched ? [] : batch.filter((id) => !matched.has(id));
    const learned = new Map<string, PaperInput | null>([...matched, ...misses.map((id) => [id, null] as const)]);
    for (const [id, record] of learned) results.set(id, record);
    for (const id of batch) unanswered.delete(id);
    cacheAll(session, kind, learned);
  }
  return failed;
}

function listsOf(ids: readonly string[], maxIds: number): string[][] {
  const count = Math.ceil(ids.length / maxIds);
  return Array.from({ length: count }, (_, nth) => ids.slice(nth * maxIds, (nth + 1) * maxIds));
}

function match(kind: LookUpKind, batch: readonly string[], all: readonly PaperInput[]) {
  const batchIds = new Set(batch);
  const matched = new Map<string, PaperInput>();
  let hasUnmatched = false;
  for (const record of all) {
    const ids = IDS_OF[kind](record).filter((id) => id !== undefined && batchIds.has(id)) as string[];
    // A single record for a single identifier matches, even under a newer number.
    const named = ids.length === 0 && batch.length === 1 && all.length === 1 ? batch : ids;
    for (const id of named) if (!matched.has(id)) matched.set(id, record);
    hasUnmatched ||= named.length === 0;
  }
  return { matched, hasUnmatched };
}

function cacheKeyOf({ source, settings }: SourceSession, kind: LookUpKind, id: string): string {
  return JSON.stringify(['look-up', 1, source.name, settings.baseUrl ?? '', kind, id]);
}

/** Reads a cached result; returns whether there was one. */
function recall(
  session: SourceSession,
  kind: LookUpKind,
  id: string,
  results: Map<string, PaperInput | null>,
): boolean {
  const cached = session.store.cachedAnswer(cacheKeyOf(session, kind, id));
  if (!cached) return false;
  results.set(id, JSON.parse(cached.text) as PaperInput | null);
  countCached(session.count, cached.cachedAt);
  return true;
}

function cacheAll(session: SourceSession, kind: LookUpKind, learned: ReadonlyMap<string, PaperInput | null>): void {
  const answers = [...learned].map(([id, record]) => ({
    question: cacheKeyOf(session, kind, id),
    text: JSON.stringify(record),
    forMs: CACHE_MS,
  }));
  session.store.cacheAnswers(answers);
}
