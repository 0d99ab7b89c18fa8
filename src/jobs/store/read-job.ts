import { readReports, type SearchFlow } from '../../contract/answers.ts';
import type { ChargeState } from '../../contract/errors.ts';
import type { JobRequest } from '../../contract/requests.ts';
import { readNotes } from '../../wording/notes.ts';
import type { LookUpRecord } from '../ports/paper-finder.ts';
import type { RelatedRecord } from '../ports/related.ts';
import type { JobRecord } from '../ports/store.ts';

export type JobRow = {
  number: number;
  job_id: string | null;
  mode: JobRecord['mode'];
  account: string;
  operation: JobRecord['operation'];
  request: string | null;
  related: string | null;
  status: string;
  cost: number;
  pool: JobRecord['pool'];
  charged: ChargeState;
  process: number | null;
  balance_before: number | null;
  balance_total: number | null;
  spent_before: number | null;
  refunded_before: number | null;
  balance_from: string | null;
  balance_to: string | null;
  turn: number;
  balance_turn: number;
  created_at: string;
  /** When an attempt that may have been charged was dialled. */
  dialled_at: string | null;
  answered_at: string | null;
  finished_at: string | null;
  notes: string;
  sources: string;
  flow: string | null;
  papers: number | null;
  software: string | null;
  name: string | null;
  group_name: string | null;
  starred: number;
  removed_at: string | null;
};

function readFreeRequest({ operation, related }: JobRow): Pick<JobRecord, 'related' | 'lookUp'> {
  if (related === null) return { related: null };
  if (operation === 'lookupPapers') return { related: null, lookUp: JSON.parse(related) as LookUpRecord };
  return { related: JSON.parse(related) as RelatedRecord };
}

/** Reads the job from a row that any version wrote. */
export function readJob(row: JobRow): JobRecord {
  return {
    number: row.number,
    jobId: row.job_id,
    mode: row.mode,
    account: row.account,
    operation: row.operation,
    request: row.request === null ? null : (JSON.parse(row.request) as JobRequest),
    ...readFreeRequest(row),
    status: row.status,
    cost: row.cost,
    pool: row.pool,
    charged: row.charged,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    notes: readNotes(JSON.parse(row.notes)),
    sources: readReports(JSON.parse(row.sources)),
    ...(row.flow !== null && { flow: JSON.parse(row.flow) as SearchFlow }),
    papers: row.papers,
    software: row.software,
    ...(row.name !== null && { name: row.name }),
    ...(row.group_name !== null && { group: row.group_name }),
    ...(row.starred === 1 && { isStarred: true }),
    ...(row.removed_at !== null && { removedAt: row.removed_at }),
  };
}
