import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { readBibtex } from '../../../formats/bibtex/read-bibtex.ts';
import { arxivKey, readArxivId } from '../../../papers/arxiv-number.ts';
import { readDoi } from '../../../papers/identifiers.ts';
import type { PaperInput } from '../../../papers/paper.ts';

/** A full text in a folder of the user, as Zotero and JabRef store them, and the paper that it belongs to. */

export type TextFile = {
  path: string;
  /** A DOI, an arXiv number or a PMC number. */
  paper?: string;
  /** The title in the file's name or entry, if neither contains an identifier. */
  title?: string;
};

const TEXTS = new Set(['.pdf', '.docx', '.epub', '.xml', '.html', '.htm']);
const MAX_FILES = 50_000;
const MAX_BIBTEX_BYTES = 100 * 1024 * 1024;

/**
 * The texts in a folder and its subfolders. The `file` fields of BibTeX files there say which paper a file belongs to;
 * for other files its name does. Links are not followed, so that nothing outside the folder is read. Undefined if the
 * folder does not exist.
 */
export async function findTextFiles(folder: string): Promise<TextFile[] | undefined> {
  const listed = await listFiles(folder);
  if (!listed) return undefined;
  const { files: paths } = listed;
  const named = await papersOfEntries(paths.filter((path) => extname(path).toLowerCase() === '.bib'));
  return paths
    .filter((path) => TEXTS.has(extname(path).toLowerCase()))
    .map((path) => ({ path, ...(named.get(tailOf(path)) ?? paperOfName(basename(path, extname(path)))) }));
}

/**
 * Sorted paths of the files in a folder and its subfolders, and of the entries skipped: hidden files and folders, and
 * links, which are not followed. Undefined if the folder does not exist.
 */
export async function listFiles(
  folder: string,
): Promise<{ files: string[]; passedOver: { path: string; reason: 'hidden' | 'a link' }[] } | undefined> {
  const root = await realpath(resolve(folder)).catch(() => undefined);
  if (root === undefined || !(await stat(root)).isDirectory()) return undefined;
  const files: string[] = [];
  const passedOver: { path: string; reason: 'hidden' | 'a link' }[] = [];
  const folders = [root];
  for (const open of folders) {
    for (const entry of await readdir(open, { withFileTypes: true })) {
      const path = join(open, entry.name);
      if (entry.name.startsWith('.')) passedOver.push({ path, reason: 'hidden' });
      else if (entry.isSymbolicLink()) passedOver.push({ path, reason: 'a link' });
      else if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile() && files.length < MAX_FILES) files.push(path);
    }
  }
  return { files: files.sort(), passedOver };
}

type Named = Omit<TextFile, 'path'>;

/** Keyed by last folder and file name, because exports also contain paths of other machines. */
async function papersOfEntries(bibliographies: readonly string[]): Promise<Map<string, Named>> {
  const papers = new Map<string, Named>();
  for (const path of bibliographies) {
    if ((await stat(path)).size > MAX_BIBTEX_BYTES) continue;
    for (const { metadata } of readBibtex(await readFile(path, 'utf8')).entries) {
      const named = namedBy(metadata);
      for (const file of filesOf(metadata.bibtex?.fields?.file ?? ''))
        papers.set(tailOf(resolve(dirname(path), file)), named);
    }
  }
  return papers;
}

function namedBy({ doi, arxivId, link, pmcid, title }: PaperInput): Named {
  const paper = readDoi(doi) ?? arxivKey({ arxivId, link }) ?? pmcid ?? undefined;
  return { ...(paper && { paper }), ...(title && { title }) };
}

/** Splits `description:path:type;...` as in Zotero and JabRef, or plain paths; a backslash escapes. */
function filesOf(field: string): string[] {
  const entries = splitAt(field, ';').filter((entry) => entry.trim() !== '');
  return entries.map((entry) => {
    const parts = splitAt(entry, ':');
    const path = parts.length >= 3 ? parts.slice(1, -1).join(':') : entry;
    return path.replace(/\\([\\:;])/g, '$1').replaceAll('\\', '/');
  });
}

function splitAt(text: string, separator: string): string[] {
  const parts = [''];
  for (const [piece] of text.matchAll(/\\.|[^\\]|\\$/gs)) {
    if (piece === separator) parts.push('');
    else parts[parts.length - 1] += piece;
  }
  return parts;
}

function tailOf(path: string): string {
  return join(basename(dirname(path)), basename(path)).normalize('NFC');
}

/** Parses `10.1000_xyz`, `10.1000%2Fxyz`, `2101.00001v2`, `PMC123`, or Zotero's file names: `Author - 2019 - Title`. */
function paperOfName(name: string): Named {
  const decoded = name.replace(/%([0-9a-f]{2})/gi, (_all, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  const doi = readDoi(/^10\.\d{4,9}\//.test(decoded) ? decoded : decoded.replace(/^(10\.\d{4,9})[_@ -]/, '$1/'));
  const pmcid = /^PMC\d{1,9}$/i.exec(name)?.[0].toUpperCase();
  const paper = doi ?? pmcid ?? readArxivId(name);
  return paper ? { paper } : { title: name.replace(/^.{1,200}? - (?:\d{4} - )?/, '') };
}
