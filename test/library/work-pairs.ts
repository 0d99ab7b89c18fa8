// Pairs of records that are of one work, and pairs that are not. Written from the kinds of public reports on
// duplicates before the rules that they test were read.
import type { PaperInput } from '../../src/papers/paper.ts';

/** What tells the two records of a pair apart, and the kind of difference. */
export type WorkPair = [kind: string, first: PaperInput, second: PaperInput];

/** A whole record of an article; each pair has a topic of its own, so that pairs stay apart. */
const article = (over: PaperInput = {}): PaperInput => ({
  title: 'Growth of kelp after a warm winter in the northern lagoon',
  authors: ['Ann Abel', 'Bob Beta'],
  year: 2015,
  venue: 'Journal of Reefs',
  volume: '4',
  pages: '101-110',
  publicationType: 'journal article',
  ...over,
});
const authors = (...names: string[]) => names;
/** Two records that differ in what is given for each. */
const pair = (kind: string, first: PaperInput, second: PaperInput): WorkPair => [kind, article(first), article(second)];
/** Two records that differ in their titles alone. */
const titles = (kind: string, first: string, second: string): WorkPair =>
  pair(kind, { title: first }, { title: second });
/** Two records of one title that differ in what is given for each. */
const same = (kind: string, title: string, first: PaperInput, second: PaperInput): WorkPair =>
  pair(kind, { title, ...first }, { title, ...second });
const bare = { volume: undefined, pages: undefined };
const chapter = { publicationType: 'book chapter' };
const meeting = { publicationType: 'conference paper' };

export const UNLIKE: WorkPair[] = [
  pair(
    'one DOI, two meeting abstracts',
    { title: 'Lagoon heat and survival of crabs', authors: authors('Ann Alpha'), pages: 'S1', doi: '10.5555/sup.1' },
    {
      title: 'Teaching first aid to divers by video',
      authors: authors('Olga Omega'),
      pages: 'S2',
      doi: '10.5555/sup.1',
    },
  ),
  pair(
    'one DOI, two abstracts of one author',
    { title: 'Sponge density on northern walls', pages: 'S10', doi: '10.5555/sup.2' },
    { title: 'Larval supply on southern walls', pages: 'S11', doi: '10.5555/sup.2' },
  ),
  pair(
    'one DOI, two abstracts whose titles share words',
    { title: 'Kelp extract lowers fever in adult seals', pages: 'S10', doi: '10.5555/sup.3' },
    { title: 'Kelp extract lowers weight in adult seals', pages: 'S12', doi: '10.5555/sup.3' },
  ),
  pair(
    'the DOI of a book at two chapters',
    {
      ...chapter,
      title: 'Fishing rights before the war',
      venue: 'A history of lagoons',
      pages: '1-20',
      doi: '10.5555/book.1',
    },
    {
      ...chapter,
      title: 'Salt and taxes',
      authors: authors('Cy Cole'),
      venue: 'A history of lagoons',
      pages: '21-40',
      doi: '10.5555/book.1',
    },
  ),
  pair(
    'the DOI of a book at the book and a chapter',
    {
      ...bare,
      title: 'A history of lagoons',
      authors: authors('Ed Itor'),
      venue: undefined,
      publicationType: 'book',
      doi: '10.5555/book.2',
    },
    {
      ...chapter,
      title: 'Fishing rights before the war',
      venue: 'A history of lagoons',
      pages: '1-20',
      doi: '10.5555/book.2',
    },
  ),
  pair(
    'one DOI, article and comment',
    { title: 'Tides drive plankton blooms', doi: '10.5555/c.1' },
    {
      title: 'Comment on "Tides drive plankton blooms"',
      authors: authors('Olga Omega'),
      pages: '300',
      doi: '10.5555/c.1',
    },
  ),
  pair(
    'one PubMed number by mistake',
    { title: 'Corals under acid', pmid: '31234567' },
    {
      title: 'Nursing in small hospitals',
      authors: authors('Olga Omega'),
      venue: 'Nurse',
      pages: '7-9',
      pmid: '31234567',
    },
  ),
  pair(
    'one arXiv number by mistake',
    { title: 'Sharp bounds for wave maps', arxivId: '1501.01234', venue: undefined, ...bare },
    {
      title: 'A catalogue of dim stars',
      authors: authors('Olga Omega'),
      arxivId: '1501.01234',
      venue: undefined,
      ...bare,
    },
  ),
  same(
    'one DOI, one title, other pages and abstracts',
    'Poster',
    { pages: 'S1', doi: '10.5555/sup.4', abstract: 'Crabs were kept warm for ten days and counted.' },
    {
      pages: 'S9',
      authors: authors('Olga Omega'),
      doi: '10.5555/sup.4',
      abstract: 'A video was shown to forty divers who were asked later.',
    },
  ),
  pair(
    'one DOI, replies with names',
    { title: 'Reply to Cole', pages: '801', doi: '10.5555/r.1' },
    { title: 'Reply to Dane', pages: '803', doi: '10.5555/r.1' },
  ),
  ...[
    'Book review',
    'Editorial',
    'News',
    'Case report',
    'Commentary',
    'In memoriam',
    'Vorwort',
    'Letter to the editor',
    'Introduction',
    'Correspondence',
  ].map((title, place) =>
    same(
      `rubric in two journals: ${title}`,
      title,
      { pages: `${place + 1}` },
      { venue: 'Annals of Tides', volume: '88', pages: '700' },
    ),
  ),
  ...['Book reviews', 'Editorial', 'Preface', 'Éditorial', 'Erratum', 'Reply', 'Announcement', 'Buchbesprechung'].map(
    (title) => same(`rubric at two places of one volume: ${title}`, title, { pages: '55-56' }, { pages: '255-257' }),
  ),
  same('rubric in two volumes', 'From the editor', { volume: '4', pages: '1' }, { volume: '5', pages: '1' }),
  same(
    'congress and journal, other abstracts',
    'Vaccine for reef fever in adult divers',
    {
      ...meeting,
      venue: 'Abstracts of the Reef Congress',
      volume: undefined,
      pages: 'S12',
      abstract: 'Early results of ten divers at week four were good.',
    },
    {
      venue: 'Reef Medicine',
      volume: '9',
      pages: '100-112',
      abstract: 'We enrolled four hundred divers and followed them for one year.',
    },
  ),
  same(
    'two congresses of one year',
    'Flash floods in dry valleys and their forecast',
    { ...meeting, venue: 'Proceedings of the Water Congress', volume: undefined, pages: '11-20' },
    { ...meeting, venue: 'International Symposium on Rivers', volume: undefined, pages: '301-309' },
  ),
  same(
    'book and chapter of one title',
    'The lagoon economy',
    { ...bare, venue: undefined, publicationType: 'book', publisher: 'Reef Press' },
    { ...chapter, venue: 'Handbook of coasts', pages: '33-60' },
  ),
  same(
    'namesakes by given names',
    'Ecology of lagoons',
    { ...bare, authors: authors('John Smith'), venue: undefined },
    { ...bare, authors: authors('Mary Smith'), venue: undefined },
  ),
  same(
    'namesakes by given names, two journals',
    'Population dynamics of crabs in estuaries',
    { authors: authors('Wei Zhang') },
    { authors: authors('Min Zhang'), venue: 'Annals of Tides', volume: '12', pages: '8-19' },
  ),
  same(
    'no author in common',
    'A survey of deep reef learning',
    { ...bare, authors: authors('Ann Abel', 'Bob Beta') },
    { ...bare, authors: authors('Olga Omega', 'Paul Psi') },
  ),
  same(
    'one statement in two journals, two DOIs',
    'Preferred items for reports of reef reviews: the statement',
    { venue: 'Reef Medical Journal', volume: '339', pages: 'b2535', doi: '10.5555/rmj.b2535' },
    { venue: 'Open Reefs', volume: '6', pages: 'e1000097', doi: '10.5555/or.1000097' },
  ),
  same(
    'one statement in two journals without DOI',
    'Consensus on the care of stranded whales in summer',
    { venue: 'Reef Medical Journal', volume: '33', pages: '12-19' },
    { venue: 'Annals of Tides', volume: '6', pages: '697-703' },
  ),
  titles('Part I and II', 'Salt balance of lagoons. Part I: theory', 'Salt balance of lagoons. Part II: measurements'),
  titles('Part 1 and 2, nothing else', 'Salt balance of lagoons, part 1', 'Salt balance of lagoons, part 2'),
  titles(
    'phase II and I/II',
    'Phase II trial of kelp and algae in whales',
    'Phase I/II trial of kelp and algae in whales',
  ),
  titles(
    'phase 2 and phase 3',
    'A phase 2 study of kelp as adjuvant therapy in seals',
    'A phase 3 study of kelp as adjuvant therapy in seals',
  ),
  titles(
    'years of follow-up in words',
    'Six-year follow-up of seals with chronic fever',
    'Five-year follow-up of seals with chronic fever',
  ),
  titles(
    'one word of illness',
    'Kelp for the treatment of cluster headache in seals',
    'Kelp for the treatment of migraine headache in seals',
  ),
  titles('men and women', 'Heart disease in men who dive for pearls', 'Heart disease in women who dive for pearls'),
  titles('hypo and hyper', 'Hypothermia in newborn seals and its care', 'Hyperthermia in newborn seals and its care'),
  titles(
    'with and without',
    'Outcome of seals with diabetes after rescue',
    'Outcome of seals without diabetes after rescue',
  ),
  titles(
    'children and adults',
    'Asthma control in children of coastal towns',
    'Asthma control in adults of coastal towns',
  ),
  titles('left and right', 'Approach to the left fin in whale surgery', 'Approach to the right fin in whale surgery'),
  titles('weeks', 'Effect of kelp on bone at 12 weeks', 'Effect of kelp on bone at 24 weeks'),
  titles('twelve and twenty', 'Twelve months of kelp in bone loss', 'Twenty months of kelp in bone loss'),
  titles('first and second year', 'Reef census: report of the first year', 'Reef census: report of the second year'),
  titles('beta 1 and beta 2', 'Role of beta1 receptors in crab hearts', 'Role of beta2 receptors in crab hearts'),
  titles('erratum', 'Salt intake of coastal birds', 'Erratum: Salt intake of coastal birds'),
  titles(
    'retraction notice',
    'Tumour growth in invented mice',
    'Retraction notice to "Tumour growth in invented mice" [Reef J. 889 (2020) 173605]',
  ),
  titles('reply', 'Splenectomy in seals - risks and management', 'Splenectomy in seals - risks and management - reply'),
  titles(
    "authors' reply",
    'Letter: vein obstruction - which seals benefit?',
    "Letter: vein obstruction - which seals benefit? Authors' reply",
  ),
  pair(
    'comment',
    { title: 'Do whales sleep?' },
    { title: 'Comment on: Do whales sleep?', authors: authors('Olga Omega'), pages: '310' },
  ),
  pair(
    'protocol and results',
    { title: 'Kelp against asthma in divers: study protocol for a randomised trial', year: 2014, pages: '2' },
    { title: 'Kelp against asthma in divers: a randomised trial', year: 2015, pages: '50-60' },
  ),
  same(
    'versions of a Cochrane review',
    'Kelp for chronic cough in divers',
    {
      year: 2012,
      volume: undefined,
      pages: 'CD001234',
      doi: '10.1002/14651858.CD001234.pub2',
      venue: 'Cochrane Database of Systematic Reviews',
    },
    {
      year: 2018,
      volume: undefined,
      pages: 'CD001234',
      doi: '10.1002/14651858.CD001234.pub3',
      venue: 'Cochrane Database of Systematic Reviews',
    },
  ),
  pair(
    'yearly reports',
    { title: 'Report of the reef registry 2014', year: 2015 },
    { title: 'Report of the reef registry 2013', year: 2014, volume: '3' },
  ),
  same(
    'yearly reports of one title',
    'Annual report of the national reef registry',
    { year: 2013, volume: '2' },
    { year: 2015, volume: '4' },
  ),
  same(
    'thesis and article',
    'Nutrient cycles of shallow lagoons in summer',
    { ...bare, venue: 'University of Reefs', publicationType: 'thesis', authors: authors('Ann Abel') },
    { authors: authors('Ann Abel', 'Bob Beta') },
  ),
  same(
    'data set and article',
    'Temperature of northern reefs from 1990 to 2010',
    { ...bare, venue: 'Reef Data', publicationType: 'dataset', doi: '10.5555/data.1' },
    { doi: '10.5555/art.1' },
  ),
  same(
    'two abstracts of one title in a supplement',
    'Use of kelp in seals with chronic fever',
    { pages: 'S12', abstract: 'We gave kelp to twelve seals and saw less fever in nine.' },
    { pages: 'S45', abstract: 'A survey of ninety keepers asked how often kelp is bought.' },
  ),
];

export const LIKE: WorkPair[] = [
  titles(
    'note number, case, hyphen, apostrophe',
    "Glisson's capsule stones and vein clots [1]",
    'GLISSON CAPSULE STONES AND VEIN-CLOTS',
  ),
  titles(
    'subscript by tag',
    'P2X7-regulated protection of crabs is independent of therapy',
    'P2X<inf>7</inf>-regulated protection of crabs is independent of therapy',
  ),
  titles(
    'Greek letter',
    'Splenectomy outcome in beta-thalassemia of seals',
    'Splenectomy outcome in β-thalassemia of seals',
  ),
  titles(
    'Greek letter and subscript',
    'Beta 1- and beta 2-receptor forms and heart disease of whales',
    'beta<inf>1</inf>- and beta<inf>2</inf>-Receptor forms and heart disease of whales',
  ),
  titles(
    'superscript before a letter',
    'Embolization and <sup>90</sup>Y therapy of sponges: a review',
    'Embolization and Y-90 Therapy of Sponges: A Review',
  ),
  titles(
    'isotope in brackets',
    '(90)Y therapy for advanced tumours of whales',
    'Y-90 therapy for advanced tumours of whales',
  ),
  titles('isotope in front', '90 Y therapy of locally advanced stones', '90Y therapy of locally advanced stones'),
  titles(
    'superscript digits',
    '¹⁸F-FDG PET parameters in whales: a preliminary study',
    '18F-FDG PET Parameters in Whales: A Preliminary Study',
  ),
  titles(
    'isotope behind',
    'F-18-FDG PET and diffusion parameters in seals',
    '18F-FDG PET and Diffusion Parameters in Seals',
  ),
  titles('technetium', '99mTc scintigraphy of crab shells', 'Tc-99m scintigraphy of crab shells'),
  titles(
    'language behind',
    'Epidemiology of fever in the hospital of Lome: About 250 cases. [French]',
    'Epidemiology of fever in the hospital of Lome: about 250 cases',
  ),
  titles('language before', '[German] Care of divers in winter towns', 'Care of divers in winter towns'),
  titles(
    'translated title in brackets',
    '[Half of the recommended dose of salt in seals]',
    'Half of the recommended dose of salt in seals. [Chinese]',
  ),
  titles(
    'language with article',
    'Fever after diving in the tropics [Article in Spanish]',
    'Fever after diving in the tropics',
  ),
  titles(
    'corrected and erratum',
    'Risk of attacks among divers with rhinitis [corrected].[Erratum appears in Reef Allergy. 2006 Feb;36(2):249]',
    'Risk of attacks among divers with rhinitis',
  ),
  titles(
    'erratum behind',
    'Timing of tube removal after reef surgery',
    'Timing of tube removal after reef surgery.[Erratum appears in J Reef Surg. 2011 Mar;26(2):244]',
  ),
  titles(
    'charges in brackets',
    'A subset of CD4(+) T(H)2 memory cells of sharks',
    'A subset of CD4<sup>+</sup> T<inf>H</inf>2 memory cells of sharks',
  ),
  titles(
    'kappa written apart',
    'NFkappaB inhibition decreases growth of crabs',
    'NF kappa B inhibition decreases growth of crabs',
  ),
  titles('kappa as letter', 'NF-κB inhibition alters larval growth', 'NF-kappaB inhibition alters larval growth'),
  titles(
    'case report before',
    'Case report. Duplication of the vein: a rare anomaly of fish',
    'Duplication of the vein - A rare anomaly of fish',
  ),
  titles('case report behind', 'Sudden deafness of a diver', 'Sudden deafness of a diver: case report'),
  titles(
    'a- for alpha-',
    'Is homozygous a-thalassaemia of fish a lethal condition?',
    'Is homozygous alpha-thalassaemia of fish a lethal condition?',
  ),
  titles(
    'comma before',
    ', the reef survival calculator for transplants',
    'The reef survival calculator for transplants',
  ),
  titles(
    'quotation marks',
    "<<Except for the war's laws>>. Trauma of soldiers. French",
    "Except for the war's laws. Trauma of soldiers. French",
  ),
  titles(
    'name of a series before',
    'Case records of the Reef Hospital. Case 35-2007. A 30-year-old seal with fever',
    'Case 35-2007: A 30-year-old seal with fever',
  ),
  titles(
    'retracted before and behind',
    'RETRACTED: Response of crab cells to heat (Retracted article. See vol. 20, 2025)',
    'Response of crab cells to heat',
  ),
  titles(
    'place of issue behind',
    'Effect of vitamin D3 on bone of gulls (vol 3, pg 12, 2015)',
    'Effect of vitamin D3 on bone of gulls',
  ),
  titles('issue behind', 'Sleep of sperm whales at depth. 12(3)', 'Sleep of sperm whales at depth'),
  titles('number in words', 'A survey of twelve northern lagoons', 'A survey of 12 northern lagoons'),
  titles('number in words, first', 'Two hundred days at sea: a diary of fevers', '200 days at sea: a diary of fevers'),
  titles('ampersand', 'Efficacy & safety of kelp in gout', 'Efficacy and safety of kelp in gout'),
  titles('escaped ampersand', 'Waves &amp; winds of the outer bank', 'Waves and winds of the outer bank'),
  titles('mould', 'Randomised immunisation of crabs against mould', 'Randomized immunization of crabs against mold'),
  titles(
    'manoeuvre, disc',
    'Manoeuvring and enrolment of disc-shaped rays',
    'Maneuvering and enrollment of disk-shaped rays',
  ),
  titles(
    'leucocytes',
    'Leucocytes of homoeothermic molluscs and whales',
    'Leukocytes of homeothermic mollusks and whales',
  ),
  titles('versus', 'Shallow versus deep reefs in type II lagoons', 'Shallow vs. deep reefs in type 2 lagoons'),
  titles(
    'ordinal, percent',
    'The first 10% of crabs in a winter lagoon',
    'The 1st 10 per cent of crabs in a winter lagoon',
  ),
  titles('language', 'Crabs in a winter lagoon [French; abstract in English]', 'Crabs in a winter lagoon'),
  titles('see comments', 'Crabs on a summer beach in Oslo [see comments]', 'Crabs on a summer beach in Oslo'),
  titles('colour, behaviour', 'Behaviour and colour of shore crabs', 'Behavior and color of shore crabs'),
  titles(
    'ise, haem',
    'Randomised trial of haemodialysis for dolphins',
    'Randomized trial of hemodialysis for dolphins',
  ),
  titles(
    'tumour, paediatric, oedema',
    'Paediatric tumours and oedema in seal pups',
    'Pediatric tumors and edema in seal pups',
  ),
  titles(
    'centre, litre, analyse',
    'Analysing litres of seawater at the centre',
    'Analyzing liters of seawater at the center',
  ),
  titles(
    'oestrogen, foetal, diarrhoea',
    'Oestrogen and foetal diarrhoea of otters',
    'Estrogen and fetal diarrhea of otters',
  ),
  titles(
    'hyphen written together',
    'Anti-inflammatory effects of algae on crabs',
    'Antiinflammatory effects of algae on crabs',
  ),
  titles('health care', 'Health care of island teachers', 'Healthcare of island teachers'),
  titles('ligature and accents', 'Eﬃcacy of naïve ﬁlters in São Tomé', 'Efficacy of naive filters in Sao Tome'),
  titles('tags of italics', 'Growth of <i>Zostera marina</i> in cold bays', 'Growth of Zostera marina in cold bays'),
  titles('formula of LaTeX', 'Decay of $\\alpha$ particles in sea salt', 'Decay of α particles in sea salt'),
  titles('plus or minus', 'Trial of kelp, (plus or minus) salt, in eels', 'Trial of kelp, +/- salt, in eels'),
  titles('full stop, typographic quotes', 'The “silent” sea of ’99.', "The 'silent' sea of '99"),
  pair(
    'subtitle is not there',
    { title: 'What can divers contribute? Preliminary reports from a pilot project on coasts', doi: '10.5555/l.1' },
    { title: 'What can divers contribute?', doi: '10.5555/l.1' },
  ),
  same(
    'online first and printed year',
    'Online reefs and their printed pages in winter',
    { year: 2014, doi: '10.5555/l.2', ...bare },
    { year: 2015, doi: '10.5555/l.2' },
  ),
  same(
    'online first without DOI',
    'Advance notice of spring storms on the coast',
    { year: 2014, ...bare },
    { year: 2015 },
  ),
  same('year differs, place agrees', 'Pale sponges of the deep harbour and their kin', { year: 2014 }, { year: 2015 }),
  same(
    'authors in another order',
    'Order of crabs on a rope bridge at night',
    {},
    { authors: authors('Bob Beta', 'Ann Abel') },
  ),
  same(
    'initials and full names',
    'Initial findings on eels in mountain lakes',
    {},
    { authors: authors('A. Abel', 'B. Beta') },
  ),
  same(
    'initials without stops',
    'Stops on the line of coastal buses for divers',
    { authors: authors('Xingshun Qi', 'Lei Xia') },
    { authors: authors('Qi XS', 'Xia L') },
  ),
  same(
    'two family names',
    'Twofold names of southern doctors at sea',
    { authors: authors('Juan Manuel Cobos Mateos', 'María Aguinaga') },
    { authors: authors('J. M. C. Mateos', 'M. Aguinaga') },
  ),
  same(
    'accents',
    'Accents on the names of northern sailors',
    { authors: authors('Mirela Dănilă', 'Roxana Şirli') },
    { authors: authors('Mirela Danila', 'Roxana Sirli') },
  ),
  same(
    'a shortened list',
    'Shortened lists in long reports of kelp',
    { authors: authors('Ann Abel', 'Bob Beta', 'Cy Cole', 'Di Dane') },
    { authors: authors('Ann Abel') },
  ),
  same('pages written short', 'Short pages about tall waves in a gale', { pages: '482-91' }, { pages: '482-491' }),
  same('page with a letter', 'Letters on supplement pages of a congress', { pages: 'S123' }, { pages: '123' }),
  same(
    'journal abbreviated',
    'Brief names of journals and their readers',
    { venue: 'J Reefs' },
    { venue: 'Journal of Reefs' },
  ),
  same(
    'journal by letters',
    'Initials of a society on a pearl box',
    { venue: 'JAMA' },
    { venue: 'Journal of the American Medical Association' },
  ),
  same(
    'journal with and',
    'Liver of the deep shark in a mild spring',
    { venue: 'European Journal of Gastroenterology & Hepatology' },
    { venue: 'European Journal of Gastroenterology and Hepatology' },
  ),
  same(
    'journal with place',
    'Anaesthesia of large rays in open water',
    { venue: 'BMJ (Clinical research ed.)' },
    { venue: 'BMJ' },
  ),
  same(
    'journal with subtitle',
    'Knees of old divers under the arthroscope',
    { venue: 'Arthroscopy' },
    { venue: 'Arthroscopy : the journal of arthroscopic & related surgery' },
  ),
  same(
    'no author on one side',
    'Nameless notes about a drowned forest',
    { doi: '10.5555/l.3' },
    { authors: [], doi: '10.5555/l.3' },
  ),
  same('no journal, no pages', 'Bare words about the blue hole of a lagoon', { venue: undefined, ...bare }, {}),
  same(
    'type differs by database',
    'Series or journal: advances in reef biology',
    { publicationType: 'journal article' },
    { publicationType: 'book chapter' },
  ),
  same(
    'PubMed number with another DOI form',
    'Forms of an address in old catalogues',
    { doi: 'https://doi.org/10.5555/L.4' },
    { doi: '10.5555/l.4', pmid: '2345678' },
  ),
];
