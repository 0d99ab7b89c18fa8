import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import type { PeerAccount } from '../../../src/faces/ui/peer-account.ts';
import { createAccess } from '../../../src/faces/ui/ui-access.ts';

/** Who gets a page of the local server. */

const HOST = '127.0.0.1:8790';

function locked(account: PeerAccount = 'own') {
  const { token, root, guard } = createAccess(async () => account);
  const app = new Hono();
  app.use(guard);
  app.all('*', (context) => context.text('the papers'));
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    app.request(path, { method, headers: { host: HOST, ...headers } });
  const enter = () => ask(`/?token=${token}`);
  return { token, root, ask, enter };
}

describe('without the path', () => {
  it.each(['/', '/jobs/J1', '/assets/page.js', '/?token=', '/?token=wrong', '/A', '//', '/%2F'])(
    'there is no page: %s',
    async (path) => {
      const response = await locked().ask(path);
      expect(response.status).toBe(401);
      expect(await response.text()).not.toContain('the papers');
    },
  );

  it('the token is taken once, and only by a GET', async () => {
    const { token, ask } = locked();
    const asking = (method: string) => ask(`/?token=${token}`, { origin: `http://${HOST}` }, method);
    expect((await asking('HEAD')).status).toBe(401);
    expect((await asking('POST')).status).toBe(401);
    expect((await asking('GET')).status).toBe(200);
    expect((await asking('GET')).status).toBe(401);
  });

  it('a path that begins as ours, or ends where ours goes on, is not ours', async () => {
    const { root, ask } = locked();
    for (const path of [`${root}x`, root.slice(0, -1), `/jobs${root}`, `/x/..${root.slice(0, -1)}`, root.toUpperCase()])
      expect((await ask(path)).status).toBe(401);
  });

  it('of those that come with the token at once, one gets the path', async () => {
    const { token, root, ask } = locked();
    const answers = await Promise.all([1, 2, 3].map(() => ask(`/?token=${token}`)));
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(texts.filter((text) => text.includes(root))).toHaveLength(1);
  });
});

describe('the path', () => {
  it('is what the token is exchanged for: random, not the token, and in no cookie', async () => {
    const { enter, token, root } = locked();
    const response = await enter();
    expect(root).toMatch(/^\/[\w-]{43}$/);
    expect(`/${token}`).not.toBe(root);
    expect(locked().root).not.toBe(root);
    expect(response.headers.has('set-cookie')).toBe(false);
    const text = await response.text();
    expect(text).toContain(`url=${root}"`);
    expect(text).not.toContain(token);
  });

  it('opens the pages, also with a token that was used', async () => {
    const { ask, enter, root, token } = locked();
    await enter();
    for (const path of ['', '/', '/jobs/J1', `/?token=${token}`])
      expect(await (await ask(root + path)).text()).toBe('the papers');
  });
});

describe('another account of this machine', () => {
  it('gets nothing by the path or the token, and does not use the token up', async () => {
    let account: PeerAccount = 'other';
    const { token, root, guard } = createAccess(async () => account);
    const app = new Hono();
    app.use(guard);
    app.all('*', (context) => context.text('the papers'));
    const ask = async (path: string) => (await app.request(path, { headers: { host: HOST } })).status;
    expect(await ask(`${root}/jobs/J1`)).toBe(403);
    expect(await ask(`/?token=${token}`)).toBe(403);
    expect(await ask('/')).toBe(403);
    account = 'own';
    expect(await ask(`/?token=${token}`)).toBe(200);
    expect(await ask(`${root}/jobs/J1`)).toBe(200);
  });
});

describe('where the system does not tell whose connection it is', () => {
  it('the browser that used the token has a cookie of the path, and nobody gets a page without it', async () => {
    const { ask, enter, root } = locked('unknown');
    const cookie = (await enter()).headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(
      new RegExp(`^session=[\\w-]{43}; Max-Age=2592000; Path=${root}; HttpOnly; SameSite=Strict; Priority=High$`),
    );
    expect(cookie.slice(0, cookie.indexOf(';'))).not.toContain(root.slice(1));
    const session = cookie.split(';')[0] ?? '';
    const read = async (headers: Record<string, string>, method = 'GET') => {
      const origin: Record<string, string> = method === 'POST' ? { origin: `http://${HOST}` } : {};
      const response = await ask(`${root}/jobs/J1`, { ...origin, ...headers }, method);
      return [response.status, (await response.text()).includes('the papers')];
    };
    for (const method of ['GET', 'POST']) {
      expect(await read({}, method)).toEqual([401, false]);
      expect(await read({ cookie: 'session=' }, method)).toEqual([401, false]);
      expect(await read({ cookie: `${session}x` }, method)).toEqual([401, false]);
      expect(await read({ cookie: session }, method)).toEqual([200, true]);
      expect(await read({ cookie: `a=b; ${session}; c=d` }, method)).toEqual([200, true]);
    }
    // Neither is enough alone.
    expect((await ask('/jobs/J1', { cookie: session })).status).toBe(401);
  });
});

describe('with the path', () => {
  const OWN = `http://${HOST}`;
  it.each([
    ['a foreign Host', { host: 'evil.example' }, 'GET', 403],
    ['a foreign Host that begins as ours', { host: '127.0.0.1.evil.example' }, 'GET', 403],
    ['a foreign Origin', { origin: 'https://evil.example' }, 'POST', 403],
    ['a foreign Origin that reads', { origin: 'https://evil.example' }, 'GET', 403],
    ['another port of this machine', { origin: 'http://127.0.0.1:3000' }, 'POST', 403],
    ['an Origin that is hidden', { origin: 'null' }, 'POST', 403],
    ['a change without an Origin', {}, 'POST', 403],
    ['a script of another port', { 'sec-fetch-site': 'same-site' }, 'GET', 403],
    ['our own page', { origin: OWN, 'sec-fetch-site': 'same-origin' }, 'POST', 200],
    ['the name localhost, which may be another server at [::1]', { host: 'localhost:8790' }, 'GET', 403],
    ['another port, as through a tunnel', { host: '127.0.0.1:9000' }, 'GET', 200],
    ['an address that the person typed', { 'sec-fetch-site': 'none' }, 'GET', 200],
  ] as const)('%s: %o, %s gives %i', async (_what, headers, method, status) => {
    const { ask, root } = locked();
    expect((await ask(`${root}/jobs/J1`, headers, method)).status).toBe(status);
  });
});
