import stringWidth from 'string-width';

/** UTF-16 units that one terminal column can show at most, combining accents included. */
const UNITS_PER_COLUMN = 8;

/** The text cut to so many terminal columns; wide characters take two. */
export function cutToWidth(whole: string, width: number): string {
  // Measuring a long text takes long.
  const text = whole.slice(0, width * UNITS_PER_COLUMN);
  if (text.length === whole.length && stringWidth(text) <= width) return text;
  return `${beginning(text, width - 1)}…`;
}

/** The text in lines of at most so many terminal columns, broken at blanks; a longer word is broken within. */
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

/** As much of the text's beginning as so many columns show. */
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
