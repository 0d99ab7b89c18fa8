import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PaperInput } from '../../../src/papers/paper.ts';
import type { PaperSource, SourceRequest, SourceSearch, SourceSettings } from '../../../src/search/sources/source.ts';

const JSON_TYPE = 'application/json;charset=UTF-8';

export type Seen = {
  method: string;
  path: string;
  parameters: Record<string, string>;
  headers: IncomingMessage['headers'];
};
export type Said = { body: string; status?: number; type?: string };

/**
 * Sends a search and its further requests to a server that answers with `say`; returns the requests and the records.
 */
export async function searchServed(
  source: PaperSource,
  question: SourceSearch,
  say: (seen: Seen, place: number) => Said,
  settings: Omit<SourceSettings, 'baseUrl'> = {},
): Promise<{ seen: Seen[]; records: PaperInput[]; failure?: string }> {
  const seen: Seen[] = [];
  const server = createServer((incoming, outgoing) => {
    const url = new URL(incoming.url ?? '', 'http://127.0.0.1');
    const parameters = Object.fromEntries(url.searchParams);
    seen.push({ method: incoming.method ?? '', path: url.pathname, parameters, headers: incoming.headers });
    const { body, status = 200, type = JSON_TYPE } = say(seen.at(-1) as Seen, seen.length - 1);
    outgoing.writeHead(status, { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const records: PaperInput[] = [];
    let request: SourceRequest | undefined = source.search(question, { ...settings, baseUrl });
    while (request && seen.length < source.maxRequests) {
      const { url, method = 'GET', headers = {}, body } = request;
      const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
      const answer = { status: response.status, headers: response.headers, text: await response.text() };
      const page = source.readPage(answer, request, question);
      if ('failure' in page) return { seen, records, failure: page.failure };
      records.push(...page.records);
      request = page.next;
    }
    return { seen, records };
  } finally {
    await new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
  }
}
