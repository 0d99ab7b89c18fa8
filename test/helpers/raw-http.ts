import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';

export type RawRequest = {
  method?: string;
  /** Sent as it is: no URL parser mends it on the way. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Address of this machine to come from. */
  from?: string;
};

export type RawAnswer = { status: number; headers: IncomingHttpHeaders; text: string };

/** One request on a connection of its own, without anything that fetch would add, mend or refuse. */
export function rawRequest(
  address: string,
  { method = 'GET', path, headers = {}, body, from }: RawRequest,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(address);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return new Promise((resolve, reject) => {
    const asked = request(
      { host, port, method, path, headers, agent: false, ...(from ? { localAddress: from } : {}) },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () => {
          const text = Buffer.concat(parts).toString('utf8');
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
        });
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
}

/**
 * Sends bytes unchanged, for requests that no HTTP client would write, and returns everything that comes until the
 * other side ends.
 */
export function rawExchange(address: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let text = '';
    socket.setEncoding('latin1').on('data', (part: string) => {
      text += part;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });
}
