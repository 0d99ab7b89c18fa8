import { randomBytes } from 'node:crypto';
import { DamagedIndexError, type IndexFiles } from '../index-files.ts';
import type { SegmentReader } from '../index-reader.ts';
import { type Deletions, NOTHING_DELETED, readDeletions } from '../segment/deletions.ts';
import { fullReader, openSegment, type Segment } from '../segment/segment-reader.ts';
import { emptyManifest, listFiles, type Manifest, publishManifest, readManifest } from './manifest.ts';

/** The published state of an index, opened in this process. */
export type LiveIndex = {
  readonly files: IndexFiles;
  readonly manifest: Manifest;
  readonly open: readonly OpenSegment[];
  /** Why the index on disk counts as empty; undefined if it is intact. */
  readonly damage: string | undefined;
  /** Opens what other processes have published since. */
  refresh(): void;
  /** Publishes new contents. Only under the write lock, after `refresh`. */
  replace(contents: Pick<Manifest, 'position' | 'segments'>): void;
  newName(): string;
  close(): void;
};

/** Files outside every manifest belong to an active writer; if older than this, to a dead one. */
const ABANDONED_AFTER_MS = 3_600_000;
const OPEN_ATTEMPTS = 5;

export function openLiveIndex(files: IndexFiles, library: string): LiveIndex {
  let manifest = emptyManifest(library);
  let open: OpenSegment[] = [];
  let damage: string | undefined;

  const close = () => {
    for (const { segment } of open) segment.close();
    open = [];
  };

  const load = () => {
    const next = readManifest(files, library);
    if (next.generation === manifest.generation) return;
    open = openSegments(files, next, open);
    manifest = next;
    damage = undefined;
  };

  const refresh = () => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return load();
      } catch (error) {
        // A merge may remove a file between reading the manifest and opening the file.
        const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT';
        if (isGone && attempt < OPEN_ATTEMPTS) continue;
        if (!isGone && !(error instanceof DamagedIndexError)) throw error;
        damage = error instanceof Error ? error.message : String(error);
        close();
        manifest = emptyManifest(library);
        return;
      }
    }
  };

  /** Removes unneeded files of the last manifest, and those of dead writers. */
  const sweep = (before: ReadonlySet<string>) => {
    const needed = listFiles(manifest);
    const now = Date.now();
    for (const { name, changedAt } of files.list()) {
      // The folder also contains the lock.
      if (needed.has(name) || !/\.segment(?:\.[0-9a-f]+\.deleted)?$|\.new$/.test(name)) continue;
      if (!before.has(name) && now - changedAt < ABANDONED_AFTER_MS) continue;
      try {
        files.remove(name);
      } catch {
        // Windows cannot remove a file that another process has open; the next sweep will.
      }
    }
  };

  return {
    files,
    get manifest() {
      return manifest;
    },
    get open() {
      return open;
    },
    get damage() {
      return damage;
    },
    refresh,
    replace({ position, segments }) {
      const before = listFiles(manifest);
      // Other processes compare generations, even after the previous manifest was lost. Using the clock keeps them
      // growing.
      const generation = Math.max(Date.now(), manifest.generation + 1);
      const next: Manifest = { ...manifest, generation, position, segments };
      publishManifest(files, next, randomBytes(4).toString('hex'));
      open = openSegments(files, next, open);
      manifest = next;
      damage = undefined;
      sweep(before);
    },
    newName: () => `${randomBytes(8).toString('hex')}.segment`,
    close,
  };
}

/** An open segment of a manifest, with its deletions at that time. */
export type OpenSegment = { segment: Segment; deletions: Deletions; reader: SegmentReader };

/** Opens the segments of a manifest. Reuses open ones and closes those that the manifest no longer names. */
function openSegments(files: IndexFiles, manifest: Manifest, open: readonly OpenSegment[]): OpenSegment[] {
  const alreadyOpen = new Map(open.map((entry) => [entry.segment.name, entry.segment]));
  const opened: OpenSegment[] = [];
  const newlyOpened: Segment[] = [];
  try {
    for (const { name, deletions: file } of manifest.segments) {
      const reused = alreadyOpen.get(name);
      const segment = reused ?? openSegment(files, name);
      if (!reused) newlyOpened.push(segment);
      const deletions = file ? readDeletions(files, file, name, fullReader(segment)) : NOTHING_DELETED;
      opened.push({ segment, deletions, reader: segment.reader(deletions) });
    }
  } catch (error) {
    for (const segment of newlyOpened) segment.close();
    throw error;
  }
  const stillOpen = new Set(opened.map(({ segment }) => segment));
  for (const { segment } of open) if (!stillOpen.has(segment)) segment.close();
  return opened;
}
