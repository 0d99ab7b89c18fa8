import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import type { Html } from './pages/html.ts';
import type { PeerAccount } from './peer-account.ts';

/** Redirects from the first address to the path that its token was exchanged for. */
function entryPage(root: string): Html {
  return standalonePage(
    'paperqueue',
    html`<p><a href="${root}">Open paperqueue</a></p>`,
    html`<meta http-equiv="refresh" content="0;url=${root}">`,
  );
}

/** For visitors without access; reveals nothing about the content. */
function lockedPage(): Html {
  return standalonePage(
    'Not open here',
    html`<p>This page opens once, with the address that <code>paperqueue ui</code> shows, in one browser: look for its tab,
or for paperqueue in the history of that browser.</p>
<p>For another browser, end the command with Ctrl-C and run <code>paperqueue ui</code> again.</p>`,
  );
}

/** A page that uses no files of the server, which only the authorised browser may load. */
function standalonePage(title: string, body: Html, head: Html | '' = ''): Html {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">${head}
<link rel="icon" href="data:,"><title>${title}</title></head>
<body><main><p><strong>paperqueue</strong></p><h1>${title}</h1>${body}</main></body>
</html>
`;
}

/**
 * The only host name of the local page. For `localhost` a browser may try [::1] first, where another server may have
 * the same port.
 */
export const HOST = '127.0.0.1';

export type Access = {
  /** The one-time token of the first address. */
  token: string;
  /** The path prefix of all pages. Only the browser that used the token learns it. */
  root: string;
  /** Refuses foreign Host names, Origins and accounts, and requests with neither the path nor the unused token. */
  guard: MiddlewareHandler;
};

const COOKIE = 'session';
/** Longer than the command runs; the session ends with the command. */
const COOKIE_SECONDS = 30 * 24 * 3600;

/**
 * Restricts the local page to the browser that opened the first address. Its token is exchanged for an unguessable path
 * prefix of all pages; a second use of the token is refused. Other accounts of this machine may see that path, so they
 * are refused by the account that the system reports for the connection; if it reports none, the browser needs a cookie
 * as well.
 */
export function createAccess(accountOf: (context: Context) => Promise<PeerAccount>): Access {
  const token = secretText();
  const root = `/${secretText()}`;
  const session = secretText();
  let isTokenUsed = false;
  const isOwn = (context: Context) => isEqual(/^\/[^/]*/.exec(context.req.path)?.[0], root);
  const takesToken = (context: Context) => {
    const isFirst = context.req.method === 'GET' && !isTokenUsed && isEqual(context.req.query('token'), token);
    isTokenUsed ||= isFirst;
    return isFirst;
  };
  const locked = (context: Context) => {
    context.header('Cache-Control', 'no-store');
    return context.html(lockedPage(), 401);
  };
  const guard: MiddlewareHandler = async (context, next) => {
    if (readHost(context).replace(/:\d+$/, '') !== HOST)
      return context.text(`This page is served under the name ${HOST} only.`, 403);
    if (isForeign(context)) return context.text('This page takes no requests from other pages.', 403);
    const account = await accountOf(context);
    if (account === 'other') return context.text('This page is open to the account that runs it only.', 403);
    if (isOwn(context)) {
      if (isFromOtherSite(context)) return context.text('Open this page by itself.', 403);
      return account === 'own' || isEqual(getCookie(context, COOKIE), session) ? next() : locked(context);
    }
    if (!takesToken(context)) return locked(context);
    // Browsers send the cookie to this path only, and evict it last if another port of this host sets too many.
    if (account === 'unknown')
      setCookie(context, COOKIE, session, {
        path: root,
        httpOnly: true,
        sameSite: 'Strict',
        priority: 'High',
        maxAge: COOKIE_SECONDS,
      });
    context.header('Cache-Control', 'no-store');
    // Not a redirect: if another page opened the address, the browser would report that page as the origin.
    return context.html(entryPage(root));
  };
  return { token, root, guard };
}

function secretText(): string {
  return randomBytes(32).toString('base64url');
}

function readHost(context: Context): string {
  return (context.req.header('host') ?? '').toLowerCase();
}

/** Browsers state the origin of every request that may change something. */
function isForeign(context: Context): boolean {
  const origin = context.req.header('origin');
  const isReading = context.req.method === 'GET' || context.req.method === 'HEAD';
  return origin === undefined ? !isReading : origin !== `http://${readHost(context)}`;
}

/** Pages at other ports of this machine are same-site, and may not use this path even if they know it. */
function isFromOtherSite(context: Context): boolean {
  return !['same-origin', 'none'].includes(context.req.header('sec-fetch-site') ?? 'none');
}

/** Compares digests, which have equal length, in constant time. */
function isEqual(received: string | undefined, expected: string): boolean {
  return received !== undefined && timingSafeEqual(digest(received), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
