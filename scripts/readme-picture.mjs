// Draws docs/images/search.svg for the README: a question, the call of the tool, and the papers that came back with
// their references, from a real run over the starter catalogue. Run by `npm run picture` after a build.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const QUESTION = 'Which papers first showed that carbon dioxide warms the Earth?';
const KEYWORDS = ['carbon dioxide', 'atmosphere', 'climate'];
const PAPERS = 3;
const SERVER = fileURLToPath(new URL('../dist/paperqueue.mjs', import.meta.url));
const PICTURE = fileURLToPath(new URL('../docs/images/search.svg', import.meta.url));

const WIDTH = 840;
const LINE = 24;
const TITLE_CHARACTERS = 58;

async function search() {
  const dataDir = await mkdtemp(join(tmpdir(), 'paperqueue-picture-'));
  const client = new Client({ name: 'paperqueue-picture', version: '1.0.0' });
  const env = { PATH: process.env.PATH ?? '', PAPERQUEUE_DATA_DIR: dataDir, PAPERQUEUE_SOURCES: 'library' };
  try {
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [SERVER], env }));
    const request = { name: 'keyword_search', arguments: { keywords: KEYWORDS, sort: 'year:asc', count: PAPERS } };
    const { structuredContent } = await client.callTool(request);
    return structuredContent;
  } finally {
    await client.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function escapeXml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function shorten(text) {
  return text.length <= TITLE_CHARACTERS ? text : `${text.slice(0, TITLE_CHARACTERS - 1)}…`;
}

/** The lines of the picture, each with its class, in the order in which they appear. */
function linesOf({ job, page, papers }) {
  return [
    ['you', `> ${QUESTION}`],
    ['call', `keyword_search ${JSON.stringify(KEYWORDS)}`],
    ['note', `${job.ref}: ${page.total} papers, the oldest first`],
    ...papers.slice(0, PAPERS).map(({ ref, year, title }) => ['paper', `${ref}  ${year}  ${shorten(title)}`]),
    ['note', `paperqueue export ${job.ref} -o climate.bib`],
  ];
}

function draw(lines) {
  const texts = lines.map(([kind, text], nth) => {
    const at = `x="24" y="${64 + nth * LINE}"`;
    return `  <text class="${kind}" ${at} style="animation-delay:${(nth * 0.6).toFixed(1)}s">${escapeXml(text)}</text>`;
  });
  const height = 64 + lines.length * LINE;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="t">
  <title id="t">${escapeXml(`${QUESTION} The answer: ${lines.map(([, text]) => text).join('; ')}`)}</title>
  <style>
    text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre; fill: #d4dbe6;
      animation: appear .4s both }
    .you { fill: #ffffff; font-weight: 600 } .call { fill: #8fb8ff } .note { fill: #8b97a8 } .paper { fill: #a9e3b8 }
    @keyframes appear { from { opacity: 0 } }
    @media (prefers-reduced-motion: reduce) { text { animation: none } }
  </style>
  <rect width="${WIDTH}" height="${height}" rx="10" fill="#151b26"/>
  <circle cx="24" cy="22" r="6" fill="#ff5f57"/><circle cx="44" cy="22" r="6" fill="#febc2e"/>
  <circle cx="64" cy="22" r="6" fill="#28c840"/>
${texts.join('\n')}
</svg>
`;
}

await writeFile(PICTURE, draw(linesOf(await search())));
