/** Blanks and quotes before the sign do not keep every spreadsheet from running it. */
const FORMULA = /(?<!')'*[=+\-@\uff1d\uff0b\uff0d\uff20](?<=(?:^|[;\t\r\n])[\s"]*'*.)/g;

/**
 * A text that no spreadsheet runs as a formula (= + - @, also full-width), by an apostrophe before the sign: at the
 * start, and after a semicolon, a tab or a line break, where some spreadsheets start another cell. Where apostrophes
 * stand there already it has one more, so that the first is always ours.
 */
export function withoutFormulas(text: string): string {
  return text.replace(FORMULA, "'$&");
}
