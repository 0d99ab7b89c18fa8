import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';

/** What is answered alike whoever asks and whatever is stored; resources are listed from the store. */
const LISTS = ['tools/list', 'prompts/list', 'resources/templates/list'];

const CLIENT = { name: 'build', version: '1' };
const MODERN = '2026-07-28';

/**
 * What the built server answers to each revision's first requests, by the names of `modes`, each with its settings:
 * src/app/first-answers.ts. Long results stand beside each other, because a package compresses what is near alike.
 */
export async function recordFirstAnswers(command, modes) {
  const recorded = {};
  for (const [mode, settings] of Object.entries(modes)) {
    const modern = recordModern(command, settings);
    const legacy = SUPPORTED_PROTOCOL_VERSIONS.map((revision) => recordLegacy(command, settings, revision));
    recorded[mode] = Object.assign({}, ...(await Promise.all([...legacy, modern])));
  }
  const texts = Object.values(recorded).flatMap((answers) =>
    Object.values(answers).map((each) => JSON.stringify(each)),
  );
  const results = [...new Set(texts)].sort((one, other) => other.length - one.length);
  const placesOf = (answers) =>
    Object.entries(answers).map(([key, result]) => [key, results.indexOf(JSON.stringify(result))]);
  const requests = Object.entries(recorded).map(([mode, answers]) => [mode, Object.fromEntries(placesOf(answers))]);
  return { results, requests: Object.fromEntries(requests) };
}

/** A connection that begins with `initialize`. */
async function recordLegacy(command, settings, revision) {
  const params = { protocolVersion: revision, capabilities: {}, clientInfo: CLIENT };
  const messages = [
    { id: 'initialize', method: 'initialize', params },
    { method: 'notifications/initialized' },
    ...['ping', ...LISTS].map((method) => ({ id: method, method })),
  ];
  return record(command, settings, revision, messages);
}

/** A connection whose requests each say what `initialize` says in the older era. */
async function recordModern(command, settings) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientInfo': CLIENT,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const methods = ['server/discover', ...LISTS];
  return record(
    command,
    settings,
    MODERN,
    methods.map((method) => ({ id: method, method, params: { _meta } })),
  );
}

/** The results of the requests, whose ids are their methods. */
async function record(command, settings, revision, messages) {
  const data = await mkdtemp(join(tmpdir(), 'paperqueue-build-'));
  const env = { PATH: process.env.PATH, PAPERQUEUE_DATA_DIR: data, PAPERQUEUE_SOURCES: 'library', ...settings };
  const child = spawn(process.execPath, [command], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const gone = once(child, 'exit');
  const wanted = new Set(messages.flatMap(({ id }) => id ?? []));
  const answers = {};
  child.stdin.write(messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''));
  let text = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    text += chunk;
    const lines = text.split('\n');
    text = lines.pop();
    for (const { id, result } of lines.map((line) => JSON.parse(line))) {
      if (result === undefined) throw new Error(`the server refused ${id} of ${revision}`);
      wanted.delete(id);
      answers[`${revision} ${id}`] = result;
    }
    if (wanted.size === 0) child.stdin.end();
  }
  await gone;
  await rm(data, { recursive: true });
  if (wanted.size > 0) throw new Error(`the server did not answer ${[...wanted].join(', ')} of ${revision}`);
  return answers;
}
