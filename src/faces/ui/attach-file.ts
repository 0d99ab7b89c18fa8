import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { PaperqueueError } from '../../contract/errors.ts';
import type { Features } from '../../jobs/features.ts';
import { visibleLine } from '../../lib/visible-text.ts';

/** A file that a person dropped on the page. */
export type GivenFile = { name: string; bytes: Uint8Array };

/**
 * The outcome of a file: a sentence; references to look up (`isList`: the file contains nothing else); the first
 * papers that were imported; the paper of a text; the review that took its decisions.
 */
export type TakenFile = {
  name: string;
  says: string;
  references?: string[];
  isList?: true;
  imported?: { ref: string; title: string }[];
  paper?: string;
  review?: string;
};

/** Attaches a file as the text of a paper: the one with this reference, else the one that the file identifies. */
export async function attachFile(
  features: Pick<Features, 'texts'>,
  { name, bytes }: GivenFile,
  ref: string | undefined,
  signal: AbortSignal,
): Promise<TakenFile> {
  const folder = await mkdtemp(join(tmpdir(), 'paperqueue-'));
  try {
    const path = join(folder, basename(name) || 'text');
    await writeFile(path, bytes, { mode: 0o600 });
    const view = await (await features.texts()).attachText({ path, ...(ref !== undefined && { ref }) }, { signal });
    const { paper } = view;
    const what = paper.title ?? paper.ref;
    return { name, says: `It is kept as the text of “${visibleLine(String(what))}”.`, paper: paper.ref };
  } catch (error) {
    if (!(error instanceof PaperqueueError)) throw error;
    // The person knows the file by its name, not by its temporary path.
    return { name, says: error.message.replaceAll(`${folder}/`, '') };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
