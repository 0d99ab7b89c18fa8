import type { PaperInput } from '../../papers/paper.ts';
import type { Format } from '../format.ts';
import { calledInFile } from '../parsed-entry.ts';
import type { LocatedEntry, PieceReader } from '../pieces.ts';
import { openBibtexFile, type ParsedBibtex } from './read-bibtex.ts';
import { splitBibtex } from './split-bibtex.ts';
import { writeBibtex } from './write-bibtex.ts';

export const format: Format = {
  name: 'bibtex',
  title: 'BibTeX',
  place: 10,
  read: {
    what: 'and BibLaTeX, with LaTeX accents',
    endings: ['.bib', '.bibtex'],
    text: { signature: /^[ \t]*@[a-z][a-z0-9_-]*\s{0,20}[{(]/im, split: () => splitBibtex(), open: openBibtex },
  },
  write: {
    ending: 'bib',
    mimeType: 'application/x-bibtex',
    isForReferenceManagers: true,
    inPage: { abstracts: 'latex', between: '\n' },
    papers: writeBibtex,
  },
};

/** Matches a part of a file that later entries may use, or whose entries wait for others. */
const USED_LATER =
  /@\s*(?:string|xdata|(?:mv)?(?:book|proceedings|collection|reference)|periodical)|\b(?:crossref|xdata)\s*=/i;

function openBibtex(): PieceReader {
  const file = openBibtexFile();
  let unread: { text: string; line: number } | undefined;
  // A piece that an earlier run processed is read only if later entries may use it or earlier ones wait for it.
  const catchUp = () => {
    if (unread && (file.waits() || USED_LATER.test(unread.text))) file.read(unread.text, unread.line);
    unread = undefined;
  };
  return {
    learn(text, line) {
      catchUp();
      unread = { text, line };
    },
    read(text, line) {
      unread = undefined;
      return locatedEntries(file.read(text, line), line);
    },
    end() {
      catchUp();
      return locatedEntries(file.end(), 1);
    },
  };
}

/** The names that our own export gave a record. */
function namesInExport({ bibtex }: PaperInput) {
  const ref = bibtex?.fields?.paperqueue;
  return ref === undefined ? {} : calledInFile(ref, bibtex?.key);
}

function locatedEntries({ entries, problems, passedOver }: ParsedBibtex, line: number): LocatedEntry[] {
  const located: LocatedEntry[] = [
    ...entries.map(({ line, metadata }): LocatedEntry => ({ line, entry: { metadata, ...namesInExport(metadata) } })),
    ...problems.map(({ line, reason }): LocatedEntry => ({ line, entry: { problem: reason } })),
  ];
  located.sort((a, b) => a.line - b.line);
  const others = Array.from(
    { length: passedOver },
    (): LocatedEntry => ({ line, entry: { passedOver: 'no publication' } }),
  );
  return [...located, ...others];
}
