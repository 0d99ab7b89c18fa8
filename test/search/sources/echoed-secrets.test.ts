import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Secret } from '../../../src/contract/secret.ts';
import { searchSources } from '../../../src/search/sources/runner.ts';
import { secretForms, toldBy } from '../../helpers/secret-forms.ts';
import { SECRETS, SEMANTIC_SCHOLAR_KEY } from '../../helpers/secrets.ts';
import { asking, contextOf, openStore, serve } from '../../helpers/sources/stand-ins.ts';
import { QUESTION } from '../../helpers/sources/toy-source.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

it('of a source that repeats every secret, neither the records nor the kept answers tell one', async () => {
  const echo = SECRETS.flatMap(secretForms).join(' | ');
  const items = SECRETS.flatMap(secretForms).map((form, at) => ({
    title: `On ${form}`,
    ...(at === 0 && { [echo]: echo }),
  }));
  const server = await serve((response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'x-echo': encodeURIComponent(echo).slice(0, 4_000) });
    response.end(JSON.stringify({ items, total: items.length }));
  });
  const path = join(temporaryFolder(), 'sources.sqlite');
  const context = contextOf({
    store: openStore(undefined, path),
    secrets: SECRETS.filter((secret) => secret !== SEMANTIC_SCHOLAR_KEY).map((secret) => new Secret(secret)),
  });
  const asked = asking(server.url, { maxBytes: 1_000_000 }, { key: new Secret(SEMANTIC_SCHOLAR_KEY) });
  const [outcome] = await searchSources([asked], { ...QUESTION, count: items.length }, context);
  expect(outcome).toMatchObject({ records: { length: items.length } });
  expect(JSON.stringify(outcome)).toContain('On [redacted]');
  expect(toldBy(JSON.stringify(outcome), SECRETS)).toEqual([]);
  for (const file of [path, `${path}-wal`]) expect(toldBy(readFileSync(file, 'latin1'), SECRETS)).toEqual([]);
  // From memory it is the same.
  const [again] = await searchSources([asked], { ...QUESTION, count: items.length }, context);
  expect(again?.fromCache).toBe(1);
  expect(toldBy(JSON.stringify(again), SECRETS)).toEqual([]);
});
