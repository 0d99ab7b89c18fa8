import { describe, expect, it } from 'vitest';
import { stem } from '../../src/papers/analysis/stem.ts';
import { readForeignLanguage } from '../../src/papers/query/foreign-language.ts';
import { readQueryText } from '../../src/papers/query/query.ts';
import { readQueryTokens } from '../../src/papers/query/terms.ts';
import { isCountedTerm } from '../../src/papers/relevance/rarity.ts';

/** As a library of papers in English: it has common words, and names of its subjects. */
const SUBJECTS = new Set(
  'metformin autism niño tnf vitro vivo sotorasib staphylococcus aureus amyloid flutter'.split(' '),
);
const isKnown = (word: string) => SUBJECTS.has(word) || isCountedTerm(stem(word));
const languageOf = (text: string) => readForeignLanguage(text, isKnown);

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
    ['Jaki wpływ ma metformina na ryzyko raka u chorych na cukrzycę', 'Polish'],
    [
      'Hur påverkar metformin risken för cancer hos personer med diabetes och är det säkert',
      'Swedish, Danish or Norwegian',
    ],
    ['Metformin ve kanser riski için bir soru', 'Turkish'],
  ])('%s: %s', (text, language) => {
    expect(languageOf(text)).toBe(language);
  });

  it.each([
    ['Depression Behandlung Jugendliche', 'German'],
    ['Schlafstörungen Schichtarbeit Krankenpflege', 'German'],
    ['leczenie depresji młodzieży', 'Polish'],
    ['zmęczenie pielęgniarek', 'Polish'],
    ['うつ病 治療 青年', 'Japanese'],
    ['tratamiento depresión adolescentes', 'Spanish'],
    ['prevenção quedas idosos', 'Portuguese'],
    ['traitement dépression adolescence sévérité', 'French'],
    ['riabilitazione ictus anziani', 'Italian'],
    ['ergenlerde depresyon tedavisi yaklaşımları', 'Turkish'],
    ['léčba deprese dospívajících účinnost přístupů', 'Czech'],
    ['behandling av sjuksköterskor trötthet återhämtning', 'Swedish, Danish or Norwegian'],
    ['behandling af søvnforstyrrelser', 'Swedish, Danish or Norwegian'],
  ])('nouns alone, of which papers in English have few: %s: %s', (text, language) => {
    expect(languageOf(text)).toBe(language);
  });

  it.each([
    'Does metformin lower the risk of cancer in people with type 2 diabetes?',
    'metformin cancer',
    'de novo mutations in autism, and the role of the El Niño oscillation',
    'TNF-α and β-amyloid in vitro and in vivo',
    'Die casting of des-gamma-carboxy prothrombin in the van der Waals limit',
    'Staphylococcus aureus in a la carte restaurants',
    'Sjögren syndrome Ménière disease treatment',
    'panel flutter supersonic flow',
    'sotorasib adagrasib divarasib',
    'zyzzyva quagga okapi',
    'xylorimba',
    '',
  ])('English, names, or too short to tell: %j', (text) => {
    expect(languageOf(text)).toBeUndefined();
  });
});

describe('the words that a search compares', () => {
  const wordsOf = (text: string) => readQueryText(text).tokens.map(({ word }) => word);

  it('are those of the subject, whatever the language', () => {
    expect(wordsOf('Welche Wirkung hat Lamotrigin bei Kindern mit Epilepsie?')).toEqual([
      'wirkung',
      'hat',
      'lamotrigin',
      'kindern',
      'epilepsie',
    ]);
    expect(wordsOf('Efecto de la metformina en el riesgo')).toEqual(['efecto', 'metformina', 'riesgo']);
  });

  it('are all of an English text, and of one that has no others', () => {
    const english = 'Die casting of des-gamma-carboxy prothrombin in the van der Waals limit';
    expect(wordsOf(english)).toEqual(readQueryTokens(english).map(({ word }) => word));
    expect(wordsOf('la de los')).toEqual(['la', 'de', 'los']);
  });
});
