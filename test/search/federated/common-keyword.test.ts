import { expect, it } from 'vitest';
import type { RequestBody } from '../../../src/contract/requests.ts';
import { openShelf, paper } from './shelf.ts';

/**
 * The question that once had a colorectal paper as its first answer, because that one says "survival" most often. The
 * papers are invented; each shares some words of the question.
 */
const WANTED = {
  title: 'Prophylactic cranial irradiation in extensive-stage small-cell lung cancer',
  abstract:
    'Patients who had responded to chemotherapy were randomised to irradiation or observation. Brain metastasis was ' +
    'found in 17 % of the irradiated patients within a year, and in 41 % of the others.',
};

const OTHERS: [title: string, abstract: string][] = [
  [
    'Overall survival, disease-free survival and survival outcomes after resection of colorectal cancer',
    'Survival was the primary outcome. Overall survival at five years was 61 %, disease-free survival 48 %. Survival ' +
      'outcomes were better after laparoscopic resection; outcomes of survival did not depend on age.',
  ],
  [
    'Survival outcomes of patients with colorectal liver metastases',
    'Metastases of the liver were resected. Median survival was 38 months; survival outcomes depended on their number.',
  ],
  ['Prophylactic antibiotics before caesarean section', 'Infection of the wound was the outcome; doses were compared.'],
  ['Prophylactic mastectomy and survival of carriers', 'Survival and quality of life were compared over ten years.'],
  ['Cranial nerve deficits after resection of skull base tumours', 'Outcomes of cranial nerves were recorded.'],
  ['Cranial ultrasound of preterm infants', 'Findings of cranial scans were related to neurological outcomes.'],
  ['Total body irradiation before transplantation', 'Doses of irradiation were compared for survival and relapse.'],
  ['Food irradiation and its acceptance by consumers', 'Irradiation of spices was known to few consumers.'],
  ['Radiosurgery of a single brain metastasis', 'Local control of the brain metastasis was 85 % after a year.'],
  ['Brain metastases of melanoma', 'Patients with brain metastases had a median survival of eight months.'],
  ['Whole brain radiotherapy or best supportive care', 'Patients with brain metastases had the same quality of life.'],
  ['Neurocognitive outcomes of brain tumours in children', 'Survival without deficits was rare after cranial surgery.'],
  ['Immunotherapy of small-cell lung cancer', 'Overall survival improved by two months; outcomes by age are given.'],
  ['Chemotherapy of extensive-stage small-cell lung cancer', 'Survival and response to two schemes were compared.'],
  ['Smoking cessation after lung cancer', 'Those who stopped had longer survival and better outcomes.'],
  ['Bone metastases of prostate cancer', 'Skeletal events and overall survival were outcomes of this trial.'],
  ['Deep learning finds metastases in lymph nodes', 'Metastases were found in slides as reliably as by pathologists.'],
  ['Survival analysis with competing risks', 'Methods of survival analysis for outcomes that exclude each other.'],
];

const KEYWORDS = ['prophylactic cranial irradiation', 'survival', 'outcomes'];
const QUERY =
  'Does prophylactic cranial irradiation lower the incidence of brain metastases and improve survival outcomes of ' +
  'patients with cancer who are in remission, and how are outcomes such as overall survival affected?';

it.each<[string, RequestBody]>([
  ['keywords', { keywords: KEYWORDS }],
  ['a question', { query: QUERY }],
  ['keywords and a question', { keywords: KEYWORDS, query: QUERY }],
  ['keywords in another form', { keywords: ['cranial irradiations, prophylactic', 'survival', 'outcome'] }],
])('a paper on the rare keyword comes before those that repeat the common one, asked by %s', (_, body) => {
  const shelf = openShelf();
  const papers = [...OTHERS, [WANTED.title, WANTED.abstract]].map(([title = '', abstract = ''], at) =>
    paper({ key: `paper ${at}`, title, abstract }),
  );
  shelf.add(papers);
  expect(shelf.search(body)[0]?.title).toBe(WANTED.title);
});
