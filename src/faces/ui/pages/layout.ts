import { html, raw } from 'hono/html';
import { grouped } from '../../../lib/counted.ts';
import type { Notice } from '../notices.ts';
import type { Html } from './html.ts';

/** The content of a page, without what every page shows. */
export type Page = {
  /** Plain text. */
  title: string;
  body: Html;
  /** What can be done with what the page shows; in place of the links at the top. */
  actions?: Html;
  /** Without scripts, the page reloads after this many seconds. */
  refreshSeconds?: number;
  /** The page contains a form with fields. */
  hasForm?: true;
  /** The desk itself: it has the search box in the middle. */
  isDesk?: true;
  /** A stylesheet of its own. */
  style?: 'screening' | 'table';
};

/** What every page shows: what was just done, and how many papers the library has, if that is known. */
export type PageFrame = { notice?: Notice | undefined; libraryPapers?: number | undefined };

/**
 * A page of the local server: name and mark, the search box, and the content. Script and style are files of the server,
 * as its content security policy requires. `root` is the path prefix of all pages.
 */
export function layout(
  { title, body, actions, refreshSeconds, hasForm, isDesk, style }: Page,
  root: string,
  { notice, libraryPapers }: PageFrame = {},
): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${refreshSeconds && html`<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>`}
<title>${title} · paperqueue</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${root}/assets/page.css">
${(hasForm || isDesk) && html`<link rel="stylesheet" href="${root}/assets/form.css">`}
${isDesk && html`<link rel="stylesheet" href="${root}/assets/desk.css">`}
${style && html`<link rel="stylesheet" href="${root}/assets/${style}.css">`}
${script(`${root}/assets/page.js`)}
</head>
<body data-root="${root}" class="${actions && 'has-actions'}">
<section class="top" aria-label="On every page">
<a class="logo" href="${root}"><svg viewBox="0 0 18 14" aria-hidden="true"><rect class="third" x="10" y="2" width="6" height="10" rx="1"/><rect class="second" x="5" y="1" width="8" height="12" rx="1.5"/><rect class="first" width="10" height="14" rx="2"/></svg>paperqueue</a>
${isDesk ? html`<span class="space"></span>` : oneBox(root, '', false)}
${actions}
<nav aria-label="paperqueue"><a href="${root}#searches">Searches</a><a href="${root}#reviews">Reviews</a>${
    libraryPapers !== undefined && html`<span class="of-library">Library ${grouped(libraryPapers)}</span>`
  }<button class="keys" id="go-to" type="button" hidden aria-keyshortcuts="Control+K Meta+K"><span class="unseen">Go to: </span><span>Ctrl K</span></button></nav>
</section>
${notice && noticeBar(root, notice)}
${body}
</body>
</html>
`;
}

function noticeBar(root: string, { text, undo }: Notice): Html {
  return html`<div class="notice" role="status"><span>${text}</span>${
    undo &&
    html`<form method="post" action="${root}${undo.path}">${Object.entries(undo.fields ?? {}).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
    )}<button type="submit">Undo</button></form>`
  }</div>`;
}

/**
 * Kept out of a template, in which the bundler would rewrite the end of a script element. `path` must be one of the
 * server's own.
 */
function script(path: string): Html {
  return raw(`<script type="module" src="${path}"></script>`);
}

const HINT = 'Ask a question, paste a DOI or a bibliography, drop a PDF …';

/** The search box, in the middle of the desk (`isLarge`, with the focus) or on top of any other page. */
export function oneBox(root: string, topic: string, isLarge: boolean): Html {
  return html`<form class="one-box ${isLarge && 'large'}" role="search" aria-label="Find papers" method="post" action="${root}/find" enctype="multipart/form-data">
<label class="unseen" for="one-box">Find papers</label>
<textarea class="ask-here" id="one-box" name="text" rows="1" dir="auto" aria-keyshortcuts="/" placeholder="${HINT}" ${isLarge && 'autofocus'}>
${topic}</textarea>
<label class="files" for="files">Files <input class="hidden-file" id="files" type="file" name="file" multiple></label>
<button class="main" type="submit">Find</button>
</form>`;
}
