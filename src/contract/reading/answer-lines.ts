import type { Fields } from '../../lib/json.ts';
import { readState } from './job-state.ts';
import { placesOf } from './places.ts';
import { findResults, isTitled } from './result-list.ts';

/**
 * Merges an answer in lines into one answer: the last line if it has a state and papers, as in a stream of states;
 * otherwise the papers among the lines, with what the other lines say about their job; otherwise the last line, or all
 * lines if each has a list.
 */
export function joinAnswerLines(lines: readonly Fields[]): unknown {
  const last = lines.at(-1);
  const hasList = (line: unknown) => findResults(line)?.hasPapers === true;
  if (hasList(last) && readState(last, placesOf(last)) !== undefined) return last;
  const papers = lines.filter(isTitled);
  if (papers.length > 0) return { ...Object.assign({}, ...lines.filter((line) => !isTitled(line))), results: papers };
  return lines.some(hasList) ? lines : last;
}
