import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { entryPage, lockedPage } from './pages/locked.ts';

/**
 * The one name of the local page. Under `localhost` a browser may ask [::1] first, where the same port can be another
 * server's.
 */
export const HOST = '127.0.0.1';

export type Access = {
  /** For the first address alone: it is taken once. */
  token: string;
  /** The path that all pages stand below; nobody but the browser that took the token learns it. */
  root: string;
  /** Refuses foreign Host names and Origins, and whoever has neither the cookie nor the unused token. */
  guard: MiddlewareHandler;
};

/**
 * Who may use the local page: the browser that opened the first address. Its token becomes a cookie that no script
 * reads and that no other site's page sends; a second use of the token is refused. Browsers send a cookie to every port
 * of its host, but only below its path: so the pages stand below a path that other servers of this machine cannot know.
 */
export function createAccess(): Access {
  const token = secretText();
  const session = secretText();
  const root = `/${secretText()}`;
  // A cookie of this name that another port sets would stand beside ours: it cannot know the name.
  const cookie = `paperqueue-${secretText()}`;
  let isTokenUsed = false;
  const isOwn = (context: Context) => isEqual(getCookie(context, cookie), session);
  const takesToken = (context: Context) => {
    const isFirst = context.req.method === 'GET' && !isTokenUsed && isEqual(context.req.query('token'), token);
    isTokenUsed ||= isFirst;
    return isFirst;
  };
  const guard: MiddlewareHandler = async (context, next) => {
    if (hostOf(context).replace(/:\d+$/, '') !== HOST)
      return context.text(`This page is served under the name ${HOST} only.`, 403);
    if (isForeign(context)) return context.text('This page takes no requests from other pages.', 403);
    if (isOwn(context)) return isFromOtherSite(context) ? context.text('Open this page by itself.', 403) : next();
    context.header('Cache-Control', 'no-store');
    if (!takesToken(context)) return context.html(lockedPage(), 401);
    setCookie(context, cookie, session, { path: root, httpOnly: true, sameSite: 'Strict' });
    // Not a redirect: where the address was opened from another page, the browser would not send the cookie with it.
    return context.html(entryPage(root));
  };
  return { token, root, guard };
}

function secretText(): string {
  return randomBytes(32).toString('base64url');
}

function hostOf(context: Context): string {
  return (context.req.header('host') ?? '').toLowerCase();
}

/** Browsers name the page that a request comes from with every one that may change something. */
function isForeign(context: Context): boolean {
  const origin = context.req.header('origin');
  const isReading = context.req.method === 'GET' || context.req.method === 'HEAD';
  return origin === undefined ? !isReading : origin !== `http://${hostOf(context)}`;
}

/** A page at another port of this machine is of the same site: it could send the cookie if it knew the path. */
function isFromOtherSite(context: Context): boolean {
  return !['same-origin', 'none'].includes(context.req.header('sec-fetch-site') ?? 'none');
}

/** Digests have one length, and comparing them takes the same time wherever they differ. */
function isEqual(received: string | undefined, expected: string): boolean {
  return received !== undefined && timingSafeEqual(digest(received), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
