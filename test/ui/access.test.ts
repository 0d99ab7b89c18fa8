import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { createAccess } from '../../src/ui/access.ts';

/** Who gets a page of the local server. */

const HOST = '127.0.0.1:8790';

function locked() {
  const { token, root, guard } = createAccess();
  const app = new Hono();
  app.use(guard);
  app.all('*', (context) => context.text('the papers'));
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    app.request(path, { method, headers: { host: HOST, ...headers } });
  const enter = async () => {
    const response = await ask(`/?token=${token}`);
    return { response, cookie: (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '' };
  };
  return { token, root, ask, enter };
}

describe('without the cookie', () => {
  it.each(['/', '/jobs/J1', '/assets/page.js', '/?token=', '/?token=wrong'])('there is no page: %s', async (path) => {
    const response = await locked().ask(path);
    expect(response.status).toBe(401);
    expect(await response.text()).not.toContain('the papers');
  });

  it('the token is taken once, and only by a GET', async () => {
    const { token, ask } = locked();
    const asking = (method: string) => ask(`/?token=${token}`, { origin: `http://${HOST}` }, method);
    expect((await asking('HEAD')).status).toBe(401);
    expect((await asking('POST')).status).toBe(401);
    expect((await asking('GET')).status).toBe(200);
    expect((await asking('GET')).status).toBe(401);
  });

  it('two that come with the token at once get one cookie between them', async () => {
    const { token, ask } = locked();
    const answers = await Promise.all([1, 2, 3].map(() => ask(`/?token=${token}`)));
    expect(answers.filter(({ headers }) => headers.has('set-cookie'))).toHaveLength(1);
  });
});

describe('the cookie', () => {
  it('is read by no script, sent by no other site, and not the token', async () => {
    const { enter, token } = locked();
    const { response, cookie } = await enter();
    const set = response.headers.get('set-cookie') ?? '';
    expect(set).toContain('HttpOnly');
    expect(set).toContain('SameSite=Strict');
    expect(cookie).not.toContain(token);
    expect(await response.text()).not.toContain(token);
  });

  it('belongs to the path of the pages, which the first address does not tell', async () => {
    const { enter, token, root } = locked();
    const { response, cookie } = await enter();
    expect(response.headers.get('set-cookie')).toContain(`Path=${root};`);
    expect(root).toMatch(/^\/[\w-]{43}$/);
    expect(`/${token}`).not.toBe(root);
    expect(cookie).not.toContain(root.slice(1));
    expect(await response.text()).toContain(`url=${root}"`);
  });

  it('opens the pages, also with a token that was used', async () => {
    const { ask, enter, token } = locked();
    const { cookie } = await enter();
    for (const path of ['/', '/jobs/J1', `/?token=${token}`])
      expect(await (await ask(path, { cookie })).text()).toBe('the papers');
  });
});

describe('with the cookie', () => {
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
    const { ask, enter } = locked();
    const { cookie } = await enter();
    expect((await ask('/jobs/J1', { cookie, ...headers }, method)).status).toBe(status);
  });
});
