import { createRequire } from 'node:module';

/** A name in CSL's terms. */
export type CslName = {
  family?: string;
  given?: string;
  'non-dropping-particle'?: string;
  suffix?: string;
  literal?: string;
};

/** The variables of a CSL item that the tests look at. */
export type CslItem = {
  id: string;
  'citation-key'?: string;
  type: string;
  genre?: string;
  title?: string;
  author?: CslName[];
  issued?: { 'date-parts': number[][] };
  'container-title'?: string;
  publisher?: string;
  DOI?: string;
  URL?: string;
  abstract?: string;
  keyword?: string;
  number?: string;
  custom?: Record<string, unknown>;
};

type CitationJs = {
  plugins: {
    input: {
      chain(source: string, options: { generateGraph: boolean; forceType: string }): CslItem[];
      data(source: string, type: string): unknown;
    };
  };
};

// citation-js has no types of its own, and its plugins register themselves when they are loaded.
const require = createRequire(import.meta.url);
const { plugins } = require('@citation-js/core') as CitationJs;
require('@citation-js/plugin-bibtex');
require('@citation-js/plugin-ris');

const TYPES = { bibtex: '@biblatex/text', ris: '@ris/file', 'csl-json': '@else/json' };

/** Reads a file with citation-js, whose parsers are not ours. */
export function readWithCitationJs(format: keyof typeof TYPES, source: string): CslItem[] {
  return plugins.input.chain(source, { generateGraph: false, forceType: TYPES[format] });
}

/** The references of a RIS file by their tags; a tag that occurs more than once has a list. */
export function readRisTags(source: string): Record<string, string | string[]>[] {
  return plugins.input.data(source, '@ris/file') as Record<string, string | string[]>[];
}
