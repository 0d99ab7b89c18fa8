import { foldForIdentity } from '../papers/analysis/fold.ts';
import { readDoi, readLibraryRef } from '../papers/identifiers.ts';
import { normalisePaper, type Paper } from '../papers/paper.ts';
import { readQueryTokens } from '../papers/query/terms.ts';
import type { Database } from '../platform/sqlite/database.ts';
import { type IndexSnapshot, isInTitle, type SegmentReader } from './engine/index/index-reader.ts';
import { type IdentifierKind, listIdentifiers, selectPapersBy } from './identifier-rows.ts';
import { findRecord, readRecord } from './records.ts';
import type { SearchableIndex } from './searchable-index.ts';

export function findByKey(database: Database, key: string): Paper | undefined {
  return findOldest(database, 'key', key);
}

export function findByDoi(database: Database, text: string | null | undefined): Paper | undefined {
  return findOldest(database, 'doi', readDoi(text));
}

function findOldest(database: Database, kind: IdentifierKind, value: string | undefined): Paper | undefined {
  const [id] = value === undefined ? [] : selectPapersBy(database, kind, value);
  return id === undefined ? undefined : readRecord(database, id);
}

/**
 * Ids of the papers that a text names: a reference (`L17`), a key, the citation key of an imported BibTeX entry, or an
 * identifier in any usual spelling (DOI, arXiv, PubMed, PMC, OpenAlex, CorpusID).
 */
export function findNamed(database: Database, name: string): number[] {
  const text = name.trim();
  const id = readLibraryRef(text);
  const byRef = id === undefined ? [] : selectByRef(database, id);
  if (byRef.length > 0) return byRef;
  const byKey = selectPapersBy(database, 'key', text);
  if (byKey.length > 0) return byKey;
  const named = identifiersIn(text).flatMap(({ kind, value }) => selectPapersBy(database, kind, value));
  return named.length > 0 ? [...new Set(named)] : selectByCitationKey(database, text);
}

/** A merged paper keeps the references of all papers merged into it. */
function selectByRef(database: Database, id: number): number[] {
  if (database.get('SELECT id FROM papers WHERE id = ?', id)) return [id];
  return selectPapersBy(database, 'ref', String(id));
}

function identifiersIn(text: string) {
  const inputs = { doi: text, arxivId: text, pmid: text, pmcid: text, openAlexId: text };
  // A bare number is a PubMed number.
  const corpusId = /^corpusid:/i.test(text) ? text : undefined;
  const record = normalisePaper({ key: text, ...inputs, corpusId });
  return listIdentifiers(record).filter(({ kind }) => kind !== 'key' && kind !== 'title');
}

function selectByCitationKey(database: Database, key: string): number[] {
  const sql = `SELECT id FROM texts WHERE record ->> '$.bibtex.key' = ? ORDER BY id`;
  return database.all<{ id: number }>(sql, key).map(({ id }) => id);
}

const MAX_QUERY_WORDS = 40;

/** At most `max` records whose titles contain all words: equal titles first, then shortest, then oldest. */
export function findByTitle(
  database: Database,
  search: SearchableIndex['search'],
  title: string,
  max: number,
): Paper[] {
  const terms = termsOf(title);
  if (terms.length === 0) return [];
  const hits = search((snapshot) => papersWithTitle(snapshot, terms)).sort(
    (a, b) => a.length - b.length || a.id - b.id,
  );
  const fingerprint = foldForIdentity(title);
  // Fetches a few more than requested, so that an equal title with other punctuation is among them.
  const records = hits.slice(0, max + MAX_QUERY_WORDS).flatMap(({ id }) => findRecord(database, id) ?? []);
  const isEqual = (record: Paper) => Number(foldForIdentity(record.title) === fingerprint);
  return records.sort((a, b) => isEqual(b) - isEqual(a)).slice(0, max);
}

/** Splits compounds into their parts, because the stored title may write them apart. */
function termsOf(title: string): string[] {
  const tokens = readQueryTokens(title).filter(({ isJoined }) => !isJoined);
  return [...new Set(tokens.map(({ term }) => term))].slice(0, MAX_QUERY_WORDS);
}

function papersWithTitle({ segments }: IndexSnapshot, terms: readonly string[]): { id: number; length: number }[] {
  return segments.flatMap((segment) =>
    docIdsWithTitle(segment, terms).map((docId) => ({
      id: segment.ids[docId] as number,
      length: segment.lengths.title[docId] as number,
    })),
  );
}

/** Intersects postings, rarest term first, to keep the sets small. */
function docIdsWithTitle(segment: SegmentReader, terms: readonly string[]): number[] {
  const termIds = terms.map((term) => segment.findTerm(term));
  if (termIds.some((termId) => termId < 0)) return [];
  termIds.sort((a, b) => segment.documentFrequency(a) - segment.documentFrequency(b));
  let docIds: Set<number> | undefined;
  for (const termId of termIds) {
    const { count, docIds: postingDocIds, frequencies } = segment.postings(termId);
    const next = new Set<number>();
    for (let at = 0; at < count; at += 1) {
      const docId = postingDocIds[at] as number;
      if (isInTitle(frequencies[at] as number) && (docIds === undefined || docIds.has(docId))) next.add(docId);
    }
    docIds = next;
    if (docIds.size === 0) return [];
  }
  return [...(docIds ?? [])].filter((docId) => !segment.isDeleted(docId));
}
