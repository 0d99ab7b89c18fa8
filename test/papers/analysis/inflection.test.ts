import { describe, expect, it } from 'vitest';
import { inflectedForm, listInflections } from '../../../src/papers/analysis/inflection.ts';

describe('inflections of a word have one form', () => {
  it.each([
    ...['cells cell', 'studies study', 'calories calorie', 'viruses virus', 'boxes box', 'losses loss', 'gases gas'],
    ...['lenses lens', 'ratios ratio', 'potatoes potato', 'doses dose', 'biases bias', 'children child', 'mice mouse'],
    ...['metastases metastasis', 'diagnoses diagnosis', 'hypotheses hypothesis', 'sepses sepsis', 'crises crisis'],
    ...['analyses analysis', 'nuclei nucleus', 'bacteria bacterium', 'criteria criterion', 'vertices vertex'],
    ...['algae alga', 'phenomena phenomenon', 'matrices matrix', 'carcinomata carcinoma', 'larvae larva'],
    ...['screened screening', 'planned plan', 'caching cache', 'studied study', 'rated rate', 'controlled control'],
    ...['coupled couple', 'heating heat', 'hoping hope', 'diagnosed diagnose', 'focused focus', 'biased bias'],
  ])('%s', (pair) => {
    const [one = '', other = ''] = pair.split(' ');
    expect(inflectedForm(one)).toBe(inflectedForm(other));
  });

  it.each([
    ...['tumours tumor', 'behavioural behavioral', 'coloured colored', 'labour labor', 'vapour vapor'],
    ...['anaemia anemia', 'leukaemic leukemic', 'haemorrhage hemorrhage', 'paediatric pediatric', 'foetal fetal'],
    ...['oesophageal esophageal', 'oestrogen estrogen', 'oedema edema', 'diarrhoea diarrhea', 'apnoea apnea'],
    ...['anaesthesia anesthesia', 'orthopaedic orthopedic', 'gynaecology gynecology', 'aetiology etiology'],
    ...['fibres fiber', 'centre center', 'litres liter', 'centred centered', 'sulphate sulfate', 'aluminium aluminum'],
    ...['catalogue catalog', 'defence defense', 'practising practicing', 'judgement judgment', 'programmes programs'],
    ...['modelling modeling', 'labelled labeled', 'travelling traveling', 'ageing aging', 'grey gray'],
    ...['randomised randomized', 'ionisation ionization', 'analysed analyzed', 'manoeuvre maneuver'],
  ])('British and American: %s', (pair) => {
    const [one = '', other = ''] = pair.split(' ');
    expect(inflectedForm(one)).toBe(inflectedForm(other));
  });
});

describe('derived and other words keep forms of their own', () => {
  it.each([
    ...['mindfulness mind', 'mindfulness mindful', 'university universe', 'organization organ', 'policy police'],
    ...['experience experiment', 'relativity relation', 'community communication', 'international internal'],
    ...['general generate', 'author authority', 'important import', 'wireless wire', 'hopelessness hope'],
    ...['plane plan', 'rate rat', 'news new', 'species specie', 'aids aid', 'diabetes diabetic', 'string str'],
    ...['four for', 'aerosol erosol', 'hour hor', 'acre acer', 'media medium', 'evening even', 'loss los'],
    ...['speed spe', 'need ne', 'ring r', 'pour por', 'toxicity toxic', 'hypertension hypertensive'],
  ])('%s', (pair) => {
    const [one = '', other = ''] = pair.split(' ');
    expect(inflectedForm(one)).not.toBe(inflectedForm(other));
  });

  it('a word with digits or of another script stays as it is', () => {
    for (const word of ['cd4s', 'h2os', 'μελέτες', '疾病', 'us']) expect(inflectedForm(word)).toBe(word);
  });
});

it('a text that is longer than a word has no inflections', () => {
  expect(listInflections('woman')).toContain('women');
  const long = 'etal'.repeat(20_000);
  expect(listInflections(long)).toEqual([long]);
});
