import { counted } from '../../lib/counted.ts';
import { listNamed } from '../../lib/line.ts';
import { shown } from '../../lib/shown.ts';
import { describeDamage } from '../../wording/sentences/damaged-log.ts';
import type { SentencesOf } from '../../wording/sentences/vocabulary.ts';
import type { Mark } from './marks.ts';
import type { Refused, TableAdvice, TableNote, TableProblem } from './notes.ts';
import type { Completeness } from './table-state.ts';

export const TABLE_SENTENCES: SentencesOf<{ notes: TableNote; advice: TableAdvice; problems: TableProblem }> = {
  notes: {
    'no-such-table': ({ given, known }) =>
      `There is no evidence table ${given} on this machine; ${known.length > 0 ? `tables: ${known.join(', ')}.` : 'none was begun.'}`,
    'damaged-table': ({ table, n, isUnknown }) => describeDamage(table, n, isUnknown),
    'table-busy': ({ table }) => `Others kept writing to ${table}, and nothing was added.`,
    'tables-unreadable': ({ tables }) =>
      `No part of ${tables.join(', ')} can be read; the other tables are not affected.`,
    'table-followed': ({ from, added, left }) =>
      `${[added > 0 && `${counted(added, 'paper')} of ${from} added`, left > 0 && `${counted(left, 'paper')} ${left === 1 ? 'is' : 'are'} no longer included there: kept, but not counted`].filter(Boolean).join('; ')}.`,
    'not-followed': ({ from }) => `${from} could not be read, so the papers of the table were not updated.`,
    'cells-rechecked': ({ cells }) =>
      `${counted(cells, 'quotation')} ${cells === 1 ? 'was' : 'were'} checked again, because the text is now stored.`,
    'texts-not-held': ({ named, all }) =>
      `The full text of ${counted(all, 'paper')} is not stored (${listNamed(named, all)}): quotations were checked against the abstract, or not at all. Read or attach the texts; then they are checked again.`,
  },
  advice: {
    'name-table': () => 'Name an existing table (T1), or begin one with a title and papers.',
    'repair-table': ({ table, isOpening, isNewer }, { command }) => {
      if (isNewer) return 'Use the newest version of paperqueue.';
      if (isOpening) return 'Only a copy of the data folder can bring it back.';
      return command
        ? `\`${command(`evidence repair ${table}`)}\` keeps the events before it and sets the rest aside.`
        : 'At the command line a person can keep the events before it and set the rest aside.';
    },
    'mend-marked': ({ cells }) =>
      `${counted(cells, 'cell')} ${cells === 1 ? 'is' : 'are'} marked: copy the quotation from the paper and fill again, or say which cells are uncertain.`,
    'settle-differing': ({ cells }) => `A person settles ${counted(cells, 'cell')} on which extractors differ.`,
    'fill-open': ({ cells }) =>
      `${counted(cells, 'cell')} ${cells === 1 ? 'is' : 'are'} open: fill the next ones, each with a quotation.`,
    'table-page': ({ offset }) => `More papers follow from offset ${offset}.`,
    'table-done': () => 'All cells are filled. Write with the refs of the papers, and name each marked cell.',
  },
  problems: {
    'new-table-needs': () => 'a table (T1), or a title and papers to begin one',
    'too-much': ({ most, of }) => `at most ${most.toLocaleString('en')} ${of}`,
    'no-table-format': ({ given }) => `a format of tables (csv, markdown or html), got ${given}`,
  },
};

/** A mark of a cell, in one clause. */
export function describeMark(mark: Mark): string {
  switch (mark.kind) {
    case 'no-quotation':
      return 'no quotation';
    case 'short-quotation':
      return 'the quotation is too short to support the value';
    case 'quotation-not-held':
      return {
        altered: 'the quotation differs from the text',
        loose: 'the text has similar words only',
        absent: 'the stored text of the paper does not contain the quotation',
      }[mark.verdict];
    case 'quoted-of-other':
      return `the quotation occurs in ${mark.refs.join(', ')}`;
    case 'not-checked':
      return 'not checked: no text is stored, or it took too long';
    case 'number-not-quoted':
      return `not in the quotation: ${mark.numbers.map(shown).join(', ')}`;
    case 'unit-not-quoted':
      return `the quotation lacks the unit ${shown(mark.unit)}`;
    case 'negation-differs':
      return 'only one of value and quotation has a negation';
    case 'value-not-taken':
      return 'not a valid value since the column was changed';
    case 'nothing-searched':
      return 'no text of the paper is stored, so nothing was searched';
  }
}

/** Why a cell or column is refused, and what would be accepted, in one sentence. */
export function describeRefused(refused: Refused): string {
  switch (refused.kind) {
    case 'malformed':
      return refused.why;
    case 'not-in-table':
      return 'The table has no such paper.';
    case 'given-twice':
      return 'This call fills the cell twice: the first value is recorded. To change it, fill it again.';
    case 'no-time-to-check':
      return 'Time ran out before it was checked: fill it again, with fewer cells.';
    case 'no-column':
      return `The table has no such column; columns: ${refused.columns.map(shown).join(', ') || 'none'}.`;
    case 'long-quotation':
      return `A quotation has at most ${refused.most.toLocaleString('en')} characters.`;
    case 'nothing-to-take-back':
      return 'You have filled nothing there.';
    case 'nothing-to-settle':
      return 'Its extractors do not differ, or none gave this value.';
    case 'no-name':
      return 'A column needs a name of visible characters.';
    case 'category-needs-values':
      return 'A category needs the list of its values, at least two.';
    case 'only-of-type':
      return `Only a column of type ${refused.type} has ${refused.part === 'unit' ? 'a unit' : 'values'}.`;
    case 'name-taken':
      return `Another column has the name ${shown(refused.name)}.`;
    case 'too-many-columns':
      return `A table has at most ${refused.most} columns.`;
    case 'no-value':
      return 'A value is needed: a text, a number, yes or no, or "not reported".';
    case 'long-value':
      return `A value has at most ${refused.most} characters; the quotation has the rest.`;
    case 'no-number':
      return 'The column takes a number, such as 12.4, 1,000, 12 % or < 0.05; or "not reported".';
    case 'no-yes-no':
      return 'The column takes yes or no; or "not reported".';
    case 'no-category':
      return `The column takes one of ${refused.values.map(shown).join(', ')}; or "not reported".`;
  }
}

/** The parts of a paper that were searched for a value that is not reported. */
export function describeSearched(held: 'text' | 'abstract' | 'none', sections: readonly string[]): string {
  if (held === 'none') return 'nothing: neither text nor abstract is stored';
  if (held === 'abstract') return 'only the abstract';
  return sections.length > 0 ? `the full text, ${counted(sections.length, 'section')}` : 'the full text';
}

/** How complete a table is, in one clause. */
export function describeComplete({ cells, filled, marked, differ, open }: Completeness): string {
  return `${filled} of ${counted(cells, 'cell')} filled, ${marked} marked, ${differ} with differing values, ${open} open`;
}
