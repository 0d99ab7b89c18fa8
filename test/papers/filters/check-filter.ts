import type { ChoosingFilter } from '../../../src/contract/filter-table.ts';
import type { Filters } from '../../../src/contract/filters.ts';
import {
  judgeFilter,
  toFilterFields,
  toFilterValues,
  type Verdict,
} from '../../../src/papers/filters/filter-meaning.ts';
import type { Paper } from '../../../src/papers/paper.ts';

/** Whether a paper meets one filter of a search. */
export function checkFilter(paper: Paper, name: ChoosingFilter, filters: Filters): Verdict {
  return judgeFilter(toFilterFields(paper), name, toFilterValues(filters));
}
