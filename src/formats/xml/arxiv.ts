import { asFields, asList, asText, asTexts, type Fields, oneOrMore } from '../../lib/json.ts';
import { readArxivId } from '../../papers/arxiv-number.ts';
import { fieldsOfArxiv } from '../../papers/fields-of-study.ts';
import type { PaperInput } from '../../papers/paper.ts';
import { type NameInput, toPerson } from '../../papers/people.ts';
import { readStatement } from '../../papers/retraction/stated-status.ts';
import type { Format } from '../format.ts';
import { objectReader, type ParsedEntry } from '../parsed-entry.ts';
import { single } from '../pieces.ts';
import { splitXml } from './split-xml.ts';
import { parseXml, textContent } from './xml.ts';

/** arXiv: lines of its metadata snapshot, and entries of its API's Atom feeds. */

/** Derived from the number of a paper: everything on arXiv is a preprint with a free PDF. */
function metadataOfNumber(id: string): PaperInput {
  return {
    key: `arxiv:${id}`,
    arxivId: id,
    isOpenAccess: true,
    isPrePrint: true,
    publicationType: 'preprint',
    link: `https://arxiv.org/abs/${id}`,
    pdfLink: `https://arxiv.org/pdf/${id}`,
  };
}

function isArxivLine(json: Fields): boolean {
  return 'authors_parsed' in json || (typeof json.categories === 'string' && 'versions' in json);
}

export const readArxivLine = objectReader((entry) => {
  // Some copies store 704.0001 as a number, which has lost at least its leading zero.
  const id = readArxivId(asText(entry.id));
  if (id === undefined) return { problem: 'it has no arXiv number' };
  const parsed = asList(entry.authors_parsed).map(parsedName).filter(Boolean);
  const created = Date.parse(asText(asFields(asList(entry.versions)[0]).created) ?? '');
  const publishedAt = Number.isNaN(created) ? undefined : new Date(created).toISOString().slice(0, 10);
  return {
    metadata: {
      ...metadataOfNumber(id),
      ...textMetadata(asText(entry.title), asText(entry.abstract)),
      authors: parsed.length > 0 ? parsed : readNames(asText(entry.authors)),
      ...appearance(publishedAt ?? asText(entry.update_date), asText(entry.doi), asText(entry['journal-ref'])),
      fieldsOfStudy: (asText(entry.categories) ?? '').split(/\s+/).flatMap(fieldsOfArxiv),
      retraction: readComment(asText(entry.comments)),
    },
  };
});

/** An entry of an Atom feed, from `<entry>` to `</entry>`. */
export function readArxivEntry(xml: string): ParsedEntry {
  return readEntry(asFields(parseXml(xml)?.entry));
}

/** An answer of the API: the total and the entries, or why it rejected the query. */
export type ArxivFeed = { total?: number; entries: ParsedEntry[]; refusal?: string };

/**
 * A whole Atom feed; undefined for any other text. A rejected query also yields a feed, with one entry that says why.
 */
export function readArxivFeed(xml: string): ArxivFeed | undefined {
  const feed = parseXml(xml)?.feed;
  // The parser returns a feed without children as a text.
  if (feed === undefined) return undefined;
  const { entry, 'opensearch:totalResults': total } = asFields(feed);
  const entries = oneOrMore(entry).map(asFields);
  const refused = entries.find((each) => /arxiv\.org\/api\/errors\b/i.test(textContent(each.id) ?? ''));
  if (refused) return { entries: [], refusal: textContent(refused.summary) ?? 'unknown' };
  const count = Number(textContent(total) ?? Number.NaN);
  return { entries: entries.map(readEntry), ...(Number.isSafeInteger(count) && { total: count }) };
}

function readEntry(entry: Fields): ParsedEntry {
  const id = readArxivId(/arxiv\.org\/abs\/(.+)$/i.exec(textContent(entry.id) ?? '')?.[1]);
  if (id === undefined) return { problem: 'it is not an entry of arXiv' };
  const categories = [entry['arxiv:primary_category'], ...oneOrMore(entry.category)].map((category) =>
    asText(asFields(category)['@term']),
  );
  return {
    metadata: {
      ...metadataOfNumber(id),
      ...textMetadata(textContent(entry.title), textContent(entry.summary)),
      authors: asTexts(oneOrMore(entry.author).map((author) => textContent(asFields(author).name))),
      ...appearance(
        textContent(entry.published)?.slice(0, 10),
        textContent(entry['arxiv:doi']),
        textContent(entry['arxiv:journal_ref']),
      ),
      fieldsOfStudy: categories.flatMap((category) => fieldsOfArxiv(category ?? '')),
      retraction: readComment(textContent(entry['arxiv:comment'])),
    },
  };
}

/** arXiv wraps the lines of both at a fixed width, so the breaks are meaningless. */
function textMetadata(title: string | undefined, abstract: string | undefined): PaperInput {
  return { title: title?.replace(/\s+/g, ' '), abstract: abstract?.replace(/\s+/g, ' ') };
}

/** If the authors name a journal, the paper has appeared; arXiv does not give the type of publication. */
function appearance(publishedAt: string | undefined, doi: string | undefined, journal: string | undefined): PaperInput {
  const year = /^\d{4}/.exec(publishedAt ?? '')?.[0];
  return {
    publishedAt,
    year: year ? Number(year) : undefined,
    doi: doi?.split(/\s+/)[0],
    venue: readJournal(journal) ?? 'arXiv',
  };
}

/** Matches the start of the volume, year or pages of a citation: `12 (2003) 1-9`, `, vol. 4`, `C24:381`, ` 2019`. */
const WHERE_NUMBERS_BEGIN = new RegExp(
  [
    // After a separator, or directly after the full stop of an abbreviation.
    String.raw`(?:(?<![\s,:;(])[\s,:;(]+(?:(?:vol(?:ume)?|v|no|iss(?:ue)?|pp?|pages?)\.?\s*|[A-Z])?|(?<=\.)[A-Z]?)\d+`,
    // A number before words belongs to a name: `the 2019 Conference`, `36th`.
    String.raw`(?=\s*(?:[,:;()/–-]|$)|\.\s*$|\s+(?:\d|no\b|pp?\b|issue\b))`,
  ].join(''),
  'i',
);
const MONTH_AT_END = /(?<![,\s])[,\s]+(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]{0,6}\.?$/i;

/** The journal or conference in a journal reference, which is a citation with volume, year and pages. */
function readJournal(reference: string | undefined): string | undefined {
  const text = reference?.replace(/\s+/g, ' ').trim();
  const name = text
    ?.split(WHERE_NUMBERS_BEGIN, 1)[0]
    ?.replace(MONTH_AT_END, '')
    .replace(/(?<![\s,:;(])[\s,:;(]+$/, '');
  return name && /\p{L}{2}/u.test(name) ? name : text;
}

/** Authors and administrators of arXiv say in the comment that a paper is withdrawn, and why. */
function readComment(comment: string | undefined): PaperInput['retraction'] {
  const status = readStatement(comment?.replace(/\s+/g, ' '));
  return status && { ...status, from: 'arxiv' };
}

/** `["Beispiel", "Ada", "Jr"]`, family name first. */
function parsedName(parts: unknown): NameInput {
  const [family, given, suffix] = asList(parts).map(asText);
  return toPerson(family, given, suffix) ?? given ?? '';
}

/** `Ada Beispiel (Univ. A), Bo Muster and C. Third`: a single text, with affiliations in brackets. */
function readNames(text: string | undefined): string[] {
  // Twice, for nested brackets.
  const plain = (text ?? '').replace(/\([^()]*\)/g, ' ').replace(/\([^()]*\)/g, ' ');
  return plain.split(/,|\band\b/);
}

export const format: Format = {
  name: 'arxiv',
  title: 'arXiv',
  place: 180,
  read: {
    what: 'the metadata snapshot (JSON lines); saved API feeds (Atom)',
    endings: ['.atom'],
    json: { is: isArxivLine, signature: /"authors_parsed"\s*:/, read: readArxivLine },
    text: {
      // Other XML has entries, too: one of arXiv starts with its URL.
      signature: /<feed[\s>]|<entry(?:\s[^<>]{0,200})?>\s{0,99}<id>\s{0,99}https?:\/\/arxiv\.org\//,
      split: () => splitXml(['entry']),
      open: () => single(readArxivEntry),
    },
  },
};
