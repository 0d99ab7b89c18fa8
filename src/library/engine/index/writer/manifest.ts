import { crc32 } from 'node:zlib';
import { DamagedIndexError, type IndexFiles } from '../index-files.ts';
import { LIBRARY_START, type LibraryPosition } from '../index-reader.ts';
import { FORMAT_VERSION } from '../segment/segment-format.ts';

/** Lists the files of the index. Replacing it publishes a change atomically. */
export type Manifest = {
  format: string;
  library: string;
  /** Greater in every new manifest. */
  generation: number;
  position: LibraryPosition;
  segments: { name: string; deletions?: string }[];
};

const NAME = 'manifest.json';
const CHECK_LENGTH = 8;

export function emptyManifest(library: string): Manifest {
  return { format: FORMAT_VERSION, library, generation: 0, position: LIBRARY_START, segments: [] };
}

/** The current manifest, empty if none. Throws DamagedIndexError if damaged or of another format or library. */
export function readManifest(files: IndexFiles, library: string): Manifest {
  const bytes = files.readWhole(NAME);
  if (!bytes) return emptyManifest(library);
  const text = Buffer.from(bytes).toString();
  const json = text.slice(CHECK_LENGTH + 1);
  if (checkOf(json) !== text.slice(0, CHECK_LENGTH))
    throw new DamagedIndexError('the manifest of the index is damaged');
  const manifest = JSON.parse(json) as Manifest;
  if (manifest.format !== FORMAT_VERSION) throw new DamagedIndexError(`the index has the format ${manifest.format}`);
  if (manifest.library !== library) throw new DamagedIndexError('the index belongs to another library');
  return manifest;
}

/** Replaces the manifest. `token` keeps the temporary files of concurrent processes apart. */
export function publishManifest(files: IndexFiles, manifest: Manifest, token: string): void {
  const json = JSON.stringify(manifest);
  const temporary = `${NAME}.${token}.new`;
  const file = files.create(temporary);
  try {
    file.write(Buffer.from(`${checkOf(json)} ${json}`));
    file.finish();
  } catch (error) {
    file.abandon();
    throw error;
  }
  files.publish(temporary, NAME);
}

/** The names of a manifest's files, and of the manifest itself. */
export function listFiles(manifest: Manifest): Set<string> {
  const named = manifest.segments.flatMap(({ name, deletions }) => (deletions ? [name, deletions] : [name]));
  return new Set([NAME, ...named]);
}

function checkOf(json: string): string {
  return crc32(json).toString(16).padStart(CHECK_LENGTH, '0');
}
