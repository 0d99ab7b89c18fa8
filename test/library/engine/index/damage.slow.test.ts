import { cpSync, readdirSync, readFileSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DamagedIndexError } from '../../../../src/library/engine/index/index-files.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';
import { describeSnapshot } from './describe-snapshot.ts';
import { openNumberedIndex, writeNextChanges } from './numbered-changes.ts';

const KINDS = ['segment', 'deletions', 'manifest'] as const;
type Kind = (typeof KINDS)[number];
/** The bytes at the ends, where the facts about the file are, and so many between them. */
const AT_THE_ENDS = 150;
const BETWEEN = 500;

/** An index of several segments, some with deletions; always of the same papers, but of files with other names. */
function makeIndex(changes: number): string {
  const folder = join(temporaryFolder(), 'index');
  const index = openNumberedIndex(folder);
  for (let written = 0; written < changes; written += 20) index.write((writer) => writeNextChanges(writer, 20));
  index.close();
  return folder;
}

function kindOf(name: string): Kind | undefined {
  if (name.endsWith('.segment')) return 'segment';
  if (name.endsWith('.deleted')) return 'deletions';
  return name === 'manifest.json' ? 'manifest' : undefined;
}

/** The largest file of a kind. */
function fileOf(folder: string, kind: Kind): string {
  const files = readdirSync(folder).filter((name) => kindOf(name) === kind);
  const size = (name: string) => readFileSync(join(folder, name)).length;
  return join(folder, files.sort((a, b) => size(b) - size(a))[0] as string);
}

/** What a reader gets of it. Everything but these three is a fault. */
function readAll(folder: string, whole: string): 'whole' | 'counts as empty' | 'damaged' {
  const index = openNumberedIndex(folder);
  try {
    const segments = index.snapshot().segments.length;
    if (segments === 0 && index.position().revision === 0) return 'counts as empty';
    if (describeSnapshot(index.snapshot()) !== whole) throw new Error('it holds something else');
    return 'whole';
  } catch (error) {
    if (error instanceof DamagedIndexError) return 'damaged';
    throw error;
  } finally {
    index.close();
  }
}

function wholeOf(folder: string): string {
  const index = openNumberedIndex(folder);
  const whole = describeSnapshot(index.snapshot());
  index.close();
  return whole;
}

/** Tries every damage in place and gives how often each outcome was; the file is whole again afterwards. */
function tryAll(
  folder: string,
  file: string,
  damages: readonly number[],
  damage: (bytes: Buffer, at: number) => Buffer,
) {
  const whole = wholeOf(folder);
  const bytes = readFileSync(file);
  const outcomes = { whole: 0, 'counts as empty': 0, damaged: 0 };
  for (const at of damages) {
    writeFileSync(file, damage(Buffer.from(bytes), at));
    try {
      outcomes[readAll(folder, whole)] += 1;
    } catch (error) {
      throw new Error(`damaged at ${at} of ${bytes.length}: ${error}`, { cause: error });
    }
  }
  writeFileSync(file, bytes);
  expect(readAll(folder, whole)).toBe('whole');
  return outcomes;
}

function offsets(size: number): number[] {
  const step = Math.max(1, Math.floor(size / BETWEEN));
  return Array.from({ length: size }, (_, at) => at).filter(
    (at) => at < AT_THE_ENDS || at >= size - AT_THE_ENDS || at % step === 0,
  );
}

describe.each(KINDS)('a damaged %s', (kind) => {
  const folder = makeIndex(60);
  const file = fileOf(folder, kind);
  const { length: size } = readFileSync(file);

  it('with a bit turned over anywhere is noticed, or the bit meant nothing', () => {
    const outcomes = tryAll(folder, file, offsets(size), (bytes, at) => {
      bytes[at] = (bytes[at] as number) ^ (1 << (at % 8));
      return bytes;
    });
    const noticed = outcomes.damaged + outcomes['counts as empty'];
    // What fills up to the next multiple of 8 and the blank behind the manifest's checksum mean nothing.
    expect(outcomes.whole).toBeLessThan(noticed / 50);
  });

  it('that is cut anywhere counts as empty', () => {
    const outcomes = tryAll(folder, file, offsets(size), (bytes, at) => bytes.subarray(0, at));
    expect(outcomes).toEqual({ whole: 0, damaged: 0, 'counts as empty': offsets(size).length });
  });

  it('with something behind its end counts as empty', () => {
    const outcomes = tryAll(folder, file, [1, 12, 5_000], (bytes, more) =>
      Buffer.concat([bytes, Buffer.alloc(more, 1)]),
    );
    expect(outcomes).toEqual({ whole: 0, damaged: 0, 'counts as empty': 3 });
  });

  it('that is missing counts as empty', () => {
    const copy = join(temporaryFolder(), 'index');
    cpSync(folder, copy, { recursive: true });
    unlinkSync(fileOf(copy, kind));
    expect(readAll(copy, '')).toBe('counts as empty');
  });
});

it.each(['deletions', 'manifest'] as const)(
  'a file of another index in the place of its %s counts as empty',
  (kind) => {
    const [folder, other] = [makeIndex(60), makeIndex(100)];
    cpSync(fileOf(other, kind), fileOf(folder, kind));
    expect(readAll(folder, wholeOf(other))).toBe('counts as empty');
  },
);

it('a file that is cut while it is open is noticed when it is read', () => {
  const folder = makeIndex(60);
  const index = openNumberedIndex(folder);
  for (const name of readdirSync(folder)) if (kindOf(name) === 'segment') truncateSync(join(folder, name), 10);
  expect(() => describeSnapshot(index.snapshot())).toThrow(DamagedIndexError);
  index.close();
});

it('what counts as empty says why and can be written anew', () => {
  const folder = makeIndex(60);
  truncateSync(fileOf(folder, 'segment'), 100);
  const index = openNumberedIndex(folder);
  expect(index.health()).toMatchObject({
    papers: 0,
    segments: 0,
    rebuiltBecause: expect.stringMatching(/not a finished file/),
  });
  index.write((writer) => writeNextChanges(writer, 60));
  const again = openNumberedIndex(folder);
  expect(again.health().rebuiltBecause).toBeUndefined();
  expect(describeSnapshot(again.snapshot())).toBe(describeSnapshot(index.snapshot()));
  for (const each of [index, again]) each.close();
});
