import type { Drafts, DraftsDeps } from './drafts-port.ts';

declare module '../../jobs/features.ts' {
  interface Features {
    drafts(): Promise<Drafts>;
  }
}

/** Its modules, and the process that reads drafts, are loaded with the first draft. */
export function createDrafts(deps: DraftsDeps): Drafts & { close(): void } {
  let connected: Promise<Drafts & { close(): void }> | undefined;
  const connect = () => {
    connected ??= import('./connect-drafts.ts').then(({ connectDrafts }) => connectDrafts(deps));
    return connected;
  };
  return {
    checkDraft: async (...given) => (await connect()).checkDraft(...given),
    filesNamedIn: async (...given) => (await connect()).filesNamedIn(...given),
    close: () => void connected?.then(({ close }) => close()),
  };
}
