import type { Command } from 'commander';
import { FILTER_NAMES, FILTERS } from '../contract/filter-table.ts';
import { readRequest } from '../contract/read-request.ts';
import type { JobRequest } from '../contract/requests.ts';

/** `--callback-url` for `callbackUrl`. */
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
  keyword?: string[];
  /** A Boolean strategy. */
  boolean?: string;
  enrich?: boolean;
  callbackUrl?: string;
};

/** The request of a command line: combined search if both query and keywords are given. */
export function readSearch(query: string | undefined, options: BodyOptions & Record<string, unknown>): JobRequest {
  const { keyword: keywords, boolean: strategy, enrich, callbackUrl } = options;
  return readRequest({ keywords, query, strategy, enrich, callbackUrl }, options);
}
