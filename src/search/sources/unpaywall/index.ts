import { metadataFromUnpaywall } from '../../../formats/apis/unpaywall.ts';
import { asFields, asText } from '../../../lib/json.ts';
import { chooseBase, withParameters } from '../parameters.ts';
import type { DescribedSource, SourceAnswer, SourcePage } from '../source.ts';
import { failed, parseAnswer, readFailure } from '../source-failures.ts';

const PUBLIC_API = 'https://api.unpaywall.org/v2';

/** Unpaywall: the free copies of a DOI, one per request. It requires an e-mail address. */
export const source: DescribedSource = {
  name: 'unpaywall',
  title: 'Unpaywall',
  place: 110,
  hosts: ['api.unpaywall.org'],
  weight: 0,
  // 100,000 requests a day.
  paceMs: 110,
  timeoutMs: 15_000,
  maxBytes: 1024 * 1024,
  maxRequests: 1,
  needs: 'contactEmail',
  cannotAnswer: () => 'no-search',
  // Never sent, because it does not support searches.
  search: (_question, settings) => ({ url: chooseBase(settings, PUBLIC_API) }),
  readPage: readRecord,
  lookUp: {
    kinds: ['doi'],
    enriches: ['isOpenAccess', 'pdfLink'],
    maxIds: 1,
    request(_kind, [doi = ''], settings) {
      const path = doi.split('/').map(encodeURIComponent).join('/');
      const request = { url: `${chooseBase(settings, PUBLIC_API)}/${path}`, headers: { Accept: 'application/json' } };
      return withParameters(request, { email: settings.contactEmail?.trim() });
    },
    read: readRecord,
  },
};

/** It answers an unknown DOI with status 404. */
function readRecord(answer: SourceAnswer): SourcePage {
  const record = asFields(parseAnswer(answer));
  if (answer.status === 404 && record.error === true) return { records: [] };
  const failure = readFailure(answer);
  if (failure) return failure;
  return asText(record.doi) === undefined ? failed('unreadable') : { records: [metadataFromUnpaywall(record)] };
}
