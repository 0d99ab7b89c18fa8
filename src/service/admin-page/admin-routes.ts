import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono, type MiddlewareHandler } from 'hono';
import * as z from 'zod';
import { isStoreUnavailable } from '../../contract/errors.ts';
import type { ServiceStore } from '../store/port.ts';
import { tokenHash } from '../store/secret-values.ts';
import { STYLE } from './admin-style.ts';
import { ADMIN_PATH, accountPage, notFoundPage, overviewPage } from './pages.ts';
import { readAccount, readOverview } from './read-overview.ts';

const storedTokenSchema = z.object({ hash: z.string() });

/** No external content, no script, no framing of the page, and only our own style. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'Content-Security-Policy': POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
};

/**
 * The administrator's page, which is read-only. Without a token in the store the path does not exist. The token is the
 * password of HTTP authentication: no cookie, no session, no script, and no secret in a URL.
 */
export function createAdminApp(store: ServiceStore, { onError }: AdminOptions): Hono {
  const app = new Hono();
  const authorised: MiddlewareHandler = async (context, next) => {
    const stored = storedTokenSchema.safeParse(await store.settings.read('admin-token'));
    if (!stored.success) return context.json({ error: 'Not found' }, 404);
    for (const [name, value] of Object.entries(HEADERS)) context.header(name, value);
    if (isToken(context.req.header('authorization'), stored.data.hash)) return next();
    context.header('WWW-Authenticate', 'Basic realm="paperqueue administrator", charset="UTF-8"');
    return context.text('This page needs the token of the administrator as the password; any name will do.\n', 401);
  };
  app.use(ADMIN_PATH, authorised);
  app.use(`${ADMIN_PATH}/*`, authorised);
  app.get(ADMIN_PATH, async (context) => context.html(overviewPage(await readOverview(store))));
  app.get(`${ADMIN_PATH}/accounts/:name`, async (context) => {
    const account = await store.accounts.find(context.req.param('name'));
    return account ? context.html(accountPage(await readAccount(store, account))) : context.html(notFoundPage(), 404);
  });
  app.onError((error, context) => {
    onError('request failed', error);
    const away = isStoreUnavailable(error);
    const text = away
      ? 'The store of the service cannot be read now.\n'
      : 'An error of the service; its log says more.\n';
    return context.text(text, away ? 503 : 500);
  });
  return app;
}

type AdminOptions = { onError: (event: string, error: unknown) => void };

/** Whether a header is `Basic` with the token as its password, or `Bearer` with it. */
function isToken(header: string | undefined, hash: string): boolean {
  const [, scheme, value = ''] = /^(Basic|Bearer) ([\x21-\x7e]+)$/i.exec(header ?? '') ?? [];
  if (scheme === undefined) return false;
  const isBasic = scheme.toLowerCase() === 'basic';
  const password = isBasic
    ? Buffer.from(value, 'base64')
        .toString('utf8')
        .replace(/^[^:]*:/, '')
    : value;
  return timingSafeEqual(Buffer.from(tokenHash(password)), Buffer.from(hash.padEnd(64).slice(0, 64)));
}
