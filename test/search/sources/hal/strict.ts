import * as fc from 'fast-check';
import { isBoolean, isWithin, numbers, unknownParameter } from '../../../helpers/sources/strict-parts.ts';
import type { Handler } from '../../../service/scraping/http-servers.ts';

/** HAL as it is documented at api.archives-ouvertes.fr/docs/search: Solr over fields whose names tell their types. */

const MAX_ADDRESS_CHARACTERS = 8_000;
const PARAMETERS = new Set(['q', 'wt', 'fl', 'rows', 'start']);
const PHRASE = String.raw`"(?:[^"\\]|\\.)+"`;
const TRUNCATED = String.raw`[\p{L}\p{M}\p{N}]{3,}\*`;
const CONDITION = new RegExp(
  [
    String.raw`(?:title_t|abstract_t):\((?:${PHRASE}|${TRUNCATED})(?: OR (?:${PHRASE}|${TRUNCATED}))*\)`,
    String.raw`producedDateY_i:\[\d{4} TO \d{4}\]`,
  ].join('|'),
  'gsu',
);
/** A field that it has, by the ending of its name. */
const FIELD = /^[a-z][A-Za-z]+_(?:s|bool)$/;

/** HAL with so many records. */
export function strictServer(count: number): Handler {
  return ({ url }, answer) => {
    const { pathname, searchParams: asked } = new URL(url, 'http://x');
    const [rows, start] = [Number(asked.get('rows') ?? 30), Number(asked.get('start') ?? 0)];
    const isFine =
      pathname === '/search/' &&
      url.length <= MAX_ADDRESS_CHARACTERS &&
      unknownParameter(asked, PARAMETERS) === undefined &&
      asked.get('wt') === 'json' &&
      (asked.get('fl') ?? '').split(',').every((name) => FIELD.test(name)) &&
      isWithin(asked.get('rows'), 0, 10_000) &&
      isBoolean(asked.get('q') ?? '', CONDITION);
    const docs = numbers(count, start, rows).map((number) => ({
      title_s: [`River sensors ${number}`],
      doiId_s: `10.5555/${number}`,
    }));
    answer.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' });
    const refusal = { error: { msg: 'org.apache.solr.search.SyntaxError', code: 400 } };
    answer.end(JSON.stringify(isFine ? { response: { numFound: count, start, docs } } : refusal));
  };
}

const value = fc.jsonValue({ maxDepth: 3 });
const NAMES =
  'title_s abstract_s authFullName_s authLastName_s authFirstName_s producedDate_s docType_s journalTitle_s issue_s doiId_s';
const field = fc.oneof(value, fc.array(value, { maxLength: 2 }), fc.constantFrom('ART', 'UNDEFINED', '2021-06'));
const record = fc.dictionary(fc.constantFrom(...NAMES.split(' ')), field);
const count = fc.nat(1_000);

export const oddBodies = {
  framed: fc.record({
    response: fc.record({ numFound: count, docs: fc.array(fc.oneof(record, value), { maxLength: 3 }) }),
  }),
  other: fc.record({ response: fc.record({ numFound: value, docs: value }), error: value }),
};
