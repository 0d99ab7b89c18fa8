import { byWord } from '../lib/groups.ts';
import { asFields, asList, asNumber, asText } from '../lib/json.ts';
import { isoDate } from '../papers/dates.ts';
import type { PaperInput } from '../papers/paper.ts';
import { RETRACTION_KINDS, type RetractionKind } from '../papers/retraction/notes.ts';

/** Reads each source's statements about retractions, and distinguishes a notice from the paper that it is about. */

type RetractionFields = Pick<PaperInput, 'isRetracted' | 'retraction'>;

function retractionFields(from: string, kinds: readonly (RetractionKind | undefined)[]): RetractionFields {
  const kind = RETRACTION_KINDS.find((each) => kinds.includes(each));
  return kind === undefined ? {} : { isRetracted: kind === 'retracted' || undefined, retraction: { kind, from } };
}

/** Crossref's updates, by type; a partial retraction leaves the work standing, corrected. */
const UPDATES = byWord({
  retracted: 'retraction',
  withdrawn: 'withdrawal removal',
  'expression-of-concern': 'expression_of_concern',
  corrected: 'partial_retraction correction corrigendum erratum',
});

/** Reads a Crossref work: `updated-by` names the notices about it, `update-to` the work that it is a notice about. */
export function readCrossrefUpdates(work: Record<string, unknown>): RetractionFields {
  const kindOf = (update: unknown) => UPDATES.get((asText(asFields(update).type) ?? '').replaceAll(/[ -]/g, '_'));
  const about = asList(work['updated-by']).map((update) => ({ kind: kindOf(update), date: readDay(update) }));
  const isReinstated = asList(work['updated-by']).some((update) => asText(asFields(update).type) === 'reinstatement');
  const isRemoval = (kind: RetractionKind | undefined) => kind === 'retracted' || kind === 'withdrawn';
  const kinds = about.map(({ kind }) => (isReinstated && isRemoval(kind) ? undefined : kind));
  const ofOthers = asList(work['update-to']).map(kindOf);
  const noticeKinds = ofOthers.map((kind) => (isRemoval(kind) ? 'notice' : kind));
  const status = retractionFields('crossref', [...kinds, ...noticeKinds]);
  const date = about.find(({ kind }) => kind === status.retraction?.kind)?.date;
  return status.retraction && date ? { ...status, retraction: { ...status.retraction, date } } : status;
}

function readDay(update: unknown): string | undefined {
  const [parts] = asList(asFields(asFields(update).updated)['date-parts']).map((date) => asList(date).map(asNumber));
  return isoDate((parts ?? []).filter((part) => part !== undefined)) || undefined;
}

/** PubMed's and Europe PMC's names for publication types and links between records, in lower case. */
const LINKS: [word: RegExp, kind: RetractionKind][] = [
  [/^(?:retracted publication|retraction ?in)\b/, 'retracted'],
  [/^(?:retraction of publication|retraction notice|retraction ?of)\b/, 'notice'],
  [/^(?:expression ?of ?concern)(?: ?in| ?for)?\b/, 'expression-of-concern'],
  [/^(?:published erratum|erratum ?(?:in|for))\b/, 'corrected'],
];

/** Reads a record of PubMed or Europe PMC: its types and its links to others (`RetractionIn`, `Erratum in`). */
export function readMedlineLinks(from: 'pubmed' | 'europepmc', words: readonly string[]): RetractionFields {
  return retractionFields(
    from,
    words.map((word) => LINKS.find(([pattern]) => pattern.test(word.toLowerCase()))?.[1]),
  );
}

/** Tags of a MEDLINE file for such links, with the names above. */
export const MEDLINE_TAGS: Record<string, string> = {
  RIN: 'Retraction in',
  ROF: 'Retraction of',
  ECI: 'Expression of concern in',
  ECF: 'Expression of concern for',
  EIN: 'Erratum in',
  EFR: 'Erratum for',
};

/** Reads a type that OpenAlex assigns to works about other works. */
export function readNoticeType(type: string | undefined): RetractionFields['retraction'] {
  const kind = ({ retraction: 'notice', erratum: 'corrected' } as const)[type ?? ''];
  return kind && { kind, from: 'openalex' };
}
