import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createConfirmations } from './confirmation.ts';
import { createMcpServer, type McpServerDeps } from './server.ts';

/** Serves MCP over this process's stdin and stdout, both protocol eras, until `close`. */
export function serveMcpOverStdio(deps: McpServerDeps): { close: () => Promise<void> } {
  const confirmations = createConfirmations();
  return serveStdio(({ era }) => createMcpServer({ ...deps, confirmations }, era), {
    onerror: (error) => deps.log.warn('protocol error', { error }),
  });
}
