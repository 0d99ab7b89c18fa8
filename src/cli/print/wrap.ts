import stringWidth from 'string-width';

/** UTF-16 units per terminal column at most, including combining accents. */
const UNITS_PER_COLUMN = 8;

/** The text cut to this many terminal columns; wide characters take two. */
export function cutToWidth(whole: string, width: number): string {
  // Measuring a long text is slow.
  const text = whole.slice(0, width * UNITS_PER_COLUMN);
  if (text.length === whole.length && stringWidth(text) <= width) return text;
  return `${beginning(text, width - 1)}…`;
}

/** The text in lines of at most this many terminal columns, broken at spaces; longer words are split. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter((each) => each !== '')) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (stringWidth(joined) <= width) {
      line = joined;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (stringWidth(line) > width) {
      const part = beginning(line, width) || [...line].slice(0, 1).join('');
      lines.push(part);
      line = line.slice(part.length);
    }
  }
  return line === '' ? lines : [...lines, line];
}

/** The beginning of the text that fits this many columns. */
function beginning(text: string, width: number): string {
  let line = '';
  let columns = 0;
  for (const character of text) {
    columns += stringWidth(character);
    if (columns > width) break;
    line += character;
  }
  return line;
}
