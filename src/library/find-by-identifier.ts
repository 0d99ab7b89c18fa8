import { omitUndefined } from '../lib/omit-undefined.ts';
import { readDoi, readLibraryRef } from '../papers/identifiers.ts';
import { normalisePaper, type Paper } from '../papers/paper.ts';
import type { Database } from '../platform/sqlite/database.ts';
import { listIdentifiers, selectPapersBy } from './identifier-rows.ts';
import { readRecord } from './records.ts';

export function findByKey(database: Database, key: string): Paper | undefined {
  const [id] = selectPapersBy(database, 'key', key);
  return id === undefined ? undefined : readRecord(database, id);
}

export function findByDoi(database: Database, text: string | null | undefined): Paper | undefined {
  const doi = readDoi(text);
  if (doi === undefined) return undefined;
  const [id] = selectPapersBy(database, 'doi', doi);
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
  const { doi, arxivId, pmid, pmcid, openAlexId } = normalisePaper({
    title: '',
    key: text,
    doi: text,
    arxivId: text,
    pmid: text,
    pmcid: text,
    openAlexId: text,
  });
  // A bare number is a PubMed number.
  const { corpusId } = normalisePaper({ key: text, corpusId: /^corpusid:/i.test(text) ? text : undefined });
  const read = { doi, arxivId, pmid, pmcid, openAlexId, corpusId };
  const record = { key: text, title: '', authors: [], fieldsOfStudy: [], downloadable: false, ...omitUndefined(read) };
  return listIdentifiers(record).filter(({ kind }) => kind !== 'key' && kind !== 'title');
}

function selectByCitationKey(database: Database, key: string): number[] {
  const sql = `SELECT id FROM texts WHERE record ->> '$.bibtex.key' = ? ORDER BY id`;
  return database.all<{ id: number }>(sql, key).map(({ id }) => id);
}
