import { makeColumn, makePdf, type Placed } from '../../helpers/pdf-file.ts';
import { realRecords } from '../../helpers/real-papers.ts';

/**
 * Documents whose sentences the sweep changes: some written for it, with the notation of several fields and styles of
 * citation, and articles of real abstracts. `sentences` are as a person would copy them.
 */
export type Source = { name: string; paragraphs: string[][]; references: string[] };

const CLINIC: Source = {
  name: 'trial, numbers in brackets',
  references: [
    'Marlow T, Quill R. Evening dosing of torvalin. J Made Up Med 2014;3:10-9.',
    'Oakes B, Penn S, Ruiz L. Blood pressure by night. Invented Hearts 2017;8:77-81.',
    'Tarn P. A scale of fatigue. Fict Psychol 2009;1:1-4.',
    'Ulm G, Vance H. Dropout in long trials. Trials Nowhere 2019;5:50-62.',
  ],
  paragraphs: [
    [
      'In a symptomatic subgroup of 1,204 patients, torvalin 25 mg twice daily reduced systolic pressure by 8.4 mmHg (95% CI 6.1–10.7; p < 0.001) [1].',
      'No patient in the placebo group died within 30 days of the second dose.',
      'The hazard ratio for death was 0.62 (95% CI 0.41 to 0.94), and the absolute risk fell from 12.5% to 7.8% [2,3].',
      'Torvalin may lower the risk of stroke in some women older than 65 years, but not in men [4].',
      'The drug improved survival only if given twice within 6 hours.',
      'Adverse events were more frequent with 50 mg than with 25 mg (18% vs 9%; P = .03).',
      'Most participants completed all three visits before the end of week 12.',
      'Hypertension was present in 45 of 120 participants at baseline and in 31 of 118 at follow-up.',
    ],
    [
      'We found no evidence that evening dosing caused falls, although 4 patients fell at night [1–3].',
      'Serum potassium increased from 3.9 to 4.6 mmol/L, whereas sodium did not change (Δ = −0.2 ± 0.5 mmol/L).',
      'Doses above 100 µg/kg were never given to children under 5 years of age.',
      'Fatigue scores decreased by 2.5 points, i.e. by 12 percent, after the first month [3].',
      'The cost per patient was $1,250 in the first year and €980 in the second.',
      'Does a lower dose harm the kidneys of older adults?',
      'Neither the investigators nor the patients knew who had received torvalin or placebo.',
      'Patients with type II diabetes and stage III kidney disease were excluded, unless their eGFR was ≥ 45 mL/min/1.73 m².',
      'The association was not significant after adjustment for age and sex (OR 1.12, 0.88–1.43).',
      'Follow-up lasted 2 years; 5/10 centres closed before 2019.',
    ],
  ],
};

const GENES: Source = {
  name: 'genetics, raised numbers',
  references: [
    'Abel R. Kinases of made-up yeasts. Cell Fables 2011;2:3-9.',
    'Birch L, Crane M. The Vex1 locus. Gene Tales 2015;7:11-20.',
    'Dole F. Receptors without ligands. Imag Immunol 2018;4:99-104.',
  ],
  paragraphs: [
    [
      'VEX1 is expressed in CD4+ T cells, but Vex1 transcripts were absent from CD8− cells of the mouse.¹',
      'Loss of VEX1 upregulates NO synthase and raises intracellular Ca²⁺ to 10⁻⁵ M within 3 min.²',
      'HER2− tumours carried the c.35G>A variant (p.Gly12Asp) in exon 2 of the KRS gene.',
      'TNF-α ↑ and IL-6 ↓ after 24 h, which was opposite to what TGF-β does in the liver.³',
      'The wild-type allele is dominant over vex1-Δ in haploid strains.',
      'Binding required an intact 5′ end, not a 3′ overhang.',
    ],
    [
      'Expression was 2.5-fold higher in males than in females (n = 6 per group).',
      'Approximately 1.2 × 10⁶ cells were seeded per well and irradiated with 2 Gy.',
      'All knockouts of Vex1 were viable and fertile.',
      'Kinase activity was inhibited by 40% at pH 7.4 and by 85% at pH 6.8.',
      'These data suggest that VEX1 probably activates the promoter directly.',
      'Abel and Birch observed the same phenotype in 2 of 3 unrelated families.',
    ],
  ],
};

const CHEMISTRY: Source = {
  name: 'chemistry, numbers in parentheses',
  references: [
    'Elm K. Catalysts of sand. Chem Legends 2001, 5, 5-9.',
    'Fir N. Anodes of paper. Chem Legends 2003, 7, 1-8.',
    'Gorse O. Salts that melt. Chem Legends 2005, 9, 2-6.',
    'Heath P. Solvents of air. Chem Legends 2007, 11, 3-4.',
    'Iris Q. Light and rust. Chem Legends 2009, 13, 5-7.',
    'Juniper R. Slow flames. Chem Legends 2011, 15, 8-9.',
  ],
  paragraphs: [
    [
      'The ¹⁴C-labelled ester was hydrolysed at −20 °C with 0.5 M NaOH in 2,4-dichlorotoluene (1).',
      'Oxidation of Fe²⁺ to Fe³⁺ takes place below pH 3.5, and SO₄²⁻ does not interfere (2).',
      'The wavelength was 650 nm, not 560 nm, and the bond measured 1.54 Å (3, 4).',
      'Yields rose from 35 to 53% when CO₂ was replaced by N₂O (5).',
      'A power of 3 MW was needed for the furnace, and 3 mW for the diode (6).',
      'Un-ionized ammonia is toxic above 0.02 mg/L, whereas ammonium is nearly harmless.',
    ],
    [
      'The reaction is exothermic (ΔH = −92 kJ/mol) and reversible.',
      'Density was ≈ 1.05 g/cm³ and did not differ between (R)- and (S)-isomers.',
      'Sulfate was removed before nitrite was added dropwise.',
      'The rate constant k was ≤ 4.2 s⁻¹ at 25 °C.',
    ],
  ],
};

const MINDS: Source = {
  name: 'psychology, names and years',
  references: [
    'Lark, A., & Moor, B. (2012). Reading in rain. Journal of Unreal Minds, 4, 1-20.',
    'Nettle, C. (2016a). Sleep and stories. Fable Psychology, 9, 30-41.',
    'van der Oak, D., Plum, E., & Quince, F. (2019). Moods of cities. Fable Psychology, 12, 5-17.',
  ],
  paragraphs: [
    [
      'Anxiety correlated with sleep loss (r = .85, p < .01), as in earlier samples (Lark & Moor, 2012).',
      'Girls scored higher than boys on both scales, F(1, 38) = 4.20, p = .047 (see Nettle, 2016a).',
      'Children who were bullied, but not those who watched, avoided school (van der Oak et al., 2019; Nettle, 2016a).',
      'Mood improved before the exam and worsened after it.',
      'We hypothesised that all readers would prefer the longer story.',
      'Lark and Moor argued that rain causes sadness; Nettle doubted it.',
    ],
    [
      'The effect was small (d = 0.18) and disappeared in the second sample (N = 2,310).',
      'Half of the participants were unaware of the purpose of the task.',
      'Boredom is a positive predictor of creativity, in contrast to fear.',
      'About 60 percent of adults agreed strongly, and 15 percent disagreed.',
    ],
  ],
};

const LETTERS: Source = {
  name: 'humanities, quotation marks and names',
  references: [
    'Souza, M. (2016). Health and trade in Brazil. Journal of Unreal Lands, 3, 1-9.',
    'Aldous, J., & Penn, R. (2004). Turkey and its poets. Fable Letters, 1, 2-8.',
    'Reading, H. (2011). On margins. Fable Letters, 8, 10-12.',
  ],
  paragraphs: [
    [
      'Turkey meat was the dish that the poet called “a feast for liars” in her last letter.',
      'Most of the exports went to the north (Brazil, 2016), and few returned (Aldous & Penn, 2004).',
      'A little evidence supports the view that the novelist, who never married, wrote the diary.',
      'There was no reader in whom Yahoo! Answers raised the trust that the library had lost.',
      'Few critics accept the "authentic" text of the manuscript, although many quote it.',
      'Germany was the first market for the translator’s later novels (Reading, 2011).',
      'The marital vows, the trial of the heretic and the discrete parts of the chronicle are notable.',
      'The printers re-read the proofs and re-signed the long-lost contract in March.',
      'The second edition omits the dedication (a poem of praise) and the map of the coast.',
    ],
    [
      'In the year 1816 the morality of the stage was debated by bishops and actors alike.',
      'Readers’ letters were kept in three chests, of which two were burnt in 1790.',
      'The statue was moved, and the statute that protected it was repealed.',
    ],
  ],
};

const MEDICINE: Source = {
  name: 'medicine, units and abbreviations',
  references: [
    'Crane J. Statins for swans. Invented Hearts 2010;1:1-9.',
    'Drake K. Prostates of apes. Invented Hearts 2012;2:1-9.',
    'Egret L. Nursing of herons. Invented Hearts 2013;3:1-9.',
    'Finch M. Eyes of owls. Invented Hearts 2014;4:1-9.',
    'Gull N. Wings. Invented Hearts 2015;5:1-9.',
  ],
  paragraphs: [
    [
      'Patients received 5 mg of the drug and a specificity of 85 percent was reached by the test.',
      'A cuff of 12″ and an incision of 5′ depth were used at a pressure of 3 mbar in the chamber.',
      'There was no patient in whom the dose rose above max. Fever was rare in the first week.',
      'There was no infant who slept longer than 5 min. Feeding was resumed at once in the ward.',
      'The prostate was examined before mediation between the parties, and medication was stopped.',
      'Mortality was lower in the ward, and the pancreas was notable for its size [4], [5].',
      'The dose was 5–10 mg on weekdays, and the odds were 3:1 in the larger group [1, 2].',
      'The therapist saw adults aged 18–65 years in groups of 4, 6 and 8 persons.',
      'The patient was not able to walk (with help) up the stairs on day 3 [1–3].',
      'Calcium²⁺ rose, omega² was 0.14, and eta² was 0.06 in the calcium²⁺ channel group.',
      'The difference A − B was larger than C − D in the systolic − diastolic series.',
      'Pressure was 7 Mbar in the press, and the pump gave 40 mPa at the valve.',
    ],
    [
      'The follow-up showed well-known side effects in pre-school children and re-admitted adults.',
      'Few nurses and a few doctors completed the form, and little was known of a little ward.',
      'The derivative f′ was positive and f″ was zero at the point of inflection.',
    ],
  ],
};

const KELP: Source = {
  name: 'ecology, raised numbers within sentences',
  references: ['Abbot J.', 'Bell K.', 'Cole M.', 'Dunn P.', 'Ebert Q.', 'Frost R.', 'Gale S.', 'Hart T.'].map(
    (name, at) => `${name} Seaweeds of cold coasts, part ${at + 1}. Mar Fict 2001;${at + 1}:1-9.`,
  ),
  paragraphs: [
    [
      'Kelp forests cover a quarter of the coastlines^1 and shelter more than 1,000 species of animals^2,3.',
      'A heat wave raised the temperature of the surface by 2.5 °C for 226 days^4.',
      'The loss was greatest south of the river mouth, where urchins had multiplied 60-fold^5–7.',
      'Few otters were seen in the north, and none in the south^8.',
      'Whether otters can restore a forest is debated^6,8; on the outer coast they can.',
    ],
    [
      'Density was measured in plants per m², and nitrate in µmol per litre of water.',
      'Urchins with a diameter above 25 mm were counted; smaller ones were not.',
      'The decline was steeper at low nitrate (slope −0.34, P < 0.001) than at high nitrate (slope −0.08, P = 0.21).',
      'Sunflower stars disappeared from all but two of the sites, and have not come back since^8.',
    ],
  ],
};

const DEUTSCH: Source = {
  name: 'German and French',
  references: [],
  paragraphs: [
    [
      'Die Behandlung wurde nicht abgebrochen, obwohl 12,5 % der Kranken über Übelkeit klagten.',
      'Die Verfasserin nennt den Brief „ein schönes Zeugnis“ und lehnt die spätere Deutung ab.',
      'Die Masse der Probe betrug 3,5 kg, und kein Bericht erwähnt den Verlust der Bücher.',
      'Nach 1945 kehrten weder die Händler noch die Lehrer in die zerstörte Stadt zurück.',
    ],
    [
      'Le marché était fermé, mais les pêcheurs n’ont pas quitté le port avant la nuit.',
      'L’auteur ne cite aucune source, sauf « la lettre de Lyon », qu’il croit fausse.',
      'La dose moyenne était de 0,5 mg par jour chez 40 % des malades de l’hôpital.',
    ],
  ],
};

const NETWORKS: Source = {
  name: 'computing, notes and formulas',
  references: [],
  paragraphs: [
    [
      'We train residual networks^1 on three tasks and compare them with shallow models^2 of equal size.',
      'The loss is defined as [formula] where the rate decays after each epoch of training.',
      'The second term [formula] penalises large weights and does not change the minimum.',
      'Each encoder reads the input once, and the decoder^3 attends to all of its states.',
    ],
    [
      'The space (of all models) is larger than the set that a learner (with finite memory) can reach.',
      'Accuracy fell from 93.1 to 91.4 on the ratio 1:4, and from 90.2 to 88.0 on the ratio 1:8.',
      'Labels lie in {0,1}, the noise has a rate of 0.25, and a number of runs ended nowhere near the optimum.',
      'The wider model was as accurate as the deeper one, and needed fewer steps on small data than on large data.',
    ],
  ],
};

const TABLES: Source = {
  name: 'tables, and statistics with powers',
  references: [],
  paragraphs: [
    [
      'Outcome of the trial | Drug (n = 18) | Placebo (n = 20) | P value',
      'Painful walking at rest | 89% | 75% | 0.27',
      'Body weight in kg, mean (SD) | −2.2 (1.4) | −1.7 (1.2) | 0.16',
      'Death within one year of surgery | 3 | 15 | 0.002',
      'Length of stay in days, median [range] | 12 [4–30] | 40 [9–61] | <0.001',
    ],
    [
      'However, survival differed between both groups of patients (χ² = 6.901, df = 1, P = 0.009).',
      'Clearance fell to 18 ml min⁻¹ in adults with a body mass index above 30 kg/m² at entry.',
      'Lesions of the cornea grew by 3.4 cm² in sheds with mats, and by 6.6 cm² elsewhere.',
      'Gender explained little of the variance (partial η² = 0.303), and dose explained more (η² = 0.481).',
    ],
  ],
};

export const WRITTEN: readonly Source[] = [
  ...[CLINIC, GENES, CHEMISTRY, MINDS],
  ...[LETTERS, MEDICINE, KELP, DEUTSCH, NETWORKS, TABLES],
];

const ARTICLES = 12;
const ABSTRACTS_OF_AN_ARTICLE = 2;

/** Articles of abstracts of real papers, without references. */
export const REAL: readonly Source[] = Array.from({ length: ARTICLES }, (_, nth) => {
  const abstracts = realRecords()
    .map(({ abstract }) =>
      String(abstract ?? '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((text) => text.length > 400)
    .filter((_text, at) => at % ARTICLES === nth)
    .slice(0, ABSTRACTS_OF_AN_ARTICLE);
  const paragraphs = abstracts.map((text) => text.split(/(?<=[\p{Ll})\]%][.!?])\s+(?=\p{Lu}\p{Ll})/u).slice(0, -1));
  return {
    name: `real abstracts ${nth + 1}`,
    paragraphs: paragraphs.filter(({ length }) => length > 0),
    references: [],
  };
});

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const flat = (raised: string) => raised.normalize('NFKC');

const isTable = (sentences: readonly string[]) => sentences.every((sentence) => sentence.includes(' | '));

/** Sentences of cells are the rows of a table. */
function tableOf(rows: readonly string[], inline: (text: string) => string): string {
  const cells = (row: string) => row.split(' | ').map((cell) => `<td>${inline(cell)}</td>`);
  return `<table>${rows.map((row) => `<tr>${cells(row).join('')}</tr>`).join('')}</table>`;
}

/** The article in JATS: raised and lowered letters as elements, citations as references to the list. */
export function jatsOf({ paragraphs, references }: Source): string {
  const cited = (numbers: string) =>
    numbers.replace(/\d+/g, (number) => `<xref ref-type="bibr" rid="r${number}">${number}</xref>`);
  const inline = (sentence: string) =>
    escaped(sentence)
      .replace(/(?<=[a-z]\.)[¹²³]$/u, (number) => `<sup>${cited(flat(number))}</sup>`)
      .replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻]+/gu, (raised) => `<sup>${flat(raised)}</sup>`)
      .replace(/\^([\d,–]+)/gu, (_found, note) => `<sup>${references.length > 0 ? cited(note) : note}</sup>`)
      .replaceAll('[formula]', '<inline-graphic href="f.png"/>')
      .replace(/[₀-₉]+/gu, (lowered) => `<sub>${flat(lowered)}</sub>`)
      .replace(/(?<=\[)[\d,–]+(?=\])/g, references.length > 0 ? cited : (numbers) => numbers)
      .replace(/(?<=\()[\d, ]+(?=\)\.)/g, references.length > 0 ? cited : (numbers) => numbers);
  const body = paragraphs
    .map((sentences, at) => {
      const text = isTable(sentences)
        ? `<table-wrap>${tableOf(sentences, inline)}</table-wrap>`
        : `<p>${sentences.map(inline).join(' ')}</p>`;
      return `<sec><title>Part ${at + 1}</title>${text}</sec>`;
    })
    .join('');
  const list = references
    .map(
      (text, at) =>
        `<ref id="r${at + 1}"><label>${at + 1}</label><mixed-citation>${escaped(text)}</mixed-citation></ref>`,
    )
    .join('');
  const back = list && `<back><ref-list>${list}</ref-list></back>`;
  return `<article><front><article-meta/></front><body>${body}</body>${back}</article>`;
}

/** The article as a page of LaTeXML. */
export function htmlOf({ paragraphs, references }: Source): string {
  const inline = (sentence: string) =>
    escaped(sentence)
      .replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻]+/gu, (raised) => `<sup>${flat(raised)}</sup>`)
      .replace(/\^([\d,–]+)/gu, (_found, note) => `<sup>${note}</sup>`);
  const sections = paragraphs.map(
    (sentences, at) =>
      `<section class="ltx_section" id="S${at}"><h2 class="ltx_title">Part ${at}</h2><div class="ltx_para">${isTable(sentences) ? tableOf(sentences, inline) : `<p class="ltx_p">${sentences.map(inline).join(' ')}</p>`}</div></section>`,
  );
  const list = references.map(
    (text, at) =>
      `<li class="ltx_bibitem"><span class="ltx_tag_bibitem">[${at + 1}]</span><span class="ltx_bibblock">${escaped(text)}</span></li>`,
  );
  return `<!DOCTYPE html><html><body><article class="ltx_document">${sections.join('')}<section class="ltx_section"><h2 class="ltx_title">Conclusion</h2><p class="ltx_p">This is the end.</p></section><section class="ltx_bibliography"><ul>${list.join('')}</ul></section></article></body></html>`;
}

const LINES = 55;

/** The article as a PDF of one column, with divided words; for sentences that a typewriter can write. */
export function pdfFileOf({ paragraphs }: Source): Buffer {
  const divided = (text: string) => text.replace(/(?<![-/'])\b([a-z]{4,6})([a-z]{4,})\b(?!-)/g, '$1~$2');
  const lines = paragraphs.flatMap((sentences) =>
    makeColumn(divided(sentences.join(' ')), { x: 0, y: 0, letters: 80, size: 10 }),
  );
  const pages = Array.from({ length: Math.ceil(lines.length / LINES) }, (_, page) =>
    lines
      .slice(page * LINES, (page + 1) * LINES)
      .map(({ text }, nth): Placed => ({ text, x: 60, y: 80 + 12 * nth, size: 10 })),
  );
  return makePdf(pages);
}
