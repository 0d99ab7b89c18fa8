import type { Command } from 'commander';
import { invalidInput } from '../contract/errors.ts';
import { FILTER_NAMES, type FilterName, type Filters, fromQueryString } from '../contract/filters.ts';
import type { Operation } from '../contract/operations.ts';
import type { JobRequest } from '../contract/requests.ts';
import { parseBody } from '../contract/requests.ts';
import {
  FIELDS_OF_STUDY,
  KEYWORDS,
  LIMITS,
  PUBLICATION_TYPES,
  QUARTILES,
  QUERY,
  SORT_FIELDS,
} from '../contract/rules.ts';
import { takeIds } from '../papers/references/reference-ids.ts';

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

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

export function addFilterOptions(command: Command): Command {
  for (const name of FILTER_NAMES) command.option(`--${kebab(name)} ${FLAGS[name].value}`, FLAGS[name].help);
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
  enrich?: boolean;
  callbackUrl?: string;
};

function operationFor(hasKeywords: boolean, hasQuery: boolean): Operation {
  if (hasKeywords === hasQuery) return 'combinedSearch';
  return hasKeywords ? 'keywordSearch' : 'querySearch';
}

/** The request behind the command line: combined search when both query and keywords are given. */
export function readRequest(query: string | undefined, options: BodyOptions & Record<string, unknown>): JobRequest {
  const { keyword: keywords, enrich, callbackUrl } = options;
  const operation = operationFor(keywords !== undefined, query !== undefined);
  const fields = Object.entries({ keywords, query, enrich, callbackUrl }).filter(([, value]) => value !== undefined);
  const body = parseBody(operation, Object.fromEntries(fields));
  if ('invalid' in body) throw invalidInput(body.invalid);
  return { operation, body: body.value, filters: readFilters(options) };
}

/**
 * What a search cannot take but a look-up can: a few words, one or two keywords, or an identifier. Undefined for
 * anything else, and with options that only a search has; wrong ones are refused.
 */
export function textToLookUp(
  query: string | undefined,
  options: BodyOptions & Record<string, unknown>,
): string | undefined {
  const { keyword: keywords = [], enrich, callbackUrl } = options;
  const hasFilters = FILTER_NAMES.some((name) => options[name] !== undefined);
  if (hasFilters || enrich !== undefined || callbackUrl !== undefined) return undefined;
  const text = (query ?? keywords.join(' ')).trim();
  if (text === '' || (query !== undefined && keywords.length > 0)) return undefined;
  if (query === undefined) return keywords.length < KEYWORDS.min ? text : undefined;
  const isIdentifier = !/\s/.test(text) && Object.keys(takeIds(text).ids).length > 0;
  return text.length < QUERY.min || isIdentifier ? text : undefined;
}
