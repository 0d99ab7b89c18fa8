import { omitUndefined } from '../lib/omit-undefined.ts';
import type { FoundPaper } from './found-paper.ts';
import { cleanLine } from './text.ts';

/** A paper whose full text is to be read: its identifiers and links. */
export type PaperToRead = {
  /** As requested: `J12-3`, or an identifier. */
  ref: string;
  /** From its record. */
  key?: string;
  title?: string;
  /** From its record. */
  abstract?: string;
  /** Whether its record has the abstract; undefined without a record. */
  hasAbstract?: boolean;
  doi?: string;
  corpusId?: string;
  arxivId?: string;
  pmcid?: string;
  pmid?: string;
  link?: string;
  pdfLink?: string;
  /** As reported by sources; undefined if unknown. */
  isOpenAccess?: boolean;
};

/** The fields of a job's paper that reading needs. */
export function toRead(paper: FoundPaper, ref: string): PaperToRead {
  const { title, abstract, doi, corpusId, arxivId, pmcid, pmid, link, pdfLink, isOpenAccess } = paper;
  const optional = {
    abstract: abstract && cleanLine(abstract),
    key: paper.search?.id,
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
