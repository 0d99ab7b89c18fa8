import { MAX_ANSWER_CHARACTERS, sizeOf } from '../../jobs/answers/answer-size.ts';
import { PLAIN_WORDING } from '../../wording/sentences/plain.ts';
import { renderAnswer } from '../../wording/sentences/render.ts';
import type { DraftCheck, WholeCheck } from './check.ts';

/** The rows from an offset that fit into an answer; without `limitSize` all of them. */
export function cutToPage(whole: WholeCheck, offset: number, limitSize: boolean): DraftCheck {
  const { rows, ...rest } = whole;
  const make = (count: number): DraftCheck => {
    const shown = rows.slice(offset, offset + count);
    const end = offset + shown.length;
    const nextOffset = end < rows.length ? end : null;
    return {
      ...rest,
      rows: shown,
      page: { offset, total: rows.length, nextOffset },
      next: nextOffset === null ? [] : [{ kind: 'more-of-draft', offset: nextOffset }],
    };
  };
  if (!limitSize) return make(rows.length);
  const fits = (count: number) =>
    sizeOf(JSON.stringify(renderAnswer(make(count), PLAIN_WORDING))) <= MAX_ANSWER_CHARACTERS;
  let [low, high] = [1, Math.max(rows.length - offset, 1)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return make(low);
}
