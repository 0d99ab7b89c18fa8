import { omitUndefined } from '../lib/omit-undefined.ts';
import type { FoundPaper } from './found-paper.ts';
import { cleanLine } from './text.ts';

/** Identifiers of a paper, and its links. */
export type PaperToRead = {
  /** As requested: `J12-3`, or an identifier. */
  ref: string;
  /** From its record. */
  key?: string | undefined;
  title?: string | undefined;
  /** From its record. */
  abstract?: string | undefined;
  /** Whether its record has the abstract; undefined without a record. */
  hasAbstract?: boolean | undefined;
  doi?: string | undefined;
  corpusId?: string | undefined;
  arxivId?: string | undefined;
  pmcid?: string | undefined;
  pmid?: string | undefined;
  link?: string | undefined;
  pdfLink?: string | undefined;
  /** As reported by sources; undefined if unknown. */
  isOpenAccess?: boolean | undefined;
};

/** The fields of a job's paper that reading needs. */
export function toRead(paper: FoundPaper, ref: string): PaperToRead {
  const { title, abstract, doi, corpusId, arxivId, pmcid, pmid, link, pdfLink, isOpenAccess } = paper;
  const key = paper.search?.id;
  const optional = {
    abstract: abstract && cleanLine(abstract),
    key,
    doi,
    corpusId,
    arxivId,
    pmcid,
    pmid,
    link,
    pdfLink,
    isOpenAccess,
  };
  return { ref, title, hasAbstract: abstract !== undefined, ...omitUndefined(optional) };
}
