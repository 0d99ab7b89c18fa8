import { expect, it } from 'vitest';
import type { ReviewMethods } from '../../src/review/screening/review-methods.ts';
import { describeReviewMethods } from '../../src/review/screening/sentences.ts';
import { describeRefusal } from '../../src/review/sentences.ts';

/** After a change of a sentence: `npx vitest run test/wording -u`, and read what has changed. */

const ALONE: ReviewMethods = {
  software: 'paperqueue 0.1.0',
  stage: 'title-abstract',
  records: 1200,
  screened: 1,
  from: '2026-11-20',
  to: '2026-11-20',
  readers: { names: ['Ana'], mode: 'alone', isBlind: false },
  assistants: [],
};

const TOGETHER: ReviewMethods = {
  ...ALONE,
  screened: 950,
  to: '2026-11-26',
  readers: { names: ['Ana', 'Bo'], mode: 'each', isBlind: true },
  agreement: {
    readers: ['Ana', 'Bo'],
    maybeCountsAs: 'include',
    both: 950,
    percent: 96.214,
    kappa: 0.7812,
    interval: [0.71, 0.852],
  },
  conflicts: { found: 36, resolved: 30 },
  ranking: { model: 'TF-IDF and a linear SVM', priors: 3, shown: 950, read: 950 },
  stop: {
    rule: 'CMH',
    kind: 'test',
    target: 0.95,
    confidence: 0.95,
    isFixedBefore: true,
    holds: true,
    unread: 250,
  },
  assistants: [
    {
      name: 'Claude',
      model: 'claude-x 2026-10',
      role: 'second',
      decisions: 1200,
      criteriaHashes: ['3fa2b1c09d'],
      validation: { sample: 200, relevant: 20, found: 19, sensitivity: { value: 0.95, interval: [0.7513, 0.9987] } },
    },
    { name: 'Helper', role: 'triage', decisions: 40, criteriaHashes: ['aa11', 'bb22'] },
    {
      name: 'Third',
      role: 'suggest',
      decisions: 1,
      criteriaHashes: [],
      validation: { sample: 5, relevant: 0, found: 0 },
    },
  ],
  changed: { criteria: [40, 1200], protocol: [1] },
  citations: [
    {
      seeds: 31,
      directions: ['backward', 'forward'],
      indexes: ['OpenAlex', 'Semantic Scholar'],
      rounds: 2,
      from: '2026-11-25',
      to: '2026-11-26',
      records: 1840,
      newRecords: 212,
      included: 4,
    },
  ],
};

const HEURISTIC: ReviewMethods = {
  ...ALONE,
  stop: { rule: '50 in a row', kind: 'heuristic', isFixedBefore: false, holds: false, unread: 0 },
};

const BIASED: ReviewMethods = {
  ...ALONE,
  stop: {
    rule: 'cmh-biased',
    kind: 'test',
    target: 0.95,
    confidence: 0.95,
    bias: 1.74,
    isFixedBefore: true,
    holds: true,
    unread: 250,
  },
};

const SHARED: ReviewMethods = {
  ...ALONE,
  stage: 'full-text',
  screened: 30,
  readers: { names: ['Ana', 'Bo', 'Cy'], mode: 'each', isBlind: true },
  agreement: { readers: ['Ana', 'Cy'], maybeCountsAs: 'neither', both: 20, percent: 90 },
};

const FULL_TEXTS: ReviewMethods = {
  ...ALONE,
  fullTexts: {
    sought: 12,
    notRetrieved: 1,
    assessed: 10,
    included: 7,
    excluded: [
      { reason: 'no comparison', reports: 2 },
      { reason: 'No reason given', reports: 1 },
    ],
    readers: 2,
    agreement: { readers: ['Ana', 'Bo'], maybeCountsAs: 'neither', both: 10, percent: 90, kappa: 0.78 },
    conflicts: { found: 1, resolved: 1 },
  },
};

const IMPORTED: ReviewMethods = {
  ...ALONE,
  screened: 80,
  readers: { names: ['Ana', 'Bo'], mode: 'each', isBlind: true },
  imported: {
    made: 40,
    files: [
      { file: 'ours.ris', program: 'Rayyan', on: '2026-11-21', decisions: 100 },
      { file: 'old.csv', on: '2026-11-22', decisions: 20, namesNobody: true },
    ],
  },
};

const { from: _, to: __, ...NO_DAYS } = ALONE;
const ELSEWHERE: ReviewMethods = {
  ...NO_DAYS,
  screened: 40,
  readers: { names: [], mode: 'alone', isBlind: false },
  imported: {
    made: 0,
    files: [{ file: 'old.asreview', program: 'ASReview', on: '2026-11-22', decisions: 40, namesNobody: true }],
  },
};

it('the paragraph on methods says what a review has to report', async () => {
  const cases = {
    alone: ALONE,
    together: TOGETHER,
    shared: SHARED,
    heuristic: HEURISTIC,
    'full texts': FULL_TEXTS,
    biased: BIASED,
    suggested: {
      ...ALONE,
      ranking: { model: 'a model', priors: 0, shown: 8, read: 9 },
      assistants: TOGETHER.assistants.slice(2),
    },
    imported: IMPORTED,
    elsewhere: ELSEWHERE,
    nothing: { ...ALONE, screened: 0 },
    triaged: { ...HEURISTIC, triaged: 900, assistants: TOGETHER.assistants.slice(1, 2) },
    'triaged alone': { ...NO_DAYS, screened: 0, triaged: 1, assistants: TOGETHER.assistants.slice(1, 2) },
  };
  const text = Object.entries(cases).map(([name, methods]) => `## ${name}\n\n${describeReviewMethods(methods)}\n`);
  await expect(text.join('\n')).toMatchFileSnapshot('review-methods.md');
});

it('no reader writes on the terminal of another', () => {
  const name = 'ana/\u001b]0;gone\u0007x\u202ey';
  const methods = { ...ALONE, assistants: [{ name, role: 'suggest', decisions: 1, criteriaHashes: [] } as const] };
  expect(describeReviewMethods(methods)).toContain('The AI system ana/xy (');
  expect(describeRefusal({ kind: 'of-another-reader', name })).toMatch(/^ana\/xy decided it/);
});
