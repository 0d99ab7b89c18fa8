import type { ServiceOptions } from '../../src/service/service.ts';

/** A service without papers, scraping or receivers, for tests of other parts. */
export const BARE_PARTS = {
  papers: { byTitle: () => [], byId: () => undefined },
  checkScraperKey: undefined,
  callbackUrlProblem: () => undefined,
  sendCallback: async () => ({ status: 204 }),
} satisfies Partial<ServiceOptions>;
