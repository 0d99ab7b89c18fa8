import { readPairs } from '../../lib/groups.ts';

/**
 * Plurals of Latin and Greek nouns, which the Porter stemmer does not reduce to the singular. A table and a few safe
 * endings: a rule for every -a and -um would make titania (an oxide) the plural of titanium.
 */

const PLURALS =
  // -is, for words that the rule of `stem` does not cover
  'axis=axes crisis=crises testis=testes thesis=theses ' +
  // -us
  'alveolus=alveoli apparatus=apparati bacillus=bacilli bolus=boli bronchus=bronchi cactus=cacti calculus=calculi ' +
  'corpus=corpora cumulus=cumuli discus=disci embolus=emboli esophagus=esophagi fasciculus=fasciculi focus=foci ' +
  'fungus=fungi genus=genera glomerulus=glomeruli gyrus=gyri hippocampus=hippocampi humerus=humeri locus=loci ' +
  'malleolus=malleoli meniscus=menisci modulus=moduli nodulus=noduli nucleolus=nucleoli nucleus=nuclei ' +
  'papyrus=papyri radius=radii ramus=rami stimulus=stimuli sulcus=sulci syllabus=syllabi tarsus=tarsi ' +
  'thalamus=thalami thrombus=thrombi torus=tori tubulus=tubuli uterus=uteri villus=villi viscus=viscera ' +
  // -um, without media, which is a word of its own
  'addendum=addenda aquarium=aquaria atrium=atria cerebellum=cerebella cilium=cilia consortium=consortia ' +
  'cranium=crania curriculum=curricula datum=data diverticulum=diverticula equilibrium=equilibria erratum=errata ' +
  'flagellum=flagella gymnasium=gymnasia labium=labia maximum=maxima memorandum=memoranda millennium=millennia ' +
  'minimum=minima momentum=momenta mycelium=mycelia optimum=optima ostium=ostia ovum=ova pericardium=pericardia ' +
  'phylum=phyla plasmodium=plasmodia quantum=quanta referendum=referenda reticulum=reticula septum=septa serum=sera ' +
  'spectrum=spectra stratum=strata symposium=symposia vacuum=vacua ' +
  // -on
  'automaton=automata criterion=criteria ganglion=ganglia mitochondrion=mitochondria phenomenon=phenomena ' +
  'polyhedron=polyhedra spermatozoon=spermatozoa taxon=taxa tetrahedron=tetrahedra ' +
  // -x
  'apex=apices appendix=appendices cervix=cervices codex=codices cortex=cortices helix=helices index=indices ' +
  'larynx=larynges matrix=matrices pharynx=pharynges simplex=simplices vertex=vertices vortex=vortices ' +
  // -ma, -en
  'foramen=foramina lemma=lemmata lumen=lumina schema=schemata stigma=stigmata stoma=stomata trauma=traumata';

const SINGULARS: ReadonlyMap<string, string> = new Map(
  readPairs(PLURALS).map(([singular, plural]) => [plural, singular]),
);

/** Endings that only plurals have, each with that of the singular. */
const ENDINGS: readonly [plural: RegExp, singular: string][] = [
  [/bacteria$/, 'bacterium'],
  [/thelia$/, 'thelium'],
  [/cocci$/, 'coccus'],
  [/omata$/, 'oma'],
  // Not `ae` alone: Porter stems `formula` and `formulas` alike, so only the -e must go.
  [/(?<=[a-z]{3})ae$/, 'a'],
];

/** The singular of a Latin or Greek plural in lower case (`foci`, `algae`, `bacteria`); any other word unchanged. */
export function classicalSingular(word: string): string {
  const exception = SINGULARS.get(word);
  if (exception !== undefined) return exception;
  if (!/[aei]$/.test(word)) return word;
  const ending = ENDINGS.find(([plural]) => plural.test(word));
  return ending ? word.replace(...ending) : word;
}
