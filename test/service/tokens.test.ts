import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/platform/sqlite/database.ts';
import { openAdmin } from '../../src/service/admin.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { accountOfToken, createAccount, createToken, findAccount, revokeTokens } from './file-store.ts';
import { openServiceFile } from './service.ts';

const NOTHING = { basic: 0, pro: 0, privateKey: 0 };

function openTokens() {
  const dataDir = temporaryFolder();
  const database = openServiceFile(dataDir);
  const account = (name: string) => createAccount(database, name, NOTHING) as number;
  return { dataDir, database, account };
}

/** Everything that lies on disk, the write-ahead log included. */
function bytesOf(dataDir: string): string {
  return readdirSync(dataDir)
    .map((name) => readFileSync(join(dataDir, name), 'latin1'))
    .join('');
}

function hashes(database: Database): string[] {
  return database.all<{ hash: string }>('SELECT hash FROM tokens').map(({ hash }) => hash);
}

describe('a token', () => {
  it('is 256 random bits with a beginning that scanners for leaked secrets can know', () => {
    const { database, account } = openTokens();
    const id = account('ada');
    const tokens = Array.from({ length: 100 }, () => createToken(database, id).reveal());
    for (const token of tokens) expect(token).toMatch(/^pq_[\w-]{43}$/);
    expect(new Set(tokens).size).toBe(100);
  });

  it('stands for its account and no other', () => {
    const { database, account } = openTokens();
    const [ada, ben] = [account('ada'), account('ben')];
    const [hers, his] = [createToken(database, ada).reveal(), createToken(database, ben).reveal()];
    expect([accountOfToken(database, hers), accountOfToken(database, his)]).toEqual([ada, ben]);
  });

  it('is stored as its SHA-256 only: no file of the data folder holds it', () => {
    const { dataDir, database, account } = openTokens();
    const token = createToken(database, account('ada')).reveal();
    expect(hashes(database)).toEqual([createHash('sha256').update(token).digest('hex')]);
    const bytes = bytesOf(dataDir);
    expect(bytes).toContain(hashes(database)[0]);
    expect(bytes).not.toContain(token);
    expect(bytes).not.toContain(token.slice(3));
  });

  it('is not shown by accident: printing it in a log or an error gives something else', () => {
    const { database, account } = openTokens();
    const token = createToken(database, account('ada'));
    for (const shown of [String(token), JSON.stringify({ token }), `${token}`, inspect(token)]) {
      expect(shown).not.toContain(token.reveal());
    }
  });

  it.each([
    ['nothing', () => ''],
    ['another case', (token: string) => token.toUpperCase()],
    ['its beginning', (token: string) => token.slice(0, -1)],
    ['something behind it', (token: string) => `${token}x`],
    ['its hash', (token: string) => createHash('sha256').update(token).digest('hex')],
    ['a pattern', () => '%'],
  ])('is not matched by %s', (_what, change) => {
    const { database, account } = openTokens();
    const token = createToken(database, account('ada')).reveal();
    expect(accountOfToken(database, change(token))).toBeUndefined();
    expect(accountOfToken(database, token)).toBeDefined();
  });

  it('ends when its account revokes its tokens; those of others stay', () => {
    const { database, account } = openTokens();
    const [ada, ben] = [account('ada'), account('ben')];
    const hers = [createToken(database, ada).reveal(), createToken(database, ada).reveal()];
    const his = createToken(database, ben).reveal();
    revokeTokens(database, ada);
    for (const token of hers) expect(accountOfToken(database, token)).toBeUndefined();
    expect(accountOfToken(database, his)).toBe(ben);
    const renewed = createToken(database, ada).reveal();
    expect(accountOfToken(database, renewed)).toBe(ada);
  });

  it('ends with its account, even one that nobody revoked by itself', () => {
    const { database, account } = openTokens();
    const ada = account('ada');
    const token = createToken(database, ada).reveal();
    database.run('UPDATE accounts SET revoked_at = ? WHERE id = ?', Date.now(), ada);
    expect(accountOfToken(database, token)).toBeUndefined();
    expect(findAccount(database, 'ada')?.revokedAt).toMatch(/^\d{4}-\d\d-\d\dT/);
  });
});

describe('the administration', () => {
  it('shows token and callback secret when it makes them, and never again', async () => {
    const dataDir = temporaryFolder();
    const admin = openAdmin(dataDir);
    const made = await admin.create('ada', { basic: 5 });
    expect(made.token?.reveal()).toMatch(/^pq_/);
    expect(made.callbackSecret?.reveal()).toMatch(/^whsec_/);
    const later = JSON.stringify([await admin.list(), await admin.topUp('ada', { pro: 1 })]);
    expect(later).not.toContain(made.token?.reveal());
    expect(later).not.toContain('whsec_');
    expect(bytesOf(dataDir)).not.toContain(made.token?.reveal());
    admin.close();
  });

  it('rotates a token without touching the callback secret, and the other way round', async () => {
    const dataDir = temporaryFolder();
    const admin = openAdmin(dataDir);
    const { token: first } = await admin.create('ada', {});
    const { token: second, callbackSecret } = await admin.rotate('ada', 'token');
    expect(second?.reveal()).not.toBe(first?.reveal());
    expect(callbackSecret).toBeUndefined();
    const { token, callbackSecret: renewed } = await admin.rotate('ada', 'callback-secret');
    expect(token).toBeUndefined();
    expect(renewed?.reveal()).toMatch(/^whsec_/);
    admin.close();
  });
});
