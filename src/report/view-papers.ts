import type { SelectedPaper } from '../jobs/answers/job-candidates.ts';
import { readPaperRef } from '../jobs/job-refs.ts';
import { omitEmpty } from '../lib/omit-undefined.ts';
import { visibleLine } from '../lib/visible-text.ts';
import { detectDesign } from '../papers/design/design.ts';
import { type FoundPaper, readEngine } from '../papers/found-paper.ts';
import { readAccess } from '../papers/open-access.ts';
import { displayTitle } from '../papers/paper-view.ts';
import { citedAuthors } from '../papers/people.ts';
import { bestSentence, markAsked } from '../papers/relevance/best-sentence.ts';
import type { QueryTerms } from '../papers/relevance/query-terms.ts';
import { describeMark } from '../papers/retraction/sentences.ts';
import { retractionMark, verdictOnRetraction } from '../papers/retraction/status.ts';
import type { ViewPaper } from './data/report-data.ts';
import { cleanName } from './view-searches.ts';

const MAX_EVIDENCE_CHARACTERS = 240;

/** A paper as the view's table and pane show it, without its position on the map and its links. */
export function viewPaper(
  { ref, paper, sameAs, relevance }: SelectedPaper,
  {
    sourceTitles,
    searchOfJob,
    venueNames,
  }: Record<'sourceTitles' | 'venueNames', ReadonlyMap<string, string>> & {
    searchOfJob: ReadonlyMap<number, number>;
  },
): ViewPaper {
  const { match, keywords, question } = relevance() ?? {};
  const { isOpenAccess, link, pdfLink } = readAccess(paper);
  const searchesOfPaper = [ref, ...sameAs].map((each) => searchOfJob.get(readPaperRef(each)?.job ?? 0));
  const { abstract, doi } = paper;
  const mark = retractionMark(paper);
  const verdict = verdictOnRetraction(paper);
  const fields = {
    by: citedAuthors(paper.authors, paper.familyNames),
    year: paper.year,
    // One spelling per venue, so that the facet counts all its spellings together.
    venue: paper.venue && venueNames.get(paper.venue),
    type: paper.publicationType,
    design: detectDesign(paper),
    cited: paper.citationCount,
    references: paper.referenceCount,
    quartile: paper.quartile,
    oa: isOpenAccess,
    retracted: verdict === 'yes' || undefined,
    unchecked: verdict === 'unknown' || undefined,
    notice: mark && `${describeMark(mark)} (${mark.from})`,
    doi,
    // The DOI is the better link, so only it is shown.
    link: doi ? undefined : link,
    pdf: pdfLink,
    abstract,
    summary: abstract === undefined ? paper.summary : undefined,
    match,
    keywords,
    evidence: question && markedSentence(abstract, question),
    also: sameAs,
  };
  return {
    ref,
    title: displayTitle(paper),
    authors: paper.authors,
    fields: paper.fieldsOfStudy.map(cleanName).filter((name) => name !== ''),
    foundIn: listSources(paper).map((name) => sourceTitles.get(name) ?? name),
    searches: [...new Set(searchesOfPaper.filter((index) => index !== undefined))].sort((a, b) => a - b),
    ...(omitEmpty(fields) as Omit<ViewPaper, 'ref' | 'title' | 'authors' | 'fields' | 'foundIn' | 'searches'>),
  };
}

/** Counted as in every other answer: absent if no reference within the papers is known. */
export function viewLinks(
  selected: SelectedPaper | undefined,
  cites: number[] = [],
): Pick<ViewPaper, 'cites' | 'citedWithin'> {
  return { ...(cites.length > 0 && { cites }), citedWithin: selected?.citedWithin() };
}

function markedSentence(abstract: string | undefined, question: QueryTerms): string[] | undefined {
  const sentence = bestSentence(abstract ?? '', question, MAX_EVIDENCE_CHARACTERS);
  return sentence === '' ? undefined : markAsked(visibleLine(sentence), question);
}

/** The sources that returned the paper: the embedded service lists all sources of a work. */
function listSources(paper: FoundPaper): string[] {
  const names = (readEngine(paper) ?? '').split(',').map(cleanName);
  return [...new Set(names.filter((name) => name !== ''))];
}
