import { type ArxivFields, arxivKey } from './arxiv-number.ts';
import { readLink } from './identifiers.ts';

/** A paper's links and whether it is free to read, for views, filters and exports. */
export type Access = { isOpenAccess?: boolean; link?: string; pdfLink?: string };

/** The fields of a paper, ours or the contract's, that determine access. */
type AccessFields = ArxivFields & {
  isOpenAccess?: boolean | null;
  pmid?: string | null;
  pmcid?: string | null;
};

const PMCID = /^PMC\d{1,9}$/;
const PMID = /^\d{1,9}$/;

/**
 * Builds links from identifiers and keeps open access consistent with the PDF. Whatever a source says, papers in arXiv
 * or PubMed Central are open. If another PDF is linked, a denial of open access is dropped: one of the two is wrong,
 * and it is unclear which.
 */
export function readAccess(paper: AccessFields): Access {
  const arxiv = arxivKey(paper);
  const pmcid = paper.pmcid && PMCID.test(paper.pmcid) ? paper.pmcid : undefined;
  const pmid = paper.pmid && PMID.test(paper.pmid) ? paper.pmid : undefined;
  const free = arxiv
    ? { link: `https://arxiv.org/abs/${arxiv}`, pdfLink: `https://arxiv.org/pdf/${arxiv}` }
    : pmcid && { link: articleAtPmc(pmcid), pdfLink: `${articleAtPmc(pmcid)}pdf/` };
  const link = readLink(paper.link) ?? readLink(paper.titleLink);
  const pdfLink = readLink(paper.pdfLink) ?? (free ? free.pdfLink : undefined);
  const isOpenAccess = free ? true : (paper.isOpenAccess ?? undefined);
  return {
    isOpenAccess: isOpenAccess === false && pdfLink !== undefined ? undefined : isOpenAccess,
    link: link ?? (free ? free.link : pmid && `https://pubmed.ncbi.nlm.nih.gov/${pmid}/`),
    pdfLink,
  };
}

/**
 * Whether a PDF can be loaded. `downloadable: false` only means that the source knows of none, because the service and
 * files always state it. There certainly is none if the paper is not open. `access` can be passed if it is known
 * already.
 */
export function hasPdf(
  paper: AccessFields & { downloadable?: boolean | null },
  { pdfLink, isOpenAccess }: Access = readAccess(paper),
): boolean | undefined {
  if (pdfLink !== undefined || paper.downloadable === true) return true;
  return isOpenAccess === false ? false : undefined;
}

function articleAtPmc(pmcid: string): string {
  return `https://pmc.ncbi.nlm.nih.gov/articles/${pmcid}/`;
}
