import { format, inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../src/contract/secret.ts';

describe('a secret', () => {
  const secret = new Secret('hush-hush');

  it('gives its value only when asked to', () => {
    expect(secret.reveal()).toBe('hush-hush');
  });

  it.each([
    ['text', () => `${secret}`],
    ['concatenation', () => `token ${[secret].join()}`],
    ['JSON', () => JSON.stringify({ token: secret })],
    ['inspection', () => inspect({ nested: [secret] }, { depth: 9, showHidden: true })],
    ['formatting', () => format('%s %o %j', secret, secret, secret)],
  ])('shows itself as redacted in %s', (_where, show) => {
    const shown = show();
    expect(shown).toContain('[redacted]');
    expect(shown).not.toContain('hush');
  });

  it('has no property that holds it', () => {
    expect(JSON.stringify([Object.entries(secret), { ...secret }, Reflect.ownKeys(secret)])).not.toContain('hush');
  });
});
