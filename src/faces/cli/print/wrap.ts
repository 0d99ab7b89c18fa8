import stringWidth from 'string-width';

/** Text is measured in pieces of this size, because finding grapheme boundaries takes quadratic time. */
const PIECE = 256;
/** Graphemes of several characters, such as accented letters or emoji families, are seldom longer. */
const MAX_SIGN = 32;

/** How many terminal columns a text occupies; wide characters take two. Linear in its length. */
export function countColumns(text: string): number {
  let columns = 0;
  for (let from = 0; from < text.length; ) {
    const to = endOfSign(text, from + PIECE);
    columns += stringWidth(text.slice(from, to));
    from = to;
  }
  return columns;
}

/** The end of a grapheme at or soon after `at`: there certainly is one before an ASCII character. */
function endOfSign(text: string, at: number): number {
  for (let position = at; position < Math.min(at + MAX_SIGN, text.length); position += 1) {
    if (text.charCodeAt(position) < 0x80) return position;
  }
  const isInPair = /[\udc00-\udfff]/.test(text[at] ?? '');
  return isInPair ? at + 1 : at;
}

/** Maximum UTF-16 units per terminal column, including combining accents. */
const UNITS_PER_COLUMN = 8;

/** Cuts the text to this many terminal columns; wide characters take two. */
export function cutToWidth(whole: string, width: number): string {
  // Cut first, because measuring a long text is slow.
  const text = Number.isFinite(width) ? whole.slice(0, width * UNITS_PER_COLUMN) : whole;
  if (text.length === whole.length && countColumns(text) <= width) return text;
  return width < 1 ? '' : `${beginning(text, width - 1).trimEnd()}…`;
}

function isWider(text: string, width: number): boolean {
  return text.length > width * UNITS_PER_COLUMN || countColumns(text) > width;
}

/**
 * Wraps the text to lines of at most this many terminal columns, at spaces; longer words are split. Words for which
 * `whole` returns true stay unbroken on a line of their own.
 */
export function wrap(text: string, width: number, whole: (word: string) => boolean = () => false): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter((each) => each !== '')) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (!isWider(joined, width)) {
      line = joined;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (isWider(line, width) && !whole(line)) {
      const part = beginning(line, width) || String.fromCodePoint(line.codePointAt(0) as number);
      lines.push(part);
      line = line.slice(part.length);
    }
  }
  return line === '' ? lines : [...lines, line];
}

/** An address or a path must stay unbroken to be copied from a terminal. Longer ones do not occur in practice. */
const ADDRESS = /^['"(]*(?:[a-z][\w+.-]*:\/\/|[~.]{0,2}\/|[A-Za-z]:\\)\S{0,300}$/;
const MIN_COLUMNS = 20;

/** The prefix left of continuation lines: indentation, a list marker, or the cells of a table before the last one. */
const HEAD = /^ *(?:(?:->|-|\|) )?(?:\S+(?: \S+)* {2,})*/;
const MAX_HEAD = 32;

/**
 * Wraps lines to this many terminal columns; continuation lines are indented to the text. Without a number, for a pipe
 * or a file, lines stay whole.
 */
export function fitLines(text: string, columns: number | undefined): string {
  if (columns === undefined) return text;
  const width = Math.max(columns, MIN_COLUMNS);
  return text
    .split('\n')
    .flatMap((line) => {
      if (!isWider(line, width)) return [line];
      const [found = ''] = HEAD.exec(line.slice(0, MAX_HEAD)) ?? [];
      const head = width - countColumns(found) >= MIN_COLUMNS ? found : '';
      const columns = countColumns(head);
      return wrap(line.slice(head.length), width - columns, (word) => ADDRESS.test(word)).map(
        (each, nth) => (nth === 0 ? head : ' '.repeat(columns)) + each,
      );
    })
    .join('\n');
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The longest prefix of the text that fits this many columns. */
function beginning(text: string, width: number): string {
  let line = '';
  let columns = 0;
  for (const { segment } of graphemes.segment(text.slice(0, width * UNITS_PER_COLUMN))) {
    columns += countColumns(segment);
    if (columns > width) break;
    line += segment;
  }
  return line;
}
