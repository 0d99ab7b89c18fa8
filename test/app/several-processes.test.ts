import { describe, expect, it } from 'vitest';
import { workForService } from '../../src/app/serve-service.ts';
import { readConfig } from '../../src/platform/config.ts';

const PASSWORD = 'pw-4d7c1e90';

describe('the address of the database', () => {
  it.each(['postgresql://lab:x@db.example/papers?sslmode=verify-full', 'postgres://127.0.0.1:5432/papers'])(
    '%s is taken, as a secret',
    (url) => {
      const { databaseUrl } = readConfig({ PAPERQUEUE_DATABASE_URL: url });
      expect(databaseUrl?.reveal()).toBe(url);
      expect(JSON.stringify({ databaseUrl })).not.toContain('papers');
    },
  );

  it.each([`mysql://lab:${PASSWORD}@db.example/papers`, `lab:${PASSWORD}`, `postgresql://lab:${PASSWORD}@a b/papers`])(
    'of another kind is refused, in words that do not show it',
    (url) => {
      const read = () => readConfig({ PAPERQUEUE_DATABASE_URL: url });
      expect(read).toThrow(/PAPERQUEUE_DATABASE_URL: a postgresql:\/\/ address/);
      expect(read).not.toThrow(PASSWORD);
    },
  );

  it('is needed by processes that only run jobs', async () => {
    const never = undefined as never;
    await expect(workForService(readConfig({}), never, never, never)).rejects.toMatchObject({
      details: { code: 'NOT_CONFIGURED', next: expect.stringContaining('PAPERQUEUE_DATABASE_URL') },
    });
  });
});
