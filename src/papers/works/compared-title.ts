import { readPairs } from '../../lib/groups.ts';
import { foldForIdentity, foldLetters } from '../analysis/fold.ts';

/** A title for comparison: equal for the spellings and additions that databases give the title of one work. */

/** Marks of publishers and databases on the title of a withdrawn paper. */
const WITHDRAWN =
  /^\W*(?:retracted(?: article| paper)?|withdrawn(?: article)?|removed|expression of concern)\W*:\s*|\W{1,4}\((?:this article has been )?(?:retracted|withdrawn)\b[^()]*\)\s*$/gi;

const LANGUAGES =
  'afrikaans|arabic|bulgarian|catalan|chinese|croatian|czech|danish|dutch|english|estonian|finnish|flemish|french|georgian|german|greek|hebrew|' +
  'hungarian|icelandic|indonesian|italian|japanese|korean|latvian|lithuanian|macedonian|norwegian|persian|polish|portuguese|romanian|russian|' +
  'serbian|serbo-croatian|slovak|slovene|slovenian|spanish|swedish|thai|turkish|ukrainian|vietnamese';
const BEHIND = [
  // Notes in brackets: a language, a number in a list, a correction, an erratum and where it appeared.
  String.raw`\[(?:(?:article |text )?(?:in )?(?:${LANGUAGES})(?:[;,] [^[\]]{0,40})?|(?:see )?comments?|letter|review|\d{1,3}|corrected|[^[\]]{0,40}\bappears in\b(?:[^[\]]|\[[^[\]]*\])*)\]`,
  String.raw`\((?:article |text )?in (?:${LANGUAGES})\)`,
  // The registration of a trial: `[ISRCTN66375463]`.
  String.raw`[[(](?:[^()[\]]{0,40}\b)?(?:isrctn|nct|actrn|drks|chictr|ctri|jprn|umin|irct|pactr|prospero|crd)[^()[\]]{0,3}\d[^()[\]]{0,30}[\])]`,
  `(?<=[.!?]) ?(?:${LANGUAGES})`,
  // The place of the paper that it corrects or of its issue: `(vol 3, pg 12, 2015)`, `12(3)`.
  String.raw`\(vol\.? ?\d[^()]*\)`,
  String.raw`(?<=[.!?]) \d{1,4} ?\(\d{1,3}\)`,
  '[.:,-] (?:a )?case reports?',
].join('|');
const ADDED_BEHIND = new RegExp(`["\\s.]{0,4}(?:${BEHIND})[."\\s]{0,4}$`, 'i');
const ADDED_BEFORE = new RegExp(String.raw`^\W*(?:\[(?:${LANGUAGES})\]|case reports?[.:]) *`, 'i');
/** No genuine title has more additions. */
const MAX_ADDITIONS = 4;

/** Isotopes: `Y-90` and `(90)Y` are `90Y`. */
const ISOTOPE =
  /\b(Ac|At|Bi|Br|C|Co|Cr|Cs|Cu|F|Fe|Ga|H|Ho|I|In|Ir|Kr|Lu|Mo|N|Na|O|P|Pb|Pd|Ra|Rb|Re|Rn|Ru|S|Se|Sm|Sn|Sr|Tc|Th|Tl|U|Xe|Y|Zr)-?(\d{2,3}m?)\b/gi;
const LATEX_LETTER = /\$?\\([a-z]{2,7})\b\$?/gi;
const PLUS_OR_MINUS = /\(?(?:plus or minus|\+ ?\/ ?-|±)\)?/gi;

/** The title without the additions of databases, with its signs written out. */
function withoutAdditions(title: string): string {
  let text = title.replace(WITHDRAWN, '');
  for (let round = 0; round < MAX_ADDITIONS; round += 1) {
    const bare = text.replace(ADDED_BEHIND, '').replace(ADDED_BEFORE, '');
    if (bare === text || bare.trim() === '') break;
    text = bare;
  }
  return text
    .replace(/[™℠®©]/g, ' ')
    .replaceAll('&', ' and ')
    .replace(/%|\bper cent\b/gi, ' percent ')
    .replace(LATEX_LETTER, '$1')
    .replace(PLUS_OR_MINUS, ' ± ')
    .replace(ISOTOPE, '$2$1')
    .replace(/\ba-(?=\p{Ll}{3})/gu, 'alpha-')
    .replace(/['’]s\b/gi, '');
}

/** Letters that British and American English write differently. Both become one, which need not be a word. */
const SPELLINGS: readonly [RegExp, string][] = [
  // Not in names such as `Jaeger` and `Schroeder`, where they are umlauts.
  [/ae(?=m[aio]|di|sth|tio|sar|siu|c[aeou]|o[blgn]|val)/g, 'e'],
  [/oe(?=(?:as?|al|ic)$|dem|str|soph|liac|uvr|b[ai]|path|t[au])/g, 'e'],
  [/(?<=[iy])z(?=(?:e[drs]?|ing|ers?|ations?|able)$)/g, 's'],
  [/(?<=\p{L}{2})our(?=(?:s|y|ed|ing|s?man|al|ally|able|ite|ful|less|hood|er|ers|ism)?$)/gu, 'or'],
  [/(?<=^manoeuv|^maneuv|^och|^meag|\p{L}{2}[bt])re(?=s?$)/gu, 'er'],
  [/(?<=\p{L}{2})ogue(?=s?$)/gu, 'og'],
  [/ll(?=(?:ed|ing|ers?|ors?|ous|ations?|ments?|s)?$)/g, 'l'],
  [/(?<=f|^pret|^lic)ence(?=[sd]?$)/g, 'ense'],
  [/(?<=^focus|^bias)s(?=(?:ed|ing)$)|(?<=^benefit)t(?=(?:ed|ing)$)/g, ''],
  [/(?<=^(?:toward|forward|backward|upward|downward))s$|(?<=^among|^amid)st$/g, ''],
  [/(?<=^(?:judg|acknowledg))e(?=ments?$)/g, ''],
  [/(?<=^(?:adrenal|glycer))ine(?=s?$)/g, 'in'],
  [/(?<=^(?:learn|burn))t$/g, 'ed'],
];

/** Beginnings of words in British spelling, and the American spelling. */
const BEGINNINGS = new Map(
  readPairs(
    'sulph=sulf programme=program grey=gray ageing=aging aluminium=aluminum artefact=artifact sceptic=skeptic mould=mold ' +
      'moult=molt plough=plow moustache=mustache practis=practic skillful=skilful homoeo=homeo tyre=tire ' +
      'leuco=leuko mollusc=mollusk disc=disk orientated=oriented foeto=feto draught=draft cheque=check jewellery=jewelry ' +
      'pyjama=pajama whilst=while speciality=specialty aeroplane=airplane tranquill=tranquil woollen=woolen ' +
      'manoeuvre=maneuver manoeuvr=maneuver smoulder=smolder cosy=cozy oenolog=enolog whiskey=whisky',
  ),
);
const BEGINS = new RegExp(`^(?:${[...BEGINNINGS.keys()].join('|')})`);

const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const NUMBERS = new Map([
  ...UNITS.map((word, value) => [word, value] as const),
  ...TENS.map((word, at) => [word, (at + 2) * 10] as const),
]);
/** Ordinals, words with several spellings, and Roman numerals of types and stages, unless they are also words. */
const SHORT_FORMS = new Map(
  readPairs(
    'first=1st second=2nd third=3rd fourth=4th fifth=5th sixth=6th seventh=7th eighth=8th ninth=9th tenth=10th ' +
      'versus=vs v=vs ii=2 iii=3 iv=4 vi=6 vii=7 viii=8 ix=9',
  ),
);
const MULTIPLES = new Map([
  ['hundred', 100],
  ['thousand', 1000],
]);

/** The words of a compared title, in lower case, in one spelling, numbers in digits. */
function comparedWords(text: string): string[] {
  const words: string[] = [];
  let number: number | undefined;
  const end = () => {
    if (number !== undefined) words.push(String(number));
    number = undefined;
  };
  for (const word of foldLetters(text).split(/[^\p{L}\p{M}\p{N}±]+/u)) {
    if (word === '') continue;
    const [value, multiple] = [NUMBERS.get(word), MULTIPLES.get(word)];
    if (multiple !== undefined && (number !== undefined || /^\d+$/.test(words.at(-1) ?? ''))) {
      number = (number ?? Number(words.pop())) * multiple;
    } else if (value !== undefined) {
      const isNext = number !== undefined && number % 10 === 0 && number % 100 !== 10 && value < (number % 100 || 100);
      if (number !== undefined && isNext && number > 0) number += value;
      else {
        end();
        number = value;
      }
    } else {
      end();
      words.push(SHORT_FORMS.get(word) ?? (/^\p{ASCII}+$/u.test(word) ? inOneSpelling(word) : word));
    }
  }
  end();
  return words;
}

function inOneSpelling(written: string): string {
  const word = written.replace(BEGINS, (start) => BEGINNINGS.get(start) ?? start);
  return SPELLINGS.reduce((spelt, [pattern, one]) => spelt.replace(pattern, one), word);
}

/** Longer titles are compared by their beginnings. */
const MAX_COMPARED_CHARACTERS = 2_000;

export type ComparedTitle = {
  /** Without the additions of databases, for its words and form. */
  text: string;
  /** Its letters and digits alone: equal for titles of equal spelling. */
  letters: string;
};

export function comparedTitle(title: string): ComparedTitle {
  const text = withoutAdditions(title.slice(0, MAX_COMPARED_CHARACTERS));
  return { text, letters: foldForIdentity(comparedWords(text).join('')) };
}

/** A part of a title with fewer letters identifies nothing. */
const MIN_PART_LETTERS = 18;
const BREAK = /(?:[.?!:;]\)?|\s[-–—])\s+/g;

/** The letters of the title from its start to each break, and from each break to its end. */
export function partsOfTitle({ text }: ComparedTitle): { heads: string[]; tails: string[] } {
  const breaks = [...text.matchAll(BREAK)].slice(0, MAX_ADDITIONS);
  const parts = (read: (at: RegExpExecArray) => string) =>
    breaks
      .map((at) => foldForIdentity(comparedWords(read(at)).join('')))
      .filter((letters) => letters.length >= MIN_PART_LETTERS);
  return {
    heads: parts((at) => text.slice(0, at.index)),
    tails: parts((at) => text.slice(at.index + at[0].length)),
  };
}
