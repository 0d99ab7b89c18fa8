import { foldForIdentity } from '../analysis/fold.ts';
import { type ArxivFields, arxivKey } from '../arxiv-number.ts';
import { readDoi } from '../identifiers.ts';
import { cleanLine } from '../text.ts';
import { isLongTitle } from './title-key.ts';

/** Identifiers and titles of a found item. */
export type Claim = {
  dois?: readonly (string | null | undefined)[];
  titles?: readonly (string | null | undefined)[];
  /** Links that may contain an arXiv number. */
  links?: readonly (string | null | undefined)[];
  year?: number | null;
};

/** The fields of a paper, ours or the contract's, that a claim is compared with. */
type ClaimedPaper = ArxivFields & { title?: string | null; year?: number | null };

/** A paper can be dated by its first appearance or by its issue. */
const MAX_YEARS_APART = 1;
const MAX_TITLE_CHARACTERS = 2_000;

/**
 * Whether a claim is about this paper. They need an equal DOI or arXiv number. Unless both have a DOI, an equal long
 * title with compatible years suffices.
 */
export function isAbout(paper: ClaimedPaper, claim: Claim): boolean {
  const doi = readDoi(paper.doi);
  const dois = (claim.dois ?? []).map(readDoi).filter((one) => one !== undefined);
  if (doi !== undefined && dois.includes(doi)) return true;
  if (haveSameArxivNumber(paper, claim)) return true;
  if (doi !== undefined && dois.length > 0) return false;
  if (paper.year && claim.year && Math.abs(paper.year - claim.year) > MAX_YEARS_APART) return false;
  const title = fingerprint(paper.title);
  return isLongTitle(title) && (claim.titles ?? []).some((one) => fingerprint(one) === title);
}

function haveSameArxivNumber(paper: ArxivFields, { dois = [], links = [] }: Claim): boolean {
  const own = arxivKey(paper);
  if (own === undefined) return false;
  const claimed: ArxivFields[] = [...dois.map((doi) => ({ doi })), ...links.map((link) => ({ link }))];
  return claimed.some((one) => arxivKey(one) === own);
}

function fingerprint(title: string | null | undefined): string {
  return title && title.length <= MAX_TITLE_CHARACTERS ? foldForIdentity(cleanLine(title)) : '';
}
