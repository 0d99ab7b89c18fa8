import { readEndnote } from '../../../formats/xml/endnote.ts';
import { parseJson } from '../../../lib/json.ts';
import type { PaperInput } from '../../../papers/paper.ts';
import { type DocxParagraph, FIELD_MARKS, readDocxWithFields } from '../../../reading/office/docx-fields.ts';
import type { Entry } from '../draft.ts';
import { cslEntry, toEntry } from './bibliography.ts';

/** A Word document as text with one line per paragraph, and the works in its citation fields. */

export type DocxDraft = {
  /** Citation fields are marked with FIELD_MARKS and contain their index in `works`. */
  text: string;
  /** For each field, the indexes of its entries. */
  works: number[][];
  entries: Entry[];
};

const MAX_ITEMS = 200;

export function readDraftDocx(bytes: Uint8Array): DocxDraft {
  const { paragraphs, fields, works: sources } = readDocxWithFields(bytes);
  const entries: Entry[] = [];
  const indexByItem = new Map<string, number>();
  const works = fields.map((field) =>
    entriesOf(field, sources).map((entry) => {
      const known = indexByItem.get(entry.item);
      if (known !== undefined) return known;
      indexByItem.set(entry.item, entries.length);
      return entries.push(entry) - 1;
    }),
  );
  return { text: paragraphs.map(toLine).join('\n'), works, entries };
}

function toLine({ text, depth, isQuote }: DocxParagraph): string {
  if (depth !== undefined && text !== '') return `${'#'.repeat(Math.min(depth, 6))} ${text}`;
  return isQuote ? `\uE002${text}` : text;
}

/** The entries of a field: JSON from Zotero and Mendeley, XML from EndNote, or tags of Word's own source list. */
function entriesOf(field: string, sources: ReadonlyMap<string, PaperInput>): Entry[] {
  const [, tag] = /^\s*CITATION\s+(\S+)/.exec(field) ?? [];
  if (tag !== undefined) {
    const others = [...field.matchAll(/\\m\s+(\S+)/g)].map(([, other = '']) => other);
    return [tag, ...others].slice(0, MAX_ITEMS).flatMap((each) => {
      const work = sources.get(each.toLowerCase());
      return work ? [toEntry(work)] : [];
    });
  }
  const mendeley = /^MENDELEY_CITATION_v3_([A-Za-z0-9+/=_-]+)/.exec(field)?.[1];
  const json = mendeley === undefined ? field.slice(Math.max(field.indexOf('{'), 0)) : decode(mendeley);
  const { citationItems } = (parseJson(json) ?? {}) as { citationItems?: unknown };
  if (Array.isArray(citationItems))
    return citationItems
      .slice(0, MAX_ITEMS)
      .flatMap((item: { itemData?: unknown } | null) => cslEntry(item?.itemData) ?? []);
  return recordsIn(field).flatMap((record) => {
    const parsed = readEndnote(record);
    return 'metadata' in parsed ? [toEntry(parsed.metadata)] : [];
  });
}

const decode = (base64: string) => Buffer.from(base64, 'base64').toString('utf8');

function recordsIn(xml: string): string[] {
  const records: string[] = [];
  for (let at = xml.indexOf('<record>'); at >= 0 && records.length < MAX_ITEMS; at = xml.indexOf('<record>', at + 8)) {
    const end = xml.indexOf('</record>', at);
    if (end < 0) break;
    records.push(xml.slice(at, end + '</record>'.length));
  }
  return records;
}

const FIELD = new RegExp(
  `${FIELD_MARKS.open}(\\d{1,6})${FIELD_MARKS.index}[^${FIELD_MARKS.open}${FIELD_MARKS.close}]{0,2000}${FIELD_MARKS.close}`,
  'g',
);

/** The citation fields: their offsets, and the indexes of their entries. */
export function fieldCitations(
  text: string,
  works: readonly number[][],
): { start: number; end: number; entries: readonly number[] }[] {
  return [...text.matchAll(FIELD)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    entries: works[Number(match[1])] ?? [],
  }));
}
