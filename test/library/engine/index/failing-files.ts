import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { IndexFiles, ReadableFile, WritableFile } from '../../../../src/library/engine/index/index-files.ts';

/** The error of a process that dies at a file operation; everything after it also throws. */
export class SimulatedCrash extends Error {
  override name = 'SimulatedCrash';
}

type Operation =
  | 'create'
  | 'write'
  | 'finish'
  | 'abandon'
  | 'open'
  | 'read'
  | 'readWhole'
  | 'publish'
  | 'remove'
  | 'list';

/**
 * The nth operation from now, of all or of one kind: before it does anything, or after half or all of it.
 */
export type CrashMoment = { operation?: Operation; count: number; when: 'before' | 'within' };

export type FailingFiles = IndexFiles & {
  /** Dies at this operation. */
  crashAt(moment: CrashMoment): void;
  readonly hasCrashed: boolean;
};

/**
 * The folder of a process that may die at any operation. A write in progress then stays cut on the disk, as after a
 * kill: nobody tidies up.
 */
export function failingFiles(files: IndexFiles, folder: string): FailingFiles {
  let moment: CrashMoment | undefined;
  let crashed = false;
  const writing = new Map<WritableFile, string>();
  const reading = new Set<ReadableFile>();

  const die = (): never => {
    crashed = true;
    for (const [file, name] of writing) {
      const { size } = file;
      file.finish();
      truncateSync(join(folder, name), size >> 1);
    }
    writing.clear();
    for (const file of reading) file.close();
    reading.clear();
    throw new SimulatedCrash('dies');
  };
  /** `half` is what is done of it where the process dies in its middle. */
  const step: Step = (operation, work, half = work) => {
    if (crashed) throw new SimulatedCrash('is dead');
    if (!moment || (moment.operation ?? operation) !== operation) return work();
    moment = { ...moment, count: moment.count - 1 };
    if (moment.count > 0) return work();
    if (moment.when === 'within') half();
    return die();
  };

  return {
    get hasCrashed() {
      return crashed;
    },
    crashAt(wanted) {
      moment = wanted;
    },
    create: (name) =>
      step('create', () => {
        const file = files.create(name);
        const wrapped = wrapWritable(file, step, () => writing.delete(file));
        writing.set(file, name);
        return wrapped;
      }),
    open: (name) =>
      step('open', () => {
        const file = files.open(name);
        reading.add(file);
        return {
          size: file.size,
          read: (target, offset) => step('read', () => file.read(target, offset)),
          close: () => {
            // The system closes the files of the dead.
            if (reading.delete(file)) file.close();
          },
        };
      }),
    readWhole: (name) => step('readWhole', () => files.readWhole(name)),
    publish: (temporary, name) => step('publish', () => files.publish(temporary, name)),
    remove: (name) => step('remove', () => files.remove(name)),
    list: () => step('list', () => files.list()),
  };
}

type Step = <T>(operation: Operation, work: () => T, half?: () => unknown) => T;

function wrapWritable(file: WritableFile, step: Step, close: () => void): WritableFile {
  return {
    get size() {
      return file.size;
    },
    write: (bytes) =>
      step(
        'write',
        () => file.write(bytes),
        () => file.write(bytes.subarray(0, bytes.length >> 1)),
      ),
    finish: () =>
      step(
        'finish',
        () => {
          file.finish();
          close();
        },
        () => undefined,
      ),
    abandon: () =>
      step('abandon', () => {
        file.abandon();
        close();
      }),
  };
}
