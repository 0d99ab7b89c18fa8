/**
 * How much evidence makes two records one work. `trusted-list`: the maker of the list has cleared it of duplicates, so
 * that equal title, first author and year are enough. `cross-source`: the records come from sources that know nothing
 * of each other.
 */
export type MatchPolicy = 'trusted-list' | 'cross-source';

/** What a record's identity is judged by. */
export type Identity = {
  /** Of the published version; a preprint's own DOI is no obstacle to being one with it. */
  publishedDoi: string | undefined;
  isPreprint: boolean;
  year: number | undefined;
  /** Made when first asked for: most records are never compared by them. */
  titleWords: () => Set<string>;
  abstract: string;
  abstractStart: string;
  /** Family names as records agree on them, in order. */
  authors: string[];
  /** Equal for two records of one work: their DOI, arXiv number, id, or title with first author. */
  doi: string | undefined;
  arxiv: string | undefined;
  id: string | undefined;
  /** Numbers of PubMed, OpenAlex and Semantic Scholar. */
  numbers: {
    pmid: string | undefined;
    pmcid: string | undefined;
    openAlex: string | undefined;
    corpus: string | undefined;
  };
  titleAndAuthor: string | undefined;
  title: string | undefined;
  isTelling: boolean;
  isRubric: boolean;
};
