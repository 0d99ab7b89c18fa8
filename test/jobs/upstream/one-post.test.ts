import { createServer, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetch as undiciFetch } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSearchClient } from '../../../src/faces/sdk/client.ts';
import type { Transport } from '../../../src/jobs/upstream/transport.ts';
import { untilAborted } from '../../../src/lib/deadline.ts';
import { IS_WHOLE } from '../../helpers/runs.ts';
import { clientOf, failureOf, PATIENT } from './loopback.ts';

/** A service that charges on arrival and answers with the status that the path names. */

const QUERY = 'how do tides shape the settlement of mussels on rocky shores';
const STATUSES = Array.from({ length: 400 }, (_, index) => 200 + index);
/** Those that have a name, and the last of each hundred, which have none. */
const NAMED = STATUSES.filter((status) => status in STATUS_CODES || status % 100 === 99);
const WITH_AN_ID = JSON.stringify({ jobId: 'paid' });
const WITHOUT_ID = JSON.stringify({ id: 'of the request' });
/** Answers that are certain to have cost nothing; what else has no id may have been charged. */
const FREE = [400, 401, 403, 429];

const charges = new Map<number, number>();
const bodies: string[] = [];
const server = createServer(async (request, response): Promise<unknown> => {
  // Credits cost nothing, and show that this is the service.
  if (request.method === 'GET') return response.end('{"basicCreditsBalance":5}');
  const status = Number(request.url?.split('/')[1]);
  charges.set(status, (charges.get(status) ?? 0) + 1);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  bodies.push(Buffer.concat(chunks).toString());
  const body = FREE.includes(status) ? WITHOUT_ID : WITH_AN_ID;
  return response.writeHead(status, { 'content-type': 'application/json', location: request.url }).end(body);
});

const urlOf = (status: number) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${status}`;

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

type Create = (url: string) => Promise<unknown>;

const ofServer = (own: { transport?: Transport }): Create => {
  return (url) =>
    clientOf(url, own).create(
      { operation: 'querySearch', body: { query: QUERY }, filters: { limit: 100 } },
      { deadline: untilAborted(PATIENT) },
    );
};

const ofPackage = (own: { fetch?: typeof fetch }): Create => {
  return async (url) => {
    const client = createSearchClient({ baseUrl: url, token: 'token-of-the-test', ...own });
    try {
      return await client.create({ query: QUERY });
    } finally {
      await client.close();
    }
  };
};

/** Sends creations by a fetch and a body that it can read again. */
function plainTransport(fetch: Transport['fetch']): Transport {
  return {
    fetch,
    post: async (url, post, beforeSend) => {
      await beforeSend();
      return fetch(url, { method: 'POST', redirect: 'manual', ...post });
    },
  };
}

/** The outcome of one creation for each status. */
async function sweep(create: Create, statuses: readonly number[]): Promise<Map<number, unknown>> {
  charges.clear();
  bodies.length = 0;
  const outcomes = new Map<number, unknown>();
  for (const status of statuses) outcomes.set(status, (await failureOf(create(urlOf(status))))?.charged ?? 'created');
  return outcomes;
}

const paidNotOnce = () => [...charges].filter(([, times]) => times !== 1);

describe.each([
  ['undici', undiciFetch as object as Transport['fetch']],
  ['the platform', fetch],
])('a creation by the fetch of %s, for comparison', (_whose, plainFetch) => {
  it('is paid twice after 421, which this sweep sees', async () => {
    await sweep(ofServer({ transport: plainTransport(plainFetch) }), NAMED);
    expect(paidNotOnce()).toEqual([[421, 2]]);
  });
});

describe.each([
  ['the server', ofServer({}), IS_WHOLE ? STATUSES : NAMED],
  // The same client, made otherwise.
  ['the package', ofPackage({}), NAMED],
  ['the package with the fetch of the platform', ofPackage({ fetch }), NAMED],
])('a creation by the client of %s', (_whose, create, statuses) => {
  it('is one POST, whatever status answers it, and its charge is known only where the contract says so', async () => {
    const outcomes = await sweep(create, statuses);
    expect(paidNotOnce()).toEqual([]);
    expect(charges.size).toBe(statuses.length);
    expect(new Set(bodies).size).toBe(1);
    expect(JSON.parse(bodies[0] ?? '')).toMatchObject({ query: QUERY });
    // Of these two the standard says that they have no body, and one of the three does not look.
    outcomes.delete(204);
    outcomes.delete(205);
    for (const [status, outcome] of outcomes) {
      const isCreated = status < 300;
      expect([status, outcome]).toEqual([status, isCreated ? 'created' : FREE.includes(status) ? 'no' : 'unknown']);
    }
  });
});
