import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { BoundedLines, MAX_LINE_BYTES } from './bounded-lines.ts';
import { createConfirmations } from './confirmation.ts';
import { createMcpServer, type McpServerDeps } from './server.ts';

const TOO_LONG = `The message is longer than ${MAX_LINE_BYTES / 1024 / 1024} MB; nothing of it was read. Send less.`;
/** JSON-RPC's code for an invalid request. */
const INVALID_REQUEST = -32_600;

/** Serves MCP over these streams, both protocol eras, until `close`. A request that is too long gets an error. */
export function serveMcpOverStdio(
  deps: McpServerDeps,
  { stdin, stdout }: { stdin: Readable; stdout: Writable },
): { close: () => Promise<void> } {
  const confirmations = createConfirmations();
  const lines = new BoundedLines((id) => {
    deps.log.warn('message too long', { maxBytes: MAX_LINE_BYTES });
    const error = { jsonrpc: '2.0', id, error: { code: INVALID_REQUEST, message: TOO_LONG } };
    if (id !== undefined) stdout.write(`${JSON.stringify(error)}\n`);
  });
  const transport = new StdioServerTransport(stdin.pipe(lines), stdout, { maxBufferSize: 2 * MAX_LINE_BYTES });
  return serveStdio(({ era }) => createMcpServer({ ...deps, confirmations }, era), {
    transport,
    onerror: (error) => deps.log.warn('protocol error', { error }),
  });
}
