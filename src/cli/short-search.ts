import { FILTER_NAMES } from '../contract/filter-table.ts';
import { readFilters } from '../contract/read-request.ts';
import { KEYWORDS, QUERY } from '../contract/rules.ts';
import type { JobSelectionRequest } from '../jobs/reading/job-selection.ts';
import { omitUndefined } from '../lib/omit-undefined.ts';
import { whereOf } from '../papers/filters/where-filter.ts';
import { takeIds } from '../papers/references/reference-ids.ts';
import { type BodyOptions, flagOf } from './search-options.ts';

/** A search that is too short for the search operations: it becomes a look-up, with its filters on what is found. */

type SearchFlags = BodyOptions & Record<string, unknown> & { fresh?: boolean; wait?: boolean };

/** What a look-up takes instead of a search: a few words, one or two keywords, or an identifier; else undefined. */
export function textToLookUp(
  query: string | undefined,
  { keyword: keywords = [], boolean }: BodyOptions,
): string | undefined {
  if (boolean !== undefined) return undefined;
  const text = (query ?? keywords.join(' ')).trim();
  if (text === '' || (query !== undefined && keywords.length > 0)) return undefined;
  if (query === undefined) return keywords.length < KEYWORDS.min ? text : undefined;
  const isIdentifier = !/\s/.test(text) && Object.keys(takeIds(text).ids).length > 0;
  return text.length < QUERY.min || isIdentifier ? text : undefined;
}

/** The search's filters as conditions and order of found papers. Throws INVALID_INPUT for wrong ones. */
export function selectionOfFilters(options: SearchFlags): JobSelectionRequest | undefined {
  const filters = readFilters(options);
  const { sort } = filters;
  const where = whereOf(filters);
  const hasWhere = Object.keys(where).length > 0;
  return hasWhere || sort !== undefined ? { ...(hasWhere && { where }), ...omitUndefined({ sort }) } : undefined;
}

/** What to say of the look-up, a line each: that it is one, and which flags say nothing to it. */
export function shortSearchLines(options: SearchFlags): string[] {
  const { limit, enrich, callbackUrl, fresh, wait, acceptPossibleDoubleCharge } = options;
  const flags = {
    [flagOf('limit')]: limit,
    [enrich === false ? '--no-enrich' : '--enrich']: enrich,
    '--callback-url': callbackUrl,
    '--fresh': fresh,
    '--no-wait': wait === false || undefined,
    '--accept-possible-double-charge': acceptPossibleDoubleCharge,
  };
  const unused = Object.keys(flags).filter((flag) => flags[flag] !== undefined);
  const isFiltered = FILTER_NAMES.some((name) => name !== 'limit' && options[name] !== undefined);
  return [
    `A search needs ${QUERY.min}+ characters or ${KEYWORDS.min} to ${KEYWORDS.max} keywords: looked up instead, free.`,
    ...(isFiltered ? ['The filters are applied to the papers found; a search applies them at the sources.'] : []),
    ...(unused.length > 0 ? [`Without effect on a look-up: ${unused.join(', ')}.`] : []),
  ];
}
