import { createHash } from 'node:crypto';
import view from './view.json' with { type: 'json' };

/** The page around the view. It is self-contained and makes no requests. */
export type ShellParts = {
  /** Plain text. */
  title: string;
  /** HTML shown until the script has drawn the view, and permanently without scripts. */
  content?: string;
  /** Data for the script, by element id. Absent: the script requests it from the host or the server. */
  islands?: Record<string, object | string>;
  /** HTML that stays below the view, in the style of tables of evidence. */
  appendix?: string | undefined;
  /** The Content-Security-Policy of the page. Absent: set by its host. */
  policy?: string;
};

/** The script redraws the list of papers, so hiding it avoids a second layout. It is shown if the script fails. */
const HIDE_LIST = `{const {classList}=document.documentElement;classList.add('drawing');
addEventListener('error',()=>classList.remove('drawing'))}`;

/** Nothing is loaded, and only the page's own scripts run. */
export const filePolicy = ({ appendix = '' }: Pick<ShellParts, 'appendix'>): string =>
  [
    "default-src 'none'",
    `script-src '${hashOf(HIDE_LIST)}' '${hashOf(view.report.script)}'`,
    `style-src '${hashOf(view.report.style)}'${appendix === '' ? '' : ` '${hashOf(view.table.style)}'`}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

/** The HTML of the view. Equal parts give equal text. */
export function viewShell({ title, content = '', islands, appendix = '', policy }: ShellParts): string {
  const isFile = islands !== undefined;
  const { script, style } = isFile ? view.report : view.app;
  return htmlPage(
    policy,
    [
      '<meta name="robots" content="noindex">',
      '<meta name="referrer" content="no-referrer">',
      // A host would give a frame with another colour scheme an opaque background.
      ...(isFile ? ['<meta name="color-scheme" content="light dark">'] : []),
      `<title>${escapeHtml(title)}</title>`,
      `<style>${style}</style>`,
      ...(appendix === '' ? [] : [`<style>${view.table.style}</style>`]),
      ...(isFile ? [`<script>${HIDE_LIST}</script>`] : []),
    ],
    [
      '<body>',
      `<div id="view">${content}</div>${appendix}`,
      ...Object.entries(islands ?? {}).map(
        ([id, value]) => `<script type="application/json" id="${id}">${jsonInHtml(value)}</script>`,
      ),
      `<script>${script}</script>`,
      '</body>',
    ],
  );
}

/** A page without scripts, which loads nothing; title and content as HTML. */
export function staticShell(title: string, content: string): string {
  const { style } = view.table;
  const policy = `default-src 'none'; style-src '${hashOf(style)}'; img-src data:; base-uri 'none'; form-action 'none'`;
  const head = [
    '<meta name="referrer" content="no-referrer">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${title}</title>`,
    `<style>${style}</style>`,
  ];
  return htmlPage(policy, head, [`<body>${content}</body>`]);
}

function htmlPage(policy: string | undefined, head: readonly string[], body: readonly string[]): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    ...(policy ? [`<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">`] : []),
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    ...head,
    '</head>',
    ...body,
    '</html>',
    '',
  ].join('\n');
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML content and attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] as string);
}

/** JSON that cannot end its script element. */
function jsonInHtml(value: object | string): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
