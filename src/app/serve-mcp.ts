import type { Readable, Writable } from 'node:stream';
import type { McpServerDeps } from '../mcp/server.ts';
import { serveMcpOverStdio } from '../mcp/stdio.ts';
import { type Config, isFree } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import type { App } from './compose.ts';
import { OFFERED } from './offered.ts';

/** What a server of these features needs, as configured. */
export function mcpDeps(app: App, config: Config, log: Log): McpServerDeps {
  const { tools, tasks, describesAnswers } = config;
  return { features: app, offered: OFFERED, log, tools, tasks, describesAnswers, isFree: isFree(config) };
}

/** Serves MCP over these streams; `answered`: ids of requests that have been answered before. */
export function serveStdio(
  app: App,
  config: Config,
  log: Log,
  streams: { stdin: Readable; stdout: Writable },
  answered?: ReadonlySet<string>,
) {
  const deps = { ...mcpDeps(app, config, log), fileFolders: config.filesFolders };
  return serveMcpOverStdio(deps, streams, answered);
}
