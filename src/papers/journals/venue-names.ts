import { addTo, groupBy, readPairs } from '../../lib/groups.ts';
import type { Paper } from '../paper.ts';
import { journalTitleKey } from './journal-ranking.ts';

/**
 * Prefixes of words in journal titles and their abbreviations, as in ISO 4's list. `*` stands for any ending. A word
 * that is not listed is compared unchanged, so that a missing entry joins too little, never too much.
 */
const ABBREVIATIONS: ReadonlyMap<string, string> = new Map(
  readPairs(
    'a=america acad=academ* adv=advanc* agric=agricultur* am=american anal=analy* ann=annal* annu=annual ' +
      'appl=appli* arch=archiv* assoc=associa* behav=behavi* biochem=biochem* biol=biolog* biomed=biomedic* ' +
      'biophys=biophysic* br=british bull=bulletin* can=canadian cardiol=cardiolog* chem=chemi* clin=clinic* ' +
      'commun=communication* comput=comput* conf=conference* curr=current dev=development* dis=disease* ' +
      'ecol=ecolog* econ=economic* educ=educat* eng=engineer* engl=england environ=environment* ' +
      'epidemiol=epidemiolog* eur=europe* evol=evolution* exp=experiment* genet=genetic* geogr=geograph* ' +
      'geol=geolog* geophys=geophysic* hist=histor* immunol=immunolog* inf=information* inst=institut* ' +
      'int=international* j=journal* lett=letter* linguist=linguisti* mag=magazine* manag=management ' +
      'mar=marine mater=material* math=mathemat* mech=mechanic* med=medic* meteorol=meteorolog* ' +
      'microbiol=microbiolog* mol=molecul* n=new nat=natur* natl=national* neurol=neurolog* ' +
      'neurosci=neuroscience* nucl=nuclear nutr=nutrition* oceanogr=oceanograph* oncol=oncolog* opt=optic* ' +
      'org=organi* pathol=patholog* pediatr=pediatric* pharm=pharmac* pharmacol=pharmacolog* ' +
      'philos=philosoph* phys=physic* physiol=physiolog* polit=politic* proc=proceeding* psychol=psycholog* ' +
      'q=quarterly r=royal rep=report* res=research* rev=review* s=states sci=scien* soc=soci* ' +
      'sociol=sociolog* stat=statistic* stud=stud* surg=surg* surv=survey* syst=system* technol=technolog* ' +
      'theor=theoretical toxicol=toxicolog* trans=transaction* u=united univ=universit* vet=veterinar* ' +
      'zool=zoolog*',
  ),
);

/** By first letter, longest first: `pharmacolog*` before `pharmac*`. */
const LISTED = groupBy(
  [...ABBREVIATIONS]
    .map(([short, word]) => ({ short, beginning: word.replace('*', ''), isWhole: !word.endsWith('*') }))
    .sort((a, b) => b.beginning.length - a.beginning.length),
  ({ beginning }) => beginning.charAt(0),
);

const isShortWord = (word: string) => ABBREVIATIONS.has(word);

/** Words that ISO 4 omits. */
const LEFT_OUT = /^(?:an|and|at|by|de|der|des|die|du|et|for|für|from|in|la|le|les|of|on|the|to|und|with)$/;

/** The proceedings of a national academy are cited with and without the nation. */
const NATION = /(?<!\s)\s+(?:of the united states of america|u\.?\s?s\.?\s?a\.?)$/i;

/** Equal for titles that differ only in case, punctuation, `&`, a leading `The` and a trailing nation. */
function titleKey(title: string): string {
  return journalTitleKey(title.trim().replace(NATION, ''));
}

/** The words of a title that ISO 4 keeps, each abbreviated, and whether the title was abbreviated already. */
type Abbreviated = { key: string; isShort: boolean };

function abbreviate(title: string): Abbreviated {
  const words = title
    .trim()
    .replace(NATION, '')
    .toLowerCase()
    .replace(/&(?:amp;)?/g, ' ')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '' && !LEFT_OUT.test(word));
  const short = words.map((word) => {
    if (isShortWord(word)) return word;
    const isListed = ({ beginning, isWhole }: { beginning: string; isWhole: boolean }) =>
      isWhole ? word === beginning : word.startsWith(beginning);
    return LISTED.get(word.charAt(0))?.find(isListed)?.short ?? word;
  });
  // A title of one word is never abbreviated.
  const isShort = words.length > 1 && words.some(isShortWord) && words.every((word, at) => word === short[at]);
  return { key: words.length > 1 ? short.join(' ') : '', isShort };
}

/** Whether two titles are of one journal: spelt alike, or one is the other's ISO 4 abbreviation. */
export function isSameVenue(one: string, other: string): boolean {
  const key = titleKey(one);
  if (key !== '' && key === titleKey(other)) return true;
  const [a, b] = [abbreviate(one), abbreviate(other)];
  return a.key !== '' && a.key === b.key && a.isShort !== b.isShort;
}

/**
 * One name for each venue of these papers, by its spellings. Spellings are one venue if they differ only in case,
 * punctuation, `&`, a leading `The` and a trailing nation, if papers with them have an ISSN in common, or if one is the
 * ISO 4 abbreviation of a single other one. The name is the most frequent spelling that is not an abbreviation. An ISSN
 * of a paper that also has an ISBN belongs to a series, not to the book.
 */
export function nameVenues(papers: readonly Pick<Paper, 'venue' | 'issns' | 'isbns'>[]): Map<string, string> {
  const groups = new Map<string, string>();
  const rootOf = (key: string): string => {
    let root = key;
    for (let next = groups.get(root); next !== undefined && next !== root; next = groups.get(root)) root = next;
    groups.set(key, root);
    return root;
  };
  const join = (one: string, other: string) => groups.set(rootOf(one), rootOf(other));
  const spellings = new Map<string, number>();
  const keyOf = (venue: string) => `title ${titleKey(venue) || venue}`;
  for (const { venue, issns = [], isbns = [] } of papers) {
    if (venue === undefined) continue;
    addTo(spellings, venue);
    if (isbns.length === 0) for (const issn of issns) join(keyOf(venue), `issn ${issn}`);
  }
  const titles = [...spellings].map(([venue, papers]) => ({ venue, papers, ...abbreviate(venue) }));
  joinAbbreviations(titles, (venue) => rootOf(keyOf(venue)), join);
  titles.sort(
    (a, b) =>
      Number(a.isShort) - Number(b.isShort) ||
      b.papers - a.papers ||
      b.venue.length - a.venue.length ||
      a.venue.localeCompare(b.venue, 'en'),
  );
  const names = new Map<string, string>();
  for (const { venue } of titles) {
    const root = rootOf(keyOf(venue));
    if (!names.has(root)) names.set(root, venue);
  }
  return new Map([...spellings.keys()].map((venue) => [venue, names.get(rootOf(keyOf(venue))) ?? venue]));
}

/** Joins each abbreviated title with the full one that it abbreviates, if there is only one. */
function joinAbbreviations(
  venues: readonly ({ venue: string } & Abbreviated)[],
  rootOf: (venue: string) => string,
  join: (one: string, other: string) => void,
): void {
  const titles = venues.map((each) => ({ ...each, root: rootOf(each.venue) }));
  for (const { root, key } of titles.filter(({ isShort }) => isShort)) {
    const full = titles.filter((other) => !other.isShort && other.key === key).map((other) => other.root);
    const [only, ...others] = new Set(full);
    if (only !== undefined && others.length === 0) join(root, only);
  }
}
