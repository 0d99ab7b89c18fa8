import { readArxivId } from '../arxiv-number.ts';
import { readDoi } from '../identifiers.ts';

/** Identifiers in a text, in their plain forms. */
export type ReferenceIds = {
  doi?: string;
  arxivId?: string;
  pmid?: string;
  pmcid?: string;
  openAlexId?: string;
};

const ARXIV_NUMBER = String.raw`(?:\d{4}\.\d{4,5}|[a-z]+(?:-[a-z]+)*(?:\.[a-z]{2})?/\d{7})(?:v\d+)?`;

type Pattern = { name: keyof ReferenceIds; pattern: RegExp; read: (text: string) => string | undefined };

/** The order matters: a link to arXiv or PubMed Central also contains a number that other patterns would match. */
const PATTERNS: readonly Pattern[] = [
  {
    name: 'doi',
    pattern:
      /(?:https?:\/\/)?(?:(?:dx\.|www\.)?doi\.org\/|doi[:\s>]\s*)?(10\.\d{4,9}\/(?:[^\s"<>{}]|<\d{0,9}::?[^\s<>]{0,60}>){1,400})/i,
    read: (text) => readDoi(withoutEnd(text)),
  },
  {
    name: 'arxivId',
    pattern: new RegExp(
      String.raw`(?:https?://)?(?:[a-z]{1,20}\.)?arxiv(?:\.org/(?:abs|pdf|html)/|\s{0,3}(?:preprint)?\s{0,3}(?:arxiv)?[:.\s]\s{0,3})(${ARXIV_NUMBER})(?:\.pdf)?(?:\s*\[[a-z.-]+\])?`,
      'i',
    ),
    read: readArxivId,
  },
  {
    name: 'pmcid',
    pattern: /(?:https?:\/\/[^\s:]{0,200}\/)?(?:pmcid:?\s*)?\b(PMC\d{4,9})\b\/?/i,
    read: (text) => text.toUpperCase(),
  },
  {
    name: 'pmid',
    pattern:
      /(?:https?:\/\/(?:www\.)?(?:pubmed\.ncbi\.nlm\.nih\.gov|ncbi\.nlm\.nih\.gov\/pubmed)\/|\b(?:pmid|pubmed)\b[:\s]\s*)0*([1-9]\d{3,8})\b\/?/i,
    read: (text) => text,
  },
  {
    name: 'openAlexId',
    pattern: /(?:https?:\/\/(?:api\.)?openalex\.org\/(?:works\/)?|\bopenalex[:\s]\s*)(W\d{4,12})\b/i,
    read: (text) => text.toUpperCase(),
  },
];

/** Text that consists of a number of unstated kind. */
const BARE: readonly Pattern[] = [
  { name: 'arxivId', pattern: new RegExp(`^(${ARXIV_NUMBER})$`, 'i'), read: readArxivId },
  { name: 'pmid', pattern: /^([1-9]\d{5,8})$/, read: (text) => text },
  { name: 'openAlexId', pattern: /^(W\d{5,12})$/i, read: (text) => text.toUpperCase() },
];

/** The identifiers in a text, and the text without them. */
export function takeIds(text: string): { ids: ReferenceIds; rest: string } {
  const ids: ReferenceIds = {};
  let rest = text.trim().replaceAll('&lt;', '<').replaceAll('&gt;', '>');
  for (const { name, pattern, read } of [...BARE, ...PATTERNS]) {
    const [whole, value] = pattern.exec(rest) ?? [];
    const id = value && read(value);
    if (!whole || !id || ids[name] !== undefined) continue;
    ids[name] = id;
    rest = rest.replace(whole, ' ');
  }
  // Links without an identifier say nothing about the paper.
  return { ids, rest: rest.replace(LINK, ' ').trim() };
}

/** An address, also one with a blank in it, where a line was broken. */
const LINK = /(?:\burl\s)?https?:\s?\/\/(?:\S{0,400}[./-]\s(?=[\w.#-]{0,80}\/)\S{1,400}|\S+)/gi;

/** Suffixes that publishers add to a DOI in page addresses. */
const PAGE_OF_DOI =
  /(?:[?#].*|&[a-z_]+=.*|\/(?:full(?:\/html)?|abstract|e?pdf|meta|html|summary|fulltext)|\.(?:full|short|abstract|pdf))$/is;
/** The version of a bioRxiv or medRxiv preprint, which is not part of its DOI. */
const PREPRINT_VERSION = /v(?<=^10\.1101\/[\d.]+v)\d+$/;

/** Strips the rest of a URL, the end of the sentence, and an unmatched closing bracket. */
function withoutEnd(doi: string): string {
  const bare = doi
    .replace(/(?<![.,;:'’])[.,;:'’]+$/, '')
    .replace(PAGE_OF_DOI, '')
    .replace(PREPRINT_VERSION, '');
  if (bare !== doi) return withoutEnd(bare);
  const isUnmatched = ['()', '[]'].some(([open = '', close = '']) => {
    return bare.endsWith(close) && bare.split(close).length > bare.split(open).length;
  });
  return isUnmatched ? withoutEnd(bare.slice(0, -1)) : bare;
}
