import { type Lifetime, lazyPart, load } from '../platform/lifetime.ts';
import type { DraftsDeps } from './draft/check-draft.ts';
import type { PassagesDeps } from './passages/create-passages.ts';
import type { TablesParts } from './table/connect-tables.ts';

/** Opens the passages of stored texts on first use. */
export function openPassages(life: Lifetime, deps: () => Promise<PassagesDeps>) {
  return lazyPart(async () => {
    const { createPassages } = await load(import('./passages/create-passages.ts'));
    return life.closing(createPassages(await deps()));
  });
}

/** Opens evidence tables on first use. */
export function openTables(deps: () => Promise<TablesParts>) {
  return lazyPart(async () => {
    const [{ connectTables }, parts] = await load(Promise.all([import('./table/connect-tables.ts'), deps()]));
    return connectTables(parts);
  });
}

/** Opens checks of drafts on first use. */
export function openDrafts(life: Lifetime, deps: () => Promise<DraftsDeps>) {
  return lazyPart(async () => {
    const { createDrafts } = await load(import('./draft/drafts.ts'));
    return life.closing(createDrafts(await deps()));
  });
}
