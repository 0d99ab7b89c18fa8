import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { RawServer } from './built-server.ts';
import type { RawClient } from './raw-client.ts';
import { realRecords } from './real-papers.ts';
import { ScriptedService } from './scripted-service.ts';

/**
 * How much of a conversation's context one thing takes: characters of its text, and tokens of OpenAI's o200k encoding.
 */
type Size = { characters: number; tokens: number };

export type AnswerSizes = Record<
  | 'tools/list'
  | 'tools/list with metadata'
  | 'first page of 20'
  | '50 compact papers'
  | '50 papers with abstract'
  | '50 papers in full'
  | 'one paper in full',
  Size
> & { papersInFull: number };

type Start = (settings: Record<string, string>) => RawClient & { end(): Promise<unknown> };

/** Measures a server's answers about real papers, as a host sees them on the wire: of the built one, or of another. */
export async function measureAnswers(
  dataDir: string,
  start: Start = (settings) => new RawServer(settings),
): Promise<AnswerSizes> {
  const service = await new ScriptedService({ papers: realRecords() }).start();
  const server = start({
    PAPERQUEUE_BASE_URL: service.baseUrl,
    PAPERQUEUE_TOKEN: service.token,
    PAPERQUEUE_DATA_DIR: dataDir,
    PAPERQUEUE_REQUESTS_PER_MINUTE: '6000',
  });
  let id = 1;
  const text = async (name: string, args: object) => {
    id += 1;
    const { result } = await server.request(id, 'tools/call', { name, arguments: args });
    if (!result || result.isError) throw new Error(`${name} failed: ${JSON.stringify(result)}`);
    return (result.content as { text: string }[])[0]?.text ?? '';
  };
  try {
    await server.initialize();
    const listed = (await server.request(id, 'tools/list')).result;
    // Hosts keep metadata from the model.
    const tools = JSON.stringify(listed, (name, value) => (FOR_HOSTS.has(name) ? undefined : value));
    const first = await text('combined_search', { keywords: ['memory', 'hippocampus', 'learning'], limit: 300 });
    const full = await text('get_job', { jobId: 'J1', count: 50, view: 'full' });
    return {
      'tools/list': sizeOf(tools),
      'tools/list with metadata': sizeOf(JSON.stringify(listed)),
      'first page of 20': sizeOf(first),
      '50 compact papers': sizeOf(await text('get_job', { jobId: 'J1', count: 50 })),
      '50 papers with abstract': sizeOf(await text('get_job', { jobId: 'J1', count: 50, view: 'abstract' })),
      '50 papers in full': sizeOf(full),
      papersInFull: JSON.parse(full).page.count,
      'one paper in full': sizeOf(await text('get_job', { jobId: 'J1', refs: ['J1-2'], view: 'full' })),
    };
  } finally {
    await server.end();
    await service.stop();
  }
}

/** Beside a tool's description and its input: no interface of a model takes them. `title` is no parameter of a tool. */
const FOR_HOSTS = new Set(['_meta', 'annotations', 'outputSchema', 'title']);

function sizeOf(text: string): Size {
  return { characters: text.length, tokens: countTokens(text) };
}
