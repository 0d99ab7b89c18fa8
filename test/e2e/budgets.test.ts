import { beforeAll, describe, expect, it } from 'vitest';
import { type AnswerSizes, measureAnswers } from '../helpers/answer-sizes.ts';
import { ServerHere } from '../helpers/server-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/**
 * What the product may cost the context of a conversation. The figures stand in docs/benchmarks.md (npm run
 * bench answers).
 */

const folder = temporaryFolder();
let sizes: AnswerSizes;

beforeAll(async () => {
  sizes = await measureAnswers(folder, (settings) => new ServerHere(settings));
});

describe('the size of what a host is sent', () => {
  it('tools/list, all of it: 27,500 bytes, of them 26,000 without evidence_table', () => {
    expect(sizes['tools/list with metadata'].characters, 'say it in fewer words').toBeLessThanOrEqual(27_500);
  });

  it('the first page of 20 papers with facets: 3,000 tokens', () => {
    expect(sizes['first page of 20'].tokens).toBeLessThanOrEqual(3_000);
  });

  it('50 compact papers: 125 tokens each', () => {
    expect(sizes['50 compact papers'].tokens).toBeLessThanOrEqual(50 * 125 + 300);
  });

  it.each(['50 compact papers', '50 papers with abstract', '50 papers in full'] as const)(
    '%s: within the caps of hosts, 25,000 tokens and 40,000 characters',
    (what) => {
      expect(sizes[what].characters).toBeLessThanOrEqual(40_000);
      expect(sizes[what].tokens).toBeLessThanOrEqual(25_000);
    },
  );
});
