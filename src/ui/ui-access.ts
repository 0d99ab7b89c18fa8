import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { html } from 'hono/html';
import type { Html } from './pages/html.ts';

/** Continues from the first address to the path that its token was exchanged for. */
function entryPage(root: string): Html {
  return bare(
    'paperqueue',
    html`<p><a href="${root}">Open paperqueue</a></p>`,
    html`<meta http-equiv="refresh" content="0;url=${root}">`,
  );
}

/** For visitors without access; reveals nothing about the content. */
function lockedPage(): Html {
  return bare(
    'Not open here',
    html`<p>This page opens once, with the address that <code>paperqueue ui</code> shows, in one browser: look for its tab,
or for paperqueue in the history of that browser.</p>
<p>For another browser, end the command with Ctrl-C and run <code>paperqueue ui</code> again.</p>`,
  );
}

/** A page without files of the server, which only the authorised browser may load. */
function bare(title: string, body: Html, head: Html | '' = ''): Html {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${head}
<link rel="icon" href="data:,"><title>${title}</title></head>
<body><main><h1>${title}</h1>${body}</main></body>
</html>
`;
}

/**
 * The one name of the local page. Under `localhost` a browser may ask [::1] first, where the same port can be another
 * server's.
 */
export const HOST = '127.0.0.1';

export type Access = {
  /** Only for the first address: valid once. */
  token: string;
  /** The path above all pages. Only the browser that used the token knows it. */
  root: string;
  /** Refuses foreign Host names and Origins, and requests with neither the path nor the unused token. */
  guard: MiddlewareHandler;
};

/**
 * Access to the local page: only the browser that opened the first address. Its token is exchanged for an unguessable
 * path above all pages; a second use of the token is refused. There is no cookie: browsers send cookies to every port
 * of a host, and another port can set so many that the browser drops ours.
 */
export function createAccess(): Access {
  const token = secretText();
  const root = `/${secretText()}`;
  let isTokenUsed = false;
  const isOwn = (context: Context) => isEqual(/^\/[^/]*/.exec(context.req.path)?.[0], root);
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
    // Not a redirect: if another page opened the address, the browser would report that page as the origin.
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

/** Browsers state the origin of every request that may change something. */
function isForeign(context: Context): boolean {
  const origin = context.req.header('origin');
  const isReading = context.req.method === 'GET' || context.req.method === 'HEAD';
  return origin === undefined ? !isReading : origin !== `http://${hostOf(context)}`;
}

/** A page at another port of this machine is same-site. It may not use even a path it knows. */
function isFromOtherSite(context: Context): boolean {
  return !['same-origin', 'none'].includes(context.req.header('sec-fetch-site') ?? 'none');
}

/** Digests have one length, and comparing them takes constant time. */
function isEqual(received: string | undefined, expected: string): boolean {
  return received !== undefined && timingSafeEqual(digest(received), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
