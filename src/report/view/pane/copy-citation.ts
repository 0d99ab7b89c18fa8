import type { ViewPaper } from '../../data/report-data.ts';
import { element } from '../dom.ts';
import { doiAddress } from '../draw/paper-details.ts';

/** More authors than this are shortened. */
const MAX_NAMED = 6;

/** A paper as a reference in plain text: authors, year, title, venue, DOI. */
function citePaper({ authors, moreAuthors = 0, year, title, venue, doi, link }: ViewPaper): string {
  const named = authors.slice(0, MAX_NAMED).join(', ');
  const who = authors.length + moreAuthors > MAX_NAMED ? `${named}, et al.` : named;
  const address = doi ? doiAddress(doi) : link;
  const parts = [[who, `(${year ?? 'n.d.'})`].filter(Boolean).join(' '), title, venue, address].filter(Boolean);
  return parts.map((part) => String(part).replace(/\.$/, '')).join('. ');
}

/** Copies a paper's citation. Returns what happened, in words. */
export function copyCitation(paper: ViewPaper): Promise<string> {
  return tryToCopy(citePaper(paper));
}

/** Copies a text. Returns what happened, in words. */
export function tryToCopy(text: string): Promise<string> {
  return copyText(text).then(
    () => 'copied',
    () => 'It could not be copied.',
  );
}

/** Copies through the clipboard API if the page may use it, else by the older method. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const focused = document.activeElement as HTMLElement | null;
    const area = element('textarea', { class: 'unseen' });
    area.value = text;
    document.body.append(area);
    area.select();
    const isCopied = document.execCommand('copy');
    area.remove();
    focused?.focus();
    if (!isCopied) throw new Error('not copied');
  }
}
