import { splitTrimmed } from '../../lib/line.ts';
import { omitEmpty, omitUndefined } from '../../lib/omit-undefined.ts';
import { readAsreviewFields } from './asreview-notes.ts';
import { type FileDecision, type FileNote, type FileResolution, readLabel, type Screening } from './screening.ts';

/**
 * Decision columns in a table: those of our own export, one group per reader (`Ana | decision`, with a stage
 * `Ana | text | decision`), and of the resolution of conflicts (`text | resolution | decision`); otherwise the label of
 * tables for simulations (`included`, in the names that ASReview accepts) with its reasons.
 */

/** The parts of a reader's group of columns, by the last word of the name. */
export const PARTS = ['decision', 'reasons', 'note', 'quote', 'tags', 'at'] as const;
export type DecisionPart = (typeof PARTS)[number];

/** The parts of a resolution's group of columns. */
export const RESOLUTION_PARTS = ['decision', 'by', 'reasons', 'note'] as const;
type ResolutionPart = (typeof RESOLUTION_PARTS)[number];
const RESOLUTION = 'resolution';

/** The name of a column of a reader's decisions. A bar in a name is escaped by a backslash; `\n` is a line break. */
export function columnName(reader: string, stage: string | undefined, part: DecisionPart): string {
  const escaped = (text: string) => text.replace(/[\\|]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return [reader, ...(stage === undefined ? [] : [stage]), part].map(escaped).join(' | ');
}

/** The name of a column of a stage's resolutions. No stage is called `resolution`. */
export function resolutionColumn(stage: string, part: ResolutionPart): string {
  return columnName(stage, RESOLUTION, part as DecisionPart);
}

/**
 * Names of the column with the single label of a record, in lower-case letters and digits; the first one takes
 * precedence.
 */
const LABEL_NAMES =
  'decision asreviewlabel included label finalincluded labelincluded includedlabel includedfinal includedflag include';
const REASON_NAMES = 'reasons reason exclusionreason exclusionreasons';

type Group = { reader: string; stage?: string } & { [Part in DecisionPart]?: number };
type ResolutionGroup = { stage: string } & { [Part in ResolutionPart]?: number };

export type DecisionColumns = {
  groups: Group[];
  resolutions: ResolutionGroup[];
  label?: number;
  reasons?: number;
  prior?: number;
  /** The words of the reasons of the verdict, in their order, and those of all reasons of the row: `C1: adults`. */
  reasonsInWords?: number;
  criteria?: number;
  /** ASReview's columns, with their own names. */
  asreview: [name: string, index: number][];
};

/** The columns of decisions under these names; undefined if there are none. */
export function findDecisionColumns(cells: readonly string[]): DecisionColumns | undefined {
  const groups = new Map<string, Group>();
  const resolutions = new Map<string, ResolutionGroup>();
  for (const [index, cell] of cells.entries()) {
    const [reader = '', ...more] = splitName(cell.replace(GUARD, ''));
    if (more.length === 2 && more[0] === RESOLUTION && isResolutionPart(more[1])) {
      resolutions.set(reader, { ...(resolutions.get(reader) ?? { stage: reader }), [more[1]]: index });
      continue;
    }
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
  const columns = omitUndefined({
    label: find(LABEL_NAMES),
    reasons: find(REASON_NAMES),
    prior: find('prior'),
    reasonsInWords: find('reasonsinwords'),
    criteria: find('criteria'),
  });
  const found = { groups: [...groups.values()], resolutions: [...resolutions.values()], ...columns, asreview };
  return found.groups.length > 0 || found.label !== undefined ? found : undefined;
}

function isResolutionPart(part: string | undefined): part is ResolutionPart {
  return RESOLUTION_PARTS.some((each) => each === part);
}

/** The decisions in a row. `cell` returns a cell without the apostrophe that protects against formulas. */
export function readDecisionCells(columns: DecisionColumns, cell: (index: number) => string): Screening {
  const at = (index: number | undefined) => (index === undefined ? '' : cell(index));
  const isPrior = readLabel(at(columns.prior)) === 'include';
  const read = columns.groups.length > 0 ? readGroups(columns.groups, at) : readOne(columns, at);
  const { refused = [], ...found } = read;
  const resolutions = columns.resolutions.flatMap((group) => readResolution(group, at));
  return {
    ...found,
    ...(resolutions.length > 0 && { resolutions }),
    ...(isPrior && { prior: true }),
    ...readLegend(columns, at),
    ...(refused.length > 0 && { refused }),
  };
}

/** The words of codes; files of earlier versions have only those of the verdict. */
function readLegend({ reasons, reasonsInWords, criteria }: DecisionColumns, at: ReadCell): Pick<Screening, 'criteria'> {
  const codes = splitTrimmed(at(reasons), ';');
  const words = splitTrimmed(at(reasonsInWords), ';');
  const pairs = readWords(at(criteria)).flatMap((each): [string, string][] => {
    const [, code, text] = /^([^\s:]+): (.+)$/s.exec(each) ?? [];
    return code === undefined || text === undefined ? [] : [[code, text]];
  });
  const ofVerdict =
    codes.length === words.length ? codes.map((code, index) => [code, words[index] ?? code] as const) : [];
  const all = [...ofVerdict, ...pairs];
  return all.length > 0 ? { criteria: Object.fromEntries(all) } : {};
}

type ReadCell = (index: number | undefined) => string;

function readGroups(groups: readonly Group[], at: ReadCell): Screening {
  const read = { decisions: [] as FileDecision[], refused: [] as NonNullable<Screening['refused']> };
  const notes: FileNote[] = [];
  for (const { reader, stage, ...parts } of groups) {
    const label = at(parts.decision);
    const decision = readLabel(label);
    const noted = { reader, note: at(parts.note).replace(GUARD, ''), tags: readWords(at(parts.tags)) };
    if (decision) {
      const details = {
        ...noted,
        stage,
        reasons: readWords(at(parts.reasons)),
        quote: at(parts.quote).replace(GUARD, ''),
        at: at(parts.at),
      };
      read.decisions.push({ ...omitEmpty(details), decision });
    } else if (decision === null && (noted.note || noted.tags.length > 0)) notes.push(omitEmpty({ ...noted, stage }));
    else if (decision === undefined) read.refused.push({ label, in: columnName(reader, stage, 'decision') });
  }
  return {
    ...read,
    ...(notes.length > 0 && { notes }),
    ...(read.decisions.length > 0 && { program: 'paperqueue' as const }),
  };
}

/** A resolution with an unknown decision is ignored: its conflict stays open. */
function readResolution({ stage, ...parts }: ResolutionGroup, at: ReadCell): FileResolution[] {
  const decision = readLabel(at(parts.decision));
  if (!decision) return [];
  const details = {
    by: at(parts.by).replace(GUARD, ''),
    reasons: readWords(at(parts.reasons)),
    note: at(parts.note).replace(GUARD, ''),
  };
  return [{ stage, ...omitEmpty(details), decision }];
}

function readOne({ label, reasons, asreview }: DecisionColumns, at: ReadCell): Screening {
  if (asreview.length > 0)
    return readAsreviewFields(
      asreview.map(([name, index]) => [name, at(index)] as const).filter(([, value]) => value !== ''),
    );
  const text = at(label);
  const decision = readLabel(text);
  if (decision) return { decisions: [{ ...omitEmpty({ reasons: splitTrimmed(at(reasons), ';') }), decision }] };
  return { decisions: [], refused: decision === undefined ? [{ label: text, in: 'included' }] : [] };
}

/** Our export puts an apostrophe before text that a spreadsheet might interpret as a formula, also inside a cell. */
const GUARD = /'(?<=[;\t\r\n][\s"]*')(?='*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** A list as one cell, joined by `; `; semicolons in texts are doubled. */
export function joinWords(texts: readonly string[]): string {
  return texts.map((text) => text.replaceAll(';', ';;')).join('; ');
}

function readWords(text: string): string[] {
  const parts = [''];
  for (const [token] of text.replace(GUARD, '').matchAll(/;;|;|[^;]+/g)) {
    if (token === ';') parts.push('');
    else parts.push(`${parts.pop()}${token === ';;' ? ';' : token}`);
  }
  return parts.map((each) => each.trim()).filter(Boolean);
}

const LINE_ENDS: Readonly<Record<string, string>> = { '\\n': '\n', '\\r': '\r' };

function splitName(cell: string): string[] {
  const parts = [''];
  for (const [token] of cell.matchAll(/\\?./gs)) {
    if (token === '|') parts.push('');
    else parts.push(`${parts.pop()}${LINE_ENDS[token] ?? token.replace(/^\\(?=.)/s, '')}`);
  }
  return parts.map((part) => part.trim());
}
