import { type ArxivPlaces, arxivKey } from './arxiv.ts';
import { readLink } from './identifiers.ts';

/** Where a paper is found and whether it is free to read, as views, filters and exports have it. */
export type Access = { isOpenAccess?: boolean | undefined; link?: string | undefined; pdfLink?: string | undefined };

/** What of a paper, ours or the contract's, tells it. */
type AccessFields = ArxivPlaces & {
  isOpenAccess?: boolean | null | undefined;
  pmid?: string | null | undefined;
  pmcid?: string | null | undefined;
};

const PMCID = /^PMC\d{1,9}$/;
const PMID = /^\d{1,9}$/;

/**
 * Links that follow from identifiers are made, and open access never contradicts the PDF: what arXiv or PubMed Central
 * holds is open whatever a source says, and where another PDF is linked, the word that there is no open access is left
 * out, because one of the two is wrong and nobody can tell which.
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
 * Whether there is a PDF to load. That a record has no `downloadable` PDF says only that its source knows of none, for
 * the service and files always say one or the other: there is none where the paper is said not to be open.
 */
export function hasPdf(paper: AccessFields & { downloadable?: boolean | null | undefined }): boolean | undefined {
  const { pdfLink, isOpenAccess } = readAccess(paper);
  if (pdfLink !== undefined || paper.downloadable === true) return true;
  return isOpenAccess === false ? false : undefined;
}

function articleAtPmc(pmcid: string): string {
  return `https://pmc.ncbi.nlm.nih.gov/articles/${pmcid}/`;
}
