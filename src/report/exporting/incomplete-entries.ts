import type { ExportedPaper } from '../../formats/format.ts';
import type { Paper } from '../../papers/paper.ts';
import { isPreprint } from '../../papers/works/identity.ts';
import type { Note } from '../../wording/notes.ts';

/** Maximum references listed per missing field. */
const MAX_REFS = 3;

const FACTS = ['title', 'authors', 'year', 'venue', 'volume', 'pages'] as const;
type Fact = (typeof FACTS)[number];

/** Notes on fields that citations lack, because a reader would consider the entries complete. */
export function noteIncomplete(papers: readonly ExportedPaper[]): Note[] {
  const lacking = FACTS.flatMap((fact) => {
    const refs = papers.filter(({ paper }) => listMissing(paper).includes(fact)).map(({ ref }) => ref);
    return refs.length > 0 ? [{ fact, papers: refs.length, refs: refs.slice(0, MAX_REFS) }] : [];
  });
  return lacking.length > 0 ? [{ kind: 'incomplete-entries', of: papers.length, lacking }] : [];
}

/** Only journal articles have volume and pages; preprints, books and theses have none. */
function listMissing(paper: Paper): Fact[] {
  const { title, authors, year, venue, volume, pages, publicationType } = paper;
  const isArticle = (publicationType === undefined || publicationType === 'journal') && !isPreprint(paper);
  return [
    ...(title === '' ? ['title' as const] : []),
    ...(authors.length === 0 ? ['authors' as const] : []),
    ...(year === undefined ? ['year' as const] : []),
    ...(isArticle && venue === undefined ? ['venue' as const] : []),
    ...(isArticle && volume === undefined ? ['volume' as const] : []),
    ...(isArticle && pages === undefined ? ['pages' as const] : []),
  ];
}
