import { isArxivLine, readArxivEntry, readArxivLine } from '../formats/read/arxiv.ts';
import { openBibtexFile, type ParsedBibtex } from '../formats/read/bibtex/bibtex.ts';
import { isCrossref, readCrossref } from '../formats/read/crossref.ts';
import { isCslJson, readCslJson } from '../formats/read/csl-json.ts';
import { missingColumns, readCsv, readHeader } from '../formats/read/csv.ts';
import { isOpenAlex, readOpenAlex } from '../formats/read/openalex.ts';
import { readOwnJson } from '../formats/read/own-json.ts';
import type { ParsedEntry } from '../formats/read/parsed-entry.ts';
import { readScimago, readScimagoHeader } from '../formats/read/scimago.ts';
import { isSemanticScholar, readSemanticScholar } from '../formats/read/semantic-scholar.ts';
import { NBIB_LINE, readNbib } from '../formats/read/tagged/nbib.ts';
import { readOvid } from '../formats/read/tagged/ovid.ts';
import { readRefer } from '../formats/read/tagged/refer.ts';
import { readRefworks } from '../formats/read/tagged/refworks.ts';
import { readRis } from '../formats/read/tagged/ris.ts';
import { readWos } from '../formats/read/tagged/wos.ts';
import { readEndnote } from '../formats/read/xml/endnote.ts';
import { readPubmed } from '../formats/read/xml/pubmed.ts';
import { isZotero, readZotero } from '../formats/read/zotero.ts';
import type { Fields } from '../lib/json.ts';
import type { LocatedEntry, PieceReader, Splitter } from './pieces.ts';
import { openZoteroRdf } from './rdf-reader.ts';
import { splitBibtex } from './split-bibtex.ts';
import { splitCsv } from './split-csv.ts';
import { splitRecords } from './split-lines.ts';
import { splitXml } from './split-xml.ts';

/** How to split and read a format that is not JSON. */
type TextForm = {
  /** Matches where a text shows the format. */
  signature?: RegExp;
  /** Whether this is the first line of such a table. */
  isHeader?(line: string): boolean;
  split(): Splitter;
  open(): PieceReader;
};

/** How to recognise and read an entry of a JSON format, whether a line or a list element. */
export type JsonForm = { is(entry: Fields): boolean; read(entry: unknown): ParsedEntry };

type Format = { title: string; endings: readonly string[]; json?: JsonForm; text?: TextForm };

/** First lines of records. RefWorks' types are recognised by their names. */
const REFWORKS_RECORD = /^RT [A-Z][A-Za-z]+(?:[ ,/][A-Za-z ,/]{0,40})?\s*$/m;
const OVID_RECORD = /^\s{0,3}VN\s{1,3}- |^<\d{1,7}>\s*$/;
const OVID_SIGNATURE = /^\s{0,3}VN\s{1,3}- |^<\d{1,7}>\s{0,9}\n[A-Z][A-Za-z ]{2,40}\r?\n {2}\S/m;

/** Everything that can be imported. A JSON entry that several formats match is of the first one. */
const IMPORT_FORMATS = {
  openalex: { title: 'OpenAlex works', endings: [], json: { is: isOpenAlex, read: readOpenAlex } },
  'semantic-scholar': {
    title: 'Semantic Scholar papers, abstracts and summaries',
    endings: [],
    json: { is: isSemanticScholar, read: readSemanticScholar },
  },
  arxiv: {
    title: 'arXiv metadata and feeds',
    endings: ['.atom'],
    json: { is: isArxivLine, read: readArxivLine },
    text: {
      signature: /<(?:feed|entry)[\s>]/,
      split: () => splitXml(['entry']),
      open: () => single(readArxivEntry),
    },
  },
  crossref: { title: 'Crossref works', endings: [], json: { is: isCrossref, read: readCrossref } },
  zotero: { title: 'Zotero items', endings: [], json: { is: isZotero, read: readZotero } },
  'csl-json': { title: 'CSL-JSON', endings: ['.csl.json'], json: { is: isCslJson, read: readCslJson } },
  jsonl: {
    title: 'JSON Lines',
    endings: ['.jsonl', '.ndjson'],
    json: { is: ({ title, abstract }) => Boolean(title ?? abstract), read: readOwnJson },
  },
  bibtex: {
    title: 'BibTeX',
    endings: ['.bib', '.bibtex'],
    text: { signature: /^[ \t]*@[a-z][a-z0-9_-]*\s{0,20}[{(]/im, split: () => splitBibtex(), open: openBibtex },
  },
  ris: {
    title: 'RIS',
    endings: ['.ris'],
    text: {
      signature: /^\s{0,3}(?:TY|ER)\s{1,3}-/m,
      // Any tag opens a record: the type may be missing or spoilt.
      split: () =>
        splitRecords({
          opens: /^\s{0,3}(?!ER)[A-Z][A-Z0-9]\s{2}-\s|^\s{0,3}TY\s{1,3}-/,
          reopens: /^\s{0,3}TY\s{1,3}-/,
          closes: /^\s{0,3}ER\s{1,3}-/,
        }),
      open: () => single(readRis),
    },
  },
  nbib: {
    title: 'nbib (PubMed)',
    endings: ['.nbib'],
    text: {
      signature: /^PMID\s{0,2}-/m,
      split: () => splitRecords({ opens: NBIB_LINE, reopens: /^PMID\s{0,2}-/, closes: /^\s*$/ }),
      open: () => single(readNbib),
    },
  },
  wos: {
    title: 'Web of Science (plain text)',
    endings: ['.ciw'],
    text: {
      signature: /^PT [BJPS]\s*$/m,
      split: () => splitRecords({ opens: /^PT [BJPS]\s*$/, reopens: /^PT [BJPS]\s*$/, closes: /^ER\s*$/ }),
      open: () => single(readWos),
    },
  },
  'endnote-xml': {
    title: 'EndNote XML',
    endings: [],
    text: {
      signature: /<(?:records|ref-type)[\s>]/,
      split: () => splitXml(['record']),
      open: () => single(readEndnote),
    },
  },
  'pubmed-xml': {
    title: 'PubMed XML',
    endings: [],
    text: {
      signature: /<Pubmed(?:Book)?Article(?:Set)?[\s>]/,
      split: () => splitXml(['PubmedArticle', 'PubmedBookArticle']),
      open: () => single(readPubmed),
    },
  },
  'zotero-rdf': {
    title: 'Zotero RDF',
    endings: ['.rdf'],
    text: {
      signature: /<rdf:RDF[\s>]/,
      // An element within another has no address of its own.
      split: () => splitXml(['(?:bib|z):[A-Za-z]{1,30}', 'rdf:Description'], { behindName: '\\srdf:about=' }),
      open: openZoteroRdf,
    },
  },
  refworks: {
    title: 'RefWorks (tagged)',
    endings: [],
    text: {
      signature: REFWORKS_RECORD,
      split: () => splitRecords({ opens: REFWORKS_RECORD, reopens: REFWORKS_RECORD, closes: /(?!)/ }),
      open: () => single(readRefworks),
    },
  },
  refer: {
    title: 'EndNote (tagged, Refer)',
    endings: ['.enw'],
    text: {
      // Two lines with tags: one alone may be a comment.
      signature: /^%[0AT] \S.*\r?\n%[A-Z0-9@] \S/m,
      // Blank lines separate references. A reference whose tags are all damaged must still be reported as unreadable.
      split: () => splitRecords({ opens: /[%\p{L}\p{N}]/u, reopens: /(?!)/, closes: /^\s*$/ }),
      open: () => single(readRefer),
    },
  },
  ovid: {
    title: 'Ovid (tagged)',
    endings: [],
    text: {
      signature: OVID_SIGNATURE,
      split: () => splitRecords({ opens: OVID_RECORD, reopens: OVID_RECORD, closes: /(?!)/ }),
      // Only a number may precede a tagged record.
      open: () => ({ read: (text, line) => (/^<\d+>\s*$/.test(text) ? [] : single(readOvid).read(text, line)) }),
    },
  },
  scimago: {
    title: 'SCImago journal rankings',
    endings: [],
    text: {
      isHeader: (line) => readScimagoHeader(line) !== undefined,
      split: () => splitCsv(),
      open: () => openTable(readScimagoHeader, readScimago, () => SCIMAGO_COLUMNS),
    },
  },
  csv: {
    title: 'CSV (Zotero, Scopus, our own)',
    endings: ['.csv', '.tsv'],
    text: {
      isHeader: (line) => readHeader(line) !== undefined,
      split: () => splitCsv(),
      open: () => openTable(readHeader, readCsv, missingColumns),
    },
  },
} as const satisfies Record<string, Format>;

export type ImportFormat = keyof typeof IMPORT_FORMATS;

export const IMPORT_FORMAT_NAMES = Object.keys(IMPORT_FORMATS) as ImportFormat[];

export function findFormat(name: ImportFormat): Format {
  return IMPORT_FORMATS[name];
}

const SCIMAGO_COLUMNS = 'no columns "Sourceid", "Title", "Issn" and "SJR Best Quartile" found';

/** A reader whose pieces are one entry each. */
function single(read: (text: string) => ParsedEntry): PieceReader {
  return { read: (text, line) => [{ line, entry: read(text) }] };
}

/** A reader of JSON entries of one form. */
export function openJson({ read }: JsonForm): PieceReader {
  return single((text) => {
    try {
      return read(JSON.parse(text));
    } catch (error) {
      if (error instanceof SyntaxError) return { problem: 'it is no valid JSON' };
      throw error;
    }
  });
}

/** The entries of a part of a BibTeX file that later ones use, or that wait for them. */
const USED_LATER =
  /@\s*(?:string|xdata|(?:mv)?(?:book|proceedings|collection|reference)|periodical)|\b(?:crossref|xdata)\s*=/i;

function openBibtex(): PieceReader {
  const file = openBibtexFile();
  let unread: { text: string; line: number } | undefined;
  // A piece of an earlier run is read for what later ones use, and for those that waited for it.
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

function locatedEntries({ entries, problems, passedOver }: ParsedBibtex, line: number): LocatedEntry[] {
  const located: LocatedEntry[] = [
    ...entries.map(({ line, metadata }): LocatedEntry => ({ line, entry: { metadata } })),
    ...problems.map(({ line, reason }): LocatedEntry => ({ line, entry: { problem: reason } })),
  ];
  located.sort((a, b) => a.line - b.line);
  const others = Array.from(
    { length: passedOver },
    (): LocatedEntry => ({ line, entry: { passedOver: 'no publication' } }),
  );
  return [...located, ...others];
}

/** Lines before a header, such as the search that Embase writes there, or `sep=;` of Excel. */
const MAX_RECORDS_BEFORE_HEADER = 10;

/**
 * Skips everything before the header row. Without one near the beginning, every record is a problem, and `lacks` says
 * what the first one is missing.
 */
function openTable<Header>(
  readHead: (line: string) => Header | undefined,
  readRow: (line: string, header: Header) => ParsedEntry,
  lacks: (line: string) => string,
): PieceReader {
  let header: Header | undefined;
  let isHeader = false;
  let problem: string | undefined;
  let tried = 0;
  let waiting: LocatedEntry[] = [];
  const flush = () => waiting.splice(0);
  return {
    learn(text) {
      isHeader = false;
      if (header !== undefined || tried === MAX_RECORDS_BEFORE_HEADER) return;
      tried += 1;
      header = readHead(text);
      isHeader = header !== undefined;
      problem ??= lacks(text);
    },
    read(text, line) {
      if (isHeader) waiting = [];
      else if (header !== undefined) return [{ line, entry: readRow(text, header) }];
      else waiting.push({ line, entry: { problem: problem as string } });
      return tried === MAX_RECORDS_BEFORE_HEADER ? flush() : [];
    },
    end: flush,
  };
}
