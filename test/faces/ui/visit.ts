import { openText, SEALED_FOR, sealText } from '../../../src/lib/sealed-text.ts';
import { type ServedHere, serveHere } from '../../helpers/run-here.ts';

/** A page in a browser without scripts. */
type Visited = { status: number; text: string; location: string | null; headers: Headers };

export type Visitor = {
  get(path: string, headers?: Record<string, string>): Promise<Visited>;
  /** Sends a form, as a page of the server does. */
  post(path: string, form: Record<string, string>, headers?: Record<string, string>): Promise<Visited>;
  /** Sends JSON, as a script of a page does; returns the status with the answer. */
  tell(path: string, body: object, headers?: Record<string, string>): Promise<{ status: number; json: unknown }>;
  /** Sends the one box: its text, and files by their names. */
  find(text: string, files?: Record<string, string | Uint8Array>): Promise<Visited>;
  /** The path of all pages; paths here are relative to it, even those of redirects. */
  root: string;
  origin: string;
};

/** Opens the first address of a local page, as a browser does. */
export async function enter(address: string): Promise<Visitor> {
  const { origin } = new URL(address);
  const first = await fetch(address, { redirect: 'manual' });
  const root = /href="(\/[^"]+)"/.exec(await first.text())?.[1] ?? '';
  const visit = async (path: string, init: RequestInit): Promise<Visited> => {
    const response = await fetch(`${origin}${root}${path.replace(/^\/(?=\?|$)/, '')}`, { redirect: 'manual', ...init });
    const { status, headers } = response;
    return {
      status,
      headers,
      text: await response.text(),
      location: headers.get('location')?.replace(root, '') ?? null,
    };
  };
  return {
    root,
    origin,
    get: (path, headers = {}) => visit(path, { headers }),
    post: (path, form, headers = {}) =>
      visit(path, { method: 'POST', body: new URLSearchParams(form), headers: { origin, ...headers } }),
    async tell(path, body, headers = {}) {
      const sent = { origin, 'content-type': 'application/json', ...headers };
      const { status, text } = await visit(path, { method: 'POST', body: JSON.stringify(body), headers: sent });
      return { status, json: status === 403 ? text : JSON.parse(text) };
    },
    async find(text, files = {}) {
      const body = new FormData();
      body.set('text', text);
      for (const [name, content] of Object.entries(files)) body.append('file', new Blob([content as string]), name);
      const found = await visit('/find', { method: 'POST', body, headers: { origin } });
      // What takes longer has a page that waits.
      while (found.location?.startsWith('/errands/')) {
        const { location, status, text: page } = await visit(found.location, {});
        if (status !== 200) return { ...found, location, status, text: page };
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return found;
    },
  };
}

/** What a page has for its script: its name, its key, and what its decisions are kept as. */
export async function openPage(visitor: Visitor, path: string): Promise<{ page: string; key: string; keep: string }> {
  const { text } = await visitor.get(path);
  const dataOf = (name: string) => new RegExp(`data-${name}="([^"]*)"`).exec(text)?.[1] ?? '';
  return { page: dataOf('page'), key: dataOf('key'), keep: dataOf('keep') };
}

/** Asks for a turn as the script of a page does, of a review or of jobs (`/job/J1`); `?as=` in the path. */
export async function takeTurn(visitor: Visitor, path: string, body: object, asPage?: { page: string; key: string }) {
  const { page, key } = asPage ?? (await openPage(visitor, path.replace('/job/', '/jobs/')));
  const sealed = await sealText(key, SEALED_FOR.asking, JSON.stringify(body));
  const { status, json } = await visitor.tell(path.replace(/(?=\?|$)/, '/turn'), { page, sealed });
  const text = await openText(key, SEALED_FOR.answerTo(sealed), (json as { sealed?: string }).sealed ?? '');
  return { status, json: text === undefined ? json : JSON.parse(text) };
}

/** `paperqueue ui` in this process, on a free port. */
export function serveUiHere(settings: Record<string, string>): Promise<ServedHere> {
  return serveHere(['ui', '--port', '0', '--no-open'], settings);
}
