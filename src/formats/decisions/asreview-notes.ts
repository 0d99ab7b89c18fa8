import { parseJson } from '../../lib/json.ts';
import { omitEmpty } from '../../lib/omit-undefined.ts';
import {
  decidedAt,
  type FileDecision,
  noteOf,
  readLabel,
  reasonsInWords,
  type Screened,
  type Screening,
  type ScreeningDecision,
} from './screening.ts';

/**
 * ASReview writes its label in a separate note (`ASReview_relevant`), and further data in notes named like its columns:
 * `asreview_note: "text"`, `asreview_time: "2026-03-04 10:00:00"`, `asreview_tag_reason_C1: 1`. It has no readers'
 * names and no `maybe`, which is written as not seen.
 */

const LABELS = {
  include: 'ASReview_relevant',
  exclude: 'ASReview_irrelevant',
  maybe: 'ASReview_not_seen',
} as const satisfies Record<ScreeningDecision, string>;
const PRIOR = 'ASReview_prior';
/** The group of tags that represent reasons. */
export const REASON_GROUP = 'reason';
const OWN_NOTE = /^(asreview_[^:\n]+)(?::\s*(.*))?$/is;

/** The label in notes, and the notes that are not ASReview's; undefined if no note is. */
export function readAsreviewNotes(notes: readonly string[]): (Screening & { rest: string[] }) | undefined {
  const own: [name: string, value: string][] = [];
  const rest: string[] = [];
  for (const note of notes) {
    const [, name, value = ''] = OWN_NOTE.exec(note) ?? [];
    if (name === undefined) rest.push(note);
    else own.push([name, value]);
  }
  return own.length === 0 ? undefined : { ...readAsreviewFields(own), rest };
}

/** The decision in ASReview's notes, or in the columns of its tables, which have the same names. */
export function readAsreviewFields(fields: readonly (readonly [name: string, value: string])[]): Screening {
  const find = (name: string) => fields.find(([each]) => each.toLowerCase() === name)?.[1] ?? '';
  const notes = fields.filter(([name, value]) => value === '' && /^asreview_/i.test(name));
  const label = find('asreview_label') || (notes.find(([name]) => name !== PRIOR)?.[0] ?? '');
  const isPrior = notes.some(([name]) => name === PRIOR) || readLabel(find('asreview_prior')) === 'include';
  const tagged = fields.filter(([name, value]) => /^asreview_tag_/i.test(name) && readLabel(value) === 'include');
  const tags = tagged.map(([name]) => name.slice('asreview_tag_'.length));
  const isReason = (tag: string) => tag.startsWith(`${REASON_GROUP}_`);
  const decision = readLabel(label);
  const details: Omit<FileDecision, 'decision'> = omitEmpty({
    reader: find('asreview_user_name'),
    reasons: tags.filter(isReason).map((tag) => tag.slice(REASON_GROUP.length + 1)),
    note: unquoted(find('asreview_note')),
    tags: tags.filter((tag) => !isReason(tag)),
    at: readTime(unquoted(find('asreview_time'))),
  });
  return {
    decisions: decision ? [{ ...details, decision }] : [],
    ...(decision && { program: 'ASReview' as const }),
    ...(isPrior && { prior: true }),
    ...(decision === undefined && { refused: [{ label, in: 'ASReview' }] }),
  };
}

export function writeAsreviewNotes(screened: Screened): string[] {
  const { verdict, prior = false } = screened;
  const label = verdict ? LABELS[verdict] : LABELS.maybe;
  const isLabelled = verdict === 'include' || verdict === 'exclude';
  const note = noteOf(screened);
  const at = decidedAt(screened);
  return [
    label,
    ...(prior ? [PRIOR] : []),
    ...(isLabelled && at ? [`asreview_time: ${JSON.stringify(at.slice(0, 19).replace('T', ' '))}`] : []),
    ...(isLabelled && note ? [`asreview_note: ${JSON.stringify(note)}`] : []),
    ...(isLabelled ? reasonsInWords(screened).map((reason) => reason.replace(/[\s:]+/g, ' ').trim()) : []).map(
      (reason) => `asreview_tag_${REASON_GROUP}_${reason}: 1`,
    ),
  ];
}

function unquoted(value: string): string {
  const parsed = parseJson(value);
  return typeof parsed === 'string' ? parsed : value;
}

/** ASReview writes UTC without a time zone. */
function readTime(text: string): string | undefined {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)/.exec(text) ?? [];
  return day && `${day}T${time}.000Z`;
}
