/** Reads the abstract and headings from a page in Markdown, as the scraping service returns it. */

const HEADING = /^#{1,6}\s+(\S.*)$/;
const ABSTRACT_HEADING = /^(?:#{1,6}\s|\*\*|__)?\s*(?:abstract|summary)\s*(?:[:.]\s*)?(?:(?:\*\*|__)\s*)?(?:#+\s*)?$/i;
const MAX_LINES = 5_000;
const MAX_HEADINGS = 5;
const MAX_TEXT_LINE_CHARACTERS = 20_000;
/** The beginning of a line that ends an abstract without being a heading. */
const NEXT_PART =
  /^(?:\*\*|__)?\s*(?:key\s?words?|index terms|introduction|1\.?\s+introduction|references|copyright|published|download)\b/i;

/** Headings that may be the page's title, as plain text: all first-level headings, or else the first heading. */
export function mainHeadings(text: string | undefined): string[] {
  const lines = splitLines(text);
  const main = lines.filter((line) => /^#\s/.test(line)).slice(0, MAX_HEADINGS);
  const first = main.length > 0 ? main : lines.filter((line) => HEADING.test(line)).slice(0, 1);
  return first.map((line) => plain(HEADING.exec(line)?.[1] ?? ''));
}

/** The paragraphs under an abstract's heading, up to the next heading; undefined if there are none. */
export function abstractInMarkdown(text: string | undefined): string | undefined {
  const lines = splitLines(text);
  const at = lines.findIndex((line) => ABSTRACT_HEADING.test(line));
  if (at < 0) return undefined;
  const after = lines.slice(at + 1);
  const end = after.findIndex((line) => HEADING.test(line) || NEXT_PART.test(line));
  return plain(after.slice(0, end < 0 ? undefined : end).join('\n'));
}

function splitLines(text: string | undefined): string[] {
  return (text ?? '').split('\n', MAX_LINES).map((line) => line.slice(0, MAX_TEXT_LINE_CHARACTERS).trim());
}

/** Removes images and emphasis, and keeps only the text of links. */
function plain(markdown: string): string {
  return markdown
    .replace(/!\[[^[\]\n]{0,500}\]\((?:[^()\n]|(?<!\])\(){0,2000}\)/g, '')
    .replace(/\[([^[\]\n]{0,500})\]\((?:[^()\n]|(?<!\])\(){0,2000}\)/g, '$1')
    .replace(/\*\*|__/g, '')
    .replace(/\\([\\[\]()*_#.!-])/g, '$1')
    .trim();
}
