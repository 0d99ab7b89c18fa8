import { groupBy } from '../../lib/groups.ts';
import { columnName, joinWords, PARTS, RESOLUTION_PARTS, resolutionColumn } from '../decisions/decision-columns.ts';
import { type FileDecision, legendOf, reasonsInWords, reasonsOf } from '../decisions/screening.ts';
import type { ScreenedPaper } from '../format.ts';
import { type Cell, joinList, PAPER_COLUMNS, paperCells, writeTable } from '../tables/write-csv.ts';

/**
 * One row per record: the verdict (`included` 1 or 0, as ASReview and simulations accept it, and `decision`), then each
 * reader's decisions in separate columns (`Ana | decision`), the resolutions of conflicts, then the columns of the CSV
 * export, and last the words of all codes of criteria in the row. A part that a reader never used has no column.
 */
export function writeDecisionsCsv(records: readonly ScreenedPaper[]): string {
  const groups = groupBy(records.flatMap(listEntries), ({ reader, stage }) => JSON.stringify([reader, stage]));
  const columns = [...groups.values()].flatMap((all) => {
    const { reader, stage } = all[0];
    return PARTS.filter((part) => all.some((each) => cellOf(each, part) !== '')).map((part) => ({
      reader,
      stage,
      part,
      name: columnName(reader, stage, part),
    }));
  });
  const stages = [...new Set(records.flatMap(({ resolutions = [] }) => resolutions.map(({ stage }) => stage)))];
  const ofResolutions = stages.flatMap((stage) =>
    RESOLUTION_PARTS.map((part) => ({ stage, part, name: resolutionColumn(stage, part) })),
  );
  const rows = records.map((record) => {
    const { verdict, prior, resolutions = [] } = record;
    const entries = listEntries(record);
    return {
      ...paperCells(record),
      included: verdict === 'include' ? 1 : verdict === 'exclude' ? 0 : undefined,
      decision: verdict,
      reasons: joinList(reasonsOf(record)),
      'reasons in words': joinList(reasonsInWords(record)),
      prior: prior ? 1 : undefined,
      criteria: joinWords(legendOf(record).map(([code, words]) => `${code}: ${words}`)),
      ...Object.fromEntries(
        columns.map(({ reader, stage, part, name }) => {
          const last = entries.findLast((each) => each.reader === reader && each.stage === stage);
          return [name, cellOf(last, part)];
        }),
      ),
      ...Object.fromEntries(
        ofResolutions.map(({ stage, part, name }) => {
          const resolution = resolutions.find((each) => each.stage === stage);
          return [name, cellOf(resolution, part)];
        }),
      ),
    } as Record<string, Cell>;
  });
  // A byte order mark spoils the name of the first column for ASReview, which needs `included`.
  const head = [
    ...['ref', 'included', 'decision', 'reasons', 'reasons in words', 'prior'],
    ...[...columns, ...ofResolutions].map(({ name }) => name),
  ];
  const legend = rows.some(({ criteria }) => criteria) ? ['criteria'] : [];
  return writeTable([...head, ...PAPER_COLUMNS.filter((name) => !head.includes(name)), ...legend], rows);
}

/** Notes without a decision, then decisions. */
function listEntries({ decisions, notes = [] }: ScreenedPaper): (Partial<FileDecision> & { reader: string })[] {
  return [...notes, ...decisions];
}

function cellOf<Part extends string>(entry: { [Each in Part]?: string | string[] } | undefined, part: Part): string {
  const value = entry?.[part] ?? '';
  return typeof value === 'string' ? value : joinWords(value);
}
