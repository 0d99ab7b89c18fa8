import type { ServiceOptions } from '../../src/service/service.ts';

/** A service without papers of its own, scraping or receivers, for tests that are about none of them. */
export const BARE_PARTS = {
  papers: { byTitle: () => [], byId: () => undefined },
  checkScraperKey: undefined,
  callbackUrlProblem: () => undefined,
  sendCallback: async () => ({ status: 204 }),
} satisfies Partial<ServiceOptions>;
