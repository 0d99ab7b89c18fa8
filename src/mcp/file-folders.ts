import { resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type InputRequiredResult,
  inputRequired,
  isSpecType,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { parseUrl } from '../lib/url.ts';
import { requestCapabilities } from './confirmation.ts';

/** Folders in which the assistant may read the user's files: those that the user named, and the host's roots. */

/** The name of the question for the host's roots. */
const QUESTION = 'roots';

/** Asks the host for its roots, if no named folder contains the file and the host has not answered yet. */
export function askForRoots(
  server: McpServer,
  context: ServerContext,
  { file, named }: { file: unknown; named: readonly string[] },
): InputRequiredResult | undefined {
  const isIn = (folder: string) =>
    resolve(folder, String(file)).startsWith(folder.endsWith(sep) ? folder : folder + sep);
  if (named.some(isIn)) return undefined;
  const { roots } = requestCapabilities(context) ?? server.server.getClientCapabilities() ?? {};
  if (roots === undefined || context.mcpReq.inputResponses?.[QUESTION] !== undefined) return undefined;
  return inputRequired({ inputRequests: { [QUESTION]: inputRequired.listRoots() } });
}

/** The named folders, and the host's roots that are folders on this machine. */
export function allowedFolders(named: readonly string[], { mcpReq }: ServerContext): string[] {
  const answer: unknown = mcpReq.inputResponses?.[QUESTION];
  const roots = isSpecType.ListRootsResult(answer) ? answer.roots : [];
  return [...named, ...roots.flatMap(({ uri }) => toPath(uri) ?? [])];
}

function toPath(uri: string): string | undefined {
  const url = parseUrl(uri);
  if (url?.protocol !== 'file:' || url.host !== '') return undefined;
  try {
    return fileURLToPath(url);
  } catch (error) {
    // An impossible path, for example with an encoded slash.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
