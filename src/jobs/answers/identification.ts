import { BELOW_LIMIT, IN_LIBRARY, type SearchFlow, type SourceReport, UNFIT } from '../../contract/answers.ts';
import { isNote, type Note } from '../../wording/notes.ts';
import type { RelatedRecord } from '../ports/related.ts';

/**
 * How the records of a job were identified, and why some of them are not among its papers: the identification stage of
 * the PRISMA 2020 flow diagram. Only records that a source returned count, not hits that were not retrieved. Every
 * receipt, report, methods paragraph and review takes its numbers from here.
 */

/** PRISMA 2020 counts citation searching and other methods apart from databases. */
export type IdentifiedBy = 'database' | 'citation searching' | 'other methods';

export type Identified = {
  by: IdentifiedBy;
  database: string;
  records: number;
  /** Its number of hits, if it reported one and returned fewer. */
  hits?: number;
  /** It returned as many as it was asked for, and did not report its hits. */
  isCut?: true;
  /** The size of the library when it was searched. */
  holds?: number;
};

/** The records identified are `duplicates`, `leftOut`, `belowLimit` and those returned, together. */
export type Identification = {
  identified: Identified[];
  duplicates: number;
  /** Excluded by filters and other rules of the program, by reason. */
  leftOut: Record<string, number>;
  /** Retrieved, and ranked below the requested number of papers. */
  belowLimit: number;
};

type Searched = {
  /** A name for a service that does not report its sources. */
  service: string;
  sources: readonly Pick<SourceReport, 'source' | 'title' | 'gave' | 'total' | 'alike'>[];
  /** Those of them that failed. */
  failed: ReadonlySet<string>;
  flow?: SearchFlow | undefined;
  related?: RelatedRecord | null | undefined;
  notes: readonly Note[];
  returned: number;
  /** The number of papers asked for; null for a job created elsewhere. */
  requested: number | null;
};

/** Only a paper's references and citations count as citation searching. */
const METHODS: Record<RelatedRecord['relation'], { by: IdentifiedBy; name: string }> = {
  references: { by: 'citation searching', name: 'citation searching' },
  citations: { by: 'citation searching', name: 'citation searching' },
  both: { by: 'citation searching', name: 'citation searching' },
  similar: { by: 'other methods', name: 'papers like one that was found' },
  author: { by: 'other methods', name: 'papers of an author' },
};

/** Whether related papers are a paper's references or citations. */
export function isCitationSearch(related: RelatedRecord | null | undefined): boolean {
  return related != null && METHODS[related.relation].by === 'citation searching';
}

/** The identification of a job with papers. */
export function identifyRecords(job: Searched): Identification {
  const { related, returned, sources, service } = job;
  if (related) {
    const { by, name } = METHODS[related.relation];
    if (job.flow && sources.length > 0) {
      // The records of each index, before records of the same work and of already known works are removed.
      const identified = sources.map(({ source, title = source, gave }) => ({
        by,
        database: `${name} (${title})`,
        records: gave,
      }));
      return { ...NOTHING_REMOVED, identified: identified.filter(isAny), duplicates: sum(job.flow.duplicates) };
    }
    const names = sources.filter(({ gave }) => gave > 0).map(({ source, title = source }) => title);
    const from = names.join(', ') || service;
    const database = from === '' ? name : `${name} (${from})`;
    return { ...NOTHING_REMOVED, identified: [{ by, database, records: returned }].filter(isAny) };
  }
  const flow = job.flow && retrievedOnly(job.flow, sources);
  if (!flow) return { ...NOTHING_REMOVED, identified: [identifyByService(job)] };
  const { [BELOW_LIMIT]: belowLimit = 0, ...leftOut } = flow.leftOut;
  return { identified: identifyBySource(job, flow), duplicates: sum(flow.duplicates), leftOut, belowLimit };
}

const NOTHING_REMOVED = { duplicates: 0, leftOut: {}, belowLimit: 0 };

function isAny({ records }: Identified): boolean {
  return records > 0;
}

function identifyByService({ service, returned, requested }: Searched): Identified {
  const isCut = requested !== null && returned >= requested;
  return { by: 'database', database: service, records: returned, ...(isCut && { isCut }) };
}

function identifyBySource({ sources, failed, requested, notes }: Searched, { leftOut }: SearchFlow): Identified[] {
  // A source that failed was not searched; one that was searched without results is in the record.
  const answering = sources.filter(({ source, gave }) => gave > 0 || !failed.has(source));
  return answering.flatMap(({ source, title = source, gave, total, alike = 0 }): Identified[] => {
    const isLibrary = source === 'library';
    const records = gave + (isLibrary ? (leftOut[UNFIT] ?? 0) : 0) - alike;
    const isCut = total === undefined && requested !== null && gave >= requested;
    const found = { by: 'database', database: title, records, ...(isLibrary && librarySize(notes)) } as const;
    const like = `papers without a word of the search, like the best of ${title}`;
    return [
      { ...found, ...(total !== undefined && total > records && { hits: total }), ...(isCut && { isCut }) },
      ...(alike > 0 ? [{ by: 'other methods', database: like, records: alike } as const] : []),
    ];
  });
}

function librarySize(notes: readonly Note[]): { holds?: number } {
  const note = notes.find(isNote('library-searched')) ?? notes.find(isNote('starter-only'));
  return { holds: note?.papers };
}

/** Earlier versions also counted papers of the library and the collection that were hits and were not retrieved. */
function retrievedOnly(flow: SearchFlow, sources: Searched['sources']): SearchFlow {
  if (flow.notRetrieved !== undefined) return flow;
  const { [BELOW_LIMIT]: below = 0, [UNFIT]: unfit = 0 } = flow.leftOut;
  const { [IN_LIBRARY]: inLibrary = 0 } = flow.duplicates;
  const beyond = (name: string) =>
    sources
      .filter(({ source, total }) => source === name && total !== undefined)
      .reduce((sum, { gave, total = 0, alike = 0 }) => sum + Math.max(0, total + alike - gave), 0);
  const onlyInLibrary = Math.max(0, beyond('library') - inLibrary - unfit);
  const notRetrieved = Math.min(below, onlyInLibrary + beyond('collection'));
  return {
    ...flow,
    duplicates: beyond('library') > 0 ? { ...flow.duplicates, [IN_LIBRARY]: 0 } : flow.duplicates,
    leftOut: { ...flow.leftOut, [BELOW_LIMIT]: below - notRetrieved },
  };
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
