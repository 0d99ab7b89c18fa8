import { addTo, groupBy, readPairs } from '../../lib/groups.ts';
import type { Paper } from '../paper.ts';
import { journalTitleKey } from './journal-ranking.ts';

/**
 * Prefixes of words in journal titles and their abbreviations, as in ISO 4's list. `*` stands for any ending. A title
 * without any of them is not an abbreviation, so that `Social Work` is not short for `The Social Worker`.
 */
const LISTED_WORDS = readPairs(
  'a=america acad=academ* adv=advanc* afr=africa* agric=agricultur* am=america am=american anal=analy* ' +
    'anesth=anesth* anim=animal* ann=annal* annu=annual appl=appli* arch=archiv* artif=artificial ' +
    'assoc=associa* astron=astronom* behav=behavi* biochem=biochem* biol=biolog* biomed=biomedic* ' +
    'biophys=biophysic* biotechnol=biotechnolog* bot=botan* br=british bull=bulletin* can=canadian ' +
    'cardiol=cardiolog* cardiovasc=cardiovascular chem=chemi* clin=clinic* commun=communication* ' +
    'comput=comput* conf=conference* crit=critical curr=current dent=dent* dermatol=dermatolog* rheum=rheumati* ' +
    'dev=development* diagn=diagnos* dig=digest* dis=disease* disord=disorder* dyn=dynamic* ecol=ecolog* ' +
    'econ=economic* educ=educat* electron=electronic* emerg=emergenc* endocrinol=endocrinolog* eng=engineer* ' +
    'engl=england entomol=entomolog* environ=environment* epidemiol=epidemiolog* eur=europe* evol=evolution* ' +
    'exp=experiment* fam=famil* front=frontier* funct=function* gastroenterol=gastroenterolog* gen=general ' +
    'genet=genetic* geogr=geograph* geol=geolog* geophys=geophysic* gynecol=gynecolog* hematol=hematolog* ' +
    'hist=histor* hosp=hospital* hum=human* immunol=immunolog* ind=industr* inf=information* infect=infect* ' +
    'inj=injur* inst=institut* int=international* intell=intelligen* invest=investigat* j=journal* ' +
    'jpn=japan* lab=laborator* lang=language* lett=letter* linguist=linguisti* mag=magazine* ' +
    'manag=management manage=management mar=marine mater=material* math=mathemat* mech=mechanic* med=medic* ' +
    'ment=mental* metab=metaboli* meteorol=meteorolog* microbiol=microbiolog* mod=modern mol=molecul* n=new ' +
    'nat=natur* natl=national* nephrol=nephrolog* neurol=neurolog* neurosci=neuroscience* ' +
    'neurosurg=neurosurg* nucl=nuclear nurs=nurs* nutr=nutrition* obstet=obstet* oceanogr=oceanograph* ' +
    'oncol=oncolog* ophthalmol=ophthalmolog* opin=opinion* opt=optic* org=organi* ' +
    'orthopsychiatry=orthopsychiatry otolaryngol=otolaryngolog* pathol=patholog* pediatr=pediatric* ' +
    'pharm=pharmac* pharmacol=pharmacolog* pharmacother=pharmacotherap* philos=philosoph* phys=physic* ' +
    'physiol=physiolog* polit=politic* pract=practi* prev=prevent* probl=problem* proc=proceeding* ' +
    'process=processing prog=progress* psychiatr=psychiatr* psychol=psycholog* q=quarterly qual=quality ' +
    'r=royal radiol=radiolog* rehabil=rehabilitat* rep=report* res=research* respir=respirat* rev=review* ' +
    'rev=revista rev=revue rheumatol=rheumatolog* s=south s=states saf=safety scand=scandinavi* sci=scien* ' +
    'semin=seminar* ser=series soc=soci* sociol=sociolog* stat=statistic* struct=structur* stud=stud* ' +
    'suppl=supplement* surg=surg* surv=survey* syst=system* technol=technolog* theor=theoretical ' +
    'ther=therap* top=topic* toxicol=toxicolog* trans=transaction* transplant=transplantation trop=tropic* ' +
    'u=united univ=universit* urol=urolog* vet=veterinar* virol=virolog* y=york z=zealand zool=zoolog*',
);

const ABBREVIATIONS = new Set(LISTED_WORDS.map(([short]) => short));

/** By first letter, longest first: `pharmacolog*` before `pharmac*`. */
const LISTED = groupBy(
  LISTED_WORDS.map(([short, word]) => ({ short, beginning: word.replace('*', ''), isWhole: !word.endsWith('*') })).sort(
    (a, b) => b.beginning.length - a.beginning.length,
  ),
  ({ beginning }) => beginning.charAt(0),
);

/** Words that ISO 4 omits. */
const LEFT_OUT = /^(?:an|and|at|by|de|der|des|die|du|et|for|für|from|in|la|le|les|of|on|the|to|und|with)$/;

/** The proceedings of a national academy are cited with and without the nation. */
const NATION = /(?<!\s)\s+(?:of the united states of america|u\.?\s?s\.?\s?a\.?)$/i;

/** Equal for titles that differ only in case, punctuation, `&`, a leading `The`, brackets and a trailing nation. */
function titleKey(title: string): string {
  return journalTitleKey(title.trim().replace(NATION, ''));
}

/** ISO 4 drops at least two letters of a word. */
const MIN_DROPPED = 2;
const MIN_LETTERS = 2;
/** Shorter initials belong to too many titles. */
const MIN_INITIALS = 3;

/** The words of a title that ISO 4 keeps, and whether they are a single one in capitals: `NEJM`. */
type Title = { words: readonly string[]; initials: string; isAcronym: boolean };

/** Of `JAMA: the journal of the American Medical Association`, the part that the other abbreviates. */
function readTitle(title: string): Title {
  const plain = title
    .trim()
    .replace(/(?<!\s)\s*[([][^()[\]]*[)\]]$/, '')
    .replace(NATION, '')
    .replace(/&(?:amp;)?/g, ' ');
  const [, acronym, rest = ''] = /^(\p{Lu}+)\s*:\s*(.+)/u.exec(plain) ?? [];
  const full = keptWords(rest);
  const words = acronym !== undefined && acronym.toLowerCase() === initialsOf(full) ? full : keptWords(plain);
  return { words, initials: initialsOf(words), isAcronym: words.length === 1 && /^\p{Lu}+$/u.test(plain) };
}

function keptWords(title: string): string[] {
  const words = title.toLowerCase().split(/[^\p{L}\p{M}\p{N}]+/u);
  return words.filter((word) => word !== '' && !LEFT_OUT.test(word));
}

function initialsOf(words: readonly string[]): string {
  return words.map((word) => word.charAt(0)).join('');
}

/** Whether the first is an abbreviation of the second by ISO 4, or its initials. A title of one word has neither. */
function isShortFor(short: Title, full: Title): boolean {
  if (short.isAcronym && full.words.length >= MIN_INITIALS) return short.words[0] === full.initials;
  if (short.initials !== full.initials || short.words.length < 2) return false;
  const pairs = short.words.map((word, at): [string, string] => [word, full.words[at] as string]);
  return (
    pairs.some(([word, whole]) => word !== whole && ABBREVIATIONS.has(word)) &&
    pairs.every(([word, whole]) => word === whole || isShortWord(word, whole))
  );
}

/** Listed words are compared by the list, of which some shorten less: `gen` is not short for `genetic`. */
function isShortWord(word: string, whole: string): boolean {
  const isListed = ({ beginning, isWhole }: { beginning: string; isWhole: boolean }) =>
    isWhole ? whole === beginning : whole.startsWith(beginning);
  const listed = LISTED.get(whole.charAt(0))?.filter(isListed) ?? [];
  const [first] = listed;
  if (ABBREVIATIONS.has(word))
    return listed.some(({ short, beginning }) => word === short && beginning === first?.beginning);
  return (
    word.length >= (first?.short.length ?? MIN_LETTERS) &&
    whole.length - word.length >= MIN_DROPPED &&
    whole.startsWith(word)
  );
}

/** Whether two titles are of one journal: spelt alike, or one is short for the other. */
export function isSameVenue(one: string, other: string): boolean {
  const key = titleKey(one);
  if (key !== '' && key === titleKey(other)) return true;
  const [a, b] = [readTitle(one), readTitle(other)];
  return isShortFor(a, b) || isShortFor(b, a);
}

/**
 * One name for each venue of these papers, by its spellings. Spellings are one venue if they differ only in case,
 * punctuation, `&`, a leading `The`, brackets and a trailing nation, if papers with them have an ISSN in common, or if
 * one is short for a single other one. The name is the most frequent spelling that is not short for another. An ISSN of
 * a paper that also has an ISBN belongs to a series, not to the book.
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
  const shorts = joinShortTitles([...spellings.keys()], (venue) => rootOf(keyOf(venue)), join);
  const titles = [...spellings].sort(
    ([a, m], [b, n]) =>
      Number(shorts.has(a)) - Number(shorts.has(b)) || n - m || b.length - a.length || a.localeCompare(b, 'en'),
  );
  const names = new Map<string, string>();
  for (const [venue] of titles) {
    const root = rootOf(keyOf(venue));
    if (!names.has(root)) names.set(root, venue);
  }
  return new Map([...spellings.keys()].map((venue) => [venue, names.get(rootOf(keyOf(venue))) ?? venue]));
}

/** The venues of which different titles are one; each with its name, and the other titles. */
export function listJoinedVenues(names: ReadonlyMap<string, string>): { name: string; forms: string[] }[] {
  const others = [...names].filter(([venue, name]) => titleKey(venue) !== titleKey(name));
  return [...groupBy(others, ([, name]) => name)].map(([name, forms]) => ({
    name,
    forms: forms.map(([form]) => form),
  }));
}

/** Joins each title with the full one that it is short for, if there is only one; returns the short ones. */
function joinShortTitles(
  venues: readonly string[],
  rootOf: (venue: string) => string,
  join: (one: string, other: string) => void,
): Set<string> {
  const titles = venues.map((venue) => ({ venue, root: rootOf(venue), title: readTitle(venue) }));
  const byInitials = groupBy(titles, ({ title }) => title.initials);
  const longer = titles.map(({ title }) => {
    const alike = byInitials.get(title.isAcronym ? title.words.join('') : title.initials) ?? [];
    return alike.filter((other) => isShortFor(title, other.title));
  });
  const shorts = new Set(titles.filter((_, at) => longer[at]?.length).map(({ venue }) => venue));
  for (const [at, { root }] of titles.entries()) {
    const full = longer[at]?.filter(({ venue }) => !shorts.has(venue)) ?? [];
    const [only, ...others] = new Set(full.map((other) => other.root));
    if (only !== undefined && others.length === 0) join(root, only);
  }
  return shorts;
}
