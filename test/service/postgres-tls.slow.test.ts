import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { Secret } from '../../src/contract/secret.ts';
import { openPostgresStore } from '../../src/service/store/postgres/store.ts';
import { hasPostgres, startPostgres, type TestPostgres } from '../helpers/postgres.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { makeCertificates } from './callbacks/certificates.ts';

describe.skipIf(!hasPostgres())('a database that is reached over TLS (left out where none is installed)', () => {
  let server: TestPostgres | undefined;
  afterEach(() => server?.stop());

  /** A server with a certificate for this name, the address of a database in it, and the file of its authority. */
  async function secured(name: string) {
    const { ca, cert, key } = await makeCertificates(name);
    server = await startPostgres({ tls: { cert, key } });
    const file = join(temporaryFolder(), 'ca.pem');
    writeFileSync(file, ca);
    const url = server.database();
    const open = async (settings: Record<string, string>) => {
      const address = new URL(url.reveal());
      for (const [setting, value] of Object.entries(settings)) address.searchParams.set(setting, value);
      return openPostgresStore(new Secret(address.href));
    };
    return { server, url, file, open };
  }

  it('is used with sslmode=verify-full where an authority that is named certifies its address', async () => {
    const { server, url, file, open } = await secured('IP:127.0.0.1');
    const store = await open({ sslmode: 'verify-full', sslrootcert: file });
    await store.ping();
    const used = `SELECT count(*) > 0 AND bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
      WHERE application_name LIKE 'paperqueue/%'`;
    expect(server.run(url, used).trim()).toBe('t');
    await store.close();
  });

  it.each([
    ['an authority that nobody knows', 'IP:127.0.0.1', false, /unable to verify/],
    ['the address of another machine', 'DNS:db.other.example', true, /does not match certificate's altnames/],
  ])('is refused with sslmode=verify-full where its certificate is of %s', async (_of, name, isKnown, reason) => {
    const { file, open } = await secured(name);
    const opened = open({ sslmode: 'verify-full', ...(isKnown && { sslrootcert: file }) });
    await expect(opened).rejects.toMatchObject({ details: { code: 'STORE_UNAVAILABLE' } });
    await expect(opened).rejects.toThrow(reason);
  });

  it('is never spoken to in the clear where it wants TLS', async () => {
    const { open } = await secured('IP:127.0.0.1');
    await expect(open({ sslmode: 'disable' })).rejects.toThrow(/no encryption/);
  });
});
