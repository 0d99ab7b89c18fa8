import type { PlacedLine, Style } from './style.ts';

/** Recognises section headings by look, numbers and words. */

export type Heading = { title: string; depth: number; isNamed: boolean };

const NAMES =
  /^(?:abstract|summary|introduction|background|(?:related|previous|prior) works?|(?:materials? and )?methods?(?: and materials?)?|methodology|(?:experimental )?(?:results?|evaluation|setup|design)(?: and discussions?)?|experiments?|(?:general )?discussions?(?: and conclusions?)?|(?:conclusions?|concluding remarks)(?: and (?:future works?|outlook|discussions?))?|future works?|limitations?|acknowledge?ments?|funding|references(?: cited)?|bibliography|literature cited|works cited|appendi(?:x|ces)|supplementary (?:materials?|information)|supporting information|key ?words|data availability(?: statement)?|availability of data and materials|competing interests?|conflicts? of interests?|author contributions?|ethics(?: statement)?|notation|preliminaries|implementation|analysis|data|model|theory)$/i;
const NUMBER =
  /^(?:(\d{1,2}(?:\.\d{1,2}){0,4})\.?|([IVX]{1,6})\.|([A-Z])\.?((?:\.?\d{1,2}){0,3})\.?)\s+(?=["'“‘(]?(?:[\p{Lu}\d]|\p{Ll}{1,2}\p{Lu}))/u;

/** A kicker in spaced letters: `R E V I E W`. */
const SPACED = /^(?:\p{Lu} ){2}/u;

/** How a line differs from the running text. */
type Look = { isBigger: boolean; isOtherFont: boolean; isBold: boolean; hasAir: boolean; isCapitals: boolean };

function compareLook(line: PlacedLine, style: Style): Look {
  return {
    isBigger: line.height > 1.09 * style.height,
    isOtherFont: line.font.name !== style.font,
    isBold: line.font.isBold,
    hasAir: line.above === undefined || line.above > 1.25 * style.leading,
    isCapitals: /\p{Lu}{3}/u.test(line.text) && line.text === line.text.toUpperCase(),
  };
}

/** Reads a line that is a heading or starts with one. */
export function readHeading(line: PlacedLine, style: Style): Heading | undefined {
  const { text } = line;
  if (line.isCell || !couldBeTitle(line, style)) return undefined;
  const number = SPACED.test(text) ? null : NUMBER.exec(text);
  const words = number ? text.slice(number[0].length) : text;
  const isNamed = NAMES.test(words.replace(/[.:]$/, ''));
  const look = compareLook(line, style);
  if (!isTitle(look, line.height > 1.15 * style.height, isNamed, number !== null)) return undefined;
  return { title: text, depth: number ? readDepth(number) : 1, isNamed: isNamed || number !== null };
}

function couldBeTitle({ text, height, x, right, column, font }: PlacedLine, style: Style): boolean {
  // The first line of a long title fills a narrow column, and may end with a comma.
  const isCertain = font.isBold && font.name !== style.font && NUMBER.test(text);
  const letters = (text.match(/\p{L}/gu) ?? []).length;
  const isBigger = height > 1.09 * style.height;
  return (
    text.length < 120 &&
    text.split(' ').length <= 16 &&
    /^["'“‘(]?[\p{Lu}\d]/u.test(text) &&
    letters > 0.55 * text.replaceAll(' ', '').length &&
    letters > 2 &&
    (isCertain || !/[,;]$/.test(text)) &&
    (!/[.:]$/.test(text) || NAMES.test(text.slice(0, -1).replace(NUMBER, ''))) &&
    !/^(?:figure|fig|table|algorithm|listing)\b/i.test(text) &&
    height > 0.88 * style.height &&
    (isCertain || isBigger || right - x < 0.95 * (column.right - column.left))
  );
}

function isTitle(look: Look, isMuchBigger: boolean, isNamed: boolean, isNumbered: boolean): boolean {
  const { isBigger, isOtherFont, isBold, hasAir, isCapitals } = look;
  if (isNamed && (isOtherFont || isBigger || isCapitals || hasAir)) return true;
  if (isNumbered && (isBigger || (isOtherFont && (hasAir || isBold)))) return true;
  if (isNumbered && isCapitals && hasAir) return true;
  if (isBigger && hasAir && (isBold || isMuchBigger)) return true;
  return isBold && isOtherFont && hasAir;
}

function readDepth([, digits, roman, letter, rest]: RegExpExecArray): number {
  if (digits) return digits.split('.').length;
  if (roman) return 1;
  return letter && rest ? 1 + (rest.match(/\d+/g) ?? []).length : 1;
}

/** Whether a line continues a heading from the line before. */
export function continuesTitle(before: PlacedLine, line: PlacedLine): boolean {
  return (
    line.page === before.page &&
    line.font.name === before.font.name &&
    Math.abs(line.height - before.height) < 0.3 &&
    line.above !== undefined &&
    line.above > 0 &&
    line.above < 1.5 * line.height &&
    line.text.length < 100
  );
}
