import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Leaves out of the bundle what no code of ours can reach, but a bundler cannot know. Each rule says what goes and why
 * nothing misses it; test/packaging/slim.test.ts holds the built code against the source where a rule touches what it
 * does.
 */

/** CommonJS packages whose entry loads everything, by the only parts of them that we name. */
const PARTS = {
  // Gone: mocks, caches, interceptors, WebSocket, EventSource, and of what a dispatcher can do all but `request`.
  undici: `
    import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
    import request from 'undici/lib/api/api-request.js';
    Dispatcher.prototype.request = request;
    export { default as Agent } from 'undici/lib/dispatcher/agent.js';
    export { default as buildConnector } from 'undici/lib/core/connect.js';
    export { fetch } from 'undici/lib/web/fetch/index.js';`,
  // Gone: figures of the process (and with them OpenTelemetry), the push gateway, clusters, summaries.
  'prom-client': `
    export { default as Registry } from 'prom-client/lib/registry.js';
    export { default as Counter } from 'prom-client/lib/counter.js';
    export { default as Gauge } from 'prom-client/lib/gauge.js';
    export { default as Histogram } from 'prom-client/lib/histogram.js';`,
  // The SDK's own other validator: a tenth of Ajv. It checks the one answer that a person gives to our one question.
  '@modelcontextprotocol/server/_shims': `
    export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker';
    export { default as process } from 'node:process';`,
};

/** Of the characters that papers/formats/latex.ts looks up: Latin, accents, Greek, signs. Gone: 4,000 others. */
const IN_LATEX = /^(?:[\0-\u024f\u1e00-\u1eff\u2070-\u209f\u2190-\u22ff\u27e8\u27e9]|[\u0300-\u03ff])*$/;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The esbuild plugin. */
export const slim = {
  name: 'slim',
  setup(build) {
    const names = Object.keys(PARTS).map((name) => name.replaceAll('/', '\\/'));
    build.onResolve({ filter: new RegExp(`^(?:${names.join('|')})$`) }, ({ path }) => ({ path, namespace: 'parts' }));
    build.onLoad({ filter: /.*/, namespace: 'parts' }, ({ path }) => ({ contents: PARTS[path], resolveDir: ROOT }));
    // Two builds of one parser: the one without SIMD runs on every processor, and is as quick for a request in a while.
    build.onResolve({ filter: /llhttp_simd-wasm\.js$/ }, ({ resolveDir }) => ({
      path: join(resolveDir, '../llhttp/llhttp-wasm.js'),
    }));
    // Hexadecimal digits are packed better than base64.
    build.onLoad({ filter: /llhttp-wasm\.js$/ }, ({ path }) => {
      const hex = createRequire(path)(path).toString('hex');
      return { contents: `module.exports = Buffer.from('${hex}', 'hex');` };
    });
    build.onLoad({ filter: /unicode2latex[\\/]dist[\\/]esm[\\/]tables[\\/]biblatex\.js$/ }, async ({ path }) => {
      const { table } = await import(pathToFileURL(path).href);
      const base = Object.fromEntries(
        Object.entries(table.base).filter(([characters]) => IN_LATEX.test(characters.normalize('NFD'))),
      );
      return { contents: `export const table = ${JSON.stringify({ base, package: {} })};` };
    });
  },
};
