import { FUNCTION_WORDS } from '../analysis/stop-words.ts';

/** Author lists at the beginning of a reference, in the forms of the usual styles. */

const PARTICLES = "(?:(?:van|von|de|der|den|del|della|di|da|dos|du|la|le|ter|ten|al|el|bin|ibn|zu|zur|'t)[ -])*";
const FAMILY = String.raw`${PARTICLES}(?:[dDlLO]['’])?\p{Lu}[\p{L}\p{M}'’-]+(?: \p{Lu}[\p{L}\p{M}'’-]+)?`;
const DOTTED = String.raw`\p{Lu}\p{M}?\.(?:[ -]?\p{Lu}\p{M}?\.)*`;
const PLAIN = String.raw`\p{Lu}{1,4}(?:-\p{Lu})?(?![\p{L}\p{M}.'’-])`;
const SUFFIX = String.raw`(?:,? (?:Jr\.?|Sr\.?|II|III|IV|2nd|3rd)(?![\p{L}]))?`;
/** `Vaswani, A.` and `Vaswani A`; `A. Vaswani`. */
const NAME = String.raw`(?:${FAMILY},? (?:${DOTTED}|${PLAIN}|(?:\p{Lu} ?){1,3}(?=[.,;]))${SUFFIX}|${DOTTED} ?${FAMILY}${SUFFIX})`;
const SEPARATOR = String.raw`(?:\s*[,;]\s*(?:(?:&|and|…|\.\.\.)\s*)?|\s+(?:&|and)\s+)`;
const REST = String.raw`(?:(?:[,;]\s*|(?<!\s)\s+)?(?:et al\b\.?|and others\b))`;
const LIST = new RegExp(String.raw`^(?:${NAME})(?:${SEPARATOR}${NAME})*${REST}?(?:\s*\((?:eds?|hrsg)\.?\))?`, 'u');
const SHORT = new RegExp(
  String.raw`^(${FAMILY})(?:(?:\s*,\s*|\s+(?:&|and)\s+|\s*,\s*(?:&|and)\s+)${FAMILY}){0,8}${REST}?`,
  'u',
);
const ET_AL = new RegExp(String.raw`^(?:(?:${FAMILY}|[\p{L}\p{M}'’-]+)(?:,? [\p{L}\p{M}.'’ -]{1,40}?)?)${REST}`, 'u');

const BEFORE_YEAR = new RegExp(
  String.raw`^(?:${PARTICLES}\p{Lu}[\p{L}\p{M}.'’-]*[\s,;]+(?:(?:and|&|et al\.?),? )*){2,60}(?=[([.]?\s?(?:1[5-9]|20)\d\d[a-h]?[)\].,:])`,
  'u',
);

/** A name within a list, without requiring initials. */
const NAMES_HERE = [NAME, String.raw`${PARTICLES}\p{Lu}[\p{L}\p{M}'’-]+`].map((name) => new RegExp(name, 'uy'));
const SEPARATOR_HERE = new RegExp(SEPARATOR, 'uy');
const REST_HERE = new RegExp(String.raw`(${REST})?[\s,.]*$`, 'uy');
const FAMILY_AND_REST = new RegExp(String.raw`^(${FAMILY}${REST})[\s,.]*$`, 'u');
const BEFORE_CITED = /^[([]?(?:(?:see|cf\.?|e\.g\.),? )?/;
const YEAR_OF_CITED = /[([]?((?:1[5-9]|20)\d\d)[a-h]?[)\].\s]*$/;
const MAX_CITED_CHARACTERS = 120;

export type AuthorList = { text: string; firstAuthor: string };

/** `(Hughes et al., 2017)`, `Watson and Crick, 1953`: only names and a year, as in-text citations have. */
function namesAndYear(text: string): { names: AuthorList; year: number } | undefined {
  const ending = text.length <= MAX_CITED_CHARACTERS ? YEAR_OF_CITED.exec(text) : null;
  if (!ending) return undefined;
  const names = listOf(onlyNames(text.slice(BEFORE_CITED.exec(text)?.[0].length, ending.index)));
  return names && { names, year: Number(ending[1]) };
}

/**
 * The names that make up a whole text. Each position is tried once, because the ways to split names multiply with their
 * number.
 */
function onlyNames(text: string): string | undefined {
  const positions = new Set([0]);
  for (const position of positions) {
    for (const end of NAMES_HERE.flatMap((name) => endOf(name, text, position) ?? [])) {
      REST_HERE.lastIndex = end;
      const rest = REST_HERE.exec(text);
      if (rest) return text.slice(0, end + (rest[1] ?? '').length);
      const next = endOf(SEPARATOR_HERE, text, end);
      if (next !== undefined) positions.add(next);
    }
  }
  return FAMILY_AND_REST.exec(text)?.[1];
}

/** The end of a sticky pattern's match at a position. */
function endOf(pattern: RegExp, text: string, position: number): number | undefined {
  pattern.lastIndex = position;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** The separator of two citations: a semicolon, or after a year a comma or `and`. */
const BETWEEN_CITED = /;\s*|(?<=\d{4}[a-h]?[)\]]?)(?:,|,?\s+(?:and|&))\s+/;

/** Reads `(Hughes et al., 2017; Smith 2018)`. Returns an empty list unless every part is a citation. */
export function listCited(text: string): { names: AuthorList; year: number }[] {
  const all = text.split(BETWEEN_CITED).map(namesAndYear);
  const cited = all.filter((each) => each !== undefined);
  return cited.length === all.length ? cited : [];
}

/** Nouns that end an organisation's name, or precede `of`, `for` or `on` in it. */
const BODY = `(?:${[
  ...['Academ(?:y|ies)', 'Administration', 'Agency', 'Associations?', 'Authority', 'Bank', 'Bureau', 'Cent(?:er|re)s?'],
  ...['Collaboration', 'Commission', 'Committee', 'Consortium', 'Council', 'Department', 'Federation', 'Foundation'],
  ...['Institutes?', 'Ministry', 'Nations', 'Office', 'Organi[sz]ation', 'Societ(?:y|ies)', 'Task Force', 'Union'],
].join('|')})`;
const CAPITALISED = String.raw`(?:(?:of|for|on|and|the|in|&|de|la) )*\p{Lu}[\p{L}\p{M}'’.-]*,?`;
const ORGANISATION = new RegExp(
  String.raw`^(?=(?:.* )?${BODY}(?:$| (?:of|for|on) ))(?:The )?\p{Lu}[\p{L}\p{M}'’.-]*,?(?: ${CAPITALISED}){1,11}$`,
  'u',
);

/** `World Health Organization`, `Centers for Disease Control and Prevention`. */
export function isOrganisation(text: string): boolean {
  return text.length <= MAX_CITED_CHARACTERS && ORGANISATION.test(text);
}

/** The names of a list, without separators. */
export function plainNames(list: string): string {
  return list
    .replace(new RegExp(REST, 'u'), ' ')
    .replace(/[\s,;.&]+(?:and\s+)?/g, ' ')
    .trim();
}

/** The authors at the start of a text, recognised by initials or `et al.`; undefined if it starts otherwise. */
export function authorsAtStart(text: string): AuthorList | undefined {
  const list = LIST.exec(text)?.[0];
  return listOf(list !== undefined && !WORD_NEXT.test(text.slice(list.length)) ? list : ET_AL.exec(text)?.[0]);
}

/**
 * `Vitamin D deficiency and pain` does not start with an author: no separator comes before a word that is not a name.
 */
const WORD_NEXT = /^\s+(?:and\s+)?\p{Ll}{2}/u;

/** Names without initials, recognised only before a year: `Vaswani and Shazeer 2017`. */
export function familyNamesAtStart(text: string): AuthorList | undefined {
  const list = SHORT.exec(text)?.[0] ?? '';
  return ARTICLE.test(list) ? undefined : listOf(list);
}

/** `The Year 2000` is not a list of names. */
const ARTICLE = /(?:^|[\s,])(?:The|An?)\s/;

/** Names in any form, up to the year that follows: `Ashish Vaswani and Noam Shazeer. 2017.` */
export function namesBeforeYear(text: string): AuthorList | undefined {
  return listOf(BEFORE_YEAR.exec(text)?.[0]?.replace(/(?<![\s.,])[\s.,]+$/, ''));
}

/**
 * The authors before a quoted title: the whole text, whatever the form of the names, unless it is a question
 * (`Is "..."`).
 */
export function authorsBeforeTitle(text: string): AuthorList | undefined {
  const bare = text.replace(/^\W*\[?\d{0,4}\]?\.?\s*/, '').trim();
  if (bare === '') return undefined;
  const [first = ''] = /^\p{L}+/u.exec(bare) ?? [];
  return authorsAtStart(bare) ?? (FUNCTION_WORDS.has(first.toLowerCase()) ? undefined : listOf(bare));
}

const GIVEN_OR_FAMILY = String.raw`(?:[dDlLO]['’])?\p{Lu}[\p{L}\p{M}'’.-]*`;
const WORD_OF_NAME = new RegExp(
  String.raw`^(?:${GIVEN_OR_FAMILY}|(?:van|von|de|der|den|del|della|di|da|dos|du|la|le|ter|ten|al|el|bin|ibn|zu|zur|ul|y|e|'t)-?|(?:jr|sr)\.?)$`,
  'u',
);
const MAX_WORDS_OF_NAME = 6;
/** Words that begin a sentence or a title, but never occur in a name. */
const NEVER_IN_NAMES = new RegExp(
  '^(?:the|an?|in|on|of|for|from|see|check|review|chapter|proceedings|journal|abstract|title|reply|comment|re|article' +
    '|retract(?:ed|ion)|withdrawn?|withdrawal|errat(?:um|a)|corrigend(?:um|a)|correct(?:ed|ion)|notice|editorial|letter)$',
  'i',
);

/**
 * The authors before a title whose position is known: names in any form, `Ada Weevil, Bo Limpet, and Cy Mussel`,
 * `Weevil, Ada; Limpet, Bo`, `A Weevil and B Limpet`. Undefined if the text is something else.
 */
export function authorsBefore(text: string): AuthorList | undefined {
  const line = text.replace(/\s+/g, ' ').replace(/^\W*\[?\d{0,4}\]?\.?\s*/, '');
  const bare = withoutEnd(withoutEnd(line, ' ,.;:|').replace(/\(?(?:1[5-9]|20)\d\d[a-h]?\)?$/, ''), ' ,.;:(|')
    // Marks of affiliations, and other separators of names.
    .replace(/(?<=\p{L}\.?)(?:[*†‡§¶¹²³⁴-⁹]|\d(?!\d))+/gu, '')
    .replace(/ ?[/|] ?/g, ', ');
  if (isOrganisation(bare)) return { text: bare, firstAuthor: bare };
  const plain = bare.replace(/(?:[,;]\s*|(?<!\s)\s+)?(?:et al\b\.?|and others\b).*$/s, '');
  const names = plain.split(/ ?[,;] ?(?:(?:&|and) )?| (?:&|and) /).filter((name) => name !== '');
  const isName = (name: string) =>
    isNameShaped(name) && !name.split(/\s+/).some((word) => word.length > 1 && NEVER_IN_NAMES.test(word));
  const hasFamily = names.some((name) => /\p{L}{2}/u.test(name));
  return names.length > 0 && hasFamily && names.every(isName) ? listOf(bare) : undefined;
}

/** Whether a text has the form of one name, of up to six words with capitals, particles and initials. */
export function isNameShaped(text: string): boolean {
  const words = text.split(/\s+/, MAX_WORDS_OF_NAME + 1);
  return words.length <= MAX_WORDS_OF_NAME && words.every((word) => WORD_OF_NAME.test(word));
}

/** A text without these characters at its end. */
function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1] as string)) end -= 1;
  return text.slice(0, end);
}

function listOf(text: string | undefined): AuthorList | undefined {
  if (text === undefined || text === '') return undefined;
  const firstAuthor = familyOfFirst(text);
  return firstAuthor === '' ? undefined : { text, firstAuthor };
}

function familyOfFirst(list: string): string {
  const [first = ''] = list
    .replace(/(?:[,;]\s*|(?<!\s)\s+)?(?:et al\b\.?|and others\b).*$/s, '')
    .split(/;|,|\s(?:&|and)\s|\(|\.\s*$/)
    .map((part) => part.trim());
  const words = first.split(/\s+/).filter((word) => word !== '');
  // `Vaswani A` ends with initials; `A. Vaswani` and `Ashish Vaswani` begin with the given name.
  const isInitials = (word: string) => /^(?:\p{Lu}\.?-?){1,3}$/u.test(word);
  const names = words.filter((word) => !isInitials(word) && !/^(?:Jr|Sr)\.?$/.test(word));
  if (names.length === 0) return words.at(-1) ?? '';
  const isFamilyFirst = isInitials(words.at(-1) ?? '') || (list.startsWith(`${first},`) && !isInitials(words[0] ?? ''));
  return isFamilyFirst ? names.join(' ') : (names.at(-1) ?? '');
}
