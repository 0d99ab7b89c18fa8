import { FILTER_NAMES } from '../../contract/filter-table.ts';
import { readFilters } from '../../contract/read-request.ts';
import type { CommandContext } from '../../faces/cli/io.ts';
import { tell } from '../../faces/cli/output.ts';
import type { PaperOutputOptions } from '../../faces/cli/paper-output.ts';
import { type BodyOptions, exactFilters, toFlag } from '../../faces/cli/search-options.ts';
import type { JobSelectionRequest } from '../../jobs/answers/job-selection.ts';
import { toWhere } from '../../papers/filters/where-filter.ts';
import { MAX_PAPERS_PER_ITEM } from './look-up-limits.ts';
import { printLookUp } from './print-look-up.ts';

type SearchFlags = BodyOptions & Record<string, unknown> & { fresh?: boolean; wait?: boolean };

/** The search's filters as conditions on found papers, and its sort order. Throws INVALID_INPUT for invalid ones. */
export function selectionOfFilters(options: SearchFlags): JobSelectionRequest | undefined {
  const filters = readFilters(exactFilters(options));
  const { sort } = filters;
  const where = toWhere(filters);
  const hasWhere = Object.keys(where).length > 0;
  return hasWhere || sort !== undefined ? { ...(hasWhere && { where }), sort } : undefined;
}

/** States that this is a look-up, and which flags do not apply to it. */
export function lookUpInsteadLines(options: SearchFlags): string[] {
  const { limit, enrich, callbackUrl, fresh, wait, acceptPossibleDoubleCharge, name, group } = options;
  const flags = {
    [toFlag('limit')]: limit,
    [enrich === false ? '--no-enrich' : '--enrich']: enrich,
    '--callback-url': callbackUrl,
    '--name': name,
    '--group': group,
    '--fresh': fresh,
    '--no-wait': wait === false || undefined,
    '--accept-possible-double-charge': acceptPossibleDoubleCharge,
  };
  const unused = Object.keys(flags).filter((flag) => flags[flag] !== undefined);
  const isFiltered = FILTER_NAMES.some((name) => name !== 'limit' && options[name] !== undefined);
  return [
    'An identifier, an address or a title in quotation marks is looked up (free).',
    ...(isFiltered ? ['The filters are applied to the papers found; a search applies them at the sources.'] : []),
    ...(unused.length > 0 ? [`Without effect on a look-up: ${unused.join(', ')}.`] : []),
  ];
}

/** Looks up the papers that the words of a search name. */
export async function lookUpInstead(
  context: CommandContext,
  text: string,
  options: SearchFlags & PaperOutputOptions,
): Promise<void> {
  const selection = selectionOfFilters(options);
  tell(context.io, ...lookUpInsteadLines(options));
  await printLookUp(context, [text], { ...options, papers: MAX_PAPERS_PER_ITEM, selection });
}
