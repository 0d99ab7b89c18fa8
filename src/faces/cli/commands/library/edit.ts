import type { Command } from 'commander';
import { invalidInput } from '../../../../contract/errors.ts';
import { invalidField } from '../../../../contract/invalid.ts';
import { checkEdit, listChanges } from '../../../../library/editing/edit-paper.ts';
import { EDITABLE_FIELDS } from '../../../../library/editing/editable-fields.ts';
import type { PaperLibrary } from '../../../../library/ports/library.ts';
import { libraryRef } from '../../../../papers/identifiers.ts';
import { displayTitle } from '../../../../papers/paper-view.ts';
import { whenStoreIsFree } from '../../../../platform/sqlite/when-store-is-free.ts';
import { type CommandContext, UsageError } from '../../io.ts';
import { writeResult } from '../../output.ts';
import { findNames, notInLibrary, WHICH_PAPERS } from './library-selection.ts';

type EditFlags = {
  set?: string[];
  unset?: string[];
  tag?: string[];
  untag?: string[];
  note?: string[];
  json?: boolean;
};

const collect = (text: string, before: string[] = []) => [...before, text];

/** `paperqueue library edit REF...`: corrects a paper, or tags papers. */
export function addEditCommand(library: Command, context: CommandContext): void {
  library
    .command('edit')
    .description('correct a paper of the library, or change tags and notes; no later search or import undoes it')
    .argument('<ref...>', WHICH_PAPERS)
    .option('--set <field=value>', `correct a field, of one paper: ${EDITABLE_FIELDS.join(', ')}`, collect)
    .option('--unset <field>', 'empty a field, of one paper', collect)
    .option('--tag <tag>', 'add a tag', collect)
    .option('--untag <tag>', 'remove a tag', collect)
    .option('--note <text>', 'add a note; --set notes=TEXT replaces all', collect)
    .option('--json', 'as JSON')
    .action((names: string[], _: EditFlags, command: Command) =>
      editPapers(context, names, command.optsWithGlobals<EditFlags>()),
    );
}

async function editPapers(context: CommandContext, names: readonly string[], flags: EditFlags): Promise<void> {
  const { set = [], unset = [], tag: tags = [], untag: untags = [], note: notes = [], json } = flags;
  if (set.length + unset.length + tags.length + untags.length + notes.length === 0)
    throw new UsageError('name a change: --set, --unset, --tag, --untag or --note');
  const edit = checkEdit({ set: readSets(set), unset, tags, untags, notes });
  const { io, app } = context;
  const papers = await app().library();
  const { ids, unknown } = await findNames(context, papers, names);
  if (unknown.length > 0) throw notInLibrary(unknown, '; nothing was changed');
  if (ids.length > 1 && set.length + unset.length > 0)
    throw new UsageError(`--set and --unset change one paper at a time; this names ${ids.map(libraryRef).join(', ')}`);
  refuseTaken(papers, ids, edit.identifiers);
  refuseUnknownTags(papers, ids, untags);
  const on = io.startedAt.slice(0, 10);
  const edited = await whenStoreIsFree(() => papers.edit(ids, (record) => edit.apply(record, on)));
  const views = edited.map(({ id, before, after }) => ({
    ref: libraryRef(id),
    title: displayTitle(after),
    changes: listChanges(before, after),
  }));
  const lines = views.flatMap(({ ref, title, changes }) => [
    `${ref}  ${title}`,
    ...changes.map(({ field, from, to }) => `  ${field}: ${inWords(from)} -> ${inWords(to)}`),
    ...(changes.length === 0 ? ['  it is so already'] : []),
  ]);
  await writeResult(io, json, { papers: views }, lines.join('\n'));
}

function readSets(texts: readonly string[]): Record<string, string> {
  const pairs = texts.map((text): [string, string] => {
    const at = text.indexOf('=');
    if (at < 1) throw invalidInput([invalidField('set', `field=value, got ${JSON.stringify(text)}`)]);
    return [text.slice(0, at).trim(), text.slice(at + 1)];
  });
  const twice = pairs.find(([name], index) => pairs.findIndex(([other]) => other === name) !== index);
  if (twice) throw invalidInput([invalidField('set', `${twice[0]} is given twice`)]);
  return Object.fromEntries(pairs);
}

/** Refuses identifiers of another paper: two papers with one identifier would be merged by the next import. */
function refuseTaken(library: PaperLibrary, ids: readonly number[], identifiers: readonly string[]): void {
  for (const identifier of identifiers) {
    const other = library.findNamed(identifier).find((id) => !ids.includes(id));
    if (other !== undefined)
      throw new Error(`${identifier} is ${libraryRef(other)}; remove one of the two first. Nothing was changed.`);
  }
}

function refuseUnknownTags(library: PaperLibrary, ids: readonly number[], untags: readonly string[]): void {
  const present = new Set<string>();
  for (const { record } of library.read(ids)) for (const tag of record.keywords ?? []) present.add(tag.toLowerCase());
  const unknown = untags.filter((tag) => !present.has(tag.trim().toLowerCase()));
  if (unknown.length > 0)
    throw new Error(`no such tag on ${ids.map(libraryRef).join(', ')}: ${unknown.join(', ')}; nothing was changed`);
}

function inWords(value: unknown): string {
  const text = Array.isArray(value) ? value.join('; ') : String(value ?? '');
  return text === '' ? '(none)' : text;
}
