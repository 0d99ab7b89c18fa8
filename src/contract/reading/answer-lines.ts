import type { Fields } from '../../lib/json.ts';
import { readState } from './job-state.ts';
import { placesOf } from './places.ts';
import { findResults, isTitled } from './result-list.ts';

/**
 * An answer in lines as one answer: the last line if it has a state and papers, as a stream of states does; else the
 * papers among the lines, with what the others say of their job; else the last line, or all where each has a list.
 */
export function joinAnswerLines(lines: readonly Fields[]): unknown {
  const last = lines.at(-1);
  const hasList = (line: unknown) => findResults(line)?.hasPapers === true;
  if (hasList(last) && readState(last, placesOf(last)) !== undefined) return last;
  const papers = lines.filter(isTitled);
  if (papers.length > 0) return { ...Object.assign({}, ...lines.filter((line) => !isTitled(line))), results: papers };
  return lines.some(hasList) ? lines : last;
}
