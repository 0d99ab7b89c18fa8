import { beforeAll, describe, expect, it } from 'vitest';
import { createGuardedSender, type GuardedSenderOptions } from '../../../src/service/callbacks/guarded-fetch.ts';
import { createSharedSender, shareCallbackSettings } from '../../../src/service/callbacks/shared-sender.ts';
import { openServiceFile } from '../../../src/service/store/sqlite/open-store.ts';
import { SERVE_FILE } from '../../../src/service/store/sqlite/schema.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { type Certificates, makeCertificates } from './certificates.ts';
import { answers, startReceiver } from './receiver.ts';

let certificates: Certificates;
beforeAll(async () => {
  certificates = await makeCertificates('DNS:receiver.example');
});

describe('callbacks of a worker', () => {
  it('go where `serve` said, from its next word on, and else to public addresses alone', async () => {
    const receiver = await startReceiver(certificates, answers(200));
    const { store } = openServiceFile(temporaryFolder(), SERVE_FILE, () => {});
    let now = 0;
    const create = (options: GuardedSenderOptions = {}) =>
      createGuardedSender({ ...options, lookup: async () => ['127.0.0.1'] });
    const { send, close } = createSharedSender(store.settings, create, () => now);
    const url = `https://receiver.example:${receiver.port}/hook`;
    const call = () => send(url, {}, new TextEncoder().encode('{}'), new AbortController().signal);
    await expect(call()).rejects.toMatchObject({ reason: 'address_not_allowed' });
    const given = { ports: [receiver.port], networks: ['127.0.0.1/32'], ca: certificates.ca };
    expect(await shareCallbackSettings(store.settings, given)).toBe(false);
    now += 11_000;
    expect(await call()).toMatchObject({ status: 200 });
    // Two processes of `serve` that say the same change nothing.
    expect(await shareCallbackSettings(store.settings, given)).toBe(false);
    expect(await shareCallbackSettings(store.settings, { ...given, networks: [] })).toBe(true);
    now += 11_000;
    await expect(call()).rejects.toMatchObject({ reason: 'address_not_allowed' });
    expect(receiver.received).toHaveLength(1);
    close();
    await store.close();
  });
});
