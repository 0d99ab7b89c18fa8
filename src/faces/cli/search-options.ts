import type { Command } from 'commander';
import { FILTER_NAMES, FILTERS, type FilterName } from '../../contract/filter-table.ts';
import { readFilters, readRequest } from '../../contract/read-request.ts';
import type { JobRequest } from '../../contract/requests.ts';

/** The flag of a field: `--callback-url` for `callbackUrl`. */
export function toFlag(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

export function addFilterOptions(command: Command): Command {
  for (const name of FILTER_NAMES) {
    const { value, help } = FILTERS[name].flag;
    command.option(`${toFlag(name)} ${value}`, help);
  }
  return command;
}

export type BodyOptions = {
  keyword?: string[] | undefined;
  /** A Boolean strategy. */
  boolean?: string;
  enrich?: boolean;
  callbackUrl?: string;
};

/** The request of a command line: a combined search if both query and keywords are given. */
export function readSearch(query: string | undefined, options: BodyOptions & Record<string, unknown>): JobRequest {
  const { keyword: keywords, boolean: strategy, enrich, callbackUrl } = options;
  return readRequest({ keywords, query, strategy, enrich, callbackUrl }, exactFilters(options));
}

/** The request of a question that is asked in parts alone: only what all parts share. */
export function readSearchOfParts(options: BodyOptions & Record<string, unknown>): JobRequest {
  const { enrich, callbackUrl } = options;
  return { operation: 'combinedSearch', body: { enrich, callbackUrl }, filters: readFilters(exactFilters(options)) };
}

/** The filters of a command line in the contract's form: accepts names in any case, and years as people write them. */
export function exactFilters(options: Record<string, unknown>): Record<string, unknown> {
  const exact = Object.entries(options).map(([name, value]) => {
    if (typeof value !== 'string') return [name, value];
    if (name === 'year') return [name, exactYears(value)];
    const row = Object.hasOwn(FILTERS, name) ? FILTERS[name as FilterName] : undefined;
    return [name, row && 'choices' in row ? exactNames(value, row.choices) : value];
  });
  return Object.fromEntries(exact);
}

/** Earlier than any paper, for ranges without a beginning. */
const FIRST_YEAR = '1000';

/** `2020-2024`, `2020:`, `2020-` and `:2020` as `YYYY:YYYY`. An open end means next year, for papers in press. */
function exactYears(text: string): string {
  const [, from = '', to = ''] = /^(?:(\d{4})\s*)?[:\u2013-]\s*(\d{4})?$/.exec(text.trim()) ?? [];
  if (from === '' && to === '') return text.trim();
  const last = String(Math.max(new Date().getFullYear() + 1, Number(from)));
  return `${from || FIRST_YEAR}:${to || last}`;
}

function exactNames(list: string, names: readonly string[]): string {
  const exact = list.split(',').map((part) => {
    const plain = part.trim().toLowerCase();
    return names.find((name) => name.toLowerCase() === plain) ?? part;
  });
  return exact.join(',');
}
