import { asFields, asText, parseJson } from '../../lib/json.ts';
import { cleanLine } from '../../papers/text.ts';
import { readPages, readVersion } from './items.ts';
import type { ZoteroLibrary } from './zotero-library.ts';

/** A note of a paper, and the key of the item that was added for the paper. */
export type ItemNote = { parent: string; text: string };

export type NotesReport = { added: number; failed: number };

/** Zotero's maximum per request. */
const MAX_OBJECTS = 50;
/** How often the library may change during the run before we give up. */
const MAX_RETRIES = 5;

/**
 * Adds notes to items of a library that is at this version. If a write is refused or its answer is lost, it reads which
 * notes exist, so that none is added twice. Notes that cannot be added are only counted, because their items exist
 * already.
 */
export async function pushNotes(
  library: ZoteroLibrary,
  notes: readonly ItemNote[],
  version: number,
): Promise<NotesReport> {
  let open = [...notes];
  let failed = 0;
  let at = version;
  for (let retries = 0; open.length > 0; ) {
    const batch = open.slice(0, MAX_OBJECTS);
    const answer = await library.write('/items', batch.map(toItem), at);
    if (answer !== 'lost' && answer.status === 200) {
      failed += Object.keys(asFields(asFields(parseJson(answer.text)).failed)).length;
      at = readVersion(answer);
      open = open.slice(batch.length);
      retries = 0;
      continue;
    }
    retries += 1;
    const mayPass = answer === 'lost' || answer.status === 412 || answer.status === 409 || answer.status >= 500;
    if (!mayPass || retries > MAX_RETRIES)
      return { added: notes.length - failed - open.length, failed: failed + open.length };
    const existing = await readNotes(library, version);
    at = existing.version ?? at;
    open = open.filter((note) => !existing.names.has(nameOf(note.parent, note.text)));
  }
  return { added: notes.length - failed, failed };
}

function toItem({ parent, text }: ItemNote): Record<string, unknown> {
  const escaped = text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign);
  const note = `<p>${escaped.replaceAll('\n', '<br/>')}</p>`;
  return { itemType: 'note', parentItem: parent, note, tags: [], relations: {} };
}

/** The notes that were added or changed since a version, and the library's version now. */
async function readNotes(library: ZoteroLibrary, since: number) {
  const names = new Set<string>();
  let version: number | undefined;
  for await (const page of readPages(library, '/items', since)) {
    version ??= page.version;
    for (const item of page.items) {
      const { itemType, parentItem, note } = asFields(item.data);
      if (itemType === 'note') names.add(nameOf(asText(parentItem) ?? '', asText(note) ?? ''));
    }
  }
  return { names, version };
}

/** Zotero may normalise the HTML of a note, so notes are compared by their text. */
function nameOf(parent: string, text: string): string {
  return `${parent} ${cleanLine(text)}`;
}
