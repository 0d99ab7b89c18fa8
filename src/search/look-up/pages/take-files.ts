import { Readable } from 'node:stream';
import { PaperqueueError } from '../../../contract/errors.ts';
import { attachFile, type GivenFile, type TakenFile } from '../../../faces/ui/attach-file.ts';
import type { UiDeps } from '../../../faces/ui/environment.ts';
import { counted } from '../../../lib/counted.ts';
import { isPdf } from '../../../lib/text-format.ts';
import { decodeText } from '../../../library/importing/decode-text.ts';
import { lookAtStream } from '../../../library/importing/import-file.ts';
import { type ImportReport, importedNothing, importPapers } from '../../../library/importing/import-papers.ts';
import { startParserThread } from '../../../library/importing/parse-in-thread.ts';
import type { ImportTarget } from '../../../library/ports/library.ts';
import { libraryRef } from '../../../papers/identifiers.ts';
import type { Paper } from '../../../papers/paper.ts';
import { splitReferences } from '../split-references.ts';

/**
 * Processes a file by its type: a PDF becomes the text of its paper, a file of a known format (BibTeX, RIS, ...) is
 * imported into the library, and in any other text each paragraph or line is a reference to look up. If none of that
 * works, says why.
 */
export async function takeFile(deps: UiDeps, file: GivenFile, signal: AbortSignal): Promise<TakenFile> {
  try {
    return isPdf(file.bytes)
      ? await attachFile(deps.features, file, undefined, signal)
      : await importOrRead(deps, file, signal);
  } catch (error) {
    if (!(error instanceof PaperqueueError)) throw error;
    return { name: file.name, says: error.message };
  }
}

/** Papers of an imported file that its page links to. */
const MAX_SHOWN = 10;

async function importOrRead(deps: UiDeps, { name, bytes }: GivenFile, signal: AbortSignal): Promise<TakenFile> {
  const file = await lookAtStream(name, Readable.from([bytes]));
  if (file.container) return { name, says: `It is ${file.container}: unpack it first.` };
  const thread = startParserThread({ signal });
  try {
    const format = await thread.detect(file.head, name);
    if (!format) return readList(name, bytes);
    const library = await deps.features.library();
    const source = { format, text: file.text() };
    const first: Paper[] = [];
    const add: ImportTarget['add'] = (records, checkpoint) => {
      first.push(...records.slice(0, MAX_SHOWN - first.length));
      return library.add(records, checkpoint);
    };
    const report = await importPapers({ ...library, add }, source, { signal, openParser: thread.open });
    await library.settle(signal);
    const ids = new Set(first.flatMap((paper) => library.findSameIds(paper).slice(0, 1)));
    const imported = Array.from(library.read([...ids]), ({ id, record }) => ({
      ref: libraryRef(id),
      title: record.title,
    }));
    const references = await decodeAll(bytes).then(splitReferences);
    // In other formats the lines are not references.
    const canLookUp = ['bibtex', 'ris'].includes(format.name) && references.length > 0;
    return { name, says: describe(report), imported, ...(canLookUp && { references }) };
  } finally {
    await thread.close();
  }
}

async function readList(name: string, bytes: Uint8Array): Promise<TakenFile> {
  const references = splitReferences(await decodeAll(bytes));
  if (references.length === 0) return { name, says: 'There is nothing in it.' };
  return { name, says: `${counted(references.length, 'reference')} in it.`, references, isList: true };
}

async function decodeAll(bytes: Uint8Array): Promise<string> {
  let text = '';
  for await (const part of decodeText(Readable.from([bytes]))) text += part;
  return text;
}

function describe(report: ImportReport): string {
  const { format, added, merged, alreadyThere = 0, skipped, journals } = report;
  if (importedNothing(report) && skipped > 0) return `Not one of its entries can be read as ${format}.`;
  const parts = [
    `${counted(added, 'paper')} added to the library`,
    ...(merged > 0 ? [`${merged} merged with papers that it has`] : []),
    ...(alreadyThere > 0 ? [`${alreadyThere} already there`] : []),
    ...(journals > 0 ? [counted(journals, 'journal')] : []),
    ...(skipped > 0 ? [`${skipped} could not be read`] : []),
  ];
  return `${parts.join(', ')} (${format}).`;
}
