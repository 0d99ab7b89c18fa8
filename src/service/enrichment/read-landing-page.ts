import type { WirePaper } from '../../contract/wire-paper.ts';
import { readHead } from '../../lib/read-head.ts';
import { parseUrl } from '../../lib/url.ts';
import { readDoi, readLink } from '../../papers/identifiers.ts';
import { cleanLine, cleanText } from '../../papers/text.ts';
import { isAbout } from '../../papers/works/claim.ts';
import type { ScrapedPage } from '../scraping/scraping-service.ts';
import { cleanAbstract, type FieldValues } from './enriched-fields.ts';
import { type LinkedArticle, readLinkedArticles } from './json-ld.ts';

/**
 * Reads fields from a paper's landing page: first from the tags that publishers put there for machines (Highwire's
 * `citation_`, Eprints, Bepress, PRISM, Dublin Core, JSON-LD, Open Graph), then from its text. Strangers write pages:
 * values are cleaned, and only a page about this paper is used.
 */

/** Names of tags by field, the most reliable first. */
const TAGS = {
  title: ['citation_title', 'bepress_citation_title', 'eprints.title', 'dc.title', 'dcterms.title', 'og:title'],
  abstract: ['citation_abstract', 'bepress_citation_abstract', 'eprints.abstract', 'dcterms.abstract', 'dc.abstract'],
  description: ['dc.description', 'dcterms.description', 'og:description', 'description', 'twitter:description'],
  doi: ['citation_doi', 'bepress_citation_doi', 'prism.doi', 'publication_doi', 'dc.identifier', 'dcterms.identifier'],
  arxiv: ['citation_arxiv_id'],
  journal: ['citation_journal_title', 'bepress_citation_journal_title', 'prism.publicationname'],
  conference: ['citation_conference_title', 'citation_conference'],
  publisher: ['citation_publisher', 'dc.publisher', 'dcterms.publisher'],
  date: [
    ...['citation_publication_date', 'citation_date', 'bepress_citation_date', 'citation_year', 'citation_online_date'],
    ...['prism.publicationdate', 'dcterms.issued', 'dc.date.issued', 'dc.date', 'article:published_time'],
  ],
  pdf: ['citation_pdf_url', 'bepress_citation_pdf_url', 'eprints.document_url'],
  rights: ['dc.rights', 'dcterms.rights', 'dcterms.license', 'citation_license'],
  free: ['citation_fulltext_world_readable'],
} as const;

/** The scraping service's own names for some tags. */
const RENAMED: Record<string, string> = {
  ogtitle: 'og:title',
  ogdescription: 'og:description',
  dcdescription: 'dc.description',
  dcdate: 'dc.date',
};

/** A shorter text is a heading or a placeholder. */
const MIN_ABSTRACT_CHARACTERS = 60;
/** A description counts as the abstract if it is long and not truncated. */
const MIN_DESCRIPTION_CHARACTERS = 300;
const MAX_ABSTRACT_CHARACTERS = 20_000;
const MAX_LINE_CHARACTERS = 2_000;
/** Maximum number of values for one kind of tag. */
const MAX_VALUES = 20;

type Tags = (kind: keyof typeof TAGS) => string[];

/** The fields of the paper on this page; undefined unless the page proves to be about the paper. */
export function readLandingPage(paper: WirePaper, page: ScrapedPage, address: string): FieldValues | undefined {
  const { meta, title, jsonLd } = readHead(page.html ?? '');
  const tags = tagReader(meta, page.metadata);
  const year = readYear(tags('date')[0]);
  const article = readLinkedArticles(jsonLd).find((linked) =>
    isAbout(paper, { titles: linked.titles, dois: linked.dois, year: readYear(linked.date) }),
  );
  const dois = tags('doi').filter((text) => readDoi(text) !== undefined);
  const isMain = isAbout(paper, {
    dois,
    titles: [...tags('title'), ...pageTitles(title ?? [page.metadata.title].flat()[0]), ...mainHeadings(page.text)],
    // Uses no link of the requested address: it says nothing about the page that was returned.
    links: tags('arxiv').map((number) => `https://arxiv.org/abs/${number.trim()}`),
    year,
  });
  if (isMain) return mergeFields(paper, tags, article, page.text, address);
  // A page with another paper's DOI describes that paper. A list of articles has no DOI of its own.
  if (dois.length > 0 || article === undefined) return undefined;
  return mergeFields(paper, () => [], article, undefined, address);
}

function mergeFields(
  paper: WirePaper,
  tags: Tags,
  article: LinkedArticle | undefined,
  text: string | undefined,
  address: string,
): FieldValues {
  const [journal] = tags('journal');
  const [conference] = tags('conference');
  const isFree = tags('free').length > 0 || article?.isFree === true || tags('rights').some(isFreeLicence);
  const pdf = tags('pdf')[0] ?? article?.pdfLink;
  return {
    abstract: bestAbstract(paper, tags, article, text),
    doi: [...tags('doi'), ...(article?.dois ?? [])].find((text) => readDoi(text) !== undefined),
    isOpenAccess: isFree || undefined,
    // Publishers also link copies for subscribers only.
    pdfLink: isFree || paper.isOpenAccess === true ? absolute(pdf, address) : undefined,
    venue: journal ?? conference ?? article?.venue,
    publisher: tags('publisher')[0] ?? article?.publisher,
    year: readYear(tags('date')[0]) ?? readYear(article?.date),
    publicationType: journal ? 'journal' : conference ? 'conference' : undefined,
  };
}

/**
 * The cleaned values of tags by field. Tags that we read from the page take precedence over those that the scraping
 * service reports.
 */
function tagReader(meta: ReadonlyMap<string, string[]>, metadata: ScrapedPage['metadata']): Tags {
  const labelled = new Map<string, string[]>();
  for (const [name, value] of Object.entries(metadata)) {
    const lower = name.toLowerCase();
    labelled.set(RENAMED[lower] ?? lower, [value].flat());
  }
  return (kind) => {
    const maxCharacters = kind === 'abstract' || kind === 'description' ? MAX_ABSTRACT_CHARACTERS : MAX_LINE_CHARACTERS;
    const values = TAGS[kind].flatMap((name) => meta.get(name) ?? labelled.get(name) ?? []);
    const short = values.filter((text) => text.length <= maxCharacters).slice(0, MAX_VALUES);
    return short.map(cleanText).filter((text) => text !== '');
  };
}

/** The titles that a page may have: the whole text, and without the site's name before or after it. */
function pageTitles(title: string | undefined): string[] {
  if (title === undefined || title.length > 1_000) return [];
  const parts = cleanLine(title).split(/(?<!\s)\s+[|–—»·-]\s+/);
  return [title, parts.slice(0, -1).join(' '), parts.slice(1).join(' ')];
}

function bestAbstract(
  paper: WirePaper,
  tags: Tags,
  article: LinkedArticle | undefined,
  text: string | undefined,
): string | undefined {
  const labelled = [...tags('abstract'), article?.abstract].map(readAbstract).find((text) => isAbstract(text, paper));
  const described = [...tags('description'), article?.description]
    .map(readAbstract)
    .find(
      (text) => isAbstract(text, paper) && text.length >= MIN_DESCRIPTION_CHARACTERS && !/(?:…|\.\.\.)$/.test(text),
    );
  return labelled ?? described ?? [readAbstract(abstractInMarkdown(text))].find((text) => isAbstract(text, paper));
}

function readAbstract(raw: string | undefined): string {
  return raw === undefined || raw.length > MAX_ABSTRACT_CHARACTERS ? '' : cleanAbstract(raw);
}

function isAbstract(text: string, paper: WirePaper): boolean {
  return text.length >= MIN_ABSTRACT_CHARACTERS && text !== cleanLine(paper.title ?? '');
}

function isFreeLicence(text: string): boolean {
  return /^https?:\/\/(?:www\.)?creativecommons\.org\/(?:licenses|publicdomain)\//i.test(text.trim());
}

function readYear(date: string | undefined): number | undefined {
  const year = /(?<!\d)(?:1[5-9]|20)\d{2}(?!\d)/.exec(date?.slice(0, 50) ?? '')?.[0];
  return year === undefined ? undefined : Number(year);
}

function absolute(link: string | undefined, address: string): string | undefined {
  return link === undefined ? undefined : readLink(parseUrl(link, address)?.href);
}

const HEADING = /^#{1,6}\s+(\S.*)$/;
const ABSTRACT_HEADING = /^(?:#{1,6}\s|\*\*|__)?\s*(?:abstract|summary)\s*(?:[:.]\s*)?(?:(?:\*\*|__)\s*)?(?:#+\s*)?$/i;
const MAX_LINES = 5_000;
const MAX_HEADINGS = 5;
const MAX_TEXT_LINE_CHARACTERS = 20_000;
/** The beginning of a line that ends an abstract without being a heading. */
const NEXT_PART =
  /^(?:\*\*|__)?\s*(?:key\s?words?|index terms|introduction|1\.?\s+introduction|references|copyright|published|download)\b/i;

/** Headings that may be the page's title, as plain text: all first-level headings, or else the first heading. */
function mainHeadings(text: string | undefined): string[] {
  const lines = splitLines(text);
  const main = lines.filter((line) => /^#\s/.test(line)).slice(0, MAX_HEADINGS);
  const first = main.length > 0 ? main : lines.filter((line) => HEADING.test(line)).slice(0, 1);
  return first.map((line) => plain(HEADING.exec(line)?.[1] ?? ''));
}

/** The paragraphs under an abstract's heading, up to the next heading; undefined if there are none. */
function abstractInMarkdown(text: string | undefined): string | undefined {
  const lines = splitLines(text);
  const at = lines.findIndex((line) => ABSTRACT_HEADING.test(line));
  if (at < 0) return undefined;
  const after = lines.slice(at + 1);
  const end = after.findIndex((line) => HEADING.test(line) || NEXT_PART.test(line));
  return plain(after.slice(0, end < 0 ? undefined : end).join('\n'));
}

function splitLines(text: string | undefined): string[] {
  return (text ?? '').split('\n', MAX_LINES).map((line) => line.slice(0, MAX_TEXT_LINE_CHARACTERS).trim());
}

/** Removes images and emphasis, and keeps only the text of links. */
function plain(markdown: string): string {
  return markdown
    .replace(/!\[[^[\]\n]{0,500}\]\((?:[^()\n]|(?<!\])\(){0,2000}\)/g, '')
    .replace(/\[([^[\]\n]{0,500})\]\((?:[^()\n]|(?<!\])\(){0,2000}\)/g, '$1')
    .replace(/\*\*|__/g, '')
    .replace(/\\([\\[\]()*_#.!-])/g, '$1')
    .trim();
}
