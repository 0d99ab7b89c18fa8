import { describe, expect, it } from 'vitest';
import { detectDesign, detectDesigns, readDesigns } from '../../src/papers/design/design.ts';

const TITLES: [title: string, design: string | undefined][] = [
  ['Gabapentin for neuropathic pain: a systematic review and meta-analysis', 'meta-analysis'],
  ['Meta-analysis of beta-blocker therapy in dilated cardiomyopathy', 'meta-analysis'],
  ['Oral treatments for spasticity — a systematic literature review.', 'systematic-review'],
  ['A systematic review of alternative therapies in the irritable bowel syndrome', 'systematic-review'],
  ['Vaccines for measles, mumps and rubella in children [Systematic Review]2535', 'systematic-review'],
  ['Nutritional management of cystic fibrosis patients. [Review] [56 refs]185', 'review'],
  ['Hepatitis B infection: a review', 'review'],
  ['Randomised trial of mefloquine-tetracycline for uncomplicated malaria', 'randomized-trial'],
  ['Topiramate in migraine prevention: a double-blind, placebo-controlled study.', 'randomized-trial'],
  ['Calcium in pregnancy: an Australian randomized, double‐blind clinical trial', 'randomized-trial'],
  ['Antiplatelet therapy in peripheral disease. Consensus statement.', 'guideline'],
  ['Clinical guidelines for the treatment of hypertension', 'guideline'],
  ['Venous malformations with central pain: report of a case', 'case-report'],
  ['Severe eclampsia in an adolescent: a case report and review of the literature', 'case-report'],
];

/** Titles of plans, comments and studies about such studies. */
const UNCLEAR = [
  'Exposure to pesticides in honey: protocol for a systematic review and meta-analysis',
  'Pediatric migraine: A Systematic Review Protocol',
  'Ziprasidone for acute mania [Protocol]3281',
  'Publication bias in systematic reviews',
  'Funnel plots for detecting bias in meta-analysis',
  'Meta-analysis in dental research: a paradigm for interpretation',
  'Quality of reporting of randomized controlled trials',
  'A post hoc analysis of a randomized trial of aspirin',
  'Cost-effectiveness of screening: a randomised controlled trial',
  'Nonrandomized study of surgery',
  'Vitamin C in rats: a randomized trial',
  'Prognostic factors for relapse of angina',
  'Reliability and validity of the walk test: a randomised trial',
  'Physician adherence to clinical guidelines for the treatment of asthma',
  'Warfarin after a fall: a review of 120 cases',
  'Colluding spammers: peer review of products',
  'Vitamin K and heart valves: a meta-analysis.[comment]',
  'Lithium and suicide. A case-control study',
  'The case of Vicodin in the United States',
  'Quantum fluctuations in a lattice',
];

describe('the design of a study', () => {
  it.each(TITLES)('by the title "%s" is %s', (title, design) => {
    expect(detectDesign({ title })).toBe(design);
  });

  it.each(UNCLEAR)('is not clear from "%s"', (title) => {
    const abstract = 'We conducted a systematic review. Patients were randomly assigned to two groups.';
    expect(detectDesign({ title, publicationType: 'journal' })).toBeUndefined();
    if (/protocol|comment/i.test(title)) expect(detectDesign({ title, abstract })).toBeUndefined();
  });

  it.each([
    ['In all, 120 patients with angina were randomly assigned to atenolol or placebo.', 'randomized-trial'],
    ['Both drugs for angina were compared in a large randomized clinical trial.', 'randomized-trial'],
    ['A 3-week, randomised, double-blind trial compared atenolol to placebo.', 'randomized-trial'],
    ['The design involved a random-assignment, double-blind study of three weeks.', 'randomized-trial'],
    ['In a randomized, double-blind crossover study, eight subjects received atenolol.', 'randomized-trial'],
    ['Forty-five subjects were enrolled in a randomized, controlled trial.', 'randomized-trial'],
    ['Objective: to treat angina. Design: prospective, randomized study. Setting: a clinic.', 'randomized-trial'],
    ['This multicentre, randomized, open study compared two doses.', 'randomized-trial'],
    ['A randomized, double-blind study was conducted in ten volunteers.', 'randomized-trial'],
    ['Atenolol helped. These results warrant a larger randomized, placebo-controlled study.', undefined],
    ['There is a need for a randomized trial of atenolol.', undefined],
    ['In a recent randomized trial, atenolol was better. We describe how it is made.', undefined],
    ['We used data from a randomized trial. This randomized trial compared two doses.', undefined],
    ['We sought the incidence of shock in a large trial. Patients were randomized to four arms.', undefined],
    ['In a substudy, patients were randomly assigned to two doses.', undefined],
    ['Many trials exist. In the largest, patients were randomly assigned to atenolol.', undefined],
    ['Patients will be randomised to two arms. The protocol was approved.', undefined],
    ['Rats and women were randomized to two groups of patients.', undefined],
    ['In this review, we discuss what is known of angina.', 'review'],
    ['We performed a systematic review of the literature on angina.', 'systematic-review'],
    ['We report the case of a 62-year-old woman with angina after a scare.', 'case-report'],
    ['We report a new method for the case of sparse graphs.', undefined],
  ])('by the abstract "%s" is %s, where the title says nothing', (abstract, design) => {
    expect(detectDesign({ title: 'Angina', abstract })).toBe(design);
  });

  it('is none of a study that asks another question of patients who were randomised', () => {
    const abstract = 'In all, 120 patients were randomly assigned to atenolol or placebo.';
    for (const title of ['Prognostic factors for relapse of angina', 'Reliability of the walk test in angina'])
      expect(detectDesign({ title, abstract })).toBeUndefined();
  });

  it('is what sources call it, the more special word first', () => {
    const of = (types: string[], title = 'Angina') => detectDesign({ title, studyTypes: readDesigns(types) ?? [] });
    expect(of(['Journal Article', 'Review'])).toBe('review');
    expect(of(['review', 'Systematic Review', 'Meta-Analysis'])).toBe('meta-analysis');
    expect(of(['JournalArticle', 'CaseReport'])).toBe('case-report');
    expect(of(['Randomized Controlled Trial'])).toBe('randomized-trial');
    expect(of(['practice-guideline', 'Review'])).toBe('guideline');
    expect(of(['Clinical Trial', 'peer-review'])).toBeUndefined();
    expect(of(['Review'], 'Aspirin for angina: a randomised controlled trial')).toBe('randomized-trial');
    expect(detectDesign({ title: 'Angina', publicationType: 'Meta Analysis' })).toBe('meta-analysis');
  });

  it('is two designs for a meta-analysis that is a systematic review', () => {
    expect(detectDesigns({ title: 'Gabapentin: a systematic review and meta-analysis' })).toEqual([
      'meta-analysis',
      'systematic-review',
    ]);
    expect(detectDesigns({ title: 'Gabapentin: a meta-analysis' })).toEqual(['meta-analysis']);
    expect(detectDesigns({ title: 'Gabapentin' })).toEqual([]);
  });
});
