import type { PageFormat } from '../../formats/page-formats.ts';
import { ABSTRACT_PLACE, type Decided, type ViewData, type ViewTexts, writeAbstract } from '../data/report-data.ts';
import { writeCell } from './decide/decisions-file.ts';
import type { Decisions } from './decide/person-decisions.ts';

/** The text of an export, identical to paperqueue's own except for the decisions made here. */
export function exportText(
  { papers }: ViewData,
  { frames, latex, entries }: ViewTexts,
  { name }: Pick<PageFormat, 'name'>,
  refs: readonly string[],
  decisions?: Decisions,
): string {
  const { head, between, abstracts } = frames[name] as ViewTexts['frames'][string];
  const isDecided = papers.some((_, index) => decisions?.of(index)?.decision);
  const withDecision = isDecided ? WITH_DECISION[name] : undefined;
  const written = refs.map((ref) => {
    const index = papers.findIndex((paper) => paper.ref === ref);
    const abstract = papers[index]?.abstract ?? '';
    const entry = entries[index]?.[name] ?? '';
    const decided = withDecision?.(entry, head, decisions?.of(index)) ?? entry;
    return decided.replace(ABSTRACT_PLACE, () => writeAbstract(abstracts, abstract, latex));
  });
  return (withDecision?.(head, head) ?? head) + written.join(between);
}

const CELL_WITH_COMMA = /(?:^|,)(?:"(?:[^"]|"")*"|[^,"]*)/g;

/** Adds a decision to a format's entry or head: as a keyword (`decision: include`) or in columns. */
const WITH_DECISION: Record<string, (text: string, head: string, decided?: Decided) => string | undefined> = {
  bibtex: (entry, _head, decided) => {
    const keyword = keywordOf(decided);
    if (!keyword) return undefined;
    const field = /^( {2}keywords = \{)(.*)(\},)$/m;
    // If a keyword contains a comma, keywords are separated by semicolons.
    if (field.test(entry))
      return entry.replace(
        field,
        (_, start, all, end) => start + all + (all.includes(';') ? '; ' : ', ') + keyword + end,
      );
    return entry.replace(/\}\s*$/, (end) => `  keywords = {${keyword}},\n${end}`);
  },
  ris: (entry, _head, decided) => {
    const keyword = keywordOf(decided);
    return keyword && entry.replace(/ER {2}- \s*$/, (end) => `KW  - ${keyword}\r\n${end}`);
  },
  csv: (line, head, decided) => {
    const { decision = '', note = '' } = decided ?? {};
    if (line === head) return line.replace(/\r\n$/, (end) => `,decisionNote${end}`);
    const cells = line.slice(0, -2).match(CELL_WITH_COMMA) ?? [];
    cells[head.split(',').indexOf('decision')] = `,${decision}`;
    return `${cells.join('')},${writeCell(note)}\r\n`;
  },
};

function keywordOf(decided: Decided | undefined): string | undefined {
  return decided?.decision && `decision: ${decided.decision}`;
}
