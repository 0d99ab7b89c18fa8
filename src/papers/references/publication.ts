import { omitUndefined } from '../../lib/omit-undefined.ts';

/** Where a paper appeared, as far as a reference states it. */
export type Publication = {
  venue?: string;
  volume?: string;
  issue?: string;
  pages?: string;
};

const YEAR = String.raw`(?:1[89]|20)\d\d[a-h]?(?![\da-z])`;
const MONTH = String.raw`(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Spring|Summer|Autumn|Fall|Winter)[a-z]{0,9}\.?`;
/** `2015 May 28`, `May 2015`, `(2001)`. */
const DATE = String.raw`(?:\(?(?:(?:\d{1,2} )?${MONTH}(?:[-/–]${MONTH})?(?: \d{1,2})?,? )?${YEAR}(?:[ -]${MONTH}(?:[-/–]${MONTH})?(?: \d{1,2}(?:-\d{1,2})?)?)?\)?)`;
const VOLUME = String.raw`(?<volume>(?!(?:19|20)\d\d\b)\d{1,4}[A-Z]?(?:[-/]\d{1,2})?(?![\d-])|[A-Z]{1,2}-?\d{1,3}(?![\d-])|[IVXLC]{1,7}\b)`;
const SUPPLEMENT = String.raw`(?:,? ?(?:Suppl|Pt|Spec No|Supplement)\.?(?: ?[A-Z]?\d{0,3})?)?`;
const ISSUE = String.raw`(?: ?\((?!${YEAR}\))(?<issue>[^()]{1,30})\))`;
const NAMED_ISSUE = String.raw`(?:[,.]? (?:no|nr|issue|iss|n|num)(?:\.°?|°)? ?(?<numbered>[A-Z]?\d{1,5}(?:[-–/]\d{1,5})?))`;
const NUMBER = String.raw`[A-Za-z]{0,4}\.?\d{1,18}[A-Za-z]?(?:\.\d{1,6})?(?:\.e\d{1,3})?`;
const RANGE = `${NUMBER}(?: ?- ?${NUMBER})?`;
const PAGES = `(?<pages>${RANGE})`;
const MARKED_PAGES = String.raw`(?:(?:pp?|pages?|art(?:icle)?(?: no)?|article number|paper)\.? ?(?:no\.? ?|id )?(?<marked>${RANGE}))`;

/** In this order: forms with labelled parts first, then forms recognised only by punctuation. */
const FORMS: readonly RegExp[] = [
  // vol. 521, no. 7553, pp. 436-444, May 2015
  `(?:(?<![,.;( ])[,.;( ]+)?\\bvol(?:ume|\\.)? ?${VOLUME}${SUPPLEMENT}(?:${NAMED_ISSUE}|,?${ISSUE})?(?:[,.;]? ${DATE})?(?:[,.;:]? ?${MARKED_PAGES}|: ?${PAGES})?`,
  // 222, 1 (2011), 151-157; 193 (2007) 503-509
  `[,.;]? ${VOLUME}(?:, (?<numbered>\\d{1,4}))?,? \\(${YEAR}\\)[,:]? ?(?:${MARKED_PAGES}|${PAGES})`,
  // 25, 1958, 145
  `[,.;]? ${VOLUME}, ?${YEAR}, ?(?:${MARKED_PAGES}|${PAGES})(?=[.\\s]*$)`,
  // 57, no. 1 (1995): 289-300
  `(?<![,. ])[,. ]+${VOLUME}${NAMED_ISSUE}(?:,? ?${DATE})?(?:[:,.;] ?(?:${MARKED_PAGES}|${PAGES}))?`,
  // 2015 May 28;521(7553):436-44; 2005, 127 (12), 1234-1240
  `(?:(?<![,.;( ])[,.;( ]+)?\\b${DATE}[;:,.]? ?${VOLUME}${SUPPLEMENT}${ISSUE}?(?:[:;,] ?(?:${MARKED_PAGES}|${PAGES}))?(?![\\d(])`,
  // 45(1), 5-32
  `[,.;]? ${VOLUME}${SUPPLEMENT}${ISSUE}(?:(?:[:,.;] ?|,? ${DATE}[:,]? ?| )(?:${MARKED_PAGES}|${PAGES}))?`,
  // 521, 436-444 (2015); 215:403-10
  `[,.;]? ${VOLUME}${SUPPLEMENT}(?: ?${DATE})?[:,;] ?(?:${MARKED_PAGES}|${PAGES})(?![\\d(/])`,
  // 9 1735-80
  `[,.;]? ${VOLUME} ${PAGES}(?= ?(?:$|[.,;(]))`,
  // 6, (2017).
  `(?<!\\b(?:pp?|pages?|ch|chap)\\.?)[,.;]? ${VOLUME}(?:,? ?\\(${YEAR}\\))?[ .]*$`,
  // pp. 770-778
  `(?:(?<![,.;:( ])[,.;:( ]+)?\\b${MARKED_PAGES}`,
  // vol. 30
  `(?:(?<![,.;( ])[,.;( ]+)?\\bvol(?:ume|\\.)? ?${VOLUME}`,
].map((form) => new RegExp(form, 'iu'));

const EDITION = /\(?\b\d{1,2}(?:st|nd|rd|th) ed(?:ition|n)?\.?\)?/gi;
/** Text that precedes the name of a journal or the title of a book. */
const BEFORE_VENUE =
  /^[\s.,;:–—"”“'’?!-]*(?:\[(?:J|M|C|Internet|Article)\][\s.,]*)?(?:(?:In|Published in|Presented at)\b[:\s]+)?/i;
/** Text that may follow the venue, from its end: punctuation, a date, punctuation. */
const AFTER_VENUE = [/(?<![\s.,;:)\]-])[\s.,;:)\]-]+$/, new RegExp(`${DATE}$`, 'iu'), /(?<![\s.,;:([-])[\s.,;:([-]+$/];
/** Locations of preprints, and other texts that are not a journal's name. */
const NO_VENUE = /^(?:arxiv|corr\b|biorxiv|medrxiv|ssrn|preprint|available|retrieved|epub|doi\b|https?:)/i;
const MIN_VENUE_LETTERS = 3;
const MAX_VENUE_CHARACTERS = 160;
/** The reference of a chapter continues with editors, publisher and town, without clear separators. */
const OF_BOOK = /\b(?:eds?|editors?|Hrsg|edited by|press|publish(?:er|ers|ing)|verlag|springer|wiley|elsevier)\b/i;

/** The details of one publication are shorter. */
const MAX_CHARACTERS = 2_000;

/** The details after the title of a reference; empty if none can be recognised. */
export function readPublication(behindTitle: string): Publication {
  const text = behindTitle
    .slice(0, MAX_CHARACTERS)
    .replace(/[‐‑‒–—−]|--+/g, '-')
    .replace(EDITION, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const match = FORMS.map((form) => form.exec(text)).find((found) => found !== null);
  const venue = readVenue(match ? text.slice(0, match.index) : text.replace(/(?<![\s,])[\s,]+\d.*$/s, ''));
  const { volume, issue, numbered, pages, marked } = match?.groups ?? {};
  return {
    ...(venue !== undefined && { venue }),
    ...omitUndefined({ volume, issue: (issue ?? numbered)?.trim(), pages: (pages ?? marked)?.replaceAll(' ', '') }),
  };
}

function readVenue(text: string): string | undefined {
  const bare = AFTER_VENUE.reduce((rest, end) => rest.replace(end, ''), text.replace(BEFORE_VENUE, '')).trim();
  // `Nature (London)`: its closing bracket was removed with the comma before the year.
  const venue = bare.replace(/ ?\([^()]*$/, '');
  const letters = venue.match(/\p{L}/gu)?.length ?? 0;
  const isPossible = letters >= MIN_VENUE_LETTERS && venue.length <= MAX_VENUE_CHARACTERS;
  return isPossible && !NO_VENUE.test(venue) && !OF_BOOK.test(venue) ? venue : undefined;
}
