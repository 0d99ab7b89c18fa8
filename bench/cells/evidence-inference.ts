import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCells, recordEnds } from '../../src/formats/tables/csv-records.ts';
import { readWords } from '../../src/reading/quote/document-words.ts';
import { readDocument } from '../../src/reading/read-document.ts';
import type { CellText } from './cells.ts';

/** The texts of a split of Evidence Inference 2.0 with the spans that its annotators marked as evidence. */
export async function readEvidence(folder: string, split: string, most: number): Promise<CellText[]> {
  const ids = readFileSync(join(folder, 'splits', `${split}_article_ids.txt`), 'utf8')
    .trim()
    .split('\n');
  const spans = readSpans(join(folder, 'v2_annotations.csv'));
  const texts: CellText[] = [];
  for (const id of ids.map((each) => each.replace(/\D/g, ''))) {
    const file = join(folder, 'xml_files', `PMC${id}.nxml`);
    const quotes = spans.get(id) ?? [];
    if (texts.length === most) break;
    if (quotes.length === 0 || !existsSync(file)) continue;
    const read = await readDocument(readFileSync(file, 'utf8'), 'jats');
    if ('problem' in read) continue;
    const blocks = read.sections.flatMap((section) => section.blocks);
    texts.push({ name: `PMC${id}`, words: readWords(blocks, read.references), quotes });
  }
  return texts;
}

/** Distinct spans by article, as annotated, of annotations that were checked by another annotator. */
function readSpans(file: string): Map<string, string[]> {
  const text = readFileSync(file, 'utf8');
  const { ends } = recordEnds(text, ',');
  const rows = [0, ...ends].map((start, at) => readCells(text.slice(start, ends[at]).replace(/\r?\n$/, ''), ','));
  const [names = [], ...records] = rows;
  const at = (name: string) => names.indexOf(name);
  const [id, valid, span] = [at('PMCID'), at('Valid Reasoning'), at('Annotations')];
  const found = new Map<string, string[]>();
  for (const record of records) {
    const [article = '', quote = ''] = [record[id], record[span]];
    if (record[valid] !== 'True' || quote.trim() === '' || found.get(article)?.includes(quote)) continue;
    found.set(article, [...(found.get(article) ?? []), quote]);
  }
  return found;
}
