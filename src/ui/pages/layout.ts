import { html, raw } from 'hono/html';

/** HTML in which every inserted text is escaped. */
export type Html = ReturnType<typeof html>;

export type Page = {
  /** The path that all pages stand below. */
  root: string;
  /** Plain text. */
  title: string;
  body: Html;
  /** Without scripts, the page reloads after this many seconds. */
  refreshSeconds?: number;
};

/** A page of the local server. Its script and style are files of the server, as its policy demands. */
export function layout({ root, title, body, refreshSeconds }: Page): Html {
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
${script(`${root}/assets/page.js`)}
</head>
<body>
<nav class="top" aria-label="paperqueue"><a href="${root}">New search</a><a href="${root}#jobs">Jobs</a></nav>
${body}
</body>
</html>
`;
}

/** The bundler would rewrite the end of a script element in a template. `path` is one of the server's own. */
function script(path: string): Html {
  return raw(`<script src="${path}" defer></script>`);
}
