import { LIVE_SOURCE_NAMES, SOURCE_FACTS } from './source-facts.ts';

/** A live source, by its name in settings, answers and files. */
export type LiveSourceName = (typeof LIVE_SOURCE_NAMES)[number];

/** A source's description, available without loading it. */
export type SourceFacts = {
  title: string;
  hosts: readonly string[];
  keySetting?: string;
  askedByDefault?: 'always' | 'with a key';
  needs?: 'key' | 'contactEmail';
};

/** The description of one source. */
export function sourceFacts(name: LiveSourceName): SourceFacts {
  return SOURCE_FACTS[name];
}

/** The live sources, and the collection, which the user runs. */
export const SOURCE_NAMES = [...LIVE_SOURCE_NAMES, 'collection'] as const;
export type SourceName = (typeof SOURCE_NAMES)[number];

/** The setting for the source's key. Undefined if the source uses no key. */
export function findKeySetting(name: SourceName): string | undefined {
  return name === 'collection' ? undefined : sourceFacts(name).keySetting;
}
