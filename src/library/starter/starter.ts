import type { Paper, PaperInput } from '../../papers/paper.ts';
import { toPaper } from '../../papers/paper.ts';
import catalogue from './catalogue.json' with { type: 'json' };

/** Changes with the catalogue, so that existing libraries add the new records. */
export const STARTER_EDITION = '1';

/** Landmark papers that come with the package; docs/starter-catalogue.md has their sources. */
export function readStarterCatalogue(): Paper[] {
  return (catalogue as PaperInput[]).map((facts) => {
    const record = toPaper(facts);
    if (typeof record === 'string') throw new Error(`starter catalogue: ${facts.title}: ${record}`);
    return record;
  });
}
