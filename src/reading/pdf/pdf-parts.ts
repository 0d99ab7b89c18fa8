import { type Bookmark, bookmarkedTitles } from './bookmarks.ts';
import { continuesTitle, type Heading, readHeading } from './headings.ts';
import { isReferences } from './lines.ts';
import type { PlacedLine, Style } from './style.ts';

/** A part of a document: its heading, and the lines below it. The first one may have no heading. */
export type Part = { title: string; depth: number; lines: PlacedLine[] };

const RUN_IN = /^(abstract|summary)\s*[.:—–-]+\s*(?=\S)/i;
/**
 * Splits a document at its headings. Lines before the first heading with known words or a number are not headings: they
 * are the paper's title and authors.
 */
export function splitParts(lines: readonly PlacedLine[], style: Style, bookmarks: readonly Bookmark[] = []): Part[] {
  const bookmarked = bookmarkedTitles(lines, bookmarks, style);
  const titles = lines.map((line, at) => bookmarked.get(at) ?? readHeading(line, style));
  const first = lines.findIndex((line, at) => titles[at]?.isNamed || RUN_IN.test(line.text));
  const main = mainLook(lines, titles);
  const parts: Part[] = [{ title: '', depth: 1, lines: [] }];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as PlacedLine;
    const current = parts.at(-1) as Part;
    const heading = at < first ? undefined : titles[at];
    const [runIn, name] = RUN_IN.exec(line.text) ?? [];
    if (heading && !(isReferences(current.title) && !endsReferences(heading, line, main))) {
      const title = [line];
      // A title that looks like the text below it ends with its line.
      const isPlain = line.font.name === style.font && Math.abs(line.height - style.height) < 0.3;
      const isWhole = bookmarked.has(at) || isPlain;
      while (!isWhole && lines[at + 1] && continuesTitle(line, lines[at + 1] as PlacedLine) && title.length < 3) {
        at += 1;
        title.push(lines[at] as PlacedLine);
      }
      const isLesser = !heading.isNamed && line.height < main - 0.3;
      const text = title.map((each) => each.text).join(' ');
      parts.push({ title: text, depth: isLesser ? 2 : heading.depth, lines: [] });
    } else if (runIn && name && at >= first && line.page <= 2) {
      parts.push({ title: name, depth: 1, lines: [{ ...line, text: line.text.slice(runIn.length) }] });
    } else current.lines.push(line);
  }
  return parts;
}

/** The height of section headings, taken from the certain ones. */
function mainLook(lines: readonly PlacedLine[], titles: readonly (Heading | undefined)[]): number {
  const heights = lines.flatMap((line, at) => (titles[at]?.isNamed && titles[at]?.depth === 1 ? [line.height] : []));
  return [...heights].sort((one, other) => one - other)[Math.floor(heights.length / 2)] ?? 0;
}

/** List entries may also start with a number; bold ones as large as headings are rare. */
function endsReferences(heading: Heading, line: PlacedLine, main: number): boolean {
  const isEntry = /^\d{1,3}\.?\s/.test(line.text);
  return Math.abs(line.height - main) < 0.6 && (line.font.isBold || (heading.isNamed && !isEntry));
}
