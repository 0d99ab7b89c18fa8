import { readPairs } from '../lib/groups.ts';
import { FOLDED_LETTERS } from './analysis/characters.ts';
import { type Citation, toCitation } from './citation.ts';
import type { FoundPaper } from './found-paper.ts';

/** Stop words of the most frequent languages of titles. */
const SMALL_WORDS = new Set(
  (
    'a about after against all among an and are as at be been before between beyond but by can could did do does during for from has ' +
    'have how if in into is it its may of on or our over should that the their there these they this those to toward towards under ' +
    'upon via was we were what when where whether which who why will with within without would ' +
    'das dem den der des die ein eine einer im mit und von zur au aux de des du et la le les pour sur un une ' +
    'con del el en las los para por una da do dos em na no os um uma della di gli il lo per'
  ).split(' '),
);

/** Letters that NFKD does not decompose. Cyrillic and Greek are transliterated as in passports. */
const LETTERS: Readonly<Record<string, string>> = {
  ...FOLDED_LETTERS,
  ...Object.fromEntries(
    readPairs(
      'ŋ=ng ŧ=t ĸ=k ə=e а=a б=b в=v г=g ґ=g д=d е=e є=ie ж=zh з=z и=i і=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ' +
        'ц=ts ч=ch ш=sh щ=shch ъ= ы=y ь= э=e ю=iu я=ia ђ=dj ј=j љ=lj њ=nj ћ=c џ=dz α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k ' +
        'λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y φ=f χ=ch ψ=ps ω=o',
    ),
  ),
};

/** Replaces a letter without a Latin form; lower-case text contains no capital otherwise. */
const NO_LATIN = 'X';

const MAX_PART_CHARACTERS = 24;
/** A key needs the first words alone. */
const MAX_READ_CHARACTERS = 1_000;

/**
 * Citation keys: the imported key, else first author's family name (or `anon`), year (or `nd`) and first significant
 * title word (`vaswani2017attention`). Equal keys get `-2`, `-3` ..., so compute them over a whole job.
 */
export function citationKeys(papers: readonly FoundPaper[]): string[] {
  const citations = papers.map(toCitation);
  // In lower case, because BibTeX ignores case in keys.
  const imported = new Set(citations.flatMap(({ bibtex }) => bibtex?.key?.toLowerCase() ?? []));
  const used = new Set<string>();
  const counts = new Map<string, number>();
  return citations.map((citation) => {
    const importedKey = citation.bibtex?.key;
    // An imported key belongs to its first paper. No generated key may take it, even one that comes before.
    const key =
      importedKey !== undefined && !used.has(importedKey) ? importedKey : freeKey(importedKey ?? plainKey(citation));
    used.add(key);
    return key;
  });

  function freeKey(key: string): string {
    for (;;) {
      const times = (counts.get(key) ?? (imported.has(key.toLowerCase()) ? 1 : 0)) + 1;
      counts.set(key, times);
      const free = times === 1 ? key : `${key}-${times}`;
      if (times === 1 || !(imported.has(free.toLowerCase()) || used.has(free))) return free;
    }
  }
}

function plainKey({ people: [first], issued: [year], title }: Citation): string {
  const name = first === undefined ? [] : asciiWords(first.family ?? first.literal);
  const author = first?.family === undefined ? significant(name) : name.join('');
  const when = year === undefined ? 'nd' : year < 0 ? `${-year}bc` : year;
  return `${author?.slice(0, MAX_PART_CHARACTERS) || 'anon'}${when}${significant(asciiWords(title))?.slice(0, MAX_PART_CHARACTERS) ?? ''}`;
}

/** The first word that is more than a letter, a number or a stop word. */
function significant(words: readonly string[]): string | undefined {
  return words.find((word) => /[a-z].|.[a-z]/.test(word) && !SMALL_WORDS.has(word));
}

/** The words of a text in [a-z0-9]. A word with letters of other scripts is dropped, so that no fragments remain. */
function asciiWords(text: string): string[] {
  return text
    .slice(0, MAX_READ_CHARACTERS)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/['’ʼ`´\p{M}]/gu, '')
    .replace(/[^\p{ASCII}]/gu, (letter) => LETTERS[letter] ?? (/\p{L}/u.test(letter) ? NO_LATIN : ' '))
    .split(/[^a-z0-9X]+/)
    .filter((word) => word !== '' && !word.includes(NO_LATIN));
}
