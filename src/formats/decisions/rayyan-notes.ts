import { splitTrimmed } from '../../lib/line.ts';
import { omitEmpty } from '../../lib/omit-undefined.ts';
import { type FileDecision, inWords, lastOfEach, readLabel, type Screened, type Screening } from './screening.ts';

/**
 * Rayyan writes the decisions of all readers in one note: `RAYYAN-INCLUSION: {"Ana"=>"Excluded", "Bo"=>"Maybe"} |
 * RAYYAN-LABELS: a,b | RAYYAN-EXCLUSION-REASONS: wrong population | USER-NOTES: {"Ana"=>["check"]}`. Labels and reasons
 * belong to the record: on reading, every reader gets the labels, and those who excluded it get the reasons.
 */

const PART = /(?:RAYYAN-(?:INCLUSION|LABELS|EXCLUSION-REASONS)|USER-NOTES):/;
const QUOTED = '(?<!\\\\)"((?:[^"\\\\]|\\\\.)*)"';
/**
 * A list of readers ends with its brace, whatever their names and notes contain; any other part ends before the next
 * one.
 */
const EACH_PART = new RegExp(
  `${PART.source}(?:\\s*\\{(?:[^"}|]|${QUOTED})*\\}(?=\\s*(?:\\||$))|.*?(?=\\|\\s*${PART.source}|$))`,
  'gs',
);
const DECISION = new RegExp(`${QUOTED}\\s*=>\\s*${QUOTED}`, 'gs');
const NOTES = new RegExp(`${QUOTED}\\s*=>\\s*\\[((?:[\\s,]|"(?:[^"\\\\]|\\\\.)*")*)\\]`, 'gs');
const EACH_QUOTED = new RegExp(QUOTED, 'gs');
const WORDS = { include: 'Included', exclude: 'Excluded', maybe: 'Maybe' } as const;

/** The decisions in a note, and its other text; undefined for a note without decisions. */
export function readRayyanNote(note: string): (Screening & { rest: string }) | undefined {
  const start = note.search(PART);
  if (start < 0) return undefined;
  const parts = [...note.slice(start).matchAll(EACH_PART)].map(([part]) => part);
  const part = (name: string) => {
    const text = parts.find((each) => each.startsWith(`${name}:`)) ?? '';
    return text.slice(name.length + 1).trim();
  };
  const labels = [...part('RAYYAN-INCLUSION').matchAll(DECISION)].map(
    ([, reader = '', label = '']) => [withoutEscapes(reader), withoutEscapes(label)] as const,
  );
  if (labels.length === 0) return undefined;
  const tags = splitTrimmed(part('RAYYAN-LABELS'), ',');
  const reasons = splitTrimmed(part('RAYYAN-EXCLUSION-REASONS'), ',');
  const notes = new Map(
    [...part('USER-NOTES').matchAll(NOTES)].map(([, reader = '', list = '']) => [
      withoutEscapes(reader),
      [...list.matchAll(EACH_QUOTED)].map(([, text = '']) => withoutEscapes(text)).join('\n'),
    ]),
  );
  const decisions: FileDecision[] = [];
  const refused: NonNullable<Screening['refused']> = [];
  for (const [reader, label] of labels) {
    const decision = readLabel(label);
    if (decision)
      decisions.push({
        ...omitEmpty({ reader, tags, note: notes.get(reader), reasons: decision === 'exclude' ? reasons : [] }),
        decision,
      });
    else if (decision === undefined) refused.push({ label, in: 'RAYYAN-INCLUSION' });
  }
  const rest = note.slice(0, start).replace(/(?<![\s|])[\s|]+$/, '');
  const program = decisions.length > 0 && ({ program: 'Rayyan' } as const);
  return { decisions, ...program, ...(refused.length > 0 && { refused }), rest };
}

/** Rayyan's note for a record; undefined if there is no decision. It contains the last decision of each reader. */
export function writeRayyanNote(screened: Screened): string | undefined {
  const { decisions } = screened;
  if (decisions.length === 0) return undefined;
  const last = lastOfEach(screened);
  const lists = (values: readonly string[]) => [...new Set(values.map(withoutSigns).filter(Boolean))].join(',');
  const labels = lists(last.flatMap(({ tags = [] }) => tags));
  const excluding = last.filter(({ decision }) => decision === 'exclude');
  const reasons = lists(excluding.flatMap((each) => each.reasons ?? []).map((reason) => inWords(screened, reason)));
  const notes = last.flatMap(({ reader, note }) => (note ? [`${quoted(reader)}=>[${quoted(note)}]`] : []));
  return [
    `RAYYAN-INCLUSION: {${last.map((each) => `${quoted(each.reader)}=>${quoted(WORDS[each.decision])}`).join(', ')}}`,
    ...(labels ? [`RAYYAN-LABELS: ${labels}`] : []),
    ...(reasons ? [`RAYYAN-EXCLUSION-REASONS: ${reasons}`] : []),
    ...(notes.length > 0 ? [`USER-NOTES: {${notes.join(', ')}}`] : []),
  ].join(' | ');
}

/** A comma would split a label, and a bar would end the list. */
function withoutSigns(label: string): string {
  return label.replaceAll(',', ';').replaceAll('|', '/').trim();
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function withoutEscapes(text: string): string {
  return text.replace(/\\(.)/gs, '$1');
}
