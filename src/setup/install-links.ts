import { SERVER_NAME } from './clients.ts';

/** Addresses that add the server to an editor with one click. What they carry is what `setup` prints. */

/** The part of a configuration that stands under the server's name. */
export type LinkEntry = Record<string, unknown>;

/** Opens Cursor with the entry. */
export function cursorLink(entry: LinkEntry): string {
  return `cursor://anysphere.cursor-deeplink/mcp/install?${cursorQuery(entry)}`;
}

/** The same for pages that show only https links, such as a README on a code host. */
export function cursorWebLink(entry: LinkEntry): string {
  return `https://cursor.com/en/install-mcp?${cursorQuery(entry)}`;
}

function cursorQuery(entry: LinkEntry): string {
  const config = Buffer.from(JSON.stringify(entry)).toString('base64');
  return `name=${SERVER_NAME}&config=${encodeURIComponent(config)}`;
}

/** Opens VS Code with the entry and the questions that it asks. */
export function codeLink(entry: LinkEntry, inputs: readonly unknown[]): string {
  const asked = inputs.length === 0 ? {} : { inputs };
  return `vscode:mcp/install?${encode({ name: SERVER_NAME, ...entry, ...asked })}`;
}

/** The same for pages that show only https links. */
export function codeWebLink(entry: LinkEntry, inputs: readonly unknown[]): string {
  const asked = inputs.length === 0 ? '' : `&inputs=${encode(inputs)}`;
  return `https://insiders.vscode.dev/redirect/mcp/install?name=${SERVER_NAME}${asked}&config=${encode(entry)}`;
}

/** A bracket that is left as it is would end a link in Markdown. */
function encode(value: unknown): string {
  return encodeURIComponent(JSON.stringify(value)).replaceAll(
    /[()']/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
}
