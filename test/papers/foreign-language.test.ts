import { describe, expect, it } from 'vitest';
import { readForeignLanguage } from '../../src/papers/query/foreign-language.ts';

describe('the language of a question', () => {
  it.each([
    ['糖尿病患者におけるメトホルミンの癌予防効果', 'Japanese'],
    ['二甲双胍对癌症风险的影响', 'Chinese'],
    ['당뇨병 환자에서 메트포르민의 효과', 'Korean'],
    ['Влияние метформина на риск рака', 'Russian'],
    ['Wie wirkt Metformin auf das Krebsrisiko bei Diabetes?', 'German'],
    ["Quel est l'effet de la metformine sur le risque de cancer", 'French'],
    ['Efecto de la metformina en el riesgo de cáncer', 'Spanish'],
    ['Qual é o efeito da metformina no risco de câncer', 'Portuguese'],
    ['Effetto della metformina sul rischio di cancro nel diabete', 'Italian'],
    ['Het effect van metformine op het risico van kanker', 'Dutch'],
  ])('%s: %s', (text, language) => {
    expect(readForeignLanguage(text)).toBe(language);
  });

  it.each([
    'Does metformin lower the risk of cancer in people with type 2 diabetes?',
    'metformin cancer',
    'de novo mutations in autism, and the role of the El Niño oscillation',
    'TNF-α and β-amyloid in vitro and in vivo',
    'Die casting of des-gamma-carboxy prothrombin in the van der Waals limit',
    'Staphylococcus aureus in a la carte restaurants',
    '',
  ])('English, or too short to tell: %j', (text) => {
    expect(readForeignLanguage(text)).toBeUndefined();
  });
});
