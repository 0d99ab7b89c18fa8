import { readBibtex } from '../../../formats/bibtex/read-bibtex.ts';
import { readCslJson } from '../../../formats/json/csl-json.ts';
import { readRis } from '../../../formats/tagged/ris.ts';
import { parseJson } from '../../../lib/json.ts';
import { normalisePaper, type PaperInput } from '../../../papers/paper.ts';
import { readPerson } from '../../../papers/people.ts';
import { writeOutDashes } from '../../../papers/references/authors-above.ts';
import type { Entry } from '../draft.ts';
import { entryOf } from './reference-list.ts';

/** Entries of files of references, and of the citation fields of reference managers. */

const MAX_ENTRIES = 3_000;
const RIS_RECORD = /^(?=\s{0,3}TY\s{1,3}-)/m;

/** The entries of a BibTeX, RIS or CSL-JSON file; of any other text its lines. */
export function readBibliography(text: string): Entry[] {
  const plain = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  if (/^[ \t]*@[a-z]+\s*[{(]/im.test(plain))
    return readBibtex(plain)
      .entries.slice(0, MAX_ENTRIES)
      .map(({ metadata }) => toEntry(metadata));
  if (/^\s*[[{]/.test(plain)) return cslEntries(plain);
  if (RIS_RECORD.test(plain)) {
    const records = plain.split(RIS_RECORD).filter((record) => /^\s{0,3}TY\s/.test(record));
    return records.slice(0, MAX_ENTRIES).flatMap((record) => {
      const entry = readRis(record.trim());
      return 'metadata' in entry ? [toEntry(entry.metadata)] : [];
    });
  }
  const lines = plain.split('\n').filter((line) => line.trim() !== '');
  return writeOutDashes(lines.slice(0, MAX_ENTRIES)).map((line, nth) => ({
    ...entryOf(line.trim()),
    position: nth + 1,
  }));
}

function cslEntries(text: string): Entry[] {
  const json = parseJson(text);
  const items = Array.isArray(json) ? json : ((json as { items?: unknown[] } | undefined)?.items ?? [json]);
  return (Array.isArray(items) ? items : []).slice(0, MAX_ENTRIES).flatMap((item) => cslEntry(item) ?? []);
}

/** The entry of an item of CSL-JSON; undefined if it is not a paper. */
export function cslEntry(item: unknown): Entry | undefined {
  const parsed = readCslJson(item);
  if (!('metadata' in parsed)) return undefined;
  const { id } = item as { id?: unknown };
  const entry = toEntry(parsed.metadata);
  return entry.key === undefined && (typeof id === 'string' || typeof id === 'number')
    ? { ...entry, key: String(id) }
    : entry;
}

/** An entry from structured metadata. Its item is a RIS record, which look-ups parse unambiguously. */
export function toEntry(metadata: PaperInput): Entry {
  const paper = normalisePaper(metadata);
  const [first] = paper.authors;
  const person = first === undefined ? undefined : readPerson(first);
  const firstAuthor = person && (person.family ?? person.literal);
  const { key } = metadata.bibtex ?? {};
  const lines: [tag: string, value: string | number | undefined][] = [
    ['TY', paper.venue === undefined ? 'GEN' : 'JOUR'],
    ['TI', paper.title],
    ...paper.authors.map((name): [string, string] => ['AU', familyFirst(name)]),
    ['PY', paper.year],
    ['T2', paper.venue],
    ['VL', paper.volume],
    ['IS', paper.issue],
    ['SP', paper.pages],
    ['DO', paper.doi],
    ['N1', paper.arxivId && `arXiv: ${paper.arxivId}`],
    ['N1', paper.pmid && `PMID: ${paper.pmid}`],
  ];
  const written = lines.flatMap(([tag, value]) => (value ? [`${tag}  - ${String(value).replace(/\s+/g, ' ')}`] : []));
  const names = paper.authors.length > 1 ? `${firstAuthor} et al` : firstAuthor;
  return {
    item: [...written, 'ER  - '].join('\n'),
    text: [names, paper.year, paper.title].filter((part) => part !== undefined && part !== '').join('. '),
    ...(key !== undefined && { key }),
    ...(firstAuthor !== undefined && { firstAuthor }),
    ...(paper.year !== undefined && { year: paper.year }),
  };
}

function familyFirst(name: string): string {
  const person = readPerson(name);
  return person.family === undefined ? `${name},` : [person.family, person.given].filter(Boolean).join(', ');
}
