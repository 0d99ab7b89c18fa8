import { resolve } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ConfigError, listSecrets, readConfig } from '../../src/platform/config.ts';

const MODEL = { PAPERQUEUE_EMBEDDINGS_MODEL: 'all-minilm' };

describe('a folder with a model', () => {
  it('is an absolute path without an endpoint', () => {
    const path = resolve('a folder', 'tiny');
    expect(readConfig({ PAPERQUEUE_EMBEDDINGS_MODEL: path }).embeddings).toEqual({ folder: path });
    const endpoint = { PAPERQUEUE_EMBEDDINGS_URL: 'http://127.0.0.1:11434/v1' };
    const model = '/models/tiny';
    expect(readConfig({ ...endpoint, PAPERQUEUE_EMBEDDINGS_MODEL: model }).embeddings).toMatchObject({ model });
  });

  it.each(['all-minilm', 'models/tiny', '~/tiny'])('is not %s', (model) => {
    const refused = () => readConfig({ PAPERQUEUE_EMBEDDINGS_MODEL: model });
    expect(refused).toThrow(ConfigError);
    expect(refused).toThrow('PAPERQUEUE_EMBEDDINGS_MODEL: the absolute path of a folder');
  });
});

describe('the endpoint for embeddings', () => {
  it('is none by default', () => {
    expect(readConfig({})).toMatchObject({ embeddings: undefined, embeddingsKey: undefined });
  });

  it.each([
    'https://api.example.org/v1',
    'http://127.0.0.1:11434/v1',
    'http://localhost:1234/v1',
    'http://[::1]:11434/v1',
    'http://10.1.2.3:8000/v1',
    'http://172.16.0.9/v1',
    'http://192.168.1.20:11434/v1',
    'http://[fd12:3456::1]:11434/v1',
    'http://ollama:11434/v1',
    'http://gpu.local:11434/v1',
    'http://host.docker.internal:11434/v1',
  ])('may be %s', (url) => {
    const config = readConfig({ PAPERQUEUE_EMBEDDINGS_URL: `${url}/`, ...MODEL });
    expect(config.embeddings).toEqual({ url, model: 'all-minilm' });
  });

  it.each([
    'http://api.example.org/v1',
    'http://172.32.0.1/v1',
    'http://11.0.0.1/v1',
    'http://10.evil.example/v1',
    'http://192.168.1.1.example.org/v1',
    'http://[2001:db8::1]/v1',
    'https://user:pass-word@api.example.org/v1',
    'https://api.example.org/v1?key=secret-in-query',
    'ftp://10.1.2.3/v1',
    'ollama:11434',
    'nonsense',
  ])('may not be %s, and the message does not repeat it', (url) => {
    const refused = () => readConfig({ PAPERQUEUE_EMBEDDINGS_URL: url, ...MODEL });
    expect(refused).toThrow(ConfigError);
    expect(refused).toThrow(/^PAPERQUEUE_EMBEDDINGS_URL: an https:\/\/ address/);
    expect(refused).not.toThrow(new RegExp(url.replace(/[^a-z]/g, '.')));
  });

  it('needs the name of its model', () => {
    const url = { PAPERQUEUE_EMBEDDINGS_URL: 'http://127.0.0.1:11434/v1' };
    expect(() => readConfig(url)).toThrow('PAPERQUEUE_EMBEDDINGS_MODEL: the name of the model');
    expect(() => readConfig({ ...url, PAPERQUEUE_EMBEDDINGS_MODEL: 'two words' })).toThrow('without blanks');
  });

  it('has a key that shows itself to nobody', () => {
    const config = readConfig({ PAPERQUEUE_EMBEDDINGS_KEY: 'emb-3c7a90d1e5f24b68' });
    expect(listSecrets(config).map((secret) => secret.reveal())).toEqual(['emb-3c7a90d1e5f24b68']);
    expect(inspect(config) + JSON.stringify(config)).not.toContain('emb-3c7a');
  });
});
