// What we use of undici. Its index brings agents for tests, caches, proxies and WebSockets, 200 kB that nothing calls.
import buildConnector from '../../node_modules/undici/lib/core/connect.js';
import Agent from '../../node_modules/undici/lib/dispatcher/agent.js';
import { fetch } from '../../node_modules/undici/lib/web/fetch/index.js';

export { Agent, buildConnector, fetch };
