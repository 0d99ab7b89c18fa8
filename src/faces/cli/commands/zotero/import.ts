import { counted } from '../../../../lib/counted.ts';
import { type ImportReport, importPapers } from '../../../../library/importing/import-papers.ts';
import type { PaperLibrary } from '../../../../library/ports/library.ts';
import type { CommandContext } from '../../io.ts';

const SCHEME = 'zotero:';

/** Whether an argument of `import` names a Zotero library or a collection in it. */
export function isZotero(argument: string): boolean {
  return argument.startsWith(SCHEME);
}

type ZoteroImport = { report: ImportReport; notes: string[]; trashed: string[]; deleted: number };

/** Imports what is new in Zotero: at first all items, later those changed since. */
export async function importZotero(
  { app, io: { signal } }: CommandContext,
  library: PaperLibrary,
  argument: string,
  { group, again = false }: { group?: string | undefined; again?: boolean | undefined },
): Promise<ZoteroImport> {
  const name = argument.slice(SCHEME.length).trim();
  /** The checkpoint of a completed import. An incomplete one starts over. */
  const finished = (address: string, server: string) => {
    const before = again ? undefined : library.findCheckpoint(address);
    return before?.isFinished && before.head === server ? before : undefined;
  };
  const zotero = await app().zotero();
  const changes = await zotero.changes({
    group,
    signal,
    collection: name === '' ? undefined : name,
    sinceOf: (address, server) => finished(address, server)?.size,
  });
  const { address, server, version, isPartial, lines } = changes;
  const source = {
    format: { name: 'zotero', layout: 'json-lines' } as const,
    text: lines,
    // A library's version identifies its content, as size and modification time do for a file.
    identity: { path: address, size: version, modifiedAt: 0, head: server },
  };
  const report = await importPapers(library, source, { again: !isPartial, signal });
  const removed = await changes.removed();
  return { report, notes: listNotes(report, isPartial, removed), ...removed };
}

const MAX_TITLES = 5;

function listNotes(
  report: ImportReport,
  isPartial: boolean,
  removed: { trashed: string[]; deleted: number },
): string[] {
  const { trashed, deleted } = removed;
  const notes = isPartial && !report.unchanged ? ['read: what changed since the last import (--again reads all)'] : [];
  if (trashed.length > 0) {
    const rest = trashed.length > MAX_TITLES ? ` and ${trashed.length - MAX_TITLES} more` : '';
    const titles = trashed.slice(0, MAX_TITLES).map((title) => JSON.stringify(title));
    notes.push(`in Zotero’s trash since then, kept in the library: ${titles.join(', ')}${rest}`);
  }
  if (deleted > 0)
    notes.push(
      `${counted(deleted, 'item')} (papers, notes, files) deleted in Zotero since then; papers stay in the library`,
    );
  return notes;
}
