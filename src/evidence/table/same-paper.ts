import type { TablePaper } from './table-events.ts';

const IDENTIFIERS = ['doi', 'arxivId', 'pmid', 'pmcid', 'corpusId'] as const;

/** Finds papers by identifier, because one paper has a reference in each job, and one in the library. */
export function papersById(papers: Iterable<TablePaper>) {
  const byId = new Map<string, TablePaper>();
  const idsOf = (paper: TablePaper) =>
    IDENTIFIERS.flatMap((name) => (paper[name] ? [`${name} ${paper[name].toLowerCase()}`] : []));
  const add = (paper: TablePaper) => {
    for (const id of idsOf(paper)) byId.set(id, paper);
  };
  for (const paper of papers) add(paper);
  return {
    add,
    /** The paper that shares an identifier with this one. */
    find: (paper: TablePaper) => idsOf(paper).flatMap((id) => byId.get(id) ?? [])[0],
  };
}
