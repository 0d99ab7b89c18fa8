import { type Lifetime, lazyPart, load } from '../platform/lifetime.ts';
import { createDrafts } from './draft/drafts.ts';
import type { DraftsDeps } from './draft/drafts-port.ts';
import type { PassagesDeps } from './passages/create-passages.ts';
import type { TablesParts } from './table/connect-tables.ts';

/** Passages of the texts held, opened on first use. */
export function openPassages(life: Lifetime, deps: () => Promise<PassagesDeps>) {
  return lazyPart(async () => {
    const { createPassages } = await load(import('./passages/create-passages.ts'));
    return life.closing(createPassages(await deps()));
  });
}

/** Tables of evidence, opened on first use. */
export function openTables(deps: () => Promise<TablesParts>) {
  return lazyPart(async () => {
    const [{ connectTables }, parts] = await load(Promise.all([import('./table/connect-tables.ts'), deps()]));
    return connectTables(parts);
  });
}

/** Checks of drafts, opened on first use. */
export function openDrafts(life: Lifetime, deps: () => Promise<DraftsDeps>) {
  return lazyPart(async () => {
    return life.closing(createDrafts(await deps()));
  });
}
