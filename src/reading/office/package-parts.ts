import { decodeBytes } from '../../lib/decode-bytes.ts';
import { readZip } from '../../platform/zip.ts';
import { type Element, parseTree } from '../markup/markup-tree.ts';
import type { ReadingProblem } from '../notes.ts';

/** The parts of a zipped document. Checks the stated size of a part before unpacking it. */

const MAX_PART_BYTES = 24 * 1024 * 1024;
const MAX_ALL_BYTES = 48 * 1024 * 1024;

/** Thrown for a document that cannot be read. */
export class Unreadable extends Error {
  constructor(readonly problem: ReadingProblem) {
    super(problem);
  }
}

export type PackageParts = {
  has(name: string): boolean;
  /** The text of a part; undefined if the archive has none of this name. Throws Unreadable. */
  text(name: string): string | undefined;
  /** The tree of a part in XML, or in HTML. Throws Unreadable. */
  tree(name: string, as?: { isXml: boolean }): Element | undefined;
};

/** Throws Unreadable if it is not an archive. */
export function openParts(bytes: Uint8Array): PackageParts {
  const files = unzipped(() => readZip(bytes));
  let unpacked = 0;
  const text = (name: string) => {
    const file = files.get(name);
    if (!file) return undefined;
    unpacked += file.length;
    if (file.length > MAX_PART_BYTES || unpacked > MAX_ALL_BYTES) throw new Unreadable('too large');
    return decodeBytes(unzipped(() => file.bytes()));
  };
  return {
    has: (name) => files.has(name),
    text,
    tree(name, { isXml } = { isXml: true }) {
      const markup = text(name);
      if (markup === undefined) return undefined;
      // In HTML, too: an entity bomb needs a declaration.
      if (/<!ENTITY/i.test(markup.slice(0, 100_000))) throw new Unreadable('own entities');
      const tree = parseTree(markup, { isXml, whole: '' });
      if ('problem' in tree) throw new Unreadable(tree.problem);
      return tree.root;
    },
  };
}

function unzipped<T>(work: () => T): T {
  try {
    return work();
  } catch {
    throw new Unreadable('broken archive');
  }
}
