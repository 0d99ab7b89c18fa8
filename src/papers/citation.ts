import { byWord } from '../lib/groups.ts';
import { omitUndefined } from '../lib/omit-undefined.ts';
import { oncePer } from '../lib/once.ts';
import { type ArxivNumber, readArxivNumber } from './arxiv-number.ts';
import { type FoundPaper, readEngine, toRecord } from './found-paper.ts';
import { hasPdf, readAccess } from './open-access.ts';
import type { Paper } from './paper.ts';
import { type Person, readPersonBy } from './people.ts';
import { describeMark } from './retraction/sentences.ts';
import { retractionMark, verdictOnRetraction } from './retraction/status.ts';

/** The kind of a paper, in terms that all reference formats share. */
export type Kind =
  | 'article'
  | 'conference paper'
  | 'chapter'
  | 'book'
  | 'thesis'
  | 'report'
  | 'dataset'
  | 'preprint'
  | 'other';

/** A paper as the export formats see it, with everything that citing needs. */
export type Citation = Omit<Paper, 'downloadable'> & {
  /** Absent if unknown. */
  downloadable?: boolean;
  people: Person[];
  editorPeople: Person[];
  kind: Kind;
  /** Year, month and day of publication, as far as known. Empty if even the year is unknown. */
  issued: readonly number[];
  arxiv?: ArxivNumber;
  score?: number;
  engine?: string;
  /** For the bibliography: `Retracted` or `Expression of concern`, with the day and the reasons. */
  retractionNote?: string;
};

/** Cached per paper, because several formats may write it. */
export const toCitation: (paper: FoundPaper) => Citation = oncePer(makeCitation);

function makeCitation(paper: FoundPaper): Citation {
  const record = toRecord(paper);
  const arxiv = readArxivNumber(record);
  const { isOpenAccess: _, isRetracted: __, retraction: ___, downloadable: ____, ...rest } = record;
  const access = readAccess(record);
  const verdict = verdictOnRetraction(paper);
  const mark = retractionMark(paper);
  return {
    ...rest,
    // Unknown must not be written as no.
    ...(verdict !== 'unknown' && { isRetracted: verdict === 'yes' }),
    ...(mark && { retraction: mark, retractionNote: describeMark(mark) }),
    ...omitUndefined({
      ...access,
      downloadable: hasPdf(record, access),
      score: paper.search?.score,
      engine: readEngine(paper),
    }),
    people: record.authors.map((name) => readPersonBy(record.familyNames, name)),
    editorPeople: (record.editors ?? []).map((name) => readPersonBy(record.familyNames, name)),
    kind: kindOf(record),
    issued: readDate(record),
    ...(arxiv && { arxiv }),
  };
}

/** Publication types of Crossref, OpenAlex, Semantic Scholar and BibTeX, without blanks. */
const KIND_BY_TYPE = byWord<Exclude<Kind, 'other'>>({
  article:
    'journal review casereport clinicaltrial editorial lettersandcomments letter metaanalysis news study erratum',
  'conference paper': 'conference conferencepaper conferenceabstract',
  chapter: 'bookseries booksection bookpart chapter referenceentry',
  book: 'book monograph editedbook referencebook booklet',
  thesis: 'thesis dissertation phdthesis mastersthesis doctoralthesis',
  report: 'report techreport technicalreport reportcomponent workingpaper reportseries',
  dataset: 'dataset data database',
  preprint: 'preprint postedcontent unpublished',
});

/** Kinds that a paper keeps when it is also marked as a preprint. */
const KINDS_BEFORE_PREPRINT: readonly Kind[] = ['conference paper', 'chapter', 'book', 'thesis', 'report', 'dataset'];

/** Types without a kind that may appear in a volume and yet are no article. */
const NO_ARTICLE = /patent|standard|software|program|legal|legislation|statute|bill|jurisdiction|treaty/;

/**
 * A paper with a venue but no type counts as an article, because most are, as does one of another type in a volume,
 * such as MEDLINE's `case reports` or `poetry` of Web of Science. Without a venue its kind is unknown.
 */
function kindOf({ publicationType, isPrePrint, venue, volume }: Paper): Kind {
  const isIn = venue !== undefined && (publicationType === undefined || volume !== undefined);
  const untyped = isIn && !NO_ARTICLE.test(publicationType ?? '') ? 'article' : 'other';
  const kind = KIND_BY_TYPE.get(publicationType?.replaceAll(' ', '') ?? '') ?? untyped;
  if (isPrePrint && !KINDS_BEFORE_PREPRINT.includes(kind)) return 'preprint';
  return kind;
}

/** The date of publication. A date that contradicts the year is dropped, because people cite the year. */
function readDate({ year, publishedAt = '' }: Paper): number[] {
  const match = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(?![\d-])/.exec(publishedAt);
  const parts = (match ?? []).slice(1).filter(Boolean).map(Number);
  const [dateYear = 0, month = 1, day = 1] = parts;
  const days = new Date(Date.UTC(dateYear, month, 0)).getUTCDate();
  const possible = dateYear > 0 && month >= 1 && month <= 12 && day >= 1 && day <= days;
  if (possible && (year === undefined || year === dateYear)) return parts;
  return year === undefined ? [] : [year];
}
