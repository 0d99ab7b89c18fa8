import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RequestBody } from '../../../src/contract/requests.ts';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import type { PaperTexts } from '../../../src/papers/relevance/abbreviations.ts';
import { matchJob, matchQuery } from '../../../src/papers/relevance/match.ts';
import { readQueryTerms } from '../../../src/papers/relevance/query-terms.ts';
import { fromWire } from '../../../src/papers/wire.ts';
import { queryOf } from '../../helpers/query.ts';

function match(body: RequestBody, paper: WirePaper) {
  const question = readQueryTerms(queryOf(body));
  if (!question) throw new Error('no question');
  return matchQuery(question, fromWire(paper));
}

const about = (title: string, abstract: string = `${title}. ${title}. ${title}.`): WirePaper => ({ title, abstract });

describe('a good paper has the rarest concept of the question', () => {
  it.each([
    ['metformin; cancer; diabetes', 'Cancer in diabetes'],
    ['vitamin D; COVID-19; mortality', 'Vitamin D: mortality'],
    ['graph neural network; traffic forecasting; attention', 'Graph neural networks with attention for molecules'],
    ['metformin; cancer; neoplasms; tumour; carcinoma; diabetes', 'Carcinoma, cancer, tumours and diabetes'],
  ])('%s: %s', (list, title) => {
    expect(match({ keywords: list.split('; ') }, about(title)).match).toMatch(/partial|weak/);
  });

  it('and is about more than that one', () => {
    const keywords = ['metformin', 'cancer', 'incidence'];
    expect(match({ keywords }, about('Metformin and the incidence of cancer')).match).toBe('strong');
    expect(match({ keywords }, about('Metformin and lactic acidosis: incidence in wards')).match).toBe('partial');
  });

  it.each(['tizanidine', 'biochar', 'ivermectin', 'zebrafish'])('and is about it, beyond a mention: %s', (rare) => {
    const keywords = [rare, 'hospital', 'children'];
    const classOf = (paper: PaperTexts) => {
      const question = readQueryTerms(queryOf({ keywords }));
      return question && matchQuery(question, paper).match;
    };
    const title = 'Children in hospital';
    const often = `Some had ${rare}. More ${rare} came. Of ${rare} we know. The ${rare} stayed.`;
    expect(classOf({ title, abstract: `Some of them had ${rare} there.` })).toBe('partial');
    expect(classOf({ title, abstract: often })).toBe('good');
    expect(classOf({ title, keywords: [rare] })).toBe('good');
    expect(classOf({ title: `${title} with ${rare}` })).toBe('strong');
    expect(classOf({ abstract: `${title} with ${rare}.` })).toBe('strong');
  });

  it('but may lack another, or name it otherwise', () => {
    const keywords = ['residual learning', 'deep networks', 'image recognition'];
    const paper = {
      title: 'Deep Residual Learning for Image Recognition',
      abstract: 'Deeper neural networks are more difficult to train. We present a residual learning framework.',
    };
    expect(match({ keywords }, paper).match).toMatch(/strong|good/);
  });

  it('whatever else it has: also in a combined search', () => {
    const body = {
      keywords: ['mindfulness', 'dementia', 'adolescents'],
      query: 'Does mindfulness help adolescents at school whose parents have dementia?',
    };
    expect(match(body, about('Does it help adolescents at school whose parents are ill?')).match).toBe('partial');
    expect(match(body, about('Mindfulness and dementia of parents of adolescents')).match).toBe('strong');
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

describe('the number of keywords does not matter', () => {
  const CLASSES = ['weak', 'partial', 'good', 'strong'];
  const classOf = (keywords: string[], paper: WirePaper) => CLASSES.indexOf(match({ keywords }, paper).match);

  it('a further keyword, no rarer than the others, never lowers a paper', () => {
    const subjects = [
      'metformin',
      'melanoma',
      'mindfulness',
      'adolescents',
      'depression',
      'cancer',
      'insulin',
      'school',
    ];
    const word = fc.constantFrom(...subjects);
    const three = fc.uniqueArray(word, { minLength: 3, maxLength: 5 });
    const texts = fc.array(word, { maxLength: 12 }).map((words) => words.join(' and '));
    fc.assert(
      fc.property(
        three,
        fc.constantFrom('blood', 'education', 'memory', 'treatment'),
        texts,
        texts,
        (asked, further, title, abstract) => {
          const paper = { title: `${asked[0]} ${title}`, abstract: `${asked.join(', ')}; ${abstract}` };
          expect(classOf([...asked, further], paper)).toBeGreaterThanOrEqual(classOf(asked, paper));
        },
      ),
    );
  });

  it.each([
    ['metformin; cancer; incidence', 'neoplasms; tumour'],
    ['heart attack; smoking; women', 'myocardial infarction; myocardial infarctions'],
    ['air pollution; asthma; school', 'air pollutants; asthmatic'],
    ['rotator cuff tear; tendon healing; exosomes', 'rotator cuff rupture; tendon heals'],
  ])('synonyms are one concept: %s, with %s', (list, further) => {
    const asked = list.split('; ');
    const all = [...asked, ...further.split('; ')];
    for (const title of [asked.join(' and '), asked.slice(0, 2).join(' in '), asked.slice(1).join(' of '), ...asked])
      expect(classOf(all, about(title))).toBe(classOf(asked, about(title)));
  });

  it('so are names that the papers of a job show to be one', () => {
    const asked = readQueryTerms(queryOf({ keywords: ['muscle relaxants', 'low back pain', 'cyclobenzaprine'] }));
    const papers = (count: number, title: string) => Array.from({ length: count }, () => ({ title }));
    const plain = papers(60, 'Muscle relaxants for low back pain');
    const others = papers(40, 'Low back pain at work');
    const ofClass = papers(12, 'Muscle relaxants: cyclobenzaprine');
    const alone = papers(12, 'Cyclobenzaprine');
    const first = (job: { title: string }[]) => asked && matchJob(asked, job)[0]?.match;
    expect(first([...plain, ...others, ...ofClass])).toBe('strong');
    expect(first([...plain, ...others, ...alone])).toBe('partial');
  });

  it.each([
    ['stem cells; children; blood', 'progenitor cells'],
    ['boundary layer; flow; velocity', 'viscous layer'],
    ['cognition; children; blood', 'cognitive function'],
  ])('keywords that share their last or a rare word are one, where others are left: %s, with %s', (list, further) => {
    const asked = list.split('; ');
    const both = about(`${asked[0]} and ${further}`);
    expect(match({ keywords: [...asked, further] }, both).match).toMatch(/partial|weak/);
    expect(match({ keywords: [...asked, further] }, about(`${further} and ${asked[1]}`)).match).toMatch(/strong|good/);
    // Two keywords that share a word are two concepts: both were asked for.
    const alone = about(further);
    expect(match({ keywords: [asked[0] as string, further] }, both).match).toBe('strong');
    expect(match({ keywords: [asked[0] as string, further] }, alone).match).toMatch(/partial|weak/);
  });

  it.each([
    ['transistor; noise; amplifier', 'semiconductor triode'],
    ['asthma; exercise; children', 'respiratory wheeziness'],
    ['depression; rats; sleep', 'melancholia'],
  ])('a name that no paper of a job uses does not decide, where three others are left: %s, with %s', (list, name) => {
    const asked = list.split('; ');
    const papers = Array.from({ length: 60 }, (_, at) => about(asked.slice(at % 2).join(' and ')));
    const classes = (keywords: string[]) => {
      const question = readQueryTerms(queryOf({ keywords }));
      return question && matchJob(question, papers.map(fromWire)).map((each) => each.match);
    };
    expect(classes([...asked, name])).toEqual(classes(asked));
    const two = asked.slice(0, 2);
    expect(classes([...two, name])).not.toEqual(classes(two));
  });

  it('nor does one that hardly a paper of the job uses: what is about the others stays good', () => {
    const asked = ['asthma', 'inhaled corticosteroids', 'exacerbation'];
    const plain = { title: 'Asthma', abstract: 'We count exacerbations.' };
    const rare = { title: 'Bronchial hyperreactivity', abstract: '' };
    const papers = [plain, ...Array.from({ length: 97 }, () => about(asked.join(' and '))), rare, rare];
    const first = (keywords: string[]) => {
      const question = readQueryTerms(queryOf({ keywords }));
      return question && matchJob(question, papers.map(fromWire))[0]?.match;
    };
    expect(first(asked)).toBe('good');
    expect(first([...asked, 'bronchial hyperreactivity'])).toBe('good');
  });

  it('a synonym of common words is not commoner than the word it stands for', () => {
    const asked = ['hypertension', 'ACE inhibitors', 'kidney disease'];
    const paper = { title: 'Hypertension', abstract: 'We give ACE inhibitors.' };
    expect(match({ keywords: asked }, paper).match).toBe('good');
    expect(match({ keywords: [...asked, 'high blood pressure'] }, paper).match).toBe('good');
  });

  it.each([
    ['stroke; exercise; elderly', 'apoplexy; physical training'],
    ['asthma; air pollution; children', 'reactive airways; smog'],
    ['dementia; music; nursing', 'senility; melody'],
    ['coral; bleaching; heat', 'zooxanthellae; decoloration'],
  ])('a rarer name that nothing shows to be one does not make a paper partial: %s, with %s', (list, further) => {
    const asked = list.split('; ');
    const paper = { title: asked.join(' and '), abstract: 'We report.' };
    expect(match({ keywords: asked }, paper).match).toBe('strong');
    expect(match({ keywords: [...asked, ...further.split('; ')] }, paper).match).toMatch(/strong|good/);
  });

  it('study types, methods and outcomes are no concepts', () => {
    const asked = ['omega-3', 'dry eye', 'randomized controlled trial', 'efficacy', 'mortality', 'cohort study'];
    expect(match({ keywords: asked }, about('Omega-3 for dry eye')).match).toBe('strong');
  });
});

describe('of a short text its heaviest noun groups decide', () => {
  it.each([
    ['Does metformin lower the risk of cancer?', 'Metformin and lactic acidosis'],
    ['Does metformin lower the risk of cancer in people with diabetes?', 'Cancer: the risk of people who smoke'],
    ['How do minimum wages change the employment of teenagers in restaurants?', 'How do prices in restaurants change?'],
    ['Which papers treat the flutter of sandwich panels in hypersonic flow?', 'Which papers treat flow in pipes?'],
  ])('%s: %s', (query, title) => {
    expect(match({ query }, about(title)).match).toMatch(/partial|weak/);
  });

  it.each([
    ['muscle relaxants for low back pain', 'Muscle relaxants for low back pain'],
    ['Does metformin lower the risk of cancer?', 'Metformin and the risk of cancer'],
    ['two-dimensional panel flutter', 'On two-dimensional panel flutter'],
  ])('a paper whose title is the question is strong: %s', (query, title) => {
    expect(match({ query }, { title, abstract: 'We report.' }).match).toBe('strong');
  });

  it.each([
    ['Does smoking shorten life after myocardial infarction (heart attack)?', 'heart attack'],
    ['sepsis of newborns (neonatal septicaemia) in hospitals', 'neonatal septicaemia'],
    ['the hot plate test (Woolfe assay) of morphine in mice', 'Woolfe assay'],
    ['grip strength (dynamometry) of farmers in winter', 'dynamometry'],
  ])('a further name in brackets changes no class of papers without it: %s', (query, name) => {
    const without = query.replace(` (${name})`, '');
    const words = without.replace(/[?]/, '').split(' ');
    const titles = [without, words.slice(0, 4).join(' '), words.slice(-3).join(' '), words.slice(2, 6).join(' ')];
    for (const title of titles)
      expect(match({ query }, about(title)).match).toBe(match({ query: without }, about(title)).match);
  });

  it('but brackets that say what was asked stay: behind no noun, or where little is left', () => {
    const query = 'Which treatment (metformin, sulfonylureas) lowers glucose?';
    expect(match({ query }, about('Glucose in winter')).match).toBe(
      match({ query: query.replace(/[()]/g, '') }, about('Glucose in winter')).match,
    );
    expect(match({ query: 'deep learning (radiology)' }, about('Deep learning')).match).toBe(
      match({ query: 'deep learning radiology' }, about('Deep learning')).match,
    );
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
    const { keywords: named } = match({ keywords }, { title: 'Boxers', abstract });
    expect(named).toContain('chronic traumatic encephalopathy biomarkers');
    const undefinedThere = match({ keywords }, { title: 'Boxers', abstract: abstract.replace('(CTE)', '') });
    expect(undefinedThere.keywords).not.toContain('chronic traumatic encephalopathy biomarkers');
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
    const found = match({ keywords: [keyword, 'effect', 'outcome'] }, about(`${title}: effect and outcome`));
    expect(found.match).toMatch(/partial|weak/);
  });

  it.each([
    'We studied sleep without depression.',
    'None had depression: no prior depression, no major depression.',
    'A non-depressed cohort.',
    'Sleep, not depression, was measured.',
    'Persons lacking depression.',
  ])('a concept that a paper denies: %s', (abstract) => {
    const keywords = ['night', 'depression', 'effect'];
    expect(match({ keywords }, { title: 'Night work', abstract }).match).toBe('partial');
  });

  it.each(['Sleep with or without depression.', 'Not only depression changes sleep.', 'No drug; depression grew.'])(
    'though one that it names is no denial: %s',
    (abstract) => {
      const keywords = ['night', 'depression', 'effect'];
      expect(match({ keywords }, { title: 'Night work', abstract }).match).not.toBe('partial');
    },
  );
});
