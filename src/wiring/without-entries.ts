import type { WirePaper } from '../contract/paper.ts';
import type { PaperLookUp, SearchEngine } from '../jobs/ports/search-engine.ts';

type Answers = { search: SearchEngine; papers: PaperLookUp };

/** Papers without the BibTeX entries that they were imported from: notes and names of files are for nobody else. */
export function withoutEntries<Parts extends Answers>(parts: Parts): Parts {
  const { search, papers } = parts;
  const shared = ({ bibtex: _, ...paper }: WirePaper): WirePaper => paper;
  return {
    ...parts,
    search: async (request, context) => {
      const outcome = await search(request, context);
      return { ...outcome, papers: outcome.papers.map(shared) };
    },
    papers: {
      byTitle: (title) => papers.byTitle(title).map(shared),
      byId: (id) => {
        const paper = papers.byId(id);
        return paper && shared(paper);
      },
    },
  } satisfies Answers & Parts;
}
