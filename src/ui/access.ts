import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { LOOPBACK_NAMES } from '../lib/loopback.ts';
import { entryPage, lockedPage } from './pages/locked.ts';

export type Access = {
  /** For the first address alone: it is taken once. */
  token: string;
  /** Refuses foreign Host names and Origins, and whoever has neither the cookie nor the unused token. */
  guard: MiddlewareHandler;
};

/**
 * Who may use the local page: the browser that opened the first address. Its token becomes a cookie that no script
 * reads and that no other site's page sends; a second use of the token is refused.
 */
export function createAccess(): Access {
  const token = secretText();
  const session = secretText();
  let isTokenUsed = false;
  const isOwn = (context: Context) => isEqual(getCookie(context, cookieName(context)), session);
  const takesToken = (context: Context) => {
    const isFirst = context.req.method === 'GET' && !isTokenUsed && isEqual(context.req.query('token'), token);
    isTokenUsed ||= isFirst;
    return isFirst;
  };
  const guard: MiddlewareHandler = async (context, next) => {
    if (!LOOPBACK_NAMES.includes(hostOf(context).replace(/:\d+$/, '')))
      return context.text('This page is served under the names of this machine only.', 403);
    if (isForeign(context)) return context.text('This page takes no requests from other pages.', 403);
    if (isOwn(context)) return isFromOtherSite(context) ? context.text('Open this page by itself.', 403) : next();
    context.header('Cache-Control', 'no-store');
    if (!takesToken(context)) return context.html(lockedPage(), 401);
    setCookie(context, cookieName(context), session, { path: '/', httpOnly: true, sameSite: 'Strict' });
    // Not a redirect: where the address was opened from another page, the browser would not send the cookie with it.
    return context.html(entryPage());
  };
  return { token, guard };
}

function secretText(): string {
  return randomBytes(32).toString('base64url');
}

/** Cookies belong to a name and all its ports, so that each port needs a cookie of its own. */
function cookieName(context: Context): string {
  return `paperqueue-${/:(\d+)$/.exec(hostOf(context))?.[1] ?? '80'}`;
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

/** A page at another port of this machine is of the same site, so that its requests have the cookie. */
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
