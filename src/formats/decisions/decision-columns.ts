import { omitEmpty, omitUndefined } from '../../lib/omit-undefined.ts';
import { readAsreviewFields } from './asreview-notes.ts';
import { type FileDecision, readLabel, type Screening } from './screening.ts';

/**
 * Columns of decisions in a table: those of our own export, one group a reader (`Ana | decision`, with a stage
 * `Ana | text | decision`), and otherwise the label of tables for simulations (`included`, in the names that ASReview
 * takes) with its reasons.
 */

/** The parts of a reader's group of columns, by the last word of the name. */
export const PARTS = ['decision', 'reasons', 'note', 'tags', 'at'] as const;
export type DecisionPart = (typeof PARTS)[number];

/** The name of a column of a reader's decisions. A bar in a name has a backslash before it. */
export function columnName(reader: string, stage: string | undefined, part: DecisionPart): string {
  const escaped = (text: string) => text.replace(/[\\|]/g, '\\$&');
  return [reader, ...(stage === undefined ? [] : [stage]), part].map(escaped).join(' | ');
}

/** Names of the column that has the one label of a record, in small letters and digits; the first counts. */
const LABEL_NAMES =
  'decision asreviewlabel included label finalincluded labelincluded includedlabel includedfinal includedflag include';
const REASON_NAMES = 'reasons reason exclusionreason exclusionreasons';

type Group = { reader: string; stage?: string } & { [Part in DecisionPart]?: number };

export type DecisionColumns = {
  groups: Group[];
  label?: number;
  reasons?: number;
  prior?: number;
  /** ASReview's columns, with their own names. */
  asreview: [name: string, index: number][];
};

/** The columns of decisions under these names; undefined if there are none. */
export function findDecisionColumns(cells: readonly string[]): DecisionColumns | undefined {
  const groups = new Map<string, Group>();
  for (const [index, cell] of cells.entries()) {
    const [reader = '', ...more] = splitName(cell);
    const part = more.at(-1) as DecisionPart | undefined;
    if (part === undefined || more.length > 2 || !PARTS.includes(part)) continue;
    const stage = more.length === 2 ? (more[0] as string) : undefined;
    const key = JSON.stringify([reader, stage]);
    groups.set(key, { ...(groups.get(key) ?? { reader, ...omitUndefined({ stage }) }), [part]: index });
  }
  const plain = cells.map((cell) => cell.toLowerCase().replace(/[^a-z0-9]/g, ''));
  const find = (names: string) =>
    names
      .split(' ')
      .map((name) => plain.indexOf(name))
      .find((index) => index >= 0);
  const asreview = cells.flatMap((cell, index): [string, number][] =>
    /^asreview_/i.test(cell.trim()) ? [[cell.trim(), index]] : [],
  );
  const columns = omitUndefined({ label: find(LABEL_NAMES), reasons: find(REASON_NAMES), prior: find('prior') });
  const found = { groups: [...groups.values()], ...columns, asreview };
  return found.groups.length > 0 || found.label !== undefined ? found : undefined;
}

/** The decisions in a row. `cell` gives a cell without what keeps a spreadsheet from running it. */
export function readDecisionCells(columns: DecisionColumns, cell: (index: number) => string): Screening {
  const at = (index: number | undefined) => (index === undefined ? '' : cell(index));
  const isPrior = readLabel(at(columns.prior)) === 'include';
  const { decisions, refused, prior } =
    columns.groups.length > 0 ? readGroups(columns.groups, at) : readOne(columns, at);
  return {
    decisions,
    ...((isPrior || prior) && { prior: true }),
    ...(refused.length > 0 && { refused }),
  };
}

type ReadCell = (index: number | undefined) => string;
type Read = { decisions: FileDecision[]; refused: NonNullable<Screening['refused']>; prior?: true };

function readGroups(groups: readonly Group[], at: ReadCell): Read {
  const read: Read = { decisions: [], refused: [] };
  for (const { reader, stage, ...parts } of groups) {
    const label = at(parts.decision);
    const decision = readLabel(label);
    if (decision) {
      const details = {
        ...{ reader, stage, reasons: readList(at(parts.reasons)), note: at(parts.note).replace(GUARD, '') },
        ...{ tags: readList(at(parts.tags)), at: at(parts.at) },
      };
      read.decisions.push({ ...omitEmpty(details), decision });
    } else if (decision === undefined) read.refused.push({ label, in: columnName(reader, stage, 'decision') });
  }
  return read;
}

function readOne({ label, reasons, asreview }: DecisionColumns, at: ReadCell): Read {
  if (asreview.length > 0) {
    const fields = asreview.map(([name, index]) => [name, at(index)] as const).filter(([, value]) => value !== '');
    const read = readAsreviewFields(fields);
    return { ...read, refused: read.refused ?? [] };
  }
  const text = at(label);
  const decision = readLabel(text);
  if (decision) return { decisions: [{ ...omitEmpty({ reasons: readList(at(reasons)) }), decision }], refused: [] };
  return { decisions: [], refused: decision === undefined ? [{ label: text, in: 'included' }] : [] };
}

/** Our export puts an apostrophe before what a spreadsheet might run, also inside of a cell. */
const GUARD = /(?<=[;\t\r\n][\s"]*)'(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

function readList(text: string): string[] {
  return text
    .replace(GUARD, '')
    .split(';')
    .map((each) => each.trim())
    .filter(Boolean);
}

function splitName(cell: string): string[] {
  const parts = [''];
  for (const [token] of cell.matchAll(/\\?./gs)) {
    if (token === '|') parts.push('');
    else parts.push(`${parts.pop()}${token.replace(/^\\(?=.)/s, '')}`);
  }
  return parts.map((part) => part.trim());
}
