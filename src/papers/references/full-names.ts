import { readPerson } from '../people.ts';
import { type AuthorList, isNameShaped, isOrganisation } from './author-list.ts';

/**
 * Authors with their given names in full, before a full stop: `Ada Weevil, Bo Limpet, and Cy Mussel. A title.`. Only
 * its words distinguish such a list from a title, so every part of it has to be a name.
 */

/** Possible ends of a list. A full stop after an initial or `St.` ends it only before a word that is not a name. */
const ENDS = /(?<!\b(?:St|Md|Mr|Dr))[.:]\s+(?=["“‘'([$\\\\]?[\p{L}\p{N}])/gu;
const AFTER_INITIAL = /(?:^|[\s.-])\p{Lu}\p{M}?$/u;
/** Full stops inside a list are rare, so at most this many ends are tried. */
const MAX_ENDS = 3;
const MAX_LIST_CHARACTERS = 20_000;
const SEPARATORS = /(?<!\s)\s*[,;]\s*(?:(?:&|and)\s+)?|(?<!\s)\s+(?:&|and)\s+/;
/** Also `et al.` itself, whose full stop ends the list. */
const OTHERS = /(?:,\s*|(?<![\s,])\s+)(?:(?:and )?et al\b\.?|and others\b\.?|(?:and )?\d+ others\b\.?)\s*$/i;
/** The last word of the name of a group of people. */
const GROUP =
  /(?:^|\s)(?:[Tt]eams?|Labs?|Inc\.?|Corporation|Corp\.?|Company|Ltd\.?|LLC|GmbH|Contributors|Developers|Community|Consortium|Collaboration|Group|Groups|Research|AI|Foundation|Institute|Initiative|Project|Software|Technologies|Authors)$/;
/** `OpenAI`, `xAI`, `DeepSeek-AI`, `01.AI`, `NVIDIA`: no title is one word with capitals inside. */
const COINED = /^(?=\S{0,24}\p{Ll}\S{0,24}\p{Lu}|\S{0,24}-?AI$|\p{Lu}{3,12}$)[\p{L}\p{N}.-]{3,24}$/u;
/** Publishers of pages whose names look like any word. */
const KNOWN =
  /^(?:Google|Wikipedia|Meta|Microsoft|Apple|Amazon|Anthropic|Mistral|Cohere|Unicef|Unesco|Eurostat|Statista)(?: \p{Lu}\S*){0,2}$/u;
/** Words that titles have and names do not. */
const OF_TITLES = new RegExp(
  `^(?:${[
    'access|advance[sd]?|algorithms?|analys[ei]s|applications?|applied|approach(?:es)?|artificial|assessments?|attention',
    'bandits?|bayesian|bias|biology|brain|cancer|care|causal|cell|chemistry|classification|clinical|clustering|cognitive',
    'compressed|computer|computing|control|convex|data|deep|design|detection|development|diagnosis|diffusion|digital',
    'diseases?|distributed|dynamics?|education|effects?|energy|estimation|evidence|evolution|experimental|expression',
    'forests?|foundations?|functions?|general|generative|genome|global|graphs?|guidelines?|handbook|health|human|image',
    'inference|information|intelligence|introduction|knowledge|language|learning|linear|logic|machines?|management',
    'mathematics|matrix|mechanisms?|medicine|memory|mental|methods?|mining|modern|modell?ing|models?|molecular|natural',
    'networks?|neural|nonlinear|numerical|optimi[sz]ation|patterns?|physics|policy|prediction|prevention|principles?',
    'probability|problems?|processing|programming|psychology|public|quantum|random|reasoning|recognition|regression',
    'reinforcement|research|retrieval|review|risk|robust|robotics?|scaling|science|search|security|selection|sensing',
    'social|spaces?|sparse|statistic(?:s|al)|stochastic|structures?|studies|study|supervised|surface|survey|synthesis',
    'systems?|technology|theory|therapy|tracking|training|transfer|transformers?|treatment|vector|virus|vision|visual',
  ].join('|')})$`,
  'i',
);
/** A single name is an author only before a title of at least this many words. */
const MIN_TITLE_WORDS = 3;

/** The authors at the start of a text, in full; undefined if it starts otherwise. Linear time. */
export function fullNamesAtStart(text: string): AuthorList | undefined {
  let tried = 0;
  for (const end of text.slice(0, MAX_LIST_CHARACTERS).matchAll(ENDS)) {
    const list = text.slice(0, end.index);
    const behind = text.slice(end.index + end[0].length);
    if (AFTER_INITIAL.test(list) && !hasPlainWord(behind)) continue;
    const firstAuthor = readFirst(list, behind, end[0].startsWith(':'));
    // The full stop of `et al.` belongs to the list.
    if (firstAuthor !== undefined) return { text: /\bet al$/i.test(list) ? `${list}.` : list, firstAuthor };
    tried += 1;
    if (tried === MAX_ENDS) return undefined;
  }
  return undefined;
}

/** Most of a list has given names; some people have only one name. */
const MIN_WHOLE_SHARE = 0.5;
/** Some names look like words of titles (`Mining Tan`), or were misread. */
const MAX_ODD_SHARE = 0.34;
const MIN_NAMES_OF_LIST = 3;

/** The family name of the first author, or the whole name of a group; undefined if the text is not such a list. */
function readFirst(list: string, behind: string, isBeforeColon: boolean): string | undefined {
  if (!isBeforeColon && isGroupName(list)) return list;
  // A year or page range comes after the title, so the text is more than a list of names.
  if (/\d{3}/.test(list)) return undefined;
  const named = list.replace(OTHERS, '');
  const names = named.split(SEPARATORS).filter((name) => /\p{L}/u.test(name) && !/^(?:Jr|Sr|II|III)\.?$/.test(name));
  const odd = names.filter((name) => !isNameShaped(name) || name.split(/[\s-]+/).some((word) => OF_TITLES.test(word)));
  const whole = names.filter((name) => name.includes(' ')).length;
  const isList = names.length >= MIN_NAMES_OF_LIST;
  const isFamilyFirst = beginsFamilyFirst(named, names, whole);
  if (!isFamilyFirst && (whole === 0 || whole < names.length * MIN_WHOLE_SHARE)) return undefined;
  if (odd.length > (isList ? names.length * MAX_ODD_SHARE : 0)) return undefined;
  // A title may look like one name, or like two.
  if (named === list && names.length <= (isFamilyFirst ? 2 : 1) && (isBeforeColon || !isTitleNext(behind)))
    return undefined;
  const person = readPerson(names[0] ?? '');
  return person.family ?? person.literal;
}

/**
 * Whether family names come first: `Kah, Herma, and Antho J. Wien`, `Kah, Herma and Wien, Antho J`, `Kah, Herma`. The
 * family name is then one word, or has a particle.
 */
function beginsFamilyFirst(list: string, names: readonly string[], whole: number): boolean {
  const persons = list.split(/(?<!\s)\s*;\s*|(?<!\s)\s+(?:&|and)\s+/);
  const [family = '', given = ''] = names;
  if (names.length === persons.length * 2 && persons.every((one) => one.split(',').length === 2)) return true;
  return !family.includes(' ') && given !== '' && names.length > 2 && whole >= names.length - 2;
}

/** Lower-case words in lists of names: particles, and words that join names. */
const SMALL_IN_LISTS = /^(?:and|et|al|van|von|de|der|den|del|della|di|da|dos|du|la|le|ter|ten|el|bin|ibn|ul|zu|y|e)$/;

/** Whether the words up to the next stop or comma include one that does not occur in names. */
function hasPlainWord(behind: string): boolean {
  const [part = ''] = behind.split(/[,.?!:](?:\s|$)/, 1);
  return part.split(/[\s,]+/).some((word) => /^\p{Ll}{2}/u.test(word) && !SMALL_IN_LISTS.test(word));
}

/** Whether a title follows a single name: several words, a question, a lower-case word, a subtitle, or a publisher. */
function isTitleNext(behind: string): boolean {
  const [title = ''] = behind.split(/(?<!\bvs)[.?!](?:\s|$)/, 1);
  const words = title.split(' ').filter((word) => /\p{L}/u.test(word));
  return words.length >= MIN_TITLE_WORDS || TITLE_NEXT.some((form) => form.test(behind));
}

const TITLE_NEXT: readonly RegExp[] = [
  /^\p{Lu}\S* \p{Ll}{3,}[.?!]/u,
  /^\P{Zs}{2,40}:\s/u,
  /^[^.?!]{5,80}\?/,
  /^[^.,]{4,60}[.,] [^.]{0,60}\b(?:Press|Springer|Wiley|Elsevier|Routledge|Macmillan|Verlag|Books|Publish\w+)\b/,
];

const MAX_GROUP_WORDS = 6;

/** Whether a text names an organisation: `OpenAI`, `Google Research`, `World Health Organization`. */
export function isGroupName(text: string): boolean {
  const words = text.split(' ', MAX_GROUP_WORDS + 1);
  if (words.length > MAX_GROUP_WORDS) return isOrganisation(text);
  const isCapitalised = words.every((word) => /^(?:[\p{Lu}\d&]|of$|and$|for$|the$)/u.test(word));
  return (
    COINED.test(text) ||
    KNOWN.test(text) ||
    (words.length > 1 && isCapitalised && GROUP.test(text)) ||
    isOrganisation(text)
  );
}
