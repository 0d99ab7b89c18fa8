import type { ViewPaper } from '../../data/report-data.ts';
import { doiAddress } from '../draw/paper-details.ts';
import { copyText } from '../draw/save-menu.ts';

/** More authors than this are shortened. */
const MAX_NAMED = 6;

/** A paper as a reference in plain text: authors, year, title, venue, DOI. */
function citePaper({ authors, moreAuthors = 0, year, title, venue, doi, link }: ViewPaper): string {
  const named = authors.slice(0, MAX_NAMED).join(', ');
  const who = authors.length + moreAuthors > MAX_NAMED ? `${named}, et al.` : named;
  const address = doi ? doiAddress(doi) : link;
  const parts = [`${[who, `(${year ?? 'n.d.'})`].filter(Boolean).join(' ')}`, title, venue, address].filter(Boolean);
  return parts.map((part) => String(part).replace(/\.$/, '')).join('. ');
}

/** Copies a paper's citation. Returns what happened, in words. */
export function copyCitation(paper: ViewPaper): Promise<string> {
  return copyText(citePaper(paper)).then(
    () => 'copied',
    () => 'It could not be copied.',
  );
}
