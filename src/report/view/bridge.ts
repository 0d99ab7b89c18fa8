/** JSON-RPC over postMessage with the host around the page (MCP Apps, protocol 2026-01-26); decision 0023. */

type Message = {
  jsonrpc?: string;
  id?: number | string;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message?: string };
};

// biome-ignore lint/suspicious/noExplicitAny: a handler checks what the host sends
type Handler = (params: any) => unknown;

export type Bridge = {
  /** Sends a request; rejects if the host refuses it. */
  ask<Result>(method: string, params: object): Promise<Result>;
  /** Sends a notification. */
  tell(method: string, params?: object): void;
};

/** The part of a window that is used. */
type Frame = {
  parent: { postMessage(message: object, origin: string): void };
  addEventListener(type: 'message', listener: (event: { source: unknown; data: Message | null }) => void): void;
};

/** Connects to the parent window. Ignores messages from other windows, and refuses requests without a handler. */
export function connectHost(frame: Frame, handlers: Record<string, Handler>): Bridge {
  const waiting = new Map<unknown, { resolve: Handler; reject: Handler }>();
  let last = 0;
  // The host's origin is unknown, but the host drew the page, so nothing sent to it is secret.
  const post = (message: object) => frame.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  frame.addEventListener('message', ({ source, data }) => {
    if (source !== frame.parent || data?.jsonrpc !== '2.0') return;
    const { id, method, params, result, error } = data;
    if (method !== undefined) {
      const answer = handlers[method]?.(params ?? {});
      if (id === undefined) return;
      if (handlers[method]) post({ id, result: answer ?? {} });
      else post({ id, error: { code: -32601, message: `Unknown: ${method}` } });
      return;
    }
    const call = waiting.get(id);
    waiting.delete(id);
    if (error) call?.reject(new Error(error.message ?? 'The host refused.'));
    else call?.resolve(result);
  });
  return {
    ask: (method, params) =>
      new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve: resolve as Handler, reject });
        post({ id: last, method, params });
      }),
    tell: (method, params = {}) => post({ method, params }),
  };
}
