import { describe, expect, it } from 'vitest';
import { CREDITS_PATH, jobPath, OPERATION_NAMES, OPERATIONS, takes } from '../../src/contract/operations.ts';

describe('operations', () => {
  it('have the paths of the contract', () => {
    expect(OPERATION_NAMES.map((name) => OPERATIONS[name].path)).toEqual([
      '/v1/job/combinedSearch',
      '/v1/job/keywordSearch',
      '/v1/job/querySearch',
    ]);
    expect(jobPath('65f0c0ffee')).toBe('/v1/job/65f0c0ffee');
    expect(CREDITS_PATH).toBe('/v1/user/getCredits');
  });

  it.each([
    ['combinedSearch', ['keywords', 'query', 'callbackUrl', 'scraperKey', 'enrich']],
    ['keywordSearch', ['keywords', 'callbackUrl', 'scraperKey', 'enrich']],
    ['querySearch', ['query', 'callbackUrl', 'enrich']],
  ] as const)('%s takes its body fields and no others', (operation, fields) => {
    const all = ['keywords', 'query', 'callbackUrl', 'scraperKey', 'enrich'] as const;
    expect(all.filter((field) => takes(operation, field))).toEqual(fields);
  });

  it.each(['a/b', '../user', 'a?b=c', 'a#b', 'a b', 'é'])('keep the job id %j in one path segment', (jobId) => {
    const { pathname, search, hash } = new URL(`http://127.0.0.1/api${jobPath(jobId)}`);
    const segments = pathname.split('/');
    expect([segments.length, search, hash]).toEqual([5, '', '']);
    expect(decodeURIComponent(segments[4] ?? '')).toBe(jobId);
  });
});
