import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';

/** A registry on this machine that has these tarballs and nothing else, so that no network is measured. */
export async function serveRegistry(tarballs: readonly string[]): Promise<{ address: string; close: () => void }> {
  const answers = new Map<string, string | Buffer>();
  const server = createServer(({ url = '' }, response) => {
    const answer = answers.get(url);
    response.setHeader('content-type', typeof answer === 'string' ? 'application/json' : 'application/octet-stream');
    response.writeHead(answer === undefined ? 404 : 200).end(answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const path of tarballs) {
    const bytes = readFileSync(path);
    const own = execFileSync('tar', ['-xzOf', path, 'package/package.json'], { encoding: 'utf8' });
    const { name, version, bin, engines, peerDependencies, peerDependenciesMeta, optionalDependencies } =
      JSON.parse(own);
    const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
    const file = `/${name}/-/${basename(path)}`;
    const manifest = { name, version, bin, engines, peerDependencies, peerDependenciesMeta, optionalDependencies };
    const dist = { tarball: `${address}${file}`, integrity };
    const packument = { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } } };
    answers.set(`/${name}`, JSON.stringify(packument));
    answers.set(file, bytes);
  }
  return { address, close: () => server.close() };
}
