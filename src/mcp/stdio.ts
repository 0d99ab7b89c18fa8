import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer, type McpServerDeps } from './server.ts';

/** Serves MCP over this process's stdin and stdout, both protocol eras, until `close`. */
export function serveMcpOverStdio(deps: McpServerDeps): { close: () => Promise<void> } {
  return serveStdio(({ era }) => createMcpServer(deps, era), {
    onerror: (error) => deps.log.warn('protocol error', { error }),
  });
}
