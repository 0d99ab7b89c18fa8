import type { ServerResponse } from 'node:http';
import type { SeenRequest } from '../helpers/scripted-service.ts';
import { secretForms } from '../helpers/secret-forms.ts';

/** What a service sends that repeats the secrets of its caller wherever the contract leaves room for a text. */

/** Every form of each secret. */
export function echoesOf(secrets: readonly string[]): string[] {
  return secrets.flatMap(secretForms);
}

/** One paper with the echo in each field that holds text, in names of fields that nobody knows, and in addresses. */
export function echoingPaper(echo: string): Record<string, unknown> {
  return {
    id: `p-${echo}`,
    title: `On ${echo} among owls`,
    abstract: `Before it. ${echo} stands here. After it.`,
    tldr: echo,
    doi: `10.5555/${echo}`,
    journalName: `Journal of ${echo}`,
    publicationType: echo,
    publishedAt: echo,
    authors: `${echo}, Ada Example`,
    year: 2021,
    fieldsOfStudy: [echo, 'Biology'],
    impactFactor: { citationCount: 3, [echo]: echo },
    isOpenAccess: true,
    link: `https://example.org/?key=${echo}`,
    pdfLink: `https://example.org/${echo}.pdf`,
    titleLink: `https://${echo}@example.org/`,
    semanticLink: `https://example.org/#${echo}`,
    engine: echo,
    arxivId: echo,
    pmid: echo,
    pmcid: echo,
    openAlexId: echo,
    corpusId: echo,
    issns: [echo],
    provenance: { title: { from: echo, on: echo }, [echo]: { from: echo, on: echo } },
    v_country: echo,
    v_journal_name: echo,
    v_publisher: echo,
    v_quartile_ranking: echo,
    quartileSource: echo,
    [echo]: { deep: [echo, { [echo]: echo }] },
  };
}

export type Reply = (request: SeenRequest, response: ServerResponse) => boolean;

/** Answers the requests of one method with this; headers and reason phrase repeat the secrets, too. */
export function replies(method: 'POST' | 'GET', status: number, body: unknown, secrets: readonly string[]): Reply {
  const echo = secrets.join(' ');
  return (request, response) => {
    if (request.method !== method) return false;
    response.writeHead(status, `Said ${echo}`, {
      'content-type': `application/json; echo="${encodeURIComponent(echo)}"`,
      'retry-after': status === 429 ? '0' : echo,
      'www-authenticate': `Bearer realm="${echo}"`,
      'set-cookie': [`token=${encodeURIComponent(echo)}`, `raw=${echo}`],
      location: `/elsewhere?token=${encodeURIComponent(echo)}`,
      'x-echo': encodeURIComponent(echoesOf(secrets).join(' | ')).slice(0, 4_000),
    });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
    return true;
  };
}

/** Answers that are no HTTP, or end too early, each with the secrets in what is wrong. */
export function brokenReplies(secrets: readonly string[]): Reply[] {
  const echo = secrets.join(' ');
  const bytes = [
    `HTTP/1.1 200 OK\r\n${echo}\r\n\r\n`,
    `HTTP/1.1 ${echo}\r\n\r\n`,
    `${echo}\r\n\r\n`,
    `HTTP/1.1 200 OK\r\nContent-Length: ${echo}\r\n\r\n`,
    `HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n{"jobId":"${echo}`,
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${echo}\r\n`,
    `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${echo.length}\r\n\r\n${echo}`,
    `HTTP/1.1 200 OK\r\nContent-Encoding: ${echo}\r\nContent-Length: 2\r\n\r\n{}`,
  ];
  return bytes.map((text) => (_request, response) => {
    response.socket?.end(text);
    return true;
  });
}
