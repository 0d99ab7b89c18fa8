import { existsSync, readdirSync } from 'node:fs';
import type * as fc from 'fast-check';
import type { Handler } from '../../service/scraping/http-servers.ts';

/**
 * The stand-in for a source with a test folder of its own (`test/search/sources/NAME/strict.ts`): a server as strict as
 * the source's documentation, and odd answers in the source's own frames.
 */
export type StandIn = {
  strictServer: (count: number) => Handler;
  oddBodies: { framed?: fc.Arbitrary<unknown>; other?: fc.Arbitrary<unknown> };
};

const FOLDER = new URL('../../search/sources/', import.meta.url);

/** The stand-ins by the names of their sources. */
export const STAND_INS: ReadonlyMap<string, StandIn> = new Map(
  await Promise.all(
    readdirSync(FOLDER)
      .filter((name) => existsSync(new URL(`${name}/strict.ts`, FOLDER)))
      .map(async (name) => [name, (await import(new URL(`${name}/strict.ts`, FOLDER).href)) as StandIn] as const),
  ),
);
