import { setImmediate as nextTurn } from 'node:timers/promises';
import { groupBy } from '../../lib/groups.ts';
import { omitUndefined } from '../../lib/omit-undefined.ts';
import { spacedWords } from '../../papers/filters/text-condition.ts';
import type { FullTexts, HeldQuotes } from '../../reading/full-text.ts';
import type { CellCheck, TablePaper } from './table-events.ts';

type Call = { signal: AbortSignal };

/** A cell to check. For a value that is not reported, only the searched sections are recorded. */
export type CellToCheck = { ref: string; quote?: string | undefined; isNotReported: boolean };

/**
 * Checks cells; results are in their order. A result is undefined if time ran out, or, with `onlyNewTexts`, if the
 * paper has no text.
 */
export type CellChecks = (
  papers: ReadonlyMap<string, TablePaper>,
  cells: readonly CellToCheck[],
  options: Call & { onlyNewTexts?: true },
) => Promise<(CellCheck | undefined)[]>;

/** Less than the time limit of a call, so that finished checks are recorded. */
const MAX_CHECKING_MS = 20_000;

const MAX_PASSAGE_CHARACTERS = 2_000;
const MAX_SECTIONS = 40;
const MAX_OTHERS = 3;
/** Number of consecutive words that must occur in another paper before the whole quotation is compared with it. */
const PROBE_WORDS = 5;

/** Checks quotations against stored texts and abstracts, paper by paper. Queries no source. */
export function createCellChecks(fullTexts: () => Promise<FullTexts>, now = () => performance.now()): CellChecks {
  return async (papers, cells, { onlyNewTexts, ...call }) => {
    const texts = await fullTexts();
    const endsAt = now() + MAX_CHECKING_MS;
    const isOver = () => now() >= endsAt;
    const checks = new Map<CellToCheck, CellCheck>();
    for (const [ref, cellsOfPaper] of groupBy(cells, (cell) => cell.ref)) {
      const paper = papers.get(ref);
      if (!paper || (onlyNewTexts && texts.findHash(paper) === undefined)) continue;
      for (const cell of cellsOfPaper) {
        if (isOver()) break;
        const held = await texts.checkHeld(paper, cell.quote === undefined ? [] : [cell.quote], call);
        checks.set(cell, toCheck(held, cell));
      }
    }
    const unmatched = [...checks].filter(([, { verdict }]) => verdict === 'absent' || verdict === 'loose');
    if (unmatched.length > 0) await findElsewhere({ texts, papers, isOver }, unmatched, call);
    return cells.map((cell) => checks.get(cell));
  };
}

function toCheck({ held, hash, sections, checks }: HeldQuotes, { quote, isNotReported }: CellToCheck): CellCheck {
  const found = { held, ...omitUndefined({ hash }) };
  const searched = isNotReported && { searched: sections.slice(0, MAX_SECTIONS) };
  if (quote === undefined) return { ...found, ...searched };
  const [check] = checks;
  if (!check) return { ...found, ...searched, verdict: held === 'none' ? 'no-text' : 'not-compared' };
  const { verdict, at, text, differences, passage } = check;
  return {
    ...found,
    ...searched,
    verdict,
    ...omitUndefined({ at, text, differences, passage: passage && excerpt(passage, text) }),
  };
}

/** Shortens a long paragraph around the words. */
function excerpt(passage: string, words = ''): string {
  if (passage.length <= MAX_PASSAGE_CHARACTERS) return passage;
  const found = Math.max(passage.indexOf(words.slice(0, 40)), 0);
  const start = Math.max(0, Math.min(found - MAX_PASSAGE_CHARACTERS / 4, passage.length - MAX_PASSAGE_CHARACTERS));
  return passage.slice(start, start + MAX_PASSAGE_CHARACTERS);
}

/** Adds to the checks the other papers of the table that contain the quotation. */
async function findElsewhere(
  { texts, papers, isOver }: { texts: FullTexts; papers: ReadonlyMap<string, TablePaper>; isOver: () => boolean },
  unmatched: readonly (readonly [CellToCheck, CellCheck])[],
  call: Call,
): Promise<void> {
  const found = new Map<CellToCheck, string[]>();
  for (const paper of papers.values()) {
    const open = unmatched.filter(([cell]) => cell.ref !== paper.ref && (found.get(cell)?.length ?? 0) < MAX_OTHERS);
    if (open.length === 0) continue;
    if (isOver()) break;
    call.signal.throwIfAborted();
    await nextTurn();
    const words = spacedWords([paper.title, paper.abstract, texts.findBody(paper)].filter(Boolean).join('\n'));
    const likely = open.filter(([{ quote = '' }]) => chooseProbes(quote).some((probe) => words.includes(probe)));
    if (likely.length === 0) continue;
    const { checks } = await texts.checkHeld(
      paper,
      likely.map(([{ quote = '' }]) => quote),
      call,
    );
    for (const [nth, [cell]] of likely.entries()) {
      const verdict = checks[nth]?.verdict;
      if (verdict === 'exact' || verdict === 'near') found.set(cell, [...(found.get(cell) ?? []), paper.ref]);
    }
  }
  for (const [cell, check] of unmatched) {
    const standsIn = found.get(cell);
    if (standsIn) check.standsIn = standsIn;
  }
}

/** Words from the beginning, the middle and the end of a quotation. */
function chooseProbes(quote: string): string[] {
  const words = spacedWords(quote).trim().split(' ');
  if (words.length < PROBE_WORDS) return [];
  const last = words.length - PROBE_WORDS;
  return [0, Math.floor(last / 2), last].map((start) => ` ${words.slice(start, start + PROBE_WORDS).join(' ')} `);
}
