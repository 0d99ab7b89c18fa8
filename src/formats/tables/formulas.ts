/** Some spreadsheets interpret a formula even after spaces and quotes. */
const FORMULA = /(?<!')'*[=+\-@\uff1d\uff0b\uff0d\uff20](?<=(?:^|[;\t\r\n])[\s"]*'*.)/g;

/**
 * A text that no spreadsheet interprets as a formula (= + - @, also full-width), with an apostrophe before the sign: at
 * the start, and after a semicolon, a tab or a line break, where some spreadsheets start another cell. If there are
 * apostrophes already, one more is added, so that the first is always ours.
 */
export function withoutFormulas(text: string): string {
  return text.replace(FORMULA, "'$&");
}
