import { describe, expect, it } from 'vitest';
import { connectHost } from '../../../src/report/view/bridge.ts';
import { readAnswer, toView } from '../../../src/report/view/read-answers.ts';

/** A frame whose parent writes down what it is sent; the rest of a window is not there. */
function frame(handlers: Parameters<typeof connectHost>[1] = {}) {
  const posted: Record<string, unknown>[] = [];
  const parent = { postMessage: (message: Record<string, unknown>) => posted.push(message) };
  let listener: (event: { source: unknown; data: never }) => void = () => {};
  const own = {
    parent,
    addEventListener: (_: string, given: typeof listener) => {
      listener = given;
    },
  };
  const bridge = connectHost(own, handlers);
  const receive = (data: unknown, source: unknown = parent) => listener({ source, data: data as never });
  return { bridge, posted, receive };
}

describe('the bridge to the host', () => {
  it('matches answers with requests, in any order', async () => {
    const { bridge, posted, receive } = frame();
    const [one, two] = [bridge.ask('tools/call', { name: 'a' }), bridge.ask('ui/open-link', { url: 'b' })];
    expect(posted).toEqual([
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'a' } },
      { jsonrpc: '2.0', id: 2, method: 'ui/open-link', params: { url: 'b' } },
    ]);
    receive({ jsonrpc: '2.0', id: 2, error: { code: -32000, message: 'Denied' } });
    receive({ jsonrpc: '2.0', id: 1, result: { ok: true } });
    await expect(two).rejects.toThrow('Denied');
    expect(await one).toEqual({ ok: true });
  });

  it('hears its parent alone', () => {
    const heard: unknown[] = [];
    const { posted, receive } = frame({ hello: (params) => heard.push(params) });
    receive({ jsonrpc: '2.0', method: 'hello', params: { from: 'another window' } }, {});
    receive({ method: 'hello', params: { from: 'no JSON-RPC' } });
    receive('hello');
    receive(null);
    expect(heard).toEqual([]);
    receive({ jsonrpc: '2.0', method: 'hello', params: { from: 'host' } });
    expect(heard).toEqual([{ from: 'host' }]);
    expect(posted).toEqual([]);
  });

  it('answers requests of the host, and refuses those that it does not know', () => {
    const { posted, receive } = frame({ ping: () => undefined });
    receive({ jsonrpc: '2.0', id: 'x', method: 'ping' });
    receive({ jsonrpc: '2.0', id: 'y', method: 'tools/list' });
    expect(posted).toEqual([
      { jsonrpc: '2.0', id: 'x', result: {} },
      { jsonrpc: '2.0', id: 'y', error: { code: -32601, message: 'Unknown: tools/list' } },
    ]);
  });
});

describe('what is drawn of answers alone', () => {
  it('is read from either form of a result', () => {
    expect(readAnswer({ structuredContent: { next: 'a' }, content: [{ type: 'text', text: '{"next":"b"}' }] })).toEqual(
      {
        next: 'a',
      },
    );
    expect(readAnswer({ content: [{ type: 'text', text: '{"next":"b"}' }] })).toEqual({ next: 'b' });
    for (const content of [undefined, [], [{ type: 'text', text: 'none' }], [{ type: 'image' }]])
      expect(readAnswer(content ? { content } : {})).toEqual({});
  });

  it('is the papers of all pages, with what a page says of them', () => {
    const job = { ref: 'J1', status: 'success', createdAt: '2026-11-22T10:00:00Z' };
    const page = (ref: string, rest: object) => ({ job, papers: [{ ref, title: ref, ...rest }] });
    const { papers, searches } = toView('owls', [
      page('J1-1', {
        authors: 'Ada Lovelace, Alan Turing',
        moreAuthors: 4,
        citations: 0,
        openAccess: true,
        sameAs: ['J1-3'],
      }),
      page('J1-2', {}),
    ]);
    expect(papers).toMatchObject([
      { ref: 'J1-1', authors: ['Ada Lovelace', 'Alan Turing'], moreAuthors: 4, cited: 0, oa: true, also: ['J1-3'] },
      { ref: 'J1-2', authors: [] },
    ]);
    expect(searches).toMatchObject([{ ref: 'J1', about: 'owls', created: job.createdAt }]);
  });
});
