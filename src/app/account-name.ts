import { createHash } from 'node:crypto';
import { listSpellings } from '../contract/base-url.ts';
import type { JobRequest } from '../contract/requests.ts';
import type { Secret } from '../contract/secret.ts';
import { requestFingerprint } from '../jobs/spending/fingerprint.ts';
import { whenStoreIsFree } from '../platform/sqlite/when-store-is-free.ts';

/** Names the account of a token at a service without revealing either. */
export function accountName(service: string, token: string): string {
  return createHash('sha256').update(`${service}\n${token}`).digest('hex').slice(0, 16);
}

type Fingerprints = { fingerprint: string; serviceFingerprint: string };

export type FormerJobs = {
  takeOverJobs(
    formerNames: readonly string[],
    account: string,
    fingerprintsOf: (request: JobRequest) => Fingerprints,
  ): void;
};

/** Earlier versions named accounts by the configured address, in any of its spellings. */
export async function takeOverFormerJobs(
  store: FormerJobs,
  named: { baseUrl: string; token: Secret | undefined; account: string; serviceIdentity: string },
): Promise<void> {
  const { baseUrl, token, account, serviceIdentity } = named;
  const formerNames = listSpellings(baseUrl).map((spelling) => accountName(spelling, token?.reveal() ?? ''));
  const fingerprintsOf = (request: JobRequest) => ({
    fingerprint: requestFingerprint({ mode: 'hosted', account, edition: '' }, request),
    serviceFingerprint: requestFingerprint({ mode: 'hosted', account: serviceIdentity, edition: '' }, request),
  });
  await whenStoreIsFree(() => store.takeOverJobs(formerNames, account, fingerprintsOf));
}
