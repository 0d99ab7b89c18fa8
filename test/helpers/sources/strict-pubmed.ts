import type { Handler } from '../../service/scraping/http-servers.ts';
import { isBoolean, isWithin, numbers, unknownParameter } from './strict-parts.ts';

/** NCBI's E-utilities for PubMed as strict as they are documented to be; see `strict-servers.ts`. */

const COMMON = ['db', 'retmode', 'retmax', 'retstart', 'tool', 'email', 'api_key'];
const SEARCH_PARAMETERS = new Set([...COMMON, 'term', 'sort']);
const FETCH_PARAMETERS = new Set([...COMMON, 'id']);
/**
 * Quotes cannot be escaped. A star stands at the end of a word, or of the last one of a phrase, behind four letters or
 * more; a distance is between words without stars, in title or abstract.
 */
const CONDITION = new RegExp(
  [
    String.raw`"[^"*?[\]]+"\[(?:tiab|ti|tw|au|ta|la|pt|(?:mh|majr)(?::noexp)?)\]`,
    String.raw`"(?:[^"*?[\]]+ )?[\p{L}\p{M}\p{N}]{4,}\*"\[(?:tiab|ti|tw)\]`,
    String.raw`[\p{L}\p{M}\p{N}]{4,}\*\[(?:tiab|ti|tw)\]`,
    String.raw`(?<=^|\(|(?:AND|OR|NOT) )[\p{L}\p{N}][\p{L}\p{N} -]{3,}\*\[(?:au|ta|la|pt|(?:mh|majr)(?::noexp)?)\]`,
    String.raw`"[^\s"*?[\]]+ [^\s"*?[\]]+"\[(?:tiab|ti):~\d{1,4}\]`,
    String.raw`\d{4}:\d{4}\[dp\]|free full text\[sb\]`,
  ].join('|'),
  'gu',
);
const MAX_ADDRESS_CHARACTERS = 4_096;
const LAST_RESULT = 9_998;

/** PubMed with so many works, whose numbers begin at 1. */
export function strictPubMed(count: number): Handler {
  return ({ method, url, headers, body }, answer) => {
    const { pathname, searchParams } = new URL(url, 'http://x');
    const isForm = method === 'POST' && headers['content-type'] === 'application/x-www-form-urlencoded';
    const asked = isForm ? new URLSearchParams(body) : searchParams;
    const end = (status: number, type: string, text: string) =>
      answer.writeHead(status, { 'Content-Type': type }).end(text);
    if (url.length > MAX_ADDRESS_CHARACTERS) return end(414, 'text/html', '<html>Request-URI Too Long</html>');
    if (asked.has('api_key') && !/^\w+$/.test(asked.get('api_key') ?? '')) {
      const refusal = { error: 'API key invalid', 'api-key': asked.get('api_key') };
      return end(400, 'application/json', JSON.stringify(refusal));
    }
    if (pathname === '/esearch.fcgi') {
      const error = refusedSearch(asked);
      const found = { count: String(count), retstart: '0', idlist: idsOf(count, asked), querytranslation: 'river' };
      const esearchresult = error === undefined ? found : { ERROR: error };
      return end(200, 'application/json', JSON.stringify({ header: { type: 'esearch' }, esearchresult }));
    }
    const refused = pathname !== '/efetch.fcgi' || refusedFetch(method, isForm, asked);
    return refused ? end(400, 'text/plain', 'Bad request') : end(200, 'text/xml', recordsOf(count, asked));
  };
}

function refusedSearch(asked: URLSearchParams): string | undefined {
  const unknown = unknownParameter(asked, SEARCH_PARAMETERS);
  if (unknown !== undefined) return `parameter ${unknown}`;
  if (asked.get('db') !== 'pubmed' || asked.get('retmode') !== 'json') return 'db or retmode';
  if (!isBoolean(asked.get('term') ?? '', CONDITION)) return `term ${asked.get('term')}`;
  if (!isWithin(asked.get('retmax') ?? '20', 1, LAST_RESULT)) return "'retstart' cannot be larger than 9998";
  if (asked.get('email') === '' || asked.get('tool') === '') return 'an empty caller';
  return /^(?:relevance|pub_date)$/.test(asked.get('sort') ?? 'relevance') ? undefined : 'sort';
}

function refusedFetch(method: string, isForm: boolean, asked: URLSearchParams): boolean {
  const ids = (asked.get('id') ?? '').split(',');
  // Longer lists have to be posted.
  if (method === 'GET' ? ids.length > 200 : !isForm) return true;
  if (unknownParameter(asked, FETCH_PARAMETERS) !== undefined || asked.get('db') !== 'pubmed') return true;
  return asked.get('retmode') !== 'xml' || !ids.every((id) => /^\d+$/.test(id));
}

function idsOf(count: number, asked: URLSearchParams): string[] {
  return numbers(count, 0, Number(asked.get('retmax') ?? 20)).map((number) => String(number + 1));
}

/** Unknown numbers are passed over. */
function recordsOf(count: number, asked: URLSearchParams): string {
  const [start, most] = [Number(asked.get('retstart') ?? 0), Number(asked.get('retmax') ?? 10_000)];
  const ids = (asked.get('id') ?? '').split(',').slice(start, start + most);
  // A list that begins elsewhere still stands for the first works.
  const known = ids.filter((_, place) => start + place < count);
  return `<?xml version="1.0" ?>
<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN"
  "https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd">
<PubmedArticleSet>${known.map((id, place) => recordOf(id, start + place)).join('\n')}</PubmedArticleSet>`;
}

function recordOf(pmid: string, number: number): string {
  return `<PubmedArticle><MedlineCitation Status="MEDLINE" Owner="NLM"><PMID Version="1">${pmid}</PMID>
<Article PubModel="Print"><ArticleTitle>River sensors ${number}.</ArticleTitle></Article></MedlineCitation>
<PubmedData><ArticleIdList><ArticleId IdType="pubmed">${pmid}</ArticleId>
<ArticleId IdType="doi">10.5555/${number}</ArticleId></ArticleIdList></PubmedData>
</PubmedArticle>`;
}
