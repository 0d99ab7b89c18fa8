import { splitTrimmed } from '../lib/line.ts';
import { omitUndefined } from '../lib/omit-undefined.ts';

/** An author for reference formats: in parts, or whole if the parts are unknown (organisations). */
export type Person =
  | { family: string; given?: string; particle?: string; suffix?: string }
  | { literal: string; family?: never };

/** A name as a source gives it: one text, or parts if the source separates them. */
export type NameInput = string | Person;

/** Lower-case particles that belong to the family name after them. */
const PARTICLES = new Set(
  (
    "af al am auf av bar bat ben bin bint d' da dal dalla das de degli dei del dela della dello den der des di do dos du " +
    "d’ el het ibn in 't la las le les lo los op te ten ter thoe tho tot van vande vanden vander vom von zu zum zur " +
    'بن ابن أبو آل בן'
  ).split(' '),
);

/** Particles also written with a capital. They are then part of the family name (`De Ruysscher`). */
const CAPITAL_PARTICLES = new Set(
  (
    "Abd Abdel Abdul Abou Abu Ait Aït Al Ben D' D’ Da Dal Dalla Das De Degli Dei Del Dela Della Delle Dello Den Der Des " +
    "Di Dos Du El Ibn La Las Le Les Los Mac Mc O' O’ Op Ould Saint San Santa St. Ter Van Vande Vanden Vander Vom Von Zu " +
    'Zum Zur'
  ).split(' '),
);

/** Ends of the first part of a double name whose second part begins with a particle: `Cañadas-De la Fuente`. */
const COMPOUND = /\p{L}-(?:da|de|del|della|di|dos|du|van|von)$/iu;

/** `Ramón y Cajal`, `Costa e Silva`, `Puig i Cadafalch`: one family name. */
const CONNECTORS = new Set(['y', 'e', 'i']);

/** Portuguese `junior`, `grandson` and the like: part of a family name, but never the whole. */
const GENERATIONS = new Set(['Filho', 'Neto', 'Netto', 'Júnior', 'Junior', 'Sobrinho']);

/** Family names of Vietnam, where `Van` and `Le` are middle names; without accents. */
const VIETNAMESE = new Set(
  'bui cao dang dao dinh do duong ho hoang huynh le luong ly mai ngo nguyen pham phan tran trinh truong vo vu'.split(
    ' ',
  ),
);

/** Suffixes after a name, outside its parts. */
export const SUFFIX = /^(?:[JS]r\.?|II|III|IV|2nd|3rd)$/;

/** Given names after the family name as PubMed writes them, up to three capitals, or as Scopus does (`J.-P.`). */
const INITIALS = /^(?:\p{Lu}{1,3}|\p{Lu}-\p{Lu}|(?:(?![JS]r\.)\p{Lu}\p{Ll}?\.-?)+)$/u;

/** The patronymic after family and given name: `Иванов Иван Иванович`. */
const PATRONYMIC = /\p{Script=Cyrillic}(?:вич|вна|ична)$/u;

/** Scripts that put the family name first, often without a space. Splitting such a name would be a guess. */
export const UNDIVIDED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Several people in one name, or characters that no person's name has. */
const MORE_THAN_A_PERSON = /(?:^|\s)(?:and|et|und|others|et al\.?|on behalf of|for the)(?:\s|$)|[&;:/()[\]{}"=\d]/i;

/**
 * Parses `Given Family`: the family name is the last word with the particles before it. `Vaswani A` and `Vaswani A.`
 * are read as PubMed and Scopus names. Organisations and single words stay whole. `formatName` is the inverse.
 */
export function readPerson(name: string): Person {
  const words = withoutDegrees(name.split(' '));
  const suffix = words.length > 2 && SUFFIX.test(words.at(-1) ?? '') ? words.pop() : undefined;
  const rest = words.join(' ');
  if (words.length === 1 || UNDIVIDED.test(rest) || isOrganisation(rest) || MORE_THAN_A_PERSON.test(rest)) {
    return { literal: name };
  }
  const person = readFamilyFirst(words) ?? readGivenFirst(words);
  if (suffix === undefined) return person;
  // `King Jr. M.L. III` has a suffix on each side of the initials.
  return { ...person, suffix: person.suffix === undefined ? suffix : `${person.suffix} ${suffix}` };
}

const LONG_DEGREES = [
  String.raw`Ph\.?\s?D|Pharm\.?D|Dr\.?P\.?H|Psy\.?D|[BM]\.?Sc|Sc\.?D|M\.?P\.?H|M\.?B\.?A|M\.?R\.?C\.?P|M\.?B\.?B\.?S`,
  String.raw`D\.?V\.?M|D\.?D\.?S|F\.?A\.?C\.?[CPS]|F\.?R\.?C\.?[PS]`,
].join('|');
/** An academic or professional degree, as databases write it behind a name. */
export const DEGREE = new RegExp(String.raw`^(?:M\.?D|R\.?N|${LONG_DEGREES})\.?$`);
/** A degree that cannot be somebody's initials. */
const CLEAR_DEGREE = new RegExp(String.raw`^(?=.*\..*\.|Ph)(?:${LONG_DEGREES})\.?$`);

/**
 * The words of a name without its degrees: `F.A.C.P. Stephen D. Silberstein M.D.` After a family name, `M.D.` may be
 * initials (`Garcia Lopez M.D.`): it is a degree only behind a given name's initial or beside another degree.
 */
function withoutDegrees(words: readonly string[]): string[] {
  const isWord = (word: string) => !INITIALS.test(word);
  const start = words.findIndex((word) => !CLEAR_DEGREE.test(word));
  const rest = words.slice(Math.max(0, start));
  let hasDegree = start > 0;
  while (rest.length > 2) {
    const last = rest.at(-1) ?? '';
    const before = rest.slice(0, -1);
    const isBehindInitial = INITIALS.test(before.at(-2) ?? '') && before.filter(isWord).length > 1;
    const isDegree =
      CLEAR_DEGREE.test(last) || (/\./.test(last) && DEGREE.test(last) && (hasDegree || isBehindInitial));
    if (!isDegree || before.filter(isWord).length < 2) break;
    rest.pop();
    hasDegree = true;
  }
  return rest.some(isWord) ? rest : [...words];
}

type PersonInParts = Exclude<Person, { literal: string }>;

/** A person from a source's separate parts; undefined without a family name. */
export function toPerson(family: string | undefined, given?: string, suffix?: string): Person | undefined {
  if (family === undefined || family.trim() === '') return undefined;
  return { family, ...omitUndefined({ given: given || undefined, suffix: suffix || undefined }) };
}

/**
 * The family name, with particles, if parsing the name would miss it; an empty text if the name is not a person's.
 * Undefined if `readPerson` parses the name as the source gave it.
 */
export function explicitFamilyName(person: Person): string | undefined {
  // A family name without a given name is often a whole name that the source did not split.
  if (person.family !== undefined && person.given === undefined) return undefined;
  const read = readPerson(formatName(person));
  const family = wholeFamily(person);
  return family === wholeFamily(read) ? undefined : family;
}

/** The family name with its particle; empty for an undivided name. */
export function wholeFamily(person: Person): string {
  return person.family === undefined ? '' : [person.particle, person.family].filter(Boolean).join(' ');
}

/** `particle Family, Given, Suffix`; an undivided name is unchanged. */
export function formatFamilyFirst(person: Person): string {
  if (person.family === undefined) return person.literal;
  return [wholeFamily(person), person.given, person.suffix].filter(Boolean).join(', ');
}

/** The authors as a text cites them, by family name: `Langston & Wood`, `Oliveira et al.`. Empty without authors. */
export function citedAuthors(authors: readonly string[], familyNames?: Readonly<Record<string, string>>): string {
  const [first, second, ...others] = authors.map((name) => {
    const person = readPersonBy(familyNames, name);
    return person.family === undefined ? person.literal : wholeFamily(person);
  });
  if (first === undefined || second === undefined) return first ?? '';
  return others.length > 0 ? `${first} et al.` : `${first} & ${second}`;
}

/** Parses a name by its source's family name (`Paper.familyNames`), else like `readPerson`. */
export function readPersonBy(familyNames: Readonly<Record<string, string>> | undefined, name: string): Person {
  const apart = familyNames && Object.hasOwn(familyNames, name) ? familyNames[name] : undefined;
  if (apart === undefined) return readPerson(name);
  if (apart === '') return { literal: name };
  if (UNDIVIDED.test(name) && name.startsWith(apart) && name !== apart)
    return { family: apart, given: name.slice(apart.length).trim() };
  const words = name.split(' ');
  const suffix = !name.endsWith(apart) && SUFFIX.test(words.at(-1) ?? '') ? words.pop() : undefined;
  const rest = words.join(' ');
  if (rest !== apart && !rest.endsWith(` ${apart}`)) return readPerson(name);
  const given = rest.slice(0, rest.length - apart.length).trim();
  return { ...withParticles(apart.split(' ')), ...omitUndefined({ given: given || undefined, suffix }) };
}

/** Parses `Family Initials` and `Family Given Patronymic`; undefined if the name does not have that form. */
function readFamilyFirst(words: readonly string[]): PersonInParts | undefined {
  const [first = '', second = '', third] = words;
  if (words.length === 3 && third && PATRONYMIC.test(third) && !PATRONYMIC.test(second))
    return { family: first, given: `${second} ${third}` };
  const at = words.findLastIndex((word) => !INITIALS.test(word)) + 1;
  if (at === 0 || at === words.length || INITIALS.test(first)) return undefined;
  const family = words.slice(0, at);
  const initials = words.slice(at);
  // All capitals may be a whole name (`JB SMITH`). A full stop marks initials.
  const isShown = initials.some((word) => word.includes('.')) || family.some((word) => /\p{L}\p{Ll}/u.test(word));
  if (!isShown) return undefined;
  const suffix = family.length > 1 && SUFFIX.test(family.at(-1) ?? '') ? family.pop() : undefined;
  return { ...withParticles(family), given: initials.join(' '), ...omitUndefined({ suffix }) };
}

function readGivenFirst(words: readonly string[]): PersonInParts {
  const at = familyStart(words);
  const given = words.slice(0, at).join(' ');
  return { ...withParticles(words.slice(at)), ...(given !== '' && { given }) };
}

/** Whether a lower-case word is a particle of the family name after it. */
export function isParticle(word: string): boolean {
  return PARTICLES.has(word);
}

const ANY_PARTICLE = new Set([...PARTICLES, ...[...CAPITAL_PARTICLES].map((word) => word.toLowerCase())]);

/** Whether a lower-case word is a particle, however a name writes it. */
export function isAnyParticle(word: string): boolean {
  return ANY_PARTICLE.has(word);
}

/** The index of the first word of the family name, particles included. */
function familyStart(words: readonly string[]): number {
  const before = (at: number) => words[at - 1] ?? '';
  const isVietnamese = () => [words[0], words.at(-1)].some((word) => VIETNAMESE.has(withoutAccents(word ?? '')));
  let at = words.length - 1;
  if (at > 1 && GENERATIONS.has(words[at] ?? '')) at -= 1;
  while (at > 1 && CONNECTORS.has(before(at))) at -= 2;
  const belongs = (word: string) =>
    // A capitalised particle starts a given name if nothing else is left for one.
    PARTICLES.has(word) || (at > 1 && CAPITAL_PARTICLES.has(word) && !isVietnamese());
  const last = at;
  while (at > 0 && belongs(before(at))) at -= 1;
  const isCompound = at > (at < last ? 0 : 1) && COMPOUND.test(before(at));
  return isCompound ? at - 1 : at;
}

/** Splits leading lower-case particles from a family name. At least one word remains. */
function withParticles(family: readonly string[]): { family: string; particle?: string } {
  const familyStart = family.findIndex((word) => !PARTICLES.has(word));
  const at = familyStart < 0 ? family.length - 1 : familyStart;
  return { family: family.slice(at).join(' '), ...(at > 0 && { particle: family.slice(0, at).join(' ') }) };
}

function withoutAccents(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').replace(/[Đđ]/g, 'd').toLowerCase();
}

export function formatName(person: Person): string {
  if (person.family === undefined) return person.literal;
  const { given = '', family } = person;
  if (UNDIVIDED.test(family) && UNDIVIDED.test(given) && !/\p{Script=Latin}/u.test(family + given))
    return family + given;
  return [person.given, person.particle, person.family, person.suffix].filter(Boolean).join(' ');
}

/** Marks of a shortened list, instead of a name or behind one. */
const ET_AL = String.raw`et\.? al\.?|and others|(?:\d{1,4} )?others|\d{1,4} more|u\. ?a\.`;
const ONLY_ET_AL = new RegExp(String.raw`^[\s,;(["'{]*(?:${ET_AL}|…|\.{3})[\s,;.)\]"'}]*$`, 'i');
const ENDING_ET_AL = new RegExp(
  String.raw`(?:(?<![\s,;])[\s,;]+(?:(?:and|&) )?(?:${ET_AL})|(?<![\s,;])[\s,;]*(?:…|\.{3}))[\s,;]*$`,
  'i',
);

/** Marks of affiliations behind names, `(eds)` behind a list, and a separator behind the last. */
const MARKS =
  /(?<![*†‡§¶])[*†‡§¶]+(?=\s*(?:[,;&|/]|and\b|$))|,?\s?\((?:eds?|editors?|hrsg)\.?\)[\s,.]*$|(?<![\s,])[\s,]+$/giu;
/** `Dupont (J.)`, as PASCAL writes it. */
const INITIALS_IN_BRACKETS = /(?<=\p{L}) \(((?:\p{Lu}\.[ -]?){1,4})\)/gu;

/** Strips `et al.` and other marks from a name or list of names. `isCut`: whether it said that there are more names. */
export function stripEtAl(text: string): { names: string; isCut: boolean } {
  if (ONLY_ET_AL.test(text)) return { names: '', isCut: true };
  const names = text.replace(ENDING_ET_AL, '');
  return { names: names.replace(MARKS, '').replace(INITIALS_IN_BRACKETS, ' $1'), isCut: names !== text };
}

/** No field with the names of one paper is longer. */
const MAX_JOINED_CHARACTERS = 20_000;
/** Fewer names with initials in a row, without a sign between them, may be one person's. */
const MIN_JOINED_BY_SPACES = 3;
const MAX_WORDS_OF_NAME = 5;

/**
 * The people in one name, as sources join them: `Crocco, L. and Lees, L.`, `P. Meyer, M. Packer`, `Meyer P; Packer M`,
 * `P. Meyer M. Packer J. Lee`. A name that may be one person's, or an organisation's, stays whole.
 */
export function splitJoined(name: string): string[] {
  if (name.length > MAX_JOINED_CHARACTERS || !/[\s,;，、；]/.test(name.trim())) return [name];
  const plain = name.replace(/\s+/g, ' ').trim();
  const people = splitEastAsian(plain) ?? splitAtAnd(plain) ?? splitAtPunctuation(plain) ?? splitAtSpaces(plain);
  return people === undefined || isOrganisation(plain) ? [name] : people;
}

/** `颜宏,石德成,尹尚军`; of two parts, a comma may separate family and given name: `山田, 太郎`. */
function splitEastAsian(name: string): string[] | undefined {
  const parts = splitTrimmed(name.replace(/[，、；;]/g, ','), ',');
  const isName = (part: string) =>
    /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]{2,5}$/u.test(part);
  return (parts.length > 2 || /[、；;]/.test(name)) && parts.every(isName) ? parts : undefined;
}

function splitAtAnd(name: string): string[] | undefined {
  const parts = name.split(' and ');
  const isFamilyFirst = (part: string) => {
    const [family = '', initials, ...others] = part.includes(',') ? part.split(/, ?/) : splitBeforeInitials(part);
    const areCapitals = part.includes(',') && /^\p{Lu}{1,4}$/u.test(initials ?? '');
    return others.length === 0 && family !== '' && (areCapitals || hasDottedInitials(initials ?? ''));
  };
  return parts.length > 1 && parts.every(isFamilyFirst) ? parts : undefined;
}

function splitBeforeInitials(part: string): [family: string, initials: string] {
  const words = part.split(' ');
  const at = words.findLastIndex((word) => !hasDottedInitials(word)) + 1;
  return [words.slice(0, at).join(' '), words.slice(at).join(' ')];
}

function hasDottedInitials(text: string): boolean {
  return text !== '' && text.split(' ').every((word) => /^(?:\p{L}\.-?)+$/u.test(word));
}

/** Splits names that are separated by semicolons or commas. */
function splitAtPunctuation(name: string): string[] | undefined {
  const separated = splitTrimmed(name.replaceAll(' / ', ';'), ';');
  if (separated.length > 1)
    return separated.every((part) => /\p{L}/u.test(part)) ? separated.flatMap(splitJoined) : undefined;
  const parts = splitTrimmed(name.replaceAll(/,? (?:and|&) /g, ', '), ',').filter((part) => !DEGREE.test(part));
  if (parts.length > 1 && parts.every(isNameWithInitials)) return parts;
  const areInitials = (part: string) => part.split(' ').every((word) => INITIALS.test(word));
  const isOneWord = (part: string) => !part.includes(' ') && /\p{Ll}/u.test(part) && !SUFFIX.test(part);
  // `Beispiel, A., Muster, B.` and `Beispiel, Ada, Muster, Bo`: family and given names in turn.
  const isPaired = parts.every((part, at) => areInitials(part) === (at % 2 === 1)) || parts.every(isOneWord);
  if (parts.length > 3 && parts.length % 2 === 0 && isPaired)
    return parts.flatMap((part, at) => (at % 2 === 0 ? [`${part}, ${parts[at + 1]}`] : []));
  const isWhole = (part: string) => part.includes(' ') && part.split(' ').length <= MAX_WORDS_OF_NAME;
  return parts.length > 2 && parts.every(isWhole) ? parts : undefined;
}

/** `M. Packer` or `Packer M`. */
function isNameWithInitials(part: string): boolean {
  const words = part.split(' ');
  return runsOfWords(words).length === 2 && words.length <= MAX_WORDS_OF_NAME;
}

/** Splits names in a row if all have their initials in front, or all have them behind. */
function splitAtSpaces(name: string): string[] | undefined {
  if (/[,;]/.test(name)) return undefined;
  const runs = runsOfWords(name.split(' '));
  if (runs.length < 2 * MIN_JOINED_BY_SPACES || runs.length % 2 === 1) return undefined;
  return runs.flatMap((run, at) => (at % 2 === 0 ? [[...run, ...(runs[at + 1] ?? [])].join(' ')] : []));
}

/** Splits words into runs that consist alternately of initials and of other words. */
function runsOfWords(words: readonly string[]): string[][] {
  const runs: string[][] = [];
  let wereInitials: boolean | undefined;
  for (const word of words) {
    const areInitials = INITIALS.test(word);
    if (areInitials === wereInitials) runs.at(-1)?.push(word);
    else runs.push([word]);
    wereInitials = areInitials;
  }
  return runs;
}

/** Words that never occur in a person's name, in the languages most frequent for organisations. */
const ORGANISATION_WORDS = [
  'agenc(?:y|ies)|alliance|associa(?:tions?|ção|zione|ció)|academ(?:y|ia|ie)|akademie|authority|board|bureau',
  'cent(?:er|re|ro|rum)|zentrum|clinic|klinik|cohort|collaborations?|collaborators|college|commission|committee|company',
  'consorti(?:um|a)|corporation|corp|council|department|federation|foundation|fondation|fundación|stiftung',
  'gesellschaft|gmbh|government|groups?|groupe|gruppe|grupo|hospital|hôpital|hochschule|inc|initiatives?|investigators',
  'institut(?:e|es|ion|o|t)?|laborator(?:y|ies|io)|laboratoire|llc|ltd|plc|minist(?:ry|erio|ère|ério|erium)|museum',
  'networks?|observatory|offices?|organi[sz]ations?|panel|partnership|programme|project|registry|school|secretariat',
  'societ(?:y|ies|à|ät)|sociedade?|société|study|survey|task force|teams?|trialists|trust|unions?',
  'universit(?:y|ies|ät|é|at|ad|à|ade|eit|et|etet)|uniwersytet|verband|verein|working party',
  'академия|институт|коллаборация|министерство|общество|организация|университет|центр',
].join('|');

const ORGANISATION = new RegExp(`(?<![\\p{L}\\p{M}])(?:${ORGANISATION_WORDS})(?![\\p{L}\\p{M}])`, 'iu');

export function isOrganisation(name: string): boolean {
  return ORGANISATION.test(name);
}
