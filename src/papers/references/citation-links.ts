import { asFields, asList, asNumber, asText } from '../../lib/json.ts';
import { cleanLine, shorten } from '../text.ts';

/** From a work to the works that it cites, or to those that cite it. */
export const CITATION_DIRECTIONS = ['backward', 'forward'] as const;
export type CitationDirection = (typeof CITATION_DIRECTIONS)[number];

/** A link by which a citation search found a paper. */
export type CitationLink = {
  /** The work at the other end: a paper's reference, or its key. */
  from: string;
  direction: CitationDirection;
  index: string;
  /** From 1. */
  round: number;
};

/** More links add no information about a paper. */
const MAX_LINKS = 100;
const MAX_NAME_CHARACTERS = 200;

/** Reads stored links; undefined if there are none. */
export function readCitationLinks(value: unknown): CitationLink[] | undefined {
  const links = asList(value).slice(0, MAX_LINKS).map(asFields).flatMap(readLink);
  return links.length > 0 ? links : undefined;
}

function readLink({ from, direction, index, round }: Record<string, unknown>): CitationLink[] {
  const known = CITATION_DIRECTIONS.find((each) => each === direction);
  const names = [from, index].map((text) => shorten(cleanLine(asText(text) ?? ''), MAX_NAME_CHARACTERS));
  const [source = '', name = ''] = names;
  if (!known || source === '' || name === '') return [];
  return [{ from: source, direction: known, index: name, round: asNumber(round) ?? 1 }];
}

/** `J1-2 backward, openalex, round 1`: the same in answers and exports. */
export function describeCitationLink({ from, direction, index, round }: CitationLink): string {
  return `${from} ${direction}, ${index}, round ${round}`;
}
