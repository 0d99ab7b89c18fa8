import { asFields, asList, asNumber, asText, asTexts, type Fields, parseJson } from '../../lib/json.ts';
import { omitEmpty } from '../../lib/omit-undefined.ts';
import { toPaper } from '../../papers/paper.ts';
import { readLabel, type Screening } from '../decisions/screening.ts';
import type { ReadRecords } from './read-record.ts';

/** The papers of a saved report on which its reader decided, and that reader. */
export type ReportCopy = ReadRecords & { by: string };

/** More text before the data than any of our reports has. */
const MAX_TAG_CHARACTERS = 200;

/**
 * Reads a copy of an HTML report that contains decisions. A reader without a name gets the name of the file. Undefined
 * if the text is not such a copy. Takes linear time.
 */
export function readReportCopy(name: string, html: string): ReportCopy | undefined {
  const island = islandOf(html, 'decisions');
  const papers = asList(asFields(islandOf(html, 'data')).papers);
  if (island === undefined || papers.length === 0) return undefined;
  const { by: readerName, decisions } = asFields(island);
  const by = asText(readerName)?.trim() ?? (name.replace(/^.*[/\\]/, '').replace(/\.html?$/i, '') || 'a reader');
  const read: ReportCopy = { records: [], problems: [], by };
  for (const [index, paper] of papers.map(asFields).entries()) {
    const screened = asFields(decisions)[asText(paper.ref) ?? ''];
    if (screened === undefined) continue;
    const row = index + 1;
    const record = toPaper({
      title: asText(paper.title),
      abstract: asText(paper.abstract),
      authors: asTexts(paper.authors),
      year: asNumber(paper.year),
      venue: asText(paper.venue),
      doi: asText(paper.doi),
    });
    if (typeof record === 'string') read.problems.push({ row, line: row, reason: record });
    else read.records.push({ row, paper: record, screening: readScreening(asFields(screened), by) });
  }
  return read;
}

/** Whether a text is one of our reports, with or without decisions. */
export function isReport(html: string): boolean {
  return asList(asFields(islandOf(html, 'data')).papers).length > 0;
}

function readScreening({ decision: label, note, tags, at }: Fields, reader: string): Screening {
  const decision = readLabel(asText(label) ?? '');
  const noted = omitEmpty({ note: asText(note), tags: asTexts(tags) });
  const program = 'paperqueue';
  if (decision) return { decisions: [{ reader, decision, ...noted, ...omitEmpty({ at: asText(at) }) }], program };
  return { decisions: [], ...(Object.keys(noted).length > 0 && { notes: [{ reader, ...noted }] }), program };
}

/** The JSON in the element of a page with an id; undefined if there is none. */
function islandOf(html: string, id: string): unknown {
  for (const match of html.matchAll(/<script\b/gi)) {
    const end = html.indexOf('>', match.index);
    if (end < 0) return undefined;
    const tag = html.slice(match.index, Math.min(end, match.index + MAX_TAG_CHARACTERS));
    if (!new RegExp(`\\bid\\s*=\\s*["']?${id}["'\\s]?`, 'i').test(`${tag} `) || !/json/i.test(tag)) continue;
    const close = html.indexOf('</script', end);
    return parseJson(html.slice(end + 1, close < 0 ? undefined : close));
  }
  return undefined;
}
