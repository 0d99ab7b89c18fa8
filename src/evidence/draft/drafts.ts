import type { Drafts, DraftsDeps } from './drafts-port.ts';

declare module '../../jobs/features.ts' {
  interface Features {
    drafts(): Promise<Drafts>;
  }
}

/** Loads the modules and starts the process that reads drafts with the first draft. */
export function createDrafts(deps: DraftsDeps): Drafts & { close(): void } {
  let connected: Promise<Drafts & { close(): void }> | undefined;
  const connect = () => {
    connected ??= import('./connect-drafts.ts').then(({ connectDrafts }) => connectDrafts(deps));
    return connected;
  };
  return {
    checkDraft: async (...parameters) => (await connect()).checkDraft(...parameters),
    filesNamedIn: async (...parameters) => (await connect()).filesNamedIn(...parameters),
    close: () => void connected?.then(({ close }) => close()),
  };
}
