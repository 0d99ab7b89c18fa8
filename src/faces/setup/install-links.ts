import { SERVER_NAME } from './clients.ts';
import { readJson } from './json-file.ts';
import { type Fields, valueAt } from './settings.ts';

/** Links that add the server to an editor with one click. They carry the configuration that `setup` prints. */

/** The server's entry and the inputs to ask for, from a printed configuration. */
export function linkParts(content: string, servers: string): { entry: Fields; inputs: unknown[] } {
  const root = readJson(content, true) as Fields;
  return { entry: valueAt(root, [servers, SERVER_NAME]) as Fields, inputs: (root.inputs ?? []) as unknown[] };
}

/** Opens Cursor with the entry. */
export function cursorLink(entry: Fields): string {
  return `cursor://anysphere.cursor-deeplink/mcp/install?${cursorQuery(entry)}`;
}

/** As `cursorLink`, for pages that allow only https links, such as a README on a code host. */
export function cursorWebLink(entry: Fields): string {
  return `https://cursor.com/en/install-mcp?${cursorQuery(entry)}`;
}

function cursorQuery(entry: Fields): string {
  const config = Buffer.from(JSON.stringify(entry)).toString('base64');
  return `name=${SERVER_NAME}&config=${encodeURIComponent(config)}`;
}

/** Opens VS Code with the entry and its inputs. */
export function codeLink(entry: Fields, inputs: readonly unknown[]): string {
  const prompts = inputs.length === 0 ? {} : { inputs };
  return `vscode:mcp/install?${encode({ name: SERVER_NAME, ...entry, ...prompts })}`;
}

/** As `codeLink`, for pages that allow only https links. */
export function codeWebLink(entry: Fields, inputs: readonly unknown[]): string {
  const prompts = inputs.length === 0 ? '' : `&inputs=${encode(inputs)}`;
  return `https://insiders.vscode.dev/redirect/mcp/install?name=${SERVER_NAME}${prompts}&config=${encode(entry)}`;
}

/** Also encodes brackets, which would end a link in Markdown. */
function encode(value: unknown): string {
  return encodeURIComponent(JSON.stringify(value)).replaceAll(
    /[()']/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
}
