import { createHash } from 'node:crypto';
import view from './view.json' with { type: 'json' };

/** The page around the view. Everything it needs is in it: it makes no request. */
export type ShellParts = {
  /** Plain text. */
  title: string;
  /** HTML that stands there until the script has drawn the view, and stays where no script runs. */
  content?: string;
  /** Data for the script, by the id of its element. Absent: it asks the host or the server. */
  islands?: Record<string, object | string>;
  /** What the page may load, as a Content-Security-Policy in it. Absent: what its host says. */
  policy?: string;
};

/** The script draws the list of papers anew: laid out before, it would be laid out twice. It shows if that fails. */
const HIDE_LIST = `{const {classList}=document.documentElement;classList.add('drawing');
addEventListener('error',()=>classList.remove('drawing'))}`;

/** Nothing is loaded, and no script runs but those of the page. */
export const FILE_POLICY = [
  "default-src 'none'",
  `script-src '${hashOf(HIDE_LIST)}' '${hashOf(view.report.script)}'`,
  `style-src '${hashOf(view.report.style)}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The HTML of the view. The same parts give the same text. */
export function viewShell({ title, content = '', islands, policy }: ShellParts): string {
  const isFile = islands !== undefined;
  const { script, style } = isFile ? view.report : view.app;
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    ...(policy ? [`<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">`] : []),
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex">',
    '<meta name="referrer" content="no-referrer">',
    // A host that draws the page in a frame would give a frame of another scheme an opaque ground.
    ...(isFile ? ['<meta name="color-scheme" content="light dark">'] : []),
    `<title>${escapeHtml(title)}</title>`,
    `<style>${style}</style>`,
    ...(isFile ? [`<script>${HIDE_LIST}</script>`] : []),
    '</head>',
    '<body>',
    `<div id="view">${content}</div>`,
    ...Object.entries(islands ?? {}).map(
      ([id, value]) => `<script type="application/json" id="${id}">${jsonInHtml(value)}</script>`,
    ),
    `<script>${script}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as HTML shows it, also in an attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] as string);
}

/** JSON in which nothing ends the script element that holds it. */
function jsonInHtml(value: object | string): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
