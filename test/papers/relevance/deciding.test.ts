import { describe, expect, it } from 'vitest';
import type { RequestBody } from '../../../src/contract/requests.ts';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import { matchQuery } from '../../../src/papers/relevance/match.ts';
import { readQueryTerms } from '../../../src/papers/relevance/query-terms.ts';
import { fromWire } from '../../../src/papers/wire.ts';
import { queryOf } from '../../helpers/query.ts';

function match(body: RequestBody, paper: WirePaper) {
  const question = readQueryTerms(queryOf(body));
  if (!question) throw new Error('no question');
  return matchQuery(question, fromWire(paper));
}

const about = (title: string, abstract: string = `${title}. ${title}. ${title}.`): WirePaper => ({ title, abstract });

describe('a paper without one of up to four keywords is partial at best', () => {
  it.each([
    ['metformin; cancer; incidence', 'Metformin and lactic acidosis: incidence in wards'],
    ['vitamin D; COVID-19; mortality', 'ACE inhibitors in COVID-19: mortality'],
    ['mindfulness; depression; adolescents', 'Mindfulness in adolescents at school'],
    ['loneliness; widowhood; suicide; rural', 'Loneliness and suicide in rural widowers'],
    ['graph neural network; traffic forecasting; attention', 'Graph neural networks with attention for molecules'],
    ['panel flutter; supersonic; buckled plate', 'Panel flutter of a plate in supersonic flow'],
    ['minimum wage; employment; teenagers', 'Minimum wages and employment in restaurants'],
    ['federated learning; differential privacy; hospital records', 'Differential privacy for hospital records'],
  ])('%s: %s', (list, title) => {
    expect(['partial', 'weak']).toContain(match({ keywords: list.split('; ') }, about(title)).match);
  });

  it('and one that has all of them is strong', () => {
    const keywords = ['metformin', 'cancer', 'incidence'];
    expect(match({ keywords }, about('Metformin and the incidence of cancer')).match).toBe('strong');
  });

  it('whatever else it has: also in a combined search', () => {
    const body = {
      keywords: ['mindfulness', 'depression', 'adolescents'],
      query: 'Does mindfulness help adolescents at school who have symptoms of depression?',
    };
    expect(match(body, about('Does mindfulness help adolescents at school who have symptoms?')).match).toBe('partial');
    expect(match(body, about('Mindfulness and depression of adolescents at school')).match).toBe('strong');
  });

  it('but words of method and hedging decide nothing, even as keywords', () => {
    const keywords = ['omega-3', 'dry eye', 'randomized controlled trial', 'efficacy'];
    expect(match({ keywords }, about('Omega-3 for dry eye')).match).not.toMatch(/partial|weak/);
  });

  it('and of a keyword and a longer one that contains it, either will do', () => {
    const keywords = ['mindfulness', 'mindfulness-based stress reduction', 'burnout', 'nurses'];
    expect(match({ keywords }, about('Mindfulness against burnout of nurses')).match).toMatch(/strong|good/);
  });
});

describe('of a phrase, and its words as keywords of their own', () => {
  const keywords = ['sleep memory', 'sleep', 'memory'];

  it.each([
    ['Sleep apnea', /partial|weak/],
    ['Memory of migrating birds', /partial|weak/],
    ['Memory consolidation during sleep', /strong/],
    ['The sleep memory hypothesis', /strong/],
  ])('a paper needs all words, together or apart: %s', (title, classes) => {
    for (const order of [keywords, [...keywords].reverse()])
      expect(match({ keywords: order }, about(title)).match).toMatch(classes);
  });

  it('so it does where one of them is a word of method by itself', () => {
    const review = ['peer review', 'peer', 'review'];
    expect(match({ keywords: review }, about('Peer pressure among pupils')).match).toMatch(/partial|weak/);
    expect(match({ keywords: review }, about('Bias in peer review')).match).toBe('strong');
  });

  it('and a longer keyword with the phrase will do, too', () => {
    const all = ['mass coral bleaching', 'coral bleaching', 'coral', 'bleaching'];
    expect(match({ keywords: all }, about('Corals and their bleaching')).match).toMatch(/strong|good/);
    expect(match({ keywords: all }, about('Corals of the deep')).match).toMatch(/partial|weak/);
  });
});

describe('of many keywords, alternatives in part', () => {
  const keywords = ['baclofen', 'tizanidine', 'dantrolene', 'carisoprodol', 'orphenadrine', 'spasticity'];

  it('a strong paper has half or more, some of them in its title', () => {
    const abstract = 'Baclofen, tizanidine, dantrolene, carisoprodol in spasticity.';
    expect(
      match({ keywords }, { title: 'Baclofen, tizanidine, dantrolene and carisoprodol in spasticity' }).match,
    ).toBe('strong');
    expect(match({ keywords }, { title: 'Muscle relaxants at home', abstract: abstract.repeat(4) }).match).toBe('good');
  });
});

describe('of a short text its heaviest noun groups decide', () => {
  it.each([
    ['Does metformin lower the risk of cancer in people with diabetes?', 'Metformin and lactic acidosis in diabetes'],
    ['Does vitamin D protect people against severe COVID-19 in winter?', 'ACE inhibitors in severe COVID-19 in winter'],
    [
      'What is the effect of mindfulness training on depression in adolescents?',
      'Mindfulness training of adolescents: effect on marks',
    ],
    [
      'How do minimum wages change the employment of teenagers in restaurants?',
      'Minimum wages: how do prices in restaurants change?',
    ],
    [
      'Which papers treat the flutter of sandwich panels in hypersonic flow?',
      'Sandwich panels: which papers treat creep?',
    ],
    [
      'Are transformers better than convolutional networks at segmenting retinal vessels?',
      'Transformers better than convolutional networks?',
    ],
  ])('%s', (query, title) => {
    expect(['partial', 'weak']).toContain(match({ query }, about(title)).match);
  });

  it('the words around them do not', () => {
    const query = 'I am looking for papers with evidence on whether probiotics prevent eczema in infants';
    expect(match({ query }, about('Probiotics and eczema in infants')).match).toMatch(/strong|good/);
    expect(match({ query }, about('Looking for evidence: papers on prevention')).match).toMatch(/partial|weak/);
  });
});

describe('other names of a concept count as the concept', () => {
  it.each([
    ['two-dimensional flow', '2D flow over a step'],
    ['2D flow', 'Two-dimensional flow over a step'],
    ['2D flow', 'A 2-D flow'],
    ['two-dimensional panel flutter', 'Panel flutter, 2D panel flutter'],
    ['tumour suppression', 'Tumor suppression by p53'],
    ['randomised trials of anaemia', 'Randomized trial of anemia'],
    ['paediatric oncology', 'Pediatric oncology wards'],
    ['modelling behaviour', 'Modeling behavior'],
    ['fibre reinforced', 'Fiber-reinforced beams'],
    ['heart attack', 'Acute myocardial infarctions in spring'],
    ['high blood pressure', 'Hypertension at sea'],
    ['type 2 diabetes', 'T2DM and sleep'],
    ['type 2 diabetes', 'Type II diabetes mellitus and sleep'],
    ['elderly', 'Falls of older adults'],
    ['renal failure', 'Kidney failure'],
    ['convolutional neural networks', 'CNNs on small devices'],
    ['paracetamol', 'Acetaminophen and the liver'],
    ['COVID-19', 'SARS-CoV-2 on ships'],
    ['health care', 'Healthcare in villages'],
    ['time series', 'Time-series of rain'],
    ['beta blocker', 'β-blockers after infarction'],
    ['TNF alpha', 'TNF-α in joints'],
    ['interferon gamma', 'Interferon-γ release'],
    ['brain metastasis', 'Metastases in the brain and brain metastases'],
    ['bacterium', 'Bacteria of the deep'],
    ['phenomenon', 'Phenomena'],
  ])('%s: %s', (keyword, title) => {
    expect(match({ keywords: [keyword, 'zebra', 'ozone'] }, { title }).keywords).toEqual([keyword]);
  });

  it.each([
    ['lung cancer', 'Cancers of the lung, smoking and screening'],
    ['vitamin D supplementation', 'Supplementation with vitamin D, smoking and screening'],
    ['panel flutter', 'The flutter of panels, smoking and screening'],
  ])('with the head first a concept is there, though the keyword does not stand together: %s', (keyword, title) => {
    const found = match({ keywords: [keyword, 'smoking', 'screening'] }, about(title));
    expect(found.keywords).toEqual(['smoking', 'screening']);
    expect(found.match).toMatch(/strong|good/);
  });

  it("a paper's own abbreviation", () => {
    const abstract = 'Chronic traumatic encephalopathy (CTE) is feared. CTE biomarkers were found in boxers.';
    const keywords = ['chronic traumatic encephalopathy biomarkers', 'boxers', 'found'];
    expect(match({ keywords }, { title: 'Boxers', abstract }).match).not.toBe('partial');
    expect(match({ keywords }, { title: 'Boxers', abstract: abstract.replace('(CTE)', '') }).match).toBe('partial');
  });

  it("a question's own abbreviation", () => {
    const body = { keywords: ['large eddy simulation (LES)', 'wakes', 'propellers'] };
    expect(match(body, about('LES of the wakes of propellers')).match).toBe('strong');
  });
});

describe('what only looks like a concept does not count', () => {
  it.each([
    ['mindfulness', 'Theory of Mind in children'],
    ['mindfulness', 'Of two minds'],
    ['university', 'The universe'],
    ['organization', 'Organ donation'],
    ['policy', 'Police'],
    ['relevance feedback', 'Relevance scoring and user feedback'],
    ['relevance feedback', 'On relevance. Feedback follows.'],
    ['machine learning', 'Learning to run a machine'],
    ['social media', 'Media with a social aim'],
    ['quality of life', 'Life in a quality hotel'],
    ['vitamin A', 'Vitamin D'],
    ['hepatitis B', 'Hepatitis C'],
    ['small cell lung cancer', 'Non-small-cell lung cancer'],
    ['rectal cancer', 'Colon cancer'],
  ])('%s: %s', (keyword = '', title = '') => {
    const found = match({ keywords: [keyword, 'zebra', 'ozone'] }, about(`${title}, zebra and ozone`));
    expect(found.match).toMatch(/partial|weak/);
  });

  it.each([
    'We studied sleep without depression.',
    'None had depression: no prior depression, no major depression.',
    'A non-depressed cohort.',
    'Sleep, not depression, was measured.',
    'Persons lacking depression.',
  ])('a concept that a paper denies: %s', (abstract) => {
    const keywords = ['sleep', 'depression', 'shift work'];
    expect(match({ keywords }, { title: 'Sleep in shift work', abstract }).match).toBe('partial');
  });

  it.each(['Sleep with or without depression.', 'Not only depression changes sleep.', 'No drug; depression grew.'])(
    'though one that it names is no denial: %s',
    (abstract) => {
      const keywords = ['sleep', 'depression', 'shift work'];
      expect(match({ keywords }, { title: 'Sleep in shift work', abstract }).match).not.toBe('partial');
    },
  );
});
