import type { CitationOutcome } from '../../../jobs/ports/citations.ts';
import type { CitationLink } from '../../../papers/references/citation-links.ts';
import { withReferencesAmong } from '../../../papers/references/referenced-works.ts';
import { nameWithTitle } from '../../../papers/text.ts';
import { type CitationEnd, MAX_NAMED_WORKS } from '../../../wording/notes/citation-notes.ts';
import type { SearchNote } from '../../../wording/notes/search-notes.ts';
import { sourceTitle } from '../../sources/registry.ts';
import type { SourceOutcome } from '../../sources/runner.ts';
import { failureNotes, reportSources } from '../source-reports.ts';
import { type CitationState, wasFollowed } from './citation-state.ts';
import { collectLinks } from './graph.ts';

/** The notes and results of a citation search, at its end or before. */
export function reportCitations(state: CitationState, ended: CitationEnd | undefined): CitationOutcome {
  const { graph, works, indexes, progress } = state;
  const outcomes = indexes.map(({ index, failure, requests }): SourceOutcome => {
    const { name } = index.source;
    const records = graph.indexRecords.filter(({ source }) => source === name).map(({ record }) => record);
    return { fromCache: 0, ...failure, source: name, records, requests };
  });
  const failed = outcomes.filter(({ failure }) => failure !== undefined);
  const found = ended ? works.filter(({ isKnown }) => !isKnown) : [];
  const linked = found.map((work) => ({ work, links: collectLinks(work, graph.indexRecords) }));
  const countLinkingWorks = ({ links }: { links: readonly CitationLink[] }) =>
    new Set(links.map(({ from }) => from)).size;
  linked.sort((a, b) => countLinkingWorks(b) - countLinkingWorks(a));
  const papers = linked.map(({ work, links }) => ({
    ...work.record,
    foundIn: [...new Set(work.records.flatMap((index) => graph.indexRecords[index]?.source ?? []))],
    search: { ledBy: links },
  }));
  const known = works.filter(({ isKnown, records }) => isKnown && records.length > 0).length;
  const returned = works.filter(({ isKnown }) => !isKnown).length;
  const identified = graph.indexRecords.length;
  const knownRecords = works.reduce((sum, { isKnown, records }) => sum + (isKnown ? records.length : 0), 0);
  return {
    ended,
    progress,
    papers: withReferencesAmong(papers),
    notes: [
      ...failureNotes(outcomes.filter(({ failure }) => failure !== undefined).map((one) => ({ ...one, records: [] }))),
      ...(ended ? [followedNote(state, ended, known)] : [{ kind: 'citations-unfinished' as const, progress }]),
      ...byIndexNote(state),
      ...recallNote(state),
      ...blindNotes(state),
    ],
    sources: reportSources(outcomes),
    flow: {
      identified,
      duplicates: {
        ...(knownRecords > 0 && { 'known before': knownRecords }),
        ...(identified - knownRecords - returned > 0 && { 'same work': identified - knownRecords - returned }),
      },
      leftOut: {},
      returned,
    },
    isPartial: failed.length > 0,
    ...(failed.length === outcomes.length && identified === 0 && { failed: true }),
  };
}

function followedNote(
  { search, works, followed, progress }: CitationState,
  ended: CitationEnd,
  known: number,
): SearchNote {
  const { directions, stop } = search;
  const all = works.filter(({ isSeed }) => isSeed);
  const seeds = all.filter(({ label }) => wasFollowed(followed, label)).length;
  const limit = ended === 'requests' && { limit: stop.requests };
  return {
    kind: 'citations-followed',
    seeds,
    directions: [...directions],
    progress,
    known,
    ended,
    ...(seeds < all.length && { of: all.length }),
    ...limit,
  };
}

/** For each index, its records: in total, duplicates of earlier records, and records of known works. */
function byIndexNote({ indexes, graph, works }: CitationState): SearchNote[] {
  const first = new Set<number>();
  const known = new Set<number>();
  for (const { records, isKnown } of works) {
    for (const record of records) if (isKnown) known.add(record);
    const [firstRecord] = records;
    if (firstRecord !== undefined && !isKnown) first.add(firstRecord);
  }
  const counts = indexes.map(({ index }) => {
    const { name } = index.source;
    const records = [...graph.indexRecords.keys()].filter((record) => graph.indexRecords[record]?.source === name);
    const ofKnown = records.filter((record) => known.has(record)).length;
    const unique = records.filter((record) => first.has(record)).length;
    return {
      title: sourceTitle(name),
      identified: records.length,
      duplicates: records.length - ofKnown - unique,
      known: ofKnown,
    };
  });
  const answered = counts.filter(({ identified }) => identified > 0);
  return answered.length > 0 ? [{ kind: 'citations-by-index', indexes: answered }] : [];
}

function recallNote({ estimate, indexes, graph }: CitationState): SearchNote[] {
  if (graph.indexRecords.length === 0) return [];
  const titleOf = (name: string) => {
    const queried = indexes.find(({ index }) => index.source.name === name);
    return queried ? sourceTitle(queried.index.source.name) : name;
  };
  const answering = indexes.filter(({ failure }) => !failure).map(({ index }) => sourceTitle(index.source.name));
  if (!estimate) return [{ kind: 'citations-one-index', titles: answering }];
  const [one, other] = estimate.indexes;
  return [{ kind: 'citations-recall', ...estimate, indexes: [titleOf(one), titleOf(other)] }];
}

/**
 * Where the graph is incomplete: works without a reference list, works that no index was queried about, and truncated
 * lists.
 */
function blindNotes({ works, followed, search }: CitationState): SearchNote[] {
  const workByLabel = new Map(works.map((work) => [work.label, work]));
  const named = (labels: readonly string[]) =>
    labels.slice(0, MAX_NAMED_WORKS).map((label) => nameWithTitle(label, workByLabel.get(label)?.record.title));
  const all = [...followed.works];
  const backward = all.filter(([, directions]) => directions.has('backward')).map(([label]) => label);
  const blind = backward.filter((label) => !followed.listed.has(label));
  const notQueried = all.filter(([, directions]) => directions.size === 0).map(([label]) => label);
  const cut = [...followed.cut];
  return [
    ...(search.directions.includes('backward') && blind.length > 0
      ? [{ kind: 'citations-blind' as const, works: blind.length, of: backward.length, named: named(blind) }]
      : []),
    ...(notQueried.length > 0
      ? [{ kind: 'citations-unasked' as const, works: notQueried.length, named: named(notQueried) }]
      : []),
    ...(cut.length > 0 ? [{ kind: 'citations-cut' as const, works: cut.length, named: named(cut) }] : []),
  ];
}
