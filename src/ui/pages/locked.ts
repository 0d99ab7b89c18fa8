import { html } from 'hono/html';
import type { Html } from './layout.ts';

/** Goes on from the first address to the path that its token was exchanged for. */
export function entryPage(root: string): Html {
  return bare(
    'paperqueue',
    html`<p><a href="${root}">Open paperqueue</a></p>`,
    html`<meta http-equiv="refresh" content="0;url=${root}">`,
  );
}

/** For whoever has no right to the page; it says nothing of what there is. */
export function lockedPage(): Html {
  return bare(
    'Not open here',
    html`<p>This page opens once, with the address that <code>paperqueue ui</code> shows, in one browser: look for its tab,
or for paperqueue in the history of that browser.</p>
<p>For another browser, end the command with Ctrl-C and run <code>paperqueue ui</code> again.</p>`,
  );
}

/** A page without files of the server, which are for the right browser only. */
function bare(title: string, body: Html, head: Html | '' = ''): Html {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${head}
<link rel="icon" href="data:,"><title>${title}</title></head>
<body><main><h1>${title}</h1>${body}</main></body>
</html>
`;
}
