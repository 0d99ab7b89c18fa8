import { describe, expect, it } from 'vitest';
import type { ScreenedPaper } from '../../src/formats/format.ts';
import { fromAsreviewProject } from '../../src/formats/screened/asreview-project.ts';
import { createAsreviewFiles } from '../../src/review/exchange/asreview-files.ts';
import { countFlow } from '../../src/review/prisma/count-flow.ts';
import { type ReviewFormat, writeReviewFile } from '../../src/review/review-files.ts';
import { fullPaper } from '../helpers/full-paper.ts';

const papers = (['include', 'exclude', undefined] as const).map((decision, index): ScreenedPaper => {
  const { bibtex: _, ...paper } = fullPaper({ title: `Paper ${index}`, doi: `10.1234/a.${index}` });
  const reasons = decision === 'exclude' ? { reasons: ['C2'] } : {};
  return {
    ref: `J1-${index + 1}`,
    key: `key${index}`,
    paper,
    decisions: decision ? [{ reader: 'Ana', decision, ...reasons }] : [],
    ...(decision && { verdict: decision }),
  };
});
const flow = countFlow(
  papers.map(({ verdict }) => ({
    source: 'OpenAlex',
    kind: 'database' as const,
    ...(verdict && { screened: verdict }),
  })),
  { hasFullTexts: false, hasAutomation: false },
);
const write = (format: ReviewFormat) =>
  writeReviewFile(format, { name: 'R1 Do lakes remember?', papers, flow }, () => createAsreviewFiles());

describe('the files of a review', () => {
  it.each<[ReviewFormat, string[]]>([
    ['prisma', ['<svg', 'Records screened (n\u00a0=\u00a02)', 'not screened yet (n\u00a0=\u00a01)']],
    ['prisma-csv', ['records_screened,node9,box4', ',2\r\n']],
    ['decisions-csv', ['J1-1,1,include,', 'Ana | decision']],
    ['ris', ['N1  - ASReview_relevant', 'N1  - ASReview_irrelevant', 'N1  - ASReview_not_seen']],
    ['rayyan', ['N1  - RAYYAN-INCLUSION: {"Ana"=>"Excluded"} | RAYYAN-EXCLUSION-REASONS: C2']],
    ['covidence', ['Covidence #', 'Decision: exclude; Exclusion reason: C2']],
  ])('%s is text with its decisions', (format, parts) => {
    for (const part of parts) expect(write(format)).toContain(part);
  });

  it('a project of ASReview has the records in their order, with their labels', async () => {
    const { signal } = new AbortController();
    const project = await createAsreviewFiles().read(write('asreview') as Uint8Array, signal);
    if ('problem' in project) throw new Error(project.problem.kind);
    expect(project.name).toBe('R1 Do lakes remember?');
    expect(
      fromAsreviewProject(project).map(({ metadata, screening }) => [metadata.title, screening.decisions]),
    ).toEqual([
      ['Paper 0', [{ decision: 'include' }]],
      ['Paper 1', [{ decision: 'exclude', reasons: ['C2'] }]],
      ['Paper 2', []],
    ]);
  });
});
