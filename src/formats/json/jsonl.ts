import { asFields, asText } from '../../lib/json.ts';
import { toCitation } from '../../papers/citation.ts';
import { toRecord } from '../../papers/found-paper.ts';
import type { PaperInput } from '../../papers/paper.ts';
import { readReceived } from '../../papers/received-paper.ts';
import type { ExportedPaper, Format } from '../format.ts';
import { calledInFile, type ParsedEntry } from '../parsed-entry.ts';

/** Parses the entry of one JSON object. */
function readOwnJson(json: unknown): ParsedEntry {
  const metadata = metadataFromJson(json);
  if (typeof metadata === 'string') return { problem: metadata };
  const { ref, citationKey: key } = asFields(json);
  return { metadata, ...(key !== undefined && calledInFile(asText(ref), asText(key))) };
}

/**
 * Reads our own record, the contract's paper, or a record with any of the usual field names. Values that are not
 * understood are ignored. A returned text says why nothing can be read.
 */
export function metadataFromJson(json: unknown): PaperInput | string {
  return asFields(json) === json ? readReceived(json).input : 'it is not a JSON object';
}

/**
 * JSON Lines: library records with reference, citation key, duplicates, decision, score and engine. An import reads
 * them back unchanged.
 */
function writeJsonl(papers: readonly ExportedPaper[]): string {
  return papers.map((exported) => `${JSON.stringify(toLine(exported))}\n`).join('');
}

function toLine({ ref, key, paper, sameAs, decision }: ExportedPaper): Record<string, unknown> {
  const { score, engine, isOpenAccess, downloadable, link, pdfLink } = toCitation(paper);
  const shown = { isOpenAccess, downloadable, link, pdfLink, score, engine };
  return { ref, citationKey: key, sameAs, decision, ...toRecord(paper), ...shown };
}

export const format: Format = {
  name: 'jsonl',
  title: 'JSON Lines',
  place: 50,
  read: {
    what: 'one paper a line (`title`, `abstract`, `authors`, `year`, `venue`, `doi`, `citationCount` ...; a title or an abstract is enough): our own export',
    endings: ['.jsonl', '.ndjson'],
    // Accepts any JSON with a title that no other format claims.
    generality: 2,
    json: { is: ({ title, abstract }) => Boolean(title ?? abstract), read: readOwnJson },
  },
  write: { ending: 'jsonl', mimeType: 'application/jsonl', papers: writeJsonl },
};
