import { inspect } from 'node:util';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { signatureHeaders } from '../../../src/service/callbacks/webhook-signature.ts';
import { newSigningSecret } from '../../../src/service/store/secret-values.ts';
import { activeSecrets, ensureCallbackSecret, rotateCallbackSecret } from '../file-store.ts';
import { addAccount, serviceFile } from './outbox-file.ts';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 0, 1);

function newAccount() {
  const { handle } = serviceFile();
  const database = handle();
  return { database, handle, account: addAccount(database) };
}

function revealed(secrets: readonly { reveal(): string }[]): string[] {
  return secrets.map((secret) => secret.reveal());
}

describe('a signature', () => {
  it('verifies with the reference library, for any body', () => {
    fc.assert(
      fc.property(fc.json(), fc.uuid(), (body, id) => {
        const secret = newSigningSecret();
        const headers = signatureHeaders({ id, at: Date.now(), body: Buffer.from(body), secrets: [secret] });
        expect(new Webhook(secret.reveal()).verify(body, headers)).toEqual(JSON.parse(body));
      }),
    );
  });

  it('is the very one that the reference library makes', () => {
    const secret = newSigningSecret();
    const body = '{"title":"Ærø 🦪"}';
    const headers = signatureHeaders({ id: 'msg_1', at: NOW + 999, body: Buffer.from(body), secrets: [secret] });
    expect(headers).toEqual({
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(NOW / 1000),
      'webhook-signature': new Webhook(secret.reveal()).sign('msg_1', new Date(NOW), body),
    });
  });

  it.each([
    ['another body', 'x', {}],
    ['another id', '{}', { 'webhook-id': 'msg_2' }],
    ['another time', '{}', { 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 9) }],
  ])('does not hold for %s', (_what, body, changed) => {
    const secret = newSigningSecret();
    const headers = signatureHeaders({ id: 'msg_1', at: Date.now(), body: Buffer.from('{}'), secrets: [secret] });
    expect(() => new Webhook(secret.reveal()).verify(body, { ...headers, ...changed })).toThrow(
      /No matching signature/,
    );
  });

  it('is there once for each secret, and verifies with each', () => {
    const secrets = [newSigningSecret(), newSigningSecret()];
    const headers = signatureHeaders({ id: 'msg_1', at: Date.now(), body: Buffer.from('{}'), secrets });
    expect(headers['webhook-signature']).toMatch(/^v1,[\w+/]{43}= v1,[\w+/]{43}=$/);
    for (const secret of secrets) expect(new Webhook(secret.reveal()).verify('{}', headers)).toEqual({});
    expect(() => new Webhook(newSigningSecret().reveal()).verify('{}', headers)).toThrow();
  });
});

describe('a signing secret', () => {
  it('is 32 random bytes in the form that receivers’ libraries take, and shows itself to nobody', () => {
    const secret = newSigningSecret();
    expect(secret.reveal()).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(secret.reveal()).not.toBe(newSigningSecret().reveal());
    expect(`${secret} ${JSON.stringify({ secret })} ${inspect(secret)}`).not.toContain(secret.reveal());
  });

  it('is made once for an account, by whichever process comes first', () => {
    const { database, handle, account } = newAccount();
    expect(activeSecrets(database, account)).toEqual([]);
    const secret = ensureCallbackSecret(database, account).reveal();
    expect(ensureCallbackSecret(handle(), account).reveal()).toBe(secret);
    expect(revealed(activeSecrets(database, account))).toEqual([secret]);
    expect(ensureCallbackSecret(database, addAccount(database)).reveal()).not.toBe(secret);
  });

  it('can be made inside a transaction, and is gone with it', () => {
    const { database, account } = newAccount();
    const failing = () =>
      database.transaction(() => {
        ensureCallbackSecret(database, account);
        throw new Error('rolled back');
      });
    expect(failing).toThrow('rolled back');
    expect(activeSecrets(database, account)).toEqual([]);
  });

  it('signs for a day beside the one that follows it', () => {
    const { database, account } = newAccount();
    const first = ensureCallbackSecret(database, account, NOW).reveal();
    const second = rotateCallbackSecret(database, account, undefined, NOW).reveal();
    const at = (hours: number) => revealed(activeSecrets(database, account, NOW + hours * HOUR));
    expect(second).not.toBe(first);
    expect(at(0)).toEqual([second, first]);
    expect(at(23.9)).toEqual([second, first]);
    expect(at(24)).toEqual([second]);
    expect(ensureCallbackSecret(database, account, NOW).reveal()).toBe(second);
  });

  it('is not kept longer by a further rotation, and ends at once without an overlap', () => {
    const { database, account } = newAccount();
    const first = ensureCallbackSecret(database, account, NOW).reveal();
    const second = rotateCallbackSecret(database, account, 2 * HOUR, NOW).reveal();
    const third = rotateCallbackSecret(database, account, 24 * HOUR, NOW + HOUR).reveal();
    const at = (hours: number) => revealed(activeSecrets(database, account, NOW + hours * HOUR));
    expect(at(1.5)).toEqual([third, second, first]);
    expect(at(2)).toEqual([third, second]);
    const fourth = rotateCallbackSecret(database, account, 0, NOW + 3 * HOUR).reveal();
    expect(at(3)).toEqual([fourth]);
  });

  it('is deleted some time after it has ended', () => {
    const { database, account } = newAccount();
    const other = addAccount(database);
    ensureCallbackSecret(database, account, NOW);
    ensureCallbackSecret(database, other, NOW);
    rotateCallbackSecret(database, account, HOUR, NOW);
    rotateCallbackSecret(database, account, HOUR, NOW + HOUR);
    const rows = database.all('SELECT account FROM callback_secrets ORDER BY id');
    expect(rows).toMatchObject([{ account: other }, { account }, { account }]);
  });
});
