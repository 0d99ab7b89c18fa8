import type { Paper, PaperInput } from '../../papers/paper.ts';
import { toPaper } from '../../papers/paper.ts';
import catalogue from './catalogue.json' with { type: 'json' };

/** Must change with the catalogue, so that existing libraries add the new records. */
export const STARTER_EDITION = '1';

/** How many papers the catalogue holds. */
export const STARTER_SIZE = catalogue.length;

/** Landmark papers that come with the package, all or a part; docs/starter-catalogue.md has their sources. */
export function readStarterCatalogue(from = 0, to = STARTER_SIZE): Paper[] {
  return (catalogue as PaperInput[]).slice(from, to).map((facts) => {
    const record = toPaper(facts);
    if (typeof record === 'string') throw new Error(`starter catalogue: ${facts.title}: ${record}`);
    return record;
  });
}
