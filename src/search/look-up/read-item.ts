import { invalidInput } from '../../contract/errors.ts';
import { invalidField } from '../../contract/invalid.ts';
import { readBibtex } from '../../formats/bibtex/read-bibtex.ts';
import { readLatex } from '../../formats/bibtex/read-latex.ts';
import { readRis } from '../../formats/tagged/ris.ts';
import { findPaper } from '../../jobs/job-refs.ts';
import type { JobStore } from '../../jobs/ports/store.ts';
import { normalisePaper, type PaperInput } from '../../papers/paper.ts';
import { readPerson } from '../../papers/people.ts';
import { type ParsedReference, readReference } from '../../papers/references/read-reference.ts';
import { cleanLine } from '../../papers/text.ts';
import { MAX_REFERENCE_CHARACTERS } from './look-up-limits.ts';

const BIBTEX = /^\s*@[a-z]+\s*[{(]/i;

const RIS = /^\s*TY\s{1,3}-/;
/** Where the lines of a RIS record began before they were joined into one line. */
const RIS_BREAKS = /(?<!\s)\s+(?=[A-Z][A-Z0-9]\s{1,2}-\s)/g;

/**
 * Parses an item of a look-up: a BibTeX entry, a RIS record, a reference of a stored paper (J12-3, L17), or any text.
 * Throws INVALID_INPUT for `field` if a text that is not an entry is longer than a reference may be.
 */
export function readItem(
  item: string,
  store: Pick<JobStore, 'byNumber' | 'papers' | 'libraryPaper'>,
  field = 'item',
): ParsedReference {
  const storedPaper = findPaper(store, item);
  if (storedPaper) return toReference(storedPaper, item);
  const entry = BIBTEX.test(item) ? readBibtex(item).entries[0]?.metadata : readRisItem(item);
  if (entry?.title) return toReference(entry, item);
  if (item.length > MAX_REFERENCE_CHARACTERS)
    throw invalidInput([
      invalidField(field, `a reference of at most ${MAX_REFERENCE_CHARACTERS} characters, got ${item.length}`),
    ]);
  return readReference(LATEX.test(item) ? readLatex(withoutBibitem(item)) : item);
}

function readRisItem(item: string): PaperInput | undefined {
  if (!RIS.test(item)) return undefined;
  const entry = readRis(item.trim().includes('\n') ? item : item.replace(RIS_BREAKS, '\n'));
  return 'metadata' in entry ? entry.metadata : undefined;
}

/** Commands of a LaTeX bibliography, and accents. */
const LATEX = /\\(?:bibitem|newblock|emph?|text\w\w|["'`^~=.uvHck]\s?\{?\\?[a-z])/i;

function withoutBibitem(item: string): string {
  return item.replace(/\\bibitem\s*(?:\[[^\]]{0,200}\]\s*)?\{[^}]{0,200}\}/, '').replaceAll('\\newblock', '');
}

/** Builds a reference from structured metadata. */
function toReference(metadata: PaperInput, item: string): ParsedReference {
  const { title, authors, hasMoreAuthors, year, doi, arxivId, pmid, pmcid, openAlexId, ...paper } =
    normalisePaper(metadata);
  const { venue, volume, issue, pages } = paper;
  const [first] = authors;
  const person = first === undefined ? undefined : readPerson(first);
  const named = { doi, arxivId, pmid, pmcid, openAlexId };
  return {
    kind: 'reference',
    text: [authors.join(', '), year, title].filter(Boolean).join('. ') || cleanLine(item),
    ids: Object.fromEntries(Object.entries(named).filter(([, id]) => id !== undefined)),
    title: title || undefined,
    isCertain: true,
    firstAuthor: person && (person.family ?? person.literal),
    year,
    authors: [...authors, ...(hasMoreAuthors ? ['et al.'] : [])].join(', '),
    publication: { venue, volume, issue, pages },
  };
}
