import { arxivKey } from '../papers/arxiv-number.ts';
import { readDoi } from '../papers/identifiers.ts';
import type { PaperToRead } from '../papers/paper-to-read.ts';
import type { Database } from '../platform/sqlite/database.ts';
import { type IdentifierKind, selectPapersBy } from './identifier-rows.ts';
import { raiseEdition, raiseRevision } from './properties.ts';

/** The identifier that a full text is stored under. A paper added later gets the text by the same identifier. */
type TextName = { kind: IdentifierKind; value: string };

/** Maximum words of one text, more than a long paper has. */
const MAX_WORDS = 20_000;
/** Maximum characters read for the words, because this runs in the thread that answers calls. */
const MAX_CHARACTERS = 1_000_000;

/**
 * Stores the words of a paper's full text, replacing earlier ones, and has the paper indexed again. Runs in the
 * caller's transaction. `text` is only called for a new text.
 */
export function keepTextWords(database: Database, paper: PaperToRead, hash: string, text: () => string): void {
  const names = namesOf(paper);
  const hashOf = 'SELECT hash FROM text_names WHERE kind = ? AND value = ?';
  const added = names.filter(({ kind, value }) => database.get<{ hash: string }>(hashOf, kind, value)?.hash !== hash);
  if (added.length === 0) return;
  const words = distinctWords(text());
  database.run('INSERT OR IGNORE INTO text_words (hash, words) VALUES (?, ?)', hash, words);
  for (const { kind, value } of added)
    database.run('INSERT OR REPLACE INTO text_names (kind, value, hash) VALUES (?, ?, ?)', kind, value, hash);
  database.run('DELETE FROM text_words WHERE hash NOT IN (SELECT hash FROM text_names)');
  const papers = added.flatMap(({ kind, value }) => selectPapersBy(database, kind, value));
  indexAgain(database, [...new Set(papers)]);
}

/** Removes the words of all texts. Runs in the caller's transaction. */
export function removeTextWords(database: Database): void {
  const papers = [...selectTexts(database).keys()];
  database.run('DELETE FROM text_names');
  database.run('DELETE FROM text_words');
  indexAgain(database, papers);
}

/** The words of each paper's full text, read on demand. */
export function readTextWords(database: Database): (paper: number) => string | undefined {
  const texts = selectTexts(database);
  return (paper) => {
    const hash = texts.get(paper);
    if (hash === undefined) return undefined;
    return database.get<{ words: string }>('SELECT words FROM text_words WHERE hash = ?', hash)?.words;
  };
}

function selectTexts(database: Database): Map<number, string> {
  const sql = 'SELECT paper, hash FROM text_names JOIN identifiers USING (kind, value) ORDER BY hash';
  return new Map(database.all<{ paper: number; hash: string }>(sql).map(({ paper, hash }) => [paper, hash]));
}

/** Also raises the edition: from now on an equal search finds other papers. */
function indexAgain(database: Database, papers: readonly number[]): void {
  if (papers.length === 0) return;
  const revision = raiseRevision(database);
  for (const paper of papers) database.run('UPDATE papers SET revision = ? WHERE id = ?', revision, paper);
  raiseEdition(database);
}

function namesOf(paper: PaperToRead): TextName[] {
  const pairs: [IdentifierKind, string | undefined][] = [
    ['key', paper.key],
    ['doi', readDoi(paper.doi)],
    ['arxiv', arxivKey(paper)],
    ['pmcid', paper.pmcid],
    ['pmid', paper.pmid],
  ];
  return pairs.flatMap(([kind, value]) => (value ? [{ kind, value }] : []));
}

/** Each distinct word once, ignoring case, in text order. */
function distinctWords(text: string): string {
  const words = new Set<string>();
  for (const [word] of text
    .slice(0, MAX_CHARACTERS)
    .toLowerCase()
    .matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu)) {
    words.add(word);
    if (words.size === MAX_WORDS) break;
  }
  return [...words].join(' ');
}
