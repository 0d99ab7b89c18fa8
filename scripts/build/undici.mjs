// What we take from undici. Its index also brings mocks, caches, WebSockets, cookies and proxies, 55 kB of the package.
import buildConnector from '../../node_modules/undici/lib/core/connect.js';
import Agent from '../../node_modules/undici/lib/dispatcher/agent.js';
import { fetch } from '../../node_modules/undici/lib/web/fetch/index.js';

export { Agent, buildConnector, fetch };
