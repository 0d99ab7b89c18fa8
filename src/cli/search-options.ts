import type { Command } from 'commander';
import { FILTER_NAMES, type FilterName } from '../contract/filters.ts';
import { readRequest } from '../contract/read-request.ts';
import type { JobRequest } from '../contract/requests.ts';
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
export function flagOf(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

export function addFilterOptions(command: Command): Command {
  for (const name of FILTER_NAMES) command.option(`${flagOf(name)} ${FLAGS[name].value}`, FLAGS[name].help);
  return command;
}

export type BodyOptions = {
  keyword?: string[];
  /** A Boolean strategy. */
  boolean?: string;
  enrich?: boolean;
  callbackUrl?: string;
};

/** The request behind the command line: combined search when both query and keywords are given. */
export function readSearch(query: string | undefined, options: BodyOptions & Record<string, unknown>): JobRequest {
  const { keyword: keywords, boolean: strategy, enrich, callbackUrl } = options;
  return readRequest({ keywords, query, strategy, enrich, callbackUrl }, options);
}
