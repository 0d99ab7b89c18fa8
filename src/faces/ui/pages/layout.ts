import { html, raw } from 'hono/html';
import type { Desk } from '../desk.ts';
import type { Html } from './html.ts';
import { sideColumn } from './side.ts';

/** The content of a page, without what every page shows. */
export type Page = {
  /** Plain text. */
  title: string;
  body: Html;
  /** Without scripts, the page reloads after this many seconds. */
  refreshSeconds?: number;
  /** The page contains search fields or the list of jobs. */
  hasForm?: true;
  /** The page is for deciding on records. */
  isScreening?: true;
  /** The text in the search box: what the person typed, if it could not be processed. */
  asked?: string;
  /** The job or the review that is shown. */
  current?: string;
};

/**
 * A page of the local server: the search box on top, the desk at the left, and the content. Script and style are files
 * of the server, as its content security policy requires. `root` is the path prefix of all pages.
 */
export function layout(
  { title, body, refreshSeconds, hasForm, isScreening, asked = '', current }: Page,
  root: string,
  desk?: Desk,
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
${hasForm && html`<link rel="stylesheet" href="${root}/assets/form.css">`}
${isScreening && html`<link rel="stylesheet" href="${root}/assets/screening.css">`}
${script(`${root}/assets/page.js`)}
</head>
<body>
<div class="top">
<nav aria-label="paperqueue"><a href="${root}">New search</a><a href="${root}#jobs">Jobs</a>${
    desk && html`<a class="to-hand" href="#searches">Searches</a>`
  }</nav>
<form class="one-box" role="search" aria-label="Find papers" method="post" action="${root}/find" enctype="multipart/form-data">
<label class="unseen" for="one-box">Find papers</label>
<textarea class="ask-here" id="one-box" name="text" rows="1" dir="auto" placeholder="Words, a question, a DOI, a title, references">
${asked}</textarea>
<label class="files" for="files">Files <input class="hidden-file" id="files" type="file" name="file" multiple></label>
<button class="main" type="submit">Find</button>
</form>
</div>
<div class="desk">
<div class="page-itself">
${body}
</div>
${desk && sideColumn(root, desk, current)}
</div>
</body>
</html>
`;
}

/**
 * Kept out of a template, in which the bundler would rewrite the end of a script element. `path` must be one of the
 * server's own.
 */
function script(path: string): Html {
  return raw(`<script type="module" src="${path}"></script>`);
}
