import type { Command } from 'commander';
import { invalidInput } from '../contract/errors.ts';
import { FILTER_NAMES, type FilterName, type Filters, fromQueryString } from '../contract/filters.ts';
import type { Operation } from '../contract/operations.ts';
import type { JobRequest } from '../contract/requests.ts';
import { parseBody } from '../contract/requests.ts';
import { FIELDS_OF_STUDY, LIMITS, PUBLICATION_TYPES, QUARTILES, SORT_FIELDS } from '../contract/rules.ts';

/** How each filter's flag is written in the help; the flag is the parameter's name in kebab case. */
const FLAGS: Record<FilterName, { value: string; help: string }> = {
  limit: { value: '<number>', help: `results: ${LIMITS.join(', ')}` },
  fieldsOfStudy: { value: '<list>', help: `comma-separated: ${FIELDS_OF_STUDY.join(', ')}` },
  minCitationCount: { value: '<number>', help: 'at least so many citations' },
  openAccessPdf: { value: '[boolean]', help: 'open access only (false: closed only)' },
  downloadable: { value: '[boolean]', help: 'with a PDF only (false: without only)' },
  quartileRanking: { value: '<list>', help: `comma-separated: ${QUARTILES.join(', ')}` },
  publicationTypes: { value: '<list>', help: `comma-separated: ${PUBLICATION_TYPES.join(', ')}` },
  sort: { value: '<field:direction>', help: `field one of ${SORT_FIELDS.join(', ')}; direction desc or asc` },
  year: { value: '<year>', help: 'YYYY, or YYYY:YYYY inclusive' },
};

/** `--min-citation-count` for `minCitationCount`. */
export function flagOf(name: FilterName): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

export function addFilterOptions(command: Command): Command {
  for (const name of FILTER_NAMES) command.option(`${flagOf(name)} ${FLAGS[name].value}`, FLAGS[name].help);
  return command;
}

/** Reads filters from the flags, by the rules of the query string. Throws INVALID_INPUT naming every wrong one. */
export function readFilters(options: Record<string, unknown>): Filters {
  const names = FILTER_NAMES.filter((name) => options[name] !== undefined);
  const query = fromQueryString(names.map((name) => `${name}=${encodeURIComponent(String(options[name]))}`).join('&'));
  if ('invalid' in query) throw invalidInput(query.invalid);
  return query.filters;
}

export type BodyOptions = {
  keyword?: string[];
  /** A Boolean strategy. */
  boolean?: string;
  enrich?: boolean;
  callbackUrl?: string;
};

function operationFor(hasKeywords: boolean, hasQuery: boolean): Operation {
  if (hasKeywords === hasQuery) return 'combinedSearch';
  return hasKeywords ? 'keywordSearch' : 'querySearch';
}

/** The request behind the command line: combined search when both query and keywords are given. */
export function readRequest(query: string | undefined, options: BodyOptions & Record<string, unknown>): JobRequest {
  const { keyword: keywords, boolean: strategy, enrich, callbackUrl } = options;
  const hasStrategy = strategy !== undefined;
  const operation = hasStrategy ? 'combinedSearch' : operationFor(keywords !== undefined, query !== undefined);
  const fields = Object.entries({ keywords, query, strategy, enrich, callbackUrl }).filter(
    ([, value]) => value !== undefined,
  );
  const body = parseBody(operation, Object.fromEntries(fields));
  if ('invalid' in body) throw invalidInput(body.invalid);
  return { operation, body: body.value, filters: readFilters(options) };
}
