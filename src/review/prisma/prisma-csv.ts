import {
  countIdentified,
  type FlowColumn,
  type FlowReason,
  type FlowSourceKind,
  type PrismaFlow,
} from './prisma-flow.ts';
import { PRISMA_TEMPLATE } from './prisma-template.ts';

const COLUMNS = ['data', 'node', 'box', 'description', 'boxtext', 'tooltips', 'url', 'n'];

type Value = number | string | undefined;

/**
 * A flow as the table that the PRISMA2020 package for R and its web page read. Empty boxes are `NA`, which they omit or
 * leave empty. The format has no field for records of other methods that were screened or were duplicates.
 */
export function writePrismaCsv({ databases, other, included }: PrismaFlow): string {
  const values: Record<string, Value> = {
    database_results: sumOf(databases, (kind) => kind !== 'register'),
    database_specific_results: listSources(databases, (kind) => kind !== 'register'),
    register_results: sumOf(databases, (kind) => kind === 'register'),
    register_specific_results: listSources(databases, (kind) => kind === 'register'),
    website_results: other && sumOf(other, (kind) => kind === 'website'),
    organisation_results: other && sumOf(other, (kind) => kind === 'organisation'),
    citations_results: other && sumOf(other, (kind) => kind === 'citation searching' || kind === undefined),
    duplicates: databases.removed.duplicates,
    excluded_automatic: databases.removed.automation,
    excluded_other: databases.removed.otherReasons,
    records_screened: databases.screened,
    records_excluded: databases.excluded,
    ...ofReports('dbr', databases),
    ...ofReports('other', other),
    new_studies: included.studies,
    new_reports: included.reports,
  };
  const rows = PRISMA_TEMPLATE.map(([data = '', node = '', box = '', description = '', words = description]) => {
    // Only nodes of the drawing have a tooltip; the last column but one is a URL for the node.
    const tip = node === 'NA' ? 'NA' : description;
    return [data, node, box, description, words, tip, 'NA', String(values[data] ?? 'NA')];
  });
  return `${[COLUMNS, ...rows].map((row) => row.map(quoted).join(',')).join('\r\n')}\r\n`;
}

function ofReports(prefix: 'dbr' | 'other', column: FlowColumn | undefined): Record<string, Value> {
  return {
    [`${prefix}_sought_reports`]: column?.sought,
    [`${prefix}_notretrieved_reports`]: column?.notRetrieved,
    [`${prefix}_assessed`]: column?.assessed,
    [`${prefix}_excluded`]: column?.reportsExcluded && listReasons(column.reportsExcluded),
  };
}

type IsOfKind = (kind: FlowSourceKind | undefined) => boolean;

/** Undefined if there is no source of the kind. */
function sumOf(column: FlowColumn, isOf: IsOfKind): number | undefined {
  const identified = column.identified.filter(({ kind }) => isOf(kind));
  return identified.length === 0 ? undefined : countIdentified({ ...column, identified });
}

function listSources({ identified }: FlowColumn, isOf: IsOfKind): string | undefined {
  const named = identified.filter(({ kind }) => isOf(kind));
  return listReasons(named.map(({ name, records }) => ({ reason: name, reports: records })));
}

/** `PsycInfo, 120; OpenAlex, 80`: separators inside a name are replaced. */
function listReasons(reasons: readonly FlowReason[]): string | undefined {
  if (reasons.length === 0) return undefined;
  return reasons.map(({ reason, reports }) => `${reason.replace(/[,;\s]+/g, ' ').trim()}, ${reports}`).join('; ');
}

/** An apostrophe keeps a spreadsheet from interpreting a name as a formula. */
function quoted(cell: string): string {
  const safe = cell.replace(/^[=+\-@]/, "'$&");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
