import { titleFingerprint } from '../identifiers.ts';
import type { Paper } from '../paper.ts';

/** A journal (book series, conference) in one edition of a ranking. */
export type RankedJournal = {
  source: 'scimago';
  year: number;
  /** Its id in the ranking, the same in all editions. */
  id: string;
  title: string;
  /** As `1234-567X`. */
  issns: readonly string[];
  /** The best of its subjects' quartiles; absent if the ranking lists none. */
  quartile?: string;
  country?: string;
  publisher?: string;
};

export type JournalRanking = Pick<RankedJournal, 'source' | 'year' | 'country' | 'publisher'> & {
  quartile: string;
};

/** Longer titles are compared by their beginnings. */
const MAX_TITLE_CHARACTERS = 500;
const BRACKETED = /[([][^()[\]]*[)\]]/g;

/**
 * A journal's title as a key: letters and digits, `&` as `and`, without a leading `The` and text in brackets. May be
 * empty.
 */
export function journalTitleKey(title: string): string {
  const plain = title.slice(0, MAX_TITLE_CHARACTERS).replace(/&(?:amp;)?/gi, ' and ');
  const withoutBrackets = plain.replace(BRACKETED, ' ');
  const words = titleFingerprint(withoutBrackets) === '' ? plain : withoutBrackets;
  return titleFingerprint(words.trim().replace(/^the\s+/i, ''));
}

/**
 * Adds the journal's ranking to a record; returns the same object if nothing changes. The record keeps its own
 * quartile, unless an earlier version computed it or its edition is older. Missing country and publisher are filled in.
 */
export function withJournalRanking(record: Paper, ranking: JournalRanking | undefined): Paper {
  if (!ranking) return record;
  const { quartile, source, year, country, publisher } = ranking;
  const replacesQuartile =
    record.quartile === undefined ||
    record.quartileSource === 'openalex-computed' ||
    (record.quartileSource === 'scimago' && source === 'scimago');
  const changed: Paper = {
    ...record,
    ...(replacesQuartile && { quartile, quartileSource: source, quartileYear: year }),
    ...(record.country === undefined && country !== undefined && { country }),
    ...(record.publisher === undefined && publisher !== undefined && { publisher }),
  };
  const names = ['quartile', 'quartileSource', 'quartileYear', 'country', 'publisher'] as const;
  return names.every((name) => changed[name] === record[name]) ? record : changed;
}
