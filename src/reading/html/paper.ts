import { readDate } from '../../formats/read/dates.ts';
import { arxivYear, readArxivId } from '../../papers/arxiv.ts';
import type { PaperInput } from '../../papers/paper.ts';
import { cleanTextLine } from '../markup/outline.ts';
import { attributeOf, descendants, type Element } from '../markup/tree.ts';
import { namesInLine } from '../names.ts';
import { hasClass, htmlText } from './inline.ts';

type Page = { root: Element; article: Element; title: string | undefined; watermark: string | undefined };

/** What a page says of its paper: by the tags that Google Scholar asks publishers for, else by what it shows. */
export function paperOfPage({ root, article, title, watermark }: Page): PaperInput {
  const tags = descendants(root, ({ name }) => name === 'meta').map((tag) => ({
    name: (attributeOf(tag, 'name') ?? '').toLowerCase(),
    content: attributeOf(tag, 'content'),
  }));
  const all = (...names: string[]) =>
    tags.flatMap(({ name, content }) => (names.includes(name) && content ? [content] : []));
  const [stamp] = [/\barxiv:\s*(\S+)/i.exec(watermark ?? '')?.[1]];
  const arxivId = readArxivId(all('citation_arxiv_id')[0] ?? stamp);
  const date = readDate(all('citation_publication_date', 'citation_date', 'citation_online_date', 'citation_year')[0]);
  const authors = all('citation_author');
  return {
    title: all('citation_title')[0] ?? title,
    authors: authors.length > 0 ? authors : authorsOf(article),
    ...(date.year === undefined ? { year: arxivYear(arxivId) } : date),
    venue: all('citation_journal_title', 'citation_conference_title')[0],
    volume: all('citation_volume')[0],
    issue: all('citation_issue')[0],
    doi: all('citation_doi')[0],
    pmid: all('citation_pmid')[0],
    arxivId,
  };
}

/** Names that are written together with addresses are left out: which words are whose is a guess. */
function authorsOf(article: Element): string[] {
  const persons = descendants(article, (each) => hasClass(each, 'ltx_personname'));
  const names = persons.map((person) => namesInLine(cleanTextLine(htmlText(person.children))));
  return names.every((each) => each !== undefined) ? names.flat() : [];
}
