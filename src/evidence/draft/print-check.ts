import { retractionText } from '../../faces/cli/print/retraction-text.ts';
import { PLAIN, type Style } from '../../faces/cli/print/terminal.ts';
import { CLI_WORDING } from '../../faces/cli/wording.ts';
import { counted } from '../../lib/counted.ts';
import { withoutTerminalControls } from '../../lib/visible-text.ts';
import { shorten } from '../../papers/text.ts';
import {
  type CheckedQuotation,
  type CheckedReference,
  type CheckedStatement,
  type DraftCheck,
  type DraftRow,
  rankRow,
} from './check.ts';

/** Formats a check for the terminal: a block for each finding, the most serious first. */

const INDENT = '    ';
const MAX_SHOWN = 240;

type Shown = { name: string; isWhole: boolean; style?: Style };

/** `isWhole`: also rows that need no action. */
export function formatCheck({ rows, unit }: DraftCheck, { name, isWhole, style = PLAIN }: Shown): string {
  const shown = rows.filter((row) => isWhole || !rankRow(row).isFine);
  if (rows.length === 0) return 'Nothing was checked: no citation, reference or quotation was recognised.';
  if (shown.length === 0) return 'Nothing to correct was found.';
  return shown.map((row) => formatRow(row, describeLocation(name, unit, row.at), style)).join('\n');
}

function describeLocation(name: string, unit: DraftCheck['unit'], at: number | undefined): string {
  if (at === undefined) return name;
  return unit === 'line' ? `${name}:${at}` : `${name}, paragraph ${at}`;
}

function formatRow(row: DraftRow, place: string, style: Style): string {
  const [head, ...lines] =
    row.kind === 'reference'
      ? referenceLines(row)
      : row.kind === 'quotation'
        ? quotationLines(row)
        : statementLines(row);
  const { rank, isFine } = rankRow(row);
  const [label = '', ...rest] = (head ?? '').split('  ');
  const painted = isFine ? label : style.paint(rank < 5 ? 'red' : 'yellow', label);
  const plain = [...rest].join('  ');
  return [
    `${place}  ${painted}  ${withoutTerminalControls(plain)}`,
    ...lines.map((line) => INDENT + withoutTerminalControls(line)),
  ].join('\n');
}

const REFERENCES: Record<CheckedReference['verdict'], string> = {
  exists: 'OK',
  differs: 'DIFFERS',
  none: 'NOT FOUND',
  unchecked: 'NOT CHECKED',
  'not-a-reference': 'NO REFERENCE',
  'not-listed': 'NOT LISTED',
  'unknown-ref': 'UNKNOWN REF',
};

function referenceLines(row: CheckedReference): string[] {
  const {
    verdict,
    cited,
    reference,
    ref,
    title,
    differs = [],
    notCompared = [],
    class: wrong,
    retracted,
    retraction,
  } = row;
  const isDoubted = retraction !== undefined && retraction.kind !== 'corrected';
  const label = retracted
    ? 'RETRACTED'
    : isDoubted && verdict === 'exists'
      ? 'DOUBTED'
      : row.isUncited && verdict === 'exists'
        ? 'NEVER CITED'
        : row.note?.kind === 'draft-work-not-held'
          ? 'NOT HELD'
          : REFERENCES[verdict];
  const marked = retraction ? retractionText({ retraction, retracted }) : undefined;
  return [
    `${label}  ${cited && cited !== reference ? `${shorten(cited, MAX_SHOWN)}  ` : ''}${shorten(reference, MAX_SHOWN)}`,
    ...(marked === undefined ? [] : [marked]),
    ...(row.mayBeInvented
      ? ['two or more sources that cover its field and year have no such title: it may be invented']
      : []),
    ...(ref === undefined ? [] : [`${ref}  ${shorten(title ?? '', MAX_SHOWN)}`]),
    ...differs.map((difference) => `differs: ${difference}`),
    ...(notCompared.length > 0 && verdict === 'differs' ? [`not compared: ${notCompared.join(', ')}`] : []),
    ...(wrong ? [`class: ${wrong}`] : []),
    ...(row.isUncited && label !== 'NEVER CITED' ? ['never cited'] : []),
    ...(row.note ? [CLI_WORDING.note(row.note)] : []),
  ];
}

const QUOTATIONS: Record<CheckedQuotation['verdict'], [label: string, meaning: string]> = {
  exact: ['QUOTED', ''],
  near: ['QUOTED', 'with a harmless difference'],
  altered: ['ALTERED', 'the text says it otherwise'],
  loose: ['LOOSE', 'the words stand in the text, not as one quotation'],
  absent: ['NOT THERE', 'the text of the cited paper does not have these words'],
  'not-in-abstract': ['NOT CHECKED', 'not in the abstract or preprint, and no published text is stored'],
  'no-text': ['NOT CHECKED', 'no text of the cited paper is stored or freely available'],
  'no-citation': ['NOT CHECKED', 'nothing is cited beside it'],
  unchecked: ['NOT CHECKED', 'the cited paper is not known, or the time was over'],
};

function quotationLines({ verdict, quote, ref, place, text, differences = [] }: CheckedQuotation): string[] {
  const [label, meaning] = QUOTATIONS[verdict];
  const where = [ref, place].filter(Boolean).join(' ');
  return [
    `${label}  "${shorten(quote, MAX_SHOWN)}"`,
    ...(meaning === '' && where === '' ? [] : [[where, meaning].filter(Boolean).join(': ')]),
    ...(text === undefined ? [] : [`the text: "${shorten(text, MAX_SHOWN)}"`]),
    ...differences.map((each) => `"${each.quote}" in the draft, "${each.document}" in the text`),
  ];
}

function statementLines({ sentence, ref, place, passage, numbers }: CheckedStatement): string[] {
  const { agree = [], absent = [] } = numbers ?? {};
  return [
    `${absent.length > 0 ? 'NUMBERS' : 'PASSAGE'}  ${shorten(sentence, MAX_SHOWN)}`,
    ...(absent.length > 0 ? [`not in this passage: ${absent.join(', ')}`] : []),
    ...(agree.length > 0 ? [`in this passage: ${agree.join(', ')}`] : []),
    `${ref} ${place}: ${shorten(passage, MAX_SHOWN)}`,
  ];
}

/** One line that counts everything that was checked. */
export function summaryOf({ counts, jobs }: DraftCheck, name: string): string {
  const { references, quotations, statements, addresses } = counts;
  const { retracted = 0, uncited = 0, ...verdicts } = references;
  const all = Object.values(verdicts).reduce((sum, count) => sum + count, 0);
  const quoted = Object.values(quotations).reduce((sum, count) => sum + count, 0);
  const some = (count: number | undefined, words: string) => (count ? [`${count} ${words}`] : []);
  const referenceParts = [
    ...some(verdicts.exists, 'found'),
    ...some(verdicts.differs, 'differ'),
    ...some(verdicts.none, 'not found'),
    ...some(verdicts['not-listed'], 'not listed'),
    ...some(verdicts['unknown-ref'], 'of no paper here'),
    ...some(retracted, 'retracted'),
    ...some(uncited, 'never cited'),
    ...some(verdicts['not-a-reference'], 'no reference'),
    ...some(verdicts.unchecked, 'not checked'),
  ];
  const found = (quotations.exact ?? 0) + (quotations.near ?? 0);
  const wrong = (quotations.altered ?? 0) + (quotations.absent ?? 0) + (quotations.loose ?? 0);
  const quotationParts = [
    ...some(found, 'as in the text'),
    ...some(wrong, 'not so'),
    ...some(quoted - found - wrong, 'not checked'),
  ];
  const list = (parts: readonly string[]) => (parts.length > 0 ? ` (${parts.join(', ')})` : '');
  return [
    `${name}: ${counted(counts.citations, 'citation')}, ${counted(all, 'reference')}${list(referenceParts)}, `,
    `${counted(quoted, 'quotation')}${list(quotationParts)}, `,
    `${counted(statements.all, 'sentence')} with a citation (${statements.withPassage} with a passage)`,
    ...(addresses > 0 ? [`, ${counted(addresses, 'address', 'addresses')} not looked up`] : []),
    jobs.length > 0 ? `. ${jobs.join(', ')}: free.` : '.',
  ].join('');
}
