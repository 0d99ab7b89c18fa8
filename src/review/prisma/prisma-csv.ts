import {
  countIdentified,
  type FlowColumn,
  type FlowReason,
  type FlowSourceKind,
  type PrismaFlow,
} from './prisma-flow.ts';

/**
 * The rows of the template of the PRISMA2020 package for R, version 1.1.4, and its web page (Haddaway et al. 2022,
 * doi:10.1002/cl2.1230): name of the number, node and box of the drawing, description, and the words in the box,
 * separated by bars. Words equal to the description are left out. `NA` means nothing.
 */
const PRISMA_TEMPLATE = `
NA|node4|prevstud|Previous studies
previous_studies|node5|box1|Studies included in previous version of review
previous_reports|NA|box1|Reports of studies included in previous version of review
NA|node6|newstud|Identification of new studies via databases and registers
database_results|node7|box2|Records identified from: Databases|Databases
database_specific_results|NA|box2|Records identified from: specific databases|Specific Databases
register_results|NA|box2|Records identified from: Registers|Registers
register_specific_results|NA|box2|Records identified from: specific registers|Specific Registers
NA|node16|othstud|Identification of new studies via other methods
website_results|node17|box11|Records identified from: Websites|Websites
organisation_results|NA|box11|Records identified from: Organisations|Organisations
citations_results|NA|box11|Records identified from: Citation searching|Citation searching
duplicates|node8|box3|Duplicate records
excluded_automatic|NA|box3|Records marked as ineligible by automation tools
excluded_other|NA|box3|Records removed for other reasons
records_screened|node9|box4|Records screened (databases and registers)|Records screened
records_excluded|node10|box5|Records excluded (databases and registers)|Records excluded
dbr_sought_reports|node11|box6|Reports sought for retrieval (databases and registers)|Reports sought for retrieval
dbr_notretrieved_reports|node12|box7|Reports not retrieved (databases and registers)|Reports not retrieved
other_sought_reports|node18|box12|Reports sought for retrieval (other)|Reports sought for retrieval
other_notretrieved_reports|node19|box13|Reports not retrieved (other)|Reports not retrieved
dbr_assessed|node13|box8|Reports assessed for eligibility (databases and registers)|Reports assessed for eligibility
dbr_excluded|node14|box9|Reports excluded (databases and registers)|Reports excluded
other_assessed|node20|box14|Reports assessed for eligibility (other)|Reports assessed for eligibility
other_excluded|node21|box15|Reports excluded (other)|Reports excluded
new_studies|node15|box10|New studies included in review
new_reports|NA|box10|Reports of new included studies
total_studies|node22|box16|Total studies included in review
total_reports|NA|box16|Reports of total included studies
identification|node1|identification|Blue identification box|Identification
screening|node2|screening|Blue screening box|Screening
included|node3|included|Blue included box|Included
total_studies_ma|node23|box17|Total studies included in meta-analysis
total_reports_ma|NA|box17|Reports of total included studies in meta-analysis`
  .trim()
  .split('\n')
  .map((row) => row.split('|'));

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
