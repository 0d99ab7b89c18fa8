/** Statistics of a venue by OpenAlex (CC0), the input of `computed-quartiles.ts`; never shown as SCImago or SJR. */
export type JournalStatistics = {
  sourceId: string;
  title?: string;
  /** As `1234-567X`, the linking one first where there is one; empty where none is known. */
  issns: readonly string[];
  /** Two letters (ISO 3166-1), upper case. */
  country?: string;
  publisher?: string;
  /** In the words of OpenAlex: journal, book series, conference, repository, ebook platform, other, metadata. */
  type?: string;
  /** Citations in the last full year per work of the two years before (`2yr_mean_citedness`). */
  meanCitedness?: number;
  hIndex?: number;
  /** What its works are about: OpenAlex's ids of subfield (`2312`) and field (`23`), and how many works. */
  topics: readonly JournalTopic[];
  worksCount?: number;
};

export type JournalTopic = { subfield: string; field: string; count: number };
