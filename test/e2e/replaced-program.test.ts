import { cpSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { BUILT, RawServer } from '../helpers/built-server.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

it('a server whose program was updated meanwhile says that it is to be restarted, and goes on', async () => {
  const folder = temporaryFolder();
  const [dist, root] = [dirname(BUILT), dirname(dirname(BUILT))];
  cpSync(dist, join(folder, 'dist'), { recursive: true });
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const program = { command: process.execPath, args: [join(folder, 'dist', 'paperqueue.mjs')] };
  const server = new RawServer({ PAPERQUEUE_DATA_DIR: temporaryFolder() }, program);
  await server.initialize();
  const chunks = join(folder, 'dist', 'chunks');
  const gone = readdirSync(chunks).filter((name) => name.startsWith('connect-reviews'));
  expect(gone).toHaveLength(1);
  for (const name of gone) rmSync(join(chunks, name));

  const { isError, json } = await server.call(1, 'screen_papers', { review: 'R1' });
  expect(isError).toBe(true);
  expect(json.error).toMatchObject({
    code: 'INTERNAL',
    charged: 'no',
    message: 'Files of paperqueue were replaced or removed while this process ran.',
    next: 'Restart it.',
  });
  expect((await server.call(2, 'list_jobs', {})).isError).toBe(false);
  await server.end();
});
