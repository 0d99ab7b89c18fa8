import type { Command } from 'commander';
import { FILTER_NAMES, FILTERS } from '../../contract/filter-table.ts';
import { SORT_DIRECTIONS, SORT_FIELDS } from '../../contract/rules.ts';
import { libraryWhere } from '../../library/editing/select-papers.ts';
import { LIBRARY_SORT_FIELDS } from '../../library/ports/library.ts';
import { WHERE_NAMES } from '../../papers/filters/where.ts';
import { toFlag } from './search-options.ts';

/** A command's outline for shell completion: a plain copy of what the program declares. */
export type Outline = {
  /** `account create` for `paperqueue account create`; empty for the program itself. */
  path: string;
  usage: string;
  description: string;
  /** Names of its subcommands. */
  commands: string[];
  /** Values of its first argument, if there is a closed list of them. */
  values: readonly string[];
  /** The kind of stored things that its arguments name. */
  names: Listed | undefined;
  options: { flags: string; long: string; description: string; values: readonly string[]; takesValue: boolean }[];
};

/** Lists that `paperqueue completion` prints on request: `paperqueue completion jobs`. */
export const LISTED = ['jobs', 'library', 'watches'] as const;
export type Listed = (typeof LISTED)[number];

/** Commands whose arguments name something in the data folder. */
const TAKES: Readonly<Record<Listed, readonly string[]>> = {
  jobs: [
    ...['job', 'show', 'export', 'open', 'receipt', 'rerun', 'read', 'zotero push', 'watch add'],
    ...['jobs name', 'jobs group', 'jobs remove'],
  ],
  library: ['library show', 'library edit', 'library remove', 'library export'],
  watches: ['watch run', 'watch remove'],
};

/**
 * Values of flags that accept a list of words, each from a closed set. A condition ends with the operator that precedes
 * its value.
 */
function listValues(flag: string, path: string): readonly string[] {
  const isOfLibrary = path.startsWith('library');
  if (flag === '--where') return (isOfLibrary ? Object.keys(libraryWhere.shape) : WHERE_NAMES).map((key) => `${key}=`);
  if (flag === '--sort') {
    const extra = path === 'search' || path === 'estimate' ? [] : ['citedWithin'];
    const fields = isOfLibrary ? LIBRARY_SORT_FIELDS : [...SORT_FIELDS, ...extra];
    return fields.flatMap((field) => SORT_DIRECTIONS.map((direction) => `${field}:${direction}`));
  }
  const name = FILTER_NAMES.find((each) => toFlag(each) === flag);
  const row: object = name === undefined ? {} : FILTERS[name];
  return 'choices' in row ? (row.choices as readonly string[]) : [];
}

/** The program and all its commands, in the order of its help. */
export function outlineCommand(command: Command, parents: readonly string[] = []): Outline[] {
  const path = parents.join(' ');
  const options = command.options
    .filter(({ hidden }) => !hidden)
    .map(({ flags, long, description, argChoices, required, optional }) => ({
      flags,
      long: long ?? flags,
      description,
      takesValue: required || optional,
      values: argChoices ?? listValues(long ?? flags, path),
    }));
  const outline: Outline = {
    path,
    usage: command.usage(),
    description: command.description(),
    commands: command.commands.map((each) => each.name()),
    values: command.registeredArguments[0]?.argChoices ?? [],
    names: LISTED.find((list) => TAKES[list].includes(path)),
    options,
  };
  return [outline, ...command.commands.flatMap((each) => outlineCommand(each, [...parents, each.name()]))];
}
