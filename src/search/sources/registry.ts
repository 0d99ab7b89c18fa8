import type { SourceName } from '../../contract/source-names.ts';
import { SOURCES } from './all-sources.ts';

/** The weight of the source's ranks in fusion. */
export function sourceWeight(name: SourceName): number {
  return SOURCES.find((source) => source.name === name)?.weight ?? 1;
}

/** The source's display name. */
export function sourceTitle(name: SourceName): string {
  return SOURCES.find((source) => source.name === name)?.title ?? 'Collection';
}
