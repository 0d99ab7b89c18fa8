import { describe, expect, it } from 'vitest';
import type { WirePaper } from '../../../src/contract/wire-paper.ts';
import { matchJob, matchQuery } from '../../../src/papers/relevance/match.ts';
import { isAtLeast } from '../../../src/papers/relevance/match-classes.ts';
import { readQueryTerms } from '../../../src/papers/relevance/query-terms.ts';
import { fromWire } from '../../../src/papers/wire.ts';
import { queryOf } from '../../helpers/query.ts';

function match(body: { keywords?: string[]; query?: string; strategy?: string }, paper: WirePaper) {
  const question = readQueryTerms(queryOf(body));
  if (!question) throw new Error('no question');
  return matchQuery(question, fromWire(paper));
}

const CRANIAL = ['brain metastasis', 'prophylactic cranial irradiation', 'survival'];

describe('how well a paper fits', () => {
  it('is strong for one whose title has what was asked', () => {
    const paper = { title: 'Prophylactic cranial irradiation, brain metastases and survival' };
    expect(match({ keywords: CRANIAL }, paper)).toMatchObject({ match: 'strong', keywords: CRANIAL });
  });

  it('is not more than partial for one that has the common word alone', () => {
    const paper = { title: 'Survival after colorectal surgery', abstract: 'Survival was measured. Survival rose.' };
    expect(match({ keywords: CRANIAL }, paper)).toMatchObject({ match: 'partial', keywords: ['survival'] });
  });

  it('is not good for one that lacks one of two keywords, whatever it says of the other', () => {
    const paper = { title: 'Vitamin D supplementation', abstract: 'Vitamin D, supplementation and vitamin D.' };
    const asked = ['vitamin D', 'COVID-19', 'supplementation'];
    expect(match({ keywords: asked }, paper)).toMatchObject({
      match: 'partial',
      keywords: ['vitamin D', 'supplementation'],
    });
    const query = 'Does supplementation with vitamin D reduce how severe COVID-19 becomes?';
    expect(match({ query }, paper).match).not.toBe('strong');
  });

  it('does not depend on the order of the keywords', () => {
    const paper = { title: 'Coral reefs and bleaching', abstract: 'Heat bleaches corals.' };
    const forth = match({ keywords: ['coral reef', 'bleaching', 'heat stress'] }, paper);
    const back = match({ keywords: ['heat stress', 'bleaching', 'coral reef'] }, paper);
    expect({
      ...back,
      keywords: back.keywords.toReversed(),
      keywordsInAnyOrder: back.keywordsInAnyOrder.toReversed(),
    }).toEqual(forth);
  });

  it('is weak for a paper without a word of the question', () => {
    expect(match({ query: 'The spread of malaria by mosquitoes in the dry season' }, { title: 'Ship hulls' })).toEqual({
      match: 'weak',
      share: 0,
      keywords: [],
      keywordsInAnyOrder: [],
    });
  });

  it.each([
    ['plurals', 'brain metastasis', 'Brain metastases in mice'],
    ['a hyphen asked', 'COVID-19', 'The COVID19 pandemic'],
    ['a hyphen in the paper', 'metaanalysis', 'A meta-analysis'],
    ['accents', 'Sjögren syndrome', 'Sjogren syndromes'],
    ['typographic hyphens', 'beta-blocker', 'Beta\u2010blockers after infarction'],
    ['Greek letters', 'TNF-alpha', 'TNF-α inhibitors'],
    ['a word between', 'lung cancer', 'Lung squamous cancers'],
  ])('folds %s', (_what, keyword, title) => {
    expect(match({ keywords: [keyword, 'zebrafish', 'ozone'] }, { title }).keywords).toEqual([keyword]);
  });

  it('counts a phrase for more than its words apart, and the title for more than one mention', () => {
    const share = (paper: WirePaper) => match({ keywords: ['lung cancer', 'smoking', 'screening'] }, paper).share;
    expect(share({ title: 'Lung cancer' })).toBeGreaterThan(share({ title: 'Cancer of the lung' }));
    expect(share({ title: 'Lung cancer' })).toBeGreaterThan(share({ title: 'A study', abstract: 'Lung cancer.' }));
    expect(share({ title: 'A study', tldr: 'Lung cancer.' })).toBe(
      share({ title: 'A study', abstract: 'Lung cancer.' }),
    );
  });

  it('a phrase does not run from the title into the abstract', () => {
    const share = (paper: WirePaper) => match({ keywords: ['lung cancer', 'smoking', 'screening'] }, paper).share;
    expect(share({ title: 'The lung', abstract: 'Cancer cancer cancer cancer.' })).toBeLessThan(
      share({ title: 'The lung cancer', abstract: 'Cancer cancer cancer cancer.' }),
    );
  });

  it('finds a keyword that repeats one word, without trying each way through texts that repeat it, too', () => {
    const keyword = '中'.repeat(200);
    const question = readQueryTerms(queryOf({ keywords: [keyword] }));
    const papers = Array.from({ length: 60 }, () => ({ title: 'Songs', abstract: '中'.repeat(2_000) }));
    const found = question && matchJob(question, [...papers, { title: 'Songs', abstract: '中中中' }]);
    expect(found?.map(({ keywords }) => keywords.length)).toEqual([...papers.map(() => 1), 0]);
  });

  it('is not good for one that has only the number of a needed keyword', () => {
    const paper = { title: 'Vitamin D supplementation', abstract: 'Vitamin D supplementation in 19 trials, of 19.' };
    expect(match({ keywords: ['vitamin D', 'COVID-19', 'supplementation'] }, paper).match).toBe('partial');
  });

  it('of many keywords needs no more than three concepts', () => {
    const drugs = ['tizanidine', 'baclofen', 'dantrolene', 'cyclobenzaprine', 'carisoprodol', 'spasticity'];
    expect(match({ keywords: drugs }, { title: 'Baclofen, dantrolene and tizanidine in spasticity' }).match).toBe(
      'strong',
    );
    expect(match({ keywords: drugs }, { title: 'Tizanidine against spasticity' }).match).toBe('good');
    expect(match({ keywords: drugs }, { title: 'Ozone', abstract: 'Baclofen was not given.' }).match).toBe('weak');
  });

  it('of a short text alone needs most of it in the title to be strong; without a title, in the abstract', () => {
    const query = 'Filter feeding of blue mussels on sheltered rocky shores in winter';
    const elsewhere = { title: 'A survey of the coast', abstract: `${query}.` };
    expect(match({ query }, { title: query }).match).toBe('strong');
    expect(match({ query }, { title: 'Filter feeding of snails', abstract: `${query}.` }).match).toBe('good');
    expect(isAtLeast(match({ query }, elsewhere).match, 'strong')).toBe(false);
    expect(match({ query }, { abstract: `${query}.` }).match).toBe('strong');
  });

  it('of a page of text needs the first words to be strong, and little of the rest to be good', () => {
    const beginning =
      'Skeletal muscle relaxants for spasticity and musculoskeletal pain in adult outpatients: comparative efficacy, sedation and falls.';
    const query = `${beginning} Clinicians choose among tizanidine, baclofen, dantrolene, carisoprodol, metaxalone,
      chlorzoxazone, orphenadrine and methocarbamol without knowing adverse hepatic, sedative or cardiac reactions. Ten
      registers of outpatients, pharmacies and insurers were merged to count prescriptions, refills and withdrawals.`;
    expect(match({ query }, { title: `${beginning} Tizanidine or baclofen` }).match).toBe('strong');
    expect(match({ query }, { title: 'Baclofen, tizanidine and dantrolene', abstract: 'In spasticity.' }).match).toBe(
      'good',
    );
    expect(match({ query }, { title: 'Pharmacies and insurers', abstract: 'Registers.' }).match).toBe('partial');
    expect(match({ query }, { title: 'Quantum gravity', abstract: 'We count loops.' }).match).toBe('weak');
  });

  it('of a strategy takes each concept by the alternative that the paper has', () => {
    const strategy = '(baclofen OR tizanidine OR dantrolene OR carisoprodol) AND (spasticity OR cramp) NOT ozone';
    const both = { title: 'Baclofen against spasticity', abstract: 'In adults.' };
    expect(match({ strategy }, both)).toMatchObject({ match: 'strong', keywords: ['baclofen', 'spasticity'] });
    expect(match({ strategy }, { title: 'Baclofen in adults', abstract: 'Of today.' }).match).toBe('partial');
  });

  it.each([
    ['hippocamp* AND mice', 'Hippocampal slices of mice', ['hippocamp*', 'mice']],
    ['colo#r AND mice', 'The colour of mice', ['colo?r', 'mice']],
    ['wom?n AND insulin', 'Insulin in women', ['wom?n', 'insulin']],
    ['"fear condition*" AND mice', 'Contextual fear conditioning of mice', ['fear condition*', 'mice']],
    ['anti-depress* AND rats', 'Anti-depressants in rats', ['anti depress*', 'rats']],
    ['(tendinopath* OR tendinit*) AND runners', 'Tendinitis of runners', ['tendinit*', 'runners']],
  ])('of a strategy finds words by their beginning: %s', (strategy, title, keywords) => {
    const found = match({ strategy }, { title });
    expect(found.match).toBe('strong');
    expect(found.keywords.sort()).toEqual([...keywords].sort());
  });

  it('of a strategy does not find a beginning within a word, or words that a plain keyword only resembles', () => {
    expect(match({ strategy: 'cardi* AND mice' }, { title: 'Pericardial fluid of mice' })).toMatchObject({
      match: 'partial',
      keywords: ['mice'],
    });
    expect(match({ keywords: ['hippocamp*', 'mice'] }, { title: 'Hippocampal slices of mice' }).keywords).toEqual([
      'mice',
    ]);
  });

  it('of a strategy counts each form as it is written, where one names the others by meaning or inflection', () => {
    const strategy = '(child OR children OR pediatric OR paediatric) AND (plate OR plates)';
    const { keywords } = match({ strategy }, { title: 'Children and the plate', abstract: 'A pediatric study.' });
    expect(keywords.sort()).toEqual(['children', 'pediatric', 'plate']);
  });

  it('of a strategy counts a phrase in each concept that has it', () => {
    const strategy = '(kelp OR mussel) AND (kelp OR limpet)';
    expect(match({ strategy }, { title: 'Kelp' })).toMatchObject({ match: 'strong', keywords: ['kelp'] });
  });

  it('has nothing to compare with where nothing was asked', () => {
    expect(readQueryTerms(queryOf({}))).toBeUndefined();
    expect(readQueryTerms(queryOf({ keywords: ['???'], query: ' ' }))).toBeUndefined();
  });
});

it('classes are ordered, best first', () => {
  expect(isAtLeast('strong', 'good')).toBe(true);
  expect(isAtLeast('good', 'good')).toBe(true);
  expect(isAtLeast('partial', 'good')).toBe(false);
});
