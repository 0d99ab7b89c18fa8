import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Secret } from '../../../src/contract/secret.ts';
import type { SourceName } from '../../../src/contract/source-names.ts';
import { SOURCES } from '../../../src/search/sources/all-sources.ts';
import { lookUpAll } from '../../../src/search/sources/look-up-by-id.ts';
import { searchSources } from '../../../src/search/sources/runner.ts';
import type { PaperSource } from '../../../src/search/sources/source.ts';
import { secretForms, toldBy } from '../../helpers/secret-forms.ts';
import { contextOf, openStore, serve } from '../../helpers/sources/stand-ins.ts';
import { QUESTION } from '../../helpers/sources/toy-source.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const KEY = 'key-7b1e93d04fa2c658';
const ADDRESS = 'curator.owl@museum.example';

const sourceOf = (name: SourceName) => ({ ...SOURCES.find((each) => each.name === name), paceMs: 0 }) as PaperSource;

/** Repeats what it was asked, and the key in every spelling, with this status. */
const repeating = (status: number) =>
  serve((response, { url }) => {
    const echo = [url, ...secretForms(KEY)].join(' ');
    response.writeHead(status, {
      'content-type': 'application/json',
      'x-echo': encodeURIComponent(echo).slice(0, 4_000),
    });
    response.end(
      JSON.stringify({ error: echo, results: [{ title: `On ${echo}`, id: '1' }], totalHits: 1, message: echo }),
    );
  });

it.each(
  (['core', 'pubmed', 'unpaywall'] as const).flatMap((name) =>
    [200, 400, 401, 500].map((status) => [name, status] as const),
  ),
)('%s, answering with %i all that it knows, tells neither key nor address', async (name, status) => {
  const server = await repeating(status);
  const errors: unknown[] = [];
  const path = join(temporaryFolder(), 'sources.sqlite');
  const context = {
    ...contextOf({ store: openStore(undefined, path) }),
    onError: (source: SourceName, error: unknown) => void errors.push([source, String(error)]),
  };
  const settings = { baseUrl: server.url, key: new Secret(KEY), contactEmail: ADDRESS };
  const asked = { source: sourceOf(name), settings };
  const searched = await searchSources([asked], QUESTION, context);
  const lookedUp = await lookUpAll(asked, 'doi', ['10.5555/a.1'], context);
  expect(server.arrivals.length).toBeGreaterThan(0);
  const told = JSON.stringify([searched, lookedUp, [...lookedUp.records], errors]);
  expect(toldBy(told, [KEY])).toEqual([]);
  expect(searched[0]?.address ?? '').not.toMatch(/curator|museum/);
  for (const file of [path, `${path}-wal`]) expect(toldBy(readFileSync(file, 'latin1'), [KEY])).toEqual([]);
});
