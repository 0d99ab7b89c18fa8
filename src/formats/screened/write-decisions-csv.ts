import { groupBy } from '../../lib/groups.ts';
import { columnName, type DecisionPart, PARTS } from '../decisions/decision-columns.ts';
import { type FileDecision, reasonsOf } from '../decisions/screening.ts';
import { type Cell, joinList, PAPER_COLUMNS, paperCells, writeTable } from '../tables/write-csv.ts';
import type { ScreenedPaper } from './screened-paper.ts';

/**
 * A row a record: what counts (`included` 1 or 0, as ASReview and simulations take it, and `decision`), then each
 * reader's decisions in columns of their own (`Ana | decision`), then the columns of the CSV export. A part that a
 * reader never gave has no column.
 */
export function writeDecisionsCsv(records: readonly ScreenedPaper[]): string {
  const groups = groupBy(
    records.flatMap(({ decisions }) => decisions),
    ({ reader, stage }) => JSON.stringify([reader, stage]),
  );
  const columns = [...groups.values()].flatMap((all) => {
    const { reader, stage } = all[0];
    return PARTS.filter((part) => all.some((each) => cellOf(each, part) !== '')).map((part) => ({
      ...{ reader, stage, part },
      name: columnName(reader, stage, part),
    }));
  });
  const rows = records.map((record) => {
    const { verdict, prior, decisions } = record;
    return {
      ...paperCells(record),
      included: verdict === 'include' ? 1 : verdict === 'exclude' ? 0 : undefined,
      decision: verdict,
      reasons: joinList(reasonsOf(record)),
      prior: prior ? 1 : undefined,
      ...Object.fromEntries(
        columns.map(({ reader, stage, part, name }) => [name, cellOf(lastOf(decisions, reader, stage), part)]),
      ),
    } as Record<string, Cell>;
  });
  // The byte order mark of a file spoils the name of its first column for ASReview, which needs `included`.
  const head = ['ref', 'included', 'decision', 'reasons', 'prior', ...columns.map(({ name }) => name)];
  return writeTable([...head, ...PAPER_COLUMNS.filter((name) => !head.includes(name))], rows);
}

/** Of several decisions of one reader at one stage the last stands. */
function lastOf(decisions: readonly FileDecision[], reader: string, stage: string | undefined) {
  return decisions.findLast((each) => each.reader === reader && each.stage === stage);
}

function cellOf(decision: FileDecision | undefined, part: DecisionPart): string {
  const value = decision?.[part] ?? '';
  return typeof value === 'string' ? value : joinList(value);
}
