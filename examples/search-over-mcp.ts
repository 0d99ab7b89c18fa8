/**
 * The main job from a client's side: starts the built server over stdio with the official MCP client, searches, and
 * prints the papers that came back. Runs in embedded mode on a data folder of its own and searches the starter
 * catalogue alone, so that it needs no account and no network. PAPERQUEUE_SOURCES names others to ask.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

type Answer = {
  mode: string;
  job: { ref: string; status: string };
  page: { total: number };
  papers: {
    ref: string;
    title: string;
    authors: string;
    year: number;
    venue: string;
    doi?: string;
    summary?: string;
  }[];
  notes: string[];
};

const server = fileURLToPath(new URL('../dist/paperqueue.mjs', import.meta.url));
const dataDir = await mkdtemp(join(tmpdir(), 'paperqueue-demo-'));

const client = new Client({ name: 'paperqueue-demo', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
try {
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [server],
      env: {
        PATH: process.env.PATH ?? '',
        PAPERQUEUE_DATA_DIR: dataDir,
        PAPERQUEUE_SOURCES: process.env.PAPERQUEUE_SOURCES ?? 'library',
      },
    }),
  );
  const { tools } = await client.listTools();
  console.log(`Connected (${client.getProtocolEra()} protocol). Tools: ${tools.map((tool) => tool.name).join(', ')}\n`);

  const question = {
    keywords: ['climate change', 'carbon dioxide', 'atmosphere'],
    query:
      'How does the carbon dioxide of the atmosphere change the temperature of the Earth, and how was it first measured?',
  };
  console.log(`combined_search ${JSON.stringify(question)}\n`);
  const result = await client.callTool({ name: 'combined_search', arguments: { ...question, count: 8 } });
  const answer = result.structuredContent as Answer | undefined;
  if (result.isError || !answer) throw new Error(`The search failed: ${JSON.stringify(result.content)}`);

  for (const paper of answer.papers) {
    console.log(`${paper.ref}  ${paper.title} (${paper.year})`);
    console.log(`      ${paper.authors}. ${paper.venue}${paper.doi ? `. doi:${paper.doi}` : ''}`);
    if (paper.summary) console.log(`      ${paper.summary}`);
  }
  const { job, page, notes, mode } = answer;
  console.log(
    `\n${page.total} papers found, ${answer.papers.length} shown. Job ${job.ref}: ${job.status}, ${mode} mode.`,
  );
  console.log('Free (embedded mode).');
  for (const note of notes) console.log(note);
} finally {
  await client.close();
  await rm(dataDir, { recursive: true, force: true });
}
