import { describe, expect, it, vi } from 'vitest';
import { Secret } from '../../src/contract/secret.ts';
import { openPostgresStore } from '../../src/service/store/postgres/store.ts';

vi.mock('pg', () => {
  throw Object.assign(new Error(`Cannot find package 'pg'`), { code: 'ERR_MODULE_NOT_FOUND' });
});

describe('a store in PostgreSQL without the package pg', () => {
  it('says how to install it, and not where the database is', async () => {
    const error = await openPostgresStore(new Secret('postgresql://lab:pw-4d7c1e90@db.example/papers')).catch(
      (error: unknown) => error,
    );
    expect(error).toMatchObject({
      details: { code: 'NOT_CONFIGURED', charged: 'no', next: expect.stringContaining('Install the package pg') },
    });
    expect(JSON.stringify(error) + String(error)).not.toContain('pw-4d7c1e90');
  });
});
