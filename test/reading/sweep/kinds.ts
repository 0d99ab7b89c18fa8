import type { Source } from './documents.ts';

/** A sentence of a document, and the text around it. */
export type Case = { source: Source; sentence: string; paragraph: string[]; next: string | undefined };

/** Returns changed sentences; none if this change does not apply to the sentence. */
export type Change = (one: Case) => string[];

/** Replaces each match of a pattern by itself. */
function each(pattern: RegExp, replacement: string | ((found: string, ...groups: string[]) => string)): Change {
  return ({ sentence }) =>
    [...sentence.matchAll(new RegExp(pattern, pattern.flags.includes('g') ? pattern.flags : `${pattern.flags}g`))].map(
      (match) => {
        const [found, ...groups] = match;
        const put = typeof replacement === 'string' ? replacement : replacement(found, ...groups);
        return sentence.slice(0, match.index) + put + sentence.slice(match.index + found.length);
      },
    );
}

/** Exchanges words, in both directions. */
function swap(...pairs: [string, string][]): Change {
  const changes = pairs.flatMap(([one, other]) => [
    each(new RegExp(`(?<![\\p{L}-])${one}(?![\\p{L}-])`, 'u'), other),
    each(new RegExp(`(?<![\\p{L}-])${other}(?![\\p{L}-])`, 'u'), one),
  ]);
  return (one) => changes.flatMap((change) => change(one));
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const words = (sentence: string) => sentence.replace(/[.!?]$/, '').split(' ');
const half = (sentence: string, from: 'start' | 'end') => {
  const all = words(sentence);
  const middle = Math.floor(all.length / 2);
  return (from === 'start' ? all.slice(0, middle) : all.slice(middle)).join(' ');
};

/** Changes the cells of a row of a table. */
function row(change: (cells: string[]) => string[]): Change {
  return ({ sentence }) => (sentence.includes(' | ') ? change(sentence.split(' | ')) : []);
}

const swapped = (cells: readonly string[], at: number) =>
  cells.map((cell, nth) => cells[nth === at ? at + 1 : nth === at + 1 ? at : nth] ?? cell);

/** Changes of meaning: none may count as exact. */
export const CHANGES: Readonly<Record<string, Change>> = {
  // Numbers
  'a digit changed': each(/\d/, (digit) => String((Number(digit) + 3) % 10)),
  'two digits swapped': each(/(\d)(?!\1)(\d)/, (_found, one = '', other = '') => other + one),
  'a zero added': each(/(?<![\d.])[1-9]\d*(?![\d.,])/, '$&0'.replace('$&', '1')),
  'the decimal point left out': each(/(\d)?\.(\d)/, (_found, before = '', after = '') => before + after),
  'the decimal point moved': each(/(\d)\.(\d)(\d)/, (_found, one, two, three) => `${one}${two}.${three}`),
  'a decimal point for the comma of thousands': each(/(\d),(\d{3})/, (_found, one, rest) => `${one}.${rest}`),
  'a list of positions as a decimal number': each(/(\d),(\d)(?=-)/, (_found, one, two) => `${one}.${two}`),
  'bounds of an interval swapped': each(
    /(\d[\d.]*)(–| to )(\d[\d.]*)/,
    (_found, one, dash, two) => `${two}${dash}${one}`,
  ),
  'a bound of an interval left out': each(/\d[\d.]*–(\d[\d.]*)/, (_found, two = '') => two),
  'the sign of a number left out': each(/(?<=[ (])[−-](\d)/, (_found, digit = '') => digit),
  'a sign put before a number': each(/(?<=[ (])(\d)/, (_found, digit = '') => `−${digit}`),
  'an exponent on the line': each(/10[⁻]?([⁰¹²³⁴-⁹])/, (found) => found.normalize('NFKC')),
  'the sign of an exponent left out': each(/⁻(?=[⁰¹²³⁴-⁹])/, ''),
  'a sign put before an exponent': each(/(?<=10)(?=[⁰¹²³⁴-⁹])/, '⁻'),
  'another exponent': each(/[²³]/, (found) => (found === '²' ? '³' : '²')),
  'an exponent left out': each(/(?<=\p{L})[²³](?![⁺⁻])/u, ''),
  'a fraction as a number': each(/(\d)\/(\d)/, (_found, one, two) => `${one}${two}`),
  'a fold left out': each(/-fold/, ''),
  'years changed': each(/\b(?:19|20)(\d)\d\b/, (found) => String(Number(found) - 7)),
  'Roman numerals changed': each(/\b(II|III|IV)\b/, (found) => (found === 'II' ? 'III' : 'II')),
  'a number in words changed': swap(
    ['three', 'four'],
    ['second', 'third'],
    ['both', 'all'],
    ['Half', 'Third'],
    ['twice', 'once'],
  ),
  'percent and points swapped': swap(['percent', 'points'], ['percent', 'percentage points']),
  'a percent sign left out': each(/(?<=\d)%/, ''),
  'percent as per mille': each(/(?<=\d)%/, '‰'),
  // Units and symbols
  'milligrams as micrograms': each(/\bmg\b/, 'µg'),
  'micrograms as milligrams': each(/µg/, 'mg'),
  'the prefix of a unit in other case': each(/(?<=\d )([mM])(?=[MWglLm]\b)/, (found) => (found === 'm' ? 'M' : 'm')),
  'another prefix': each(
    /(?<=\d )(?:kJ|nm|mmol|mL|min)\b/,
    (found) => ({ kJ: 'J', nm: 'µm', mmol: 'mol', mL: 'dL', min: 'h' })[found] ?? '',
  ),
  'the ring of Å left out': each(/Å/, 'A'),
  'units of time changed': swap(['hours', 'days'], ['years', 'months'], ['week', 'month'], ['min', 'h']),
  'a currency changed': each(/[$€]/, (found) => (found === '$' ? '€' : '$')),
  'a currency left out': each(/[$€]/, ''),
  'degrees left out': each(/ ?°C/, ''),
  'a comparator turned': each(/[<>≤≥]/, (found) => ({ '<': '>', '>': '<', '≤': '≥', '≥': '≤' })[found] ?? ''),
  'a comparator without its line': each(/[≤≥]/, (found) => (found === '≤' ? '<' : '>')),
  'a comparator for equality': each(/(?<=p )[<=]|≈/i, (found) => (found === '=' ? '<' : '=')),
  'about for not equal': each(/≈/, '≠'),
  'a comparator left out': each(/[<>≤≥≈] ?/, ''),
  'times as divided by': each(/×/, '÷'),
  'plus or minus as plus': each(/±/, '+'),
  'an arrow turned': each(/[↑↓]/, (found) => (found === '↑' ? '↓' : '↑')),
  'an arrow left out': each(/ [↑↓]/, ''),
  'a prime for two': each(/′/, '″'),
  'a prime changed': each(/[35](?=′)/, (found) => (found === '3' ? '5' : '3')),
  // Chemistry and genetics
  'a charge left out': each(/[²³]?[⁺⁻](?![⁰¹²³⁴-⁹])/, ''),
  'a charge turned': each(/[⁺⁻](?![⁰¹²³⁴-⁹])/, (found) => (found === '⁺' ? '⁻' : '⁺')),
  'the sign of a marker left out': each(/(?<=[A-Z]\d)[+−]/, ''),
  'the sign of a marker turned': each(/(?<=[A-Z]\d)[+−]/, (found) => (found === '+' ? '−' : '+')),
  'an isotope on the line': each(/[¹][⁴](?=C)/, '14'),
  'another isotope': each(/¹⁴C/, '¹³C'),
  'a count of atoms changed': each(/[₂₄]/, (found) => (found === '₂' ? '₃' : '₂')),
  'a count of atoms left out': each(/[₂₄]/, ''),
  'ending of a salt changed': swap(
    ['Sulfate', 'Sulfite'],
    ['nitrite', 'nitrate'],
    ['ester', 'ether'],
    ['ammonium', 'ammonia'],
  ),
  'an isomer changed': each(/\(R\)-/, '(S)-'),
  'a gene as a protein': each(/\bVex1\b/, 'VEX1'),
  'a protein as a gene': each(/\bVEX1\b/, 'Vex1'),
  'a gene in lower case': each(/\bV(?:EX|ex)1\b/, 'vex1'),
  'a deletion left out': each(/-Δ/, ''),
  'a variant changed': each(/G>A/, 'A>G'),
  'an amino acid changed': each(/Gly12Asp/, 'Gly12Val'),
  'a Greek letter changed': each(/[αβΔ]/, (found) => ({ α: 'β', β: 'α', Δ: 'δ' })[found] ?? ''),
  'a Greek letter as a Latin one': each(/[αβ]/, (found) => (found === 'α' ? 'a' : 'b')),
  'capitals that mean something': each(/\b(?:NO|IL|TNF|MW|NaOH|HER2|OR|CI)\b/, (found) => found.toLowerCase()),
  'a word in capitals': each(/\b(?:no|or|it|us|was|in)\b/, (found) => found.toUpperCase()),
  'a name as a word': each(/\b(?:Lark|Moor|Birch|Nettle)\b(?!.{0,20}\d{4})/, (found) => found.toLowerCase()),
  // Borders of words
  'two words joined': each(/(?<=\p{Ll}) (?=\p{Ll})/u, ''),
  'a word divided': each(/(?<=\b\p{Ll}{2})(?=\p{Ll}{4})/u, ' '),
  'the article joined to its word': each(/\b(an?) (?=\p{Ll})/u, (_found, article = '') => article),
  'a hyphen left out': each(/(?<=\p{L})-(?=\p{L})/u, ''),
  'a hyphen as a blank': each(/(?<=\p{L})-(?=\p{L})/u, ' '),
  'a hyphen put into a word': each(/(?<=\b(?:re|un|co|ex|in))(?=\p{Ll}{4})/u, '-'),
  // Words that turn
  '"not" put in': each(/\b(is|are|was|were|can|may|has|have|had|will|would)\b/, (found) => `${found} not`),
  '"not" left out': each(/\b(?:did|was|were|is|does|but|do) not\b/, (found) => found.replace(' not', '')),
  '"no" for "some"': swap(
    ['No', 'Some'],
    ['no', 'some'],
    ['never', 'always'],
    ['Neither', 'Both'],
    ['nearly', 'hardly'],
  ),
  'scope changed': swap(
    ['all', 'most'],
    ['some', 'all'],
    ['Most', 'All'],
    ['All', 'Some'],
    ['only', 'also'],
    ['both', 'most'],
    ['Half', 'All'],
  ),
  'direction changed': swap(
    ['increased', 'decreased'],
    ['higher', 'lower'],
    ['more', 'less'],
    ['reduced', 'raised'],
    ['above', 'below'],
    ['improved', 'worsened'],
    ['before', 'after'],
    ['older', 'younger'],
    ['fell', 'rose'],
    ['inhibited', 'activated'],
    ['Loss', 'Gain'],
    ['from', 'to'],
  ),
  'a prefix of denial added': each(
    /(?<![\p{L}-])(significant|aware|frequent|related|expressed|viable|wanted|able|toxic|reversible|dominant)(?![\p{L}])/u,
    (found) => `non${found}`,
  ),
  'a prefix of denial left out': each(/\b(?:un|dis|in|ir)(?=(?:related|aware|agreed|appeared|dependent)\b)/, ''),
  'a prefix turned': swap(
    ['Hypertension', 'Hypotension'],
    ['exothermic', 'endothermic'],
    ['upregulates', 'downregulates'],
    ['intracellular', 'extracellular'],
  ),
  'a hedge left out': each(/\b(?:may|probably|suggest that|argued that|About|Approximately|nearly|mostly) /, ''),
  'a hedge made certain': swap(
    ['suggest', 'prove'],
    ['may', 'will'],
    ['hypothesised', 'showed'],
    ['predictor', 'cause'],
    ['correlated', 'agreed'],
  ),
  'a condition left out in the middle': each(/, unless [^,.]+|, but not [^,.]+(?=,)|only if given /, ''),
  'and for or': swap(['and', 'or'], ['and', 'but']),
  'but not as and': each(/, but not/, ' and'),
  'groups swapped': swap(
    ['men', 'women'],
    ['boys', 'Girls'],
    ['males', 'females'],
    ['placebo', 'torvalin'],
    ['adults', 'children'],
  ),
  'singular and plural': swap(
    ['patient', 'patients'],
    ['group', 'groups'],
    ['dose', 'doses'],
    ['family', 'families'],
    ['data', 'datum'],
  ),
  'tenses changed': swap(['was', 'is'], ['were', 'are'], ['did', 'does'], ['reduced', 'reduces']),
  'passive and active': each(/\bwas (\p{Ll}+ed)\b/u, (_found, verb = '') => verb),
  'authors swapped': swap(['Lark', 'Moor'], ['Abel', 'Birch'], ['Nettle', 'Lark']),
  'years of a citation swapped': each(/\((.*?)\b(20\d\d)/, (found) => found.replace(/20\d\d$/, '2013')),
  // Words in general
  'a content word replaced': each(/(?<=[\p{L},] )\p{Ll}{6,}(?= )/u, 'umbrella'),
  'a content word left out': each(/(?<=[\p{L},] )\p{Ll}{6,} /u, ''),
  'a content word put in': each(/(?<=\p{L} )(?=\p{Ll}{6,} )/u, 'severe '),
  'two words swapped': each(/\b(\p{Ll}{4,}) (\p{Ll}{3,})\b/u, (_found, one, two) => `${two} ${one}`),
  'prepositions changed': swap(['of', 'by'], ['in', 'for'], ['with', 'without'], ['at', 'after']),
  'a comma put in before "who"': each(/(?<=\p{L}) (?=who |that |which )/u, ', '),
  'a comma left out': each(/(?<=\p{L}), (?=\p{L})/u, ' '),
  'a question as a statement': each(/\?$/, '.'),
  'a statement as a question': each(/(?<=[a-z])\.$/, '?'),
  // Brackets and citations
  'a claim in brackets': each(/\.$/, ' (Doubted by nobody, and confirmed in 2021).'),
  'a claim in the form of a citation': each(/(?<=\p{L})\.$/u, ' (Smith proved that it is safe, 2019).'),
  'a claim in square brackets': each(/(?<=\p{Ll}) (?=\p{Ll}{2,5} )/u, ' [proved by all, 2020] '),
  'a claim joined to a citation': each(/(?<=\(\p{L}[^()]*\d{4}[a-z]?)\)/u, '; all later trials agree)'),
  'a reference that the document has not': each(/(?<=\p{Ll})\.$/u, ' [97].'),
  'another reference of the document': each(/\[(\d)\]/, (_found, number) => `[${number === '1' ? 2 : 1}]`),
  'a year of another reference': each(/(?<=\([A-Z][^()]*)20\d\d[a-z]?\)/, '1999)'),
  'a remark of the editor': each(/(?<=\p{Ll}{5}) /u, ' [sic] '),
  'content in brackets left out': each(/ \((?![^)]*(?:20\d\d))[^()]*\p{L}[^()]*\)/u, ''),
  'an interval in brackets left out': each(/ \([^()]*[%=<–][^()]*\)/, ''),
  // Parts of sentences
  'the first word left out': ({ sentence }) => [capital(sentence.slice(sentence.indexOf(' ') + 1))],
  'a beginning left out, as a whole': each(/^[^,]{5,60}, (?=\p{Ll})(.)/u, (_found, letter = '') =>
    letter.toUpperCase(),
  ),
  'an end left out, as a whole': each(
    /,? (?:only|but|whereas|unless|although|after|within|than|and|in|when|at)\b.*$/,
    '.',
  ),
  'cut before a sign': each(/(?<=[\p{L}\d])[+−%⁺⁻²³⁴-⁹].*$/u, ''),
  'cut within a number': each(/(?<=\d[.,])\d.*$/, ''),
  // Found by attacks from outside (issue 55)
  'a point put before a number at the beginning': ({ sentence }) =>
    partsFrom(sentence, /(?<= )(?=\d[\d.]* \p{L})/u).map((part) => `.${part}`),
  'a point put before a number': each(/(?<= )(?=\d)/u, '.'),
  'a raised number left out': each(/(?<=\p{Ll}{3})[²³](?![⁺⁻])/u, ''),
  'the number of a charge left out': each(/(?<=\p{L})[²³](?=[⁺⁻])/u, ''),
  'words and a year in the form of a citation left out': each(/ \(Brazil, 2016\)/, ''),
  'a prime left out': each(/[′″]/, ''),
  'a prime added': each(/(?<=\d)(?= \p{Ll})/u, '″'),
  'words up to a prime': ({ sentence }) =>
    [...sentence.matchAll(/[′″]/gu)].flatMap(({ index, 0: prime }) => {
      const part = sentence.slice(0, index);
      return [part, `"${part}"`, `${part}${prime === '′' ? '″' : '′'}`];
    }),
  'a word that reads as two at a hyphen': each(
    /\b(not|the|who|over|all|now)(?=(?:able|rapist|reas|here)\b)/u,
    (found) => `${found}- `,
  ),
  'a name in lower case at the beginning': each(/^(?:Turkey|Germany|Lark|Abel|Oxidation)(?= )/u, (found) =>
    found.toLowerCase(),
  ),
  'a name in lower case': each(/(?<= )(?:Germany|Brazil|March|Turkey|Lyon|Nettle|Birch)(?=[ ,.;])/u, (found) =>
    found.toLowerCase(),
  ),
  'a range as a list': each(/(\d)–(?=\d)/, (_found, digit) => `${digit}, `),
  'a range as a list without a blank': each(/(\d)–(?=\d)/, (_found, digit) => `${digit},`),
  'a range as a ratio': each(/(\d)–(?=\d)/, (_found, digit) => `${digit}:`),
  'a range without its dash': each(/(\d)–(?=\d)/, (_found, digit) => `${digit} `),
  'a ratio as a range': each(/(\d):(?=\d)/, (_found, digit) => `${digit}–`),
  'a ratio as a list': each(/(\d):(?=\d)/, (_found, digit) => `${digit}, `),
  'a pair of numbers as a decimal number': each(/(?<=[{[(])(\d),(?=\d[}\])])/, (_found, one) => `${one}.`),
  'a number of as the number of': swap(['a number', 'the number'], ['A third', 'The third']),
  'a list as a range': each(/(?<=\d)(?<![[(]\d), (?=\d)/, '–'),
  'a little or few changed by its article': each(/(?:\ba )?\b(little|few)\b|^(?:A l|L)ittle|^(?:A f|F)ew/u, (found) =>
    /^a /i.test(found) ? found.replace(/^[aA] /, '') : `a ${found.toLowerCase()}`,
  ),
  'a real word for one of almost the same letters': swap(
    ['mediation', 'medication'],
    ['prostate', 'prostrate'],
    ['Mortality', 'Morality'],
    ['morality', 'mortality'],
    ['marital', 'martial'],
    ['trial', 'trail'],
    ['discrete', 'discreet'],
    ['statue', 'statute'],
    ['diary', 'dairy'],
    ['patients', 'patents'],
    ['causes', 'caused'],
    ['desert', 'dessert'],
    ['adoption', 'adaption'],
    ['affect', 'effect'],
    ['infection', 'inflection'],
    ['expansion', 'expression'],
  ),
  'a unit of another prefix by its case': each(
    /\b(?:mbar|Mbar|mPa)\b/,
    (found) => (found.startsWith('m') ? 'M' : 'm') + found.slice(1),
  ),
  'another raised reference of the document': each(/\^(\d)/, (_found, number) => `^${(Number(number) % 8) + 1}`),
  'another raised reference on the line': each(/\^(\d)/, (_found, number) => String((Number(number) % 8) + 1)),
  'another end of a range of references': each(/(?<=\^\d–)7/, '8'),
  'another reference in round brackets': each(/\^(\d)(?=\.)/, (_found, number) => ` (${(Number(number) % 8) + 1})`),
  'another reference after the mark': each(/\^(\d)\./, (_found, number) => `.^${(Number(number) % 8) + 1}`),
  'a minus left out': each(/ − (?=\p{L})/u, ' '),
  'words struck out': each(/(?<=\p{L} )(?:not|no|never|\p{Ll}{5,})(?= )/u, (found) =>
    [...found].map((letter) => `${letter}\u0336`).join(''),
  ),
  'a bracket moved': each(/\(([^()]+)\) (\p{L}+)/u, (_found, inner, next) => `(${inner} ${next})`),
  'a bracket moved back': each(/(\p{L}+) \(([^()]*\p{L})\)/u, (_found, before, inner) => `(${before} ${inner})`),
  'an accent that tells words apart': swap(
    ['wurde', 'würde'],
    ['schönes', 'schones'],
    ['marché', 'marche'],
    ['pêcheurs', 'pécheurs'],
    ['Masse', 'Maße'],
  ),
  'a denial in German or French': swap(
    ['kein', 'ein'],
    ['nicht', 'nie'],
    ['weder', 'entweder'],
    ['sauf', 'selon'],
    ['aucune', 'une'],
  ),
  // More than a sentence
  'two sentences merged': ({ sentence, next }) =>
    next ? [' and', ',', ''].map((joint) => `${sentence.replace(/[.?][¹²³]?$/, '')}${joint} ${next}`) : [],
  'halves of two sentences': ({ sentence, next }) => (next ? [`${half(sentence, 'start')} ${half(next, 'end')}.`] : []),
  'halves of two sentences joined by an ellipsis': ({ sentence, next, source: { paragraphs } }) =>
    [next, ...paragraphs.flat().slice(-3)].flatMap((other) =>
      other && other !== sentence
        ? [
            `${half(sentence, 'start')} ... ${half(other, 'end')}.`,
            `${half(sentence, 'start')} […] ${half(other, 'end')}.`,
          ]
        : [],
    ),
  'words of one sentence joined by an ellipsis without those that turn': each(
    /(?<=\p{L}{2,}[^.]{12,}) (?:not|no|never|only|unless|whereas|but|than)\b [^.]*? (?=\p{L}+ \p{L}+ \p{L}+[^ ]*\.$)/u,
    ' ... ',
  ),
  'an ellipsis between few words': ({ sentence }) => {
    const all = words(sentence);
    return all.length > 8 ? [`${all.slice(0, 2).join(' ')} ... ${all.slice(-2).join(' ')}`] : [];
  },
  'a prefix cut off behind an ellipsis': each(/^.* (?:un|in|non-?|a|dis|wild-)(?=\p{Ll}{5,} \p{Ll}+ \p{Ll}+)/u, '...'),
  'a word cut to another before an ellipsis': each(
    /(?<=(?: \S+){3} (?:no|a|in|on|be|or|up|so|as))\p{Ll}+(?= ).*$/u,
    '...',
  ),
  'a word that denies cut at the beginning': each(/^(?:No|Neither|Not|None)(?= )/, (found) => found.slice(1)),
  'a prefix cut off at the beginning': each(/^.* (?:un|in|non-?|a|dis|wild-)(?=\p{Ll}{5,} \p{Ll}+ \p{Ll}+)/u, ''),
  'a letter that begins nothing after it': ({ sentence, next }) =>
    next && !next.startsWith('X') ? [`${sentence} X`] : [],
  'another exponent on the line': each(/(?<=\p{L})[²³](?![⁺⁻])/u, (found) => (found === '²' ? '4' : '5')),
  'two cells swapped': row((cells) => cells.slice(1, -1).map((_cell, at) => swapped(cells, at + 1).join('\n'))),
  'a cell left out': row((cells) => cells.slice(1, -1).map((_cell, at) => cells.toSpliced(at + 1, 1).join('\n'))),
  'two cells joined': row((cells) =>
    cells.slice(1, -1).map((_cell, at) => cells.toSpliced(at + 1, 2, `${cells[at + 1]}${cells[at + 2]}`).join('\n')),
  ),
  'a cell of the next row': ({ sentence, next }) => {
    const [own, other] = [sentence.split(' | '), (next ?? '').split(' | ')];
    return own.length > 2 && other.length > 2 ? [[...own.slice(0, -2), ...other.slice(-2)].join('\n')] : [];
  },
  'sentences in another order': ({ sentence, next }) => (next ? [`${next} ${sentence}`] : []),
  'words shuffled': ({ sentence }) => [capital(`${words(sentence).reverse().join(' ')}.`)],
};

/** The rest of a sentence from each place on, if it has enough words to be a quotation. */
function partsFrom(sentence: string, place: RegExp): string[] {
  return [...sentence.matchAll(new RegExp(place, `${place.flags}g`))]
    .map(({ index }) => sentence.slice(index))
    .filter((part) => part.split(' ').length > 4);
}

/** Changes after which the verdict may not be near either: a number, a unit, a denial, a name or a word differs. */
export const NEVER_NEAR: ReadonlySet<string> = new Set([
  ...['a digit changed', 'two digits swapped', 'a zero added', 'the decimal point left out', 'the decimal point moved'],
  ...['a decimal point for the comma of thousands', 'bounds of an interval swapped', 'the sign of a number left out'],
  ...['a sign put before a number', 'an exponent on the line', 'the sign of an exponent left out', 'another exponent'],
  ...['a fraction as a number', 'years changed', 'Roman numerals changed', 'a number in words changed'],
  ...['percent and points swapped', 'a percent sign left out', 'percent as per mille', 'milligrams as micrograms'],
  ...['micrograms as milligrams', 'the prefix of a unit in other case', 'another prefix', 'units of time changed'],
  ...['a currency changed', 'a currency left out', 'degrees left out', 'a comparator turned', 'a comparator left out'],
  ...['a comparator without its line', 'times as divided by', 'plus or minus as plus', 'an arrow turned'],
  ...['a charge left out', 'a charge turned', 'the sign of a marker left out', 'the sign of a marker turned'],
  ...['another isotope', 'a count of atoms changed', 'ending of a salt changed', 'an isomer changed'],
  ...['a gene as a protein', 'a protein as a gene', 'a variant changed', 'an amino acid changed'],
  ...['a Greek letter changed', '"not" put in', '"not" left out', '"no" for "some"', 'scope changed'],
  ...['direction changed', 'a prefix of denial added', 'a prefix of denial left out', 'a prefix turned'],
  ...['a hedge left out', 'a hedge made certain', 'and for or', 'groups swapped', 'singular and plural'],
  ...['tenses changed', 'authors swapped', 'a content word replaced', 'a content word left out'],
  ...['a content word put in', 'two words swapped', 'prepositions changed', 'a claim in brackets'],
  ...[
    'a claim in the form of a citation',
    'a claim in square brackets',
    'a point put before a number at the beginning',
  ],
  ...['a point put before a number', 'a raised number left out', 'the number of a charge left out'],
  ...['words and a year in the form of a citation left out', 'a prime left out', 'a prime added'],
  ...['a range as a list', 'a range as a list without a blank', 'a range as a ratio', 'a range without its dash'],
  ...[
    'a ratio as a range',
    'a ratio as a list',
    'a list as a range',
    'a pair of numbers as a decimal number',
    'a little or few changed by its article',
  ],
  ...[
    'a number of as the number of',
    'a real word for one of almost the same letters',
    'a unit of another prefix by its case',
  ],
  'another reference of the document',
  ...['another raised reference of the document', 'another raised reference on the line'],
  ...['another end of a range of references', 'another reference in round brackets'],
  ...['another reference after the mark', 'a word that denies cut at the beginning'],
  ...['a prefix cut off at the beginning', 'a letter that begins nothing after it', 'another exponent on the line'],
  ...['two cells swapped', 'a cell left out', 'two cells joined', 'a cell of the next row'],
  ...['a minus left out', 'words struck out', 'a bracket moved', 'a bracket moved back'],
  ...['an accent that tells words apart', 'a denial in German or French'],
]);

/** A part of a sentence that does not pretend to be more: the verdict says so, with the omitted text. */
export const PARTS: Readonly<Record<string, Change>> = {
  'words before an abbreviation left out': ({ sentence }) =>
    partsFrom(sentence, /(?<= (?:min|max)\. )(?=\p{Lu})|(?<=Yahoo! )(?=\p{Lu})/u),
  'a leading "No" or "Neither" left out': each(/^(?:No|Neither|All|Most|Half|About|Approximately) (?:of )?/, ''),
  'a beginning left out': each(/^[^,]{5,80}, (?=\p{Ll})/u, ''),
  'an end left out': each(/,? (?:only|but|whereas|unless|although|after|within|than|when)\b.*$/, ''),
  'the middle of a sentence': ({ sentence }) => {
    const all = words(sentence);
    const middle = all.slice(2, -2).join(' ');
    return all.length > 8 && /^[\p{L} -]+$/u.test(middle) ? [middle] : [];
  },
};

/** Cut inside a plain word, which an ellipsis marks: the words are true, and the cut word is named. */
export const CUTS: Readonly<Record<string, Change>> = {
  'its last word cut': ({ sentence }) => cutsOf(sentence).map(({ before, part }) => `${before}${part}...`),
  'its last word cut, and a blank': ({ sentence }) => cutsOf(sentence).map(({ before, part }) => `${before}${part} …`),
  'its first word cut': ({ sentence }) => cutsOf(sentence).map(({ rest, after }) => `...${rest}${after}`),
};

/** Long words in the middle of a sentence, with at least four words on each side. */
function cutsOf(sentence: string): { before: string; part: string; rest: string; after: string }[] {
  const all = words(sentence);
  return all.flatMap((word, at) => {
    if (at < 4 || at > all.length - 5 || !/^\p{Ll}{6,}$/u.test(word)) return [];
    const [part, rest] = [word.slice(0, 4), word.slice(-4)];
    return [{ before: `${all.slice(0, at).join(' ')} `, part, rest, after: ` ${all.slice(at + 1).join(' ')}` }];
  });
}

/** Ways to copy a sentence that change nothing. */
export const COPIES: Readonly<Record<string, Change>> = {
  'as it stands': ({ sentence }) => [sentence],
  'with line ends': ({ sentence }) =>
    [1, 2, 3].map((from) =>
      sentence
        .split(' ')
        .map((word, at) => (at % 5 === from ? `${word}\n` : `${word} `))
        .join('')
        .trim(),
    ),
  'with words divided at line ends': each(/(?<=(?<![\p{L}-])\p{Ll}{3})(?=\p{Ll}{4,}(?![\p{L}-]))/u, '-\n'),
  'with words divided, and blanks': each(/(?<=(?<![\p{L}-])\p{Ll}{4})(?=\p{Ll}{4,}(?![\p{L}-]))/u, '- '),
  'divided at its hyphens': each(/(?<=\p{L})-(?=\p{Ll})/u, '-\n'),
  'with soft hyphens': each(/(?<=\b\p{Ll}{3})(?=\p{Ll}{4,})/u, '\u00ad'),
  'with other hyphens': each(/(?<=\p{L})-(?=\p{L})/u, '\u2011'),
  'with other dashes': each(/(?<=\d)–(?=\d)/, '-'),
  'with ligatures': ({ sentence }) =>
    /f[fil]/.test(sentence)
      ? [sentence.replaceAll('ffi', 'ﬃ').replaceAll('ff', 'ﬀ').replaceAll('fi', 'ﬁ').replaceAll('fl', 'ﬂ')]
      : [],
  'with hard blanks': ({ sentence }) => [sentence.replaceAll(' ', '\u00a0'), sentence.replaceAll(' ', '  ')],
  'with thin blanks at operators': each(/ (?=[<>=≤≥±×])|(?<=[<>=≤≥±×]) /, '\u2009'),
  'without blanks at comparators': each(/ ([<>=≤≥]) (?=\d)/, (_found, sign = '') => sign),
  'with curly quotes': ({ sentence }) => [`“${sentence.replace(/'/g, '’')}”`, `"${sentence}"`],
  'without its last mark': each(/(?<=[\p{L}\d)])\.$/u, ''),
  'without citations': ({ sentence, source: { references } }) => {
    if (references.length === 0) return [];
    const bare = sentence
      .replace(/ \[[\d,–]+\]/g, '')
      .replace(/(?<=\p{Ll}\.)[¹²³]$/u, '')
      .replace(/ \((?:see )?[^()]*\b(?:2012|2016a|2019)\b[^()]*\)/g, '')
      .replace(/ \([\d, ]+\)(?=\.)/, '');
    return bare === sentence ? [] : [bare];
  },
  'with its citations spaced': each(/(?<=\[\d),(?=\d)/, ', '),
  'a leading zero put in or left out': each(/(?<=[ (])0?\.(?=\d)/, (found) => (found === '.' ? '0.' : '.')),
  'begun in lower case': ({ sentence }) =>
    /^(?:The|In|We|All|Most|Does|Of|These|About|Doses|Yields|Mood)\b/.test(sentence)
      ? [sentence.charAt(0).toLowerCase() + sentence.slice(1)]
      : [],
  'with an ellipsis within the sentence': each(
    / \([^()]{3,60}\)(?=[^.]* \p{L}+ \p{L}+)(?<=\p{L}+ \p{L}+ \p{L}+ \([^()]*\))/u,
    ' ...',
  ),
  'cells on lines of their own': row((cells) => [cells.join('\n'), cells.join('\n\n')]),
  'cells between tabs': row((cells) => [cells.join('\t')]),
  'a part of a row': row((cells) => [cells.slice(0, -1).join('\n'), cells.slice(1).join('\n')]),
  'two rows of a table': ({ sentence, next }) =>
    next?.includes(' | ') && !sentence.startsWith('Outcome') ? [`${sentence}\n${next}`.replaceAll(' | ', '\n')] : [],
  'two sentences together': ({ sentence, next }) => (next ? [`${sentence} ${next}`] : []),
};

/** Changes a sentence with raised citations. */
function cited(change: (sentence: string) => string[]): Change {
  return ({ sentence, source: { references } }) =>
    references.length > 0 && sentence.includes('^') ? change(sentence) : [];
}

/** Ways in which people and programs copy a sentence that lose a little, but nothing that it says: exact or near. */
export const LOSSES: Readonly<Record<string, Change>> = {
  'citations in other brackets': each(/\[(\d)\], \[(\d)\]/, (_found, one, two) => `[${one}, ${two}]`),
  'citations in brackets of their own': each(/\[(\d), ?(\d)\]/, (_found, one, two) => `[${one}], [${two}]`),
  'a range of citations in full': each(/\[1–3\]/, '[1,2,3]'),
  'citations in brackets of their own side by side': each(/\[(\d), ?(\d)\]/, (_found, one, two) => `[${one}][${two}]`),
  'the mark of a note on the line': each(/\^(?=\d)/, ''),
  'raised citations on the line': cited((sentence) => [sentence.replaceAll('^', '')]),
  'without raised citations': cited((sentence) => [sentence.replace(/\^[\d,–]+/g, '')]),
  'raised citations as raised letters': each(/\^(\d)(?![,–\d])/, (_found, nth) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(nth)] ?? ''),
  'raised citations in brackets': cited((sentence) => [sentence.replace(/\^([\d,–]+)/g, ' [$1]')]),
  'raised citations in round brackets': cited((sentence) => [sentence.replace(/\^([\d,–]+)/g, ' ($1)')]),
  'a raised citation after the mark': each(/\^(\d)\./, (_found, nth) => `.${'⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(nth)]}`),
  'a citation in round brackets': each(/(?<!\],) \[(\d)\]\.$/, (_found, nth) => ` (${nth}).`),
  'citations in round brackets, apart': each(/ \[(\d),(\d)\]/, (_found, one, two) => ` (${one}, ${two})`),
  'a cross typed as an x': each(/(?<=\d ?)×(?= ?\d)/, 'x'),
  'points of decimals raised': ({ sentence }) =>
    /(?<!\d)0\.\d/.test(sentence) ? [sentence.replace(/(?<=\d)\.(?=\d)/g, '·')] : [],
  'without the mark of a note': each(/\^\d(?![,–])/, ''),
  'the mark of a note that the reader left out': each(/(?<=\p{Ll}{4}\.)$/u, () => '2'),
  'a raised citation on the line': each(/(?<=\p{Ll}{4}\.)[¹²³]$/u, (found) => found.normalize('NFKC')),
  'a citation raised after the mark': each(/(?<!\],) \[(\d)\]\.$/, (_found, nth) => `.${'⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(nth)]}`),
  'a raised charge on the line': each(/(?<=\p{L})[²³][⁺⁻](?! \[)/u, (found) =>
    found.normalize('NFKC').replace('\u2212', '-'),
  ),
  'a hyphen lost at a line end': each(/(?<=\b\p{Ll}{2,4})-(?=\p{Ll}{4})(?!signed)/u, ''),
  'a formula that the text has as a picture': each(/\[formula\]/, (_found) => 'L = ½ Σ (y − x)²'),
  'without a formula that the text has as a picture': each(/\[formula\] /, ''),
  'begun in lower case, any word': ({ sentence }) =>
    /^\p{Lu}\p{Ll}+ /u.test(sentence) && !/^(?:Turkey|Germany|Lark|Abel|Mood|Girls)/.test(sentence)
      ? [sentence.charAt(0).toLowerCase() + sentence.slice(1)]
      : [],
  'with a plain apostrophe for a prime': each(/[′″]/, (found) => (found === '′' ? "'" : '"')),
  'with a curly apostrophe for a prime': each(/(?<=\d)[′″]/, (found) => (found === '′' ? '’' : '”')),
  'with plain quotation marks': each(/“([^”]+)”/, (_found, inner) => `"${inner}"`),
  'with French quotation marks': each(/[“„]([^”“]+)[”“]/, (_found, inner) => `« ${inner} »`),
  'a minus typed as a hyphen': each(/ − /, ' - '),
  'two letters swapped by mistake': each(
    /(?<=\b\p{Ll}{3})(tr|nt|rm|lt|st)(?=\p{Ll}{3})/u,
    (_found, two = '') => `${two[1]}${two[0]}`,
  ),
  'an exponent on the line after its symbol': each(/(?<=\p{L})(?:[²³](?![⁺⁻])|⁻[¹²³])/u, (found) =>
    found.normalize('NFKC').replace('\u2212', '-'),
  ),
  'a number raised after its symbol': each(
    /(?<=\b[A-Z]+)\d(?![\p{L}\d+−])/u,
    (found) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(found)] ?? '',
  ),
  'an isotope on the line before its symbol': each(/¹⁴(?=C)/, '14'),
  'cells between blanks': row((cells) => [cells.join(' ')]),
  'its first letter lost': each(/^(?![ANU]|Most|Half|About|Does|There|Whether)\p{Lu}(?=\p{Ll}{4,} .* .* .* )/u, ''),
  'the first letter of the next sentence after it': ({ sentence, next }) =>
    next && /^\p{Lu}\p{Ll}/u.test(next) && /[.?]$/.test(sentence) ? [`${sentence} ${next.charAt(0)}`] : [],
  'British as American': each(/(?<=\p{Ll}{4})is(?=ed\b|es\b|ing\b)/u, 'iz'),
};
