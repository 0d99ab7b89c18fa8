import { foldLetters } from '../analysis/fold.ts';

/** `unknown`: the names are too different to be equal, and too similar to be different. */
export type VenueAgreement = 'agrees' | 'differs' | 'unknown';

/** Function words in the languages of journal names, which short forms omit. */
const LINKING_WORDS = new Set(
  'a al an and at by da dal das de dei del della den der des di die do du e ed el et for from fuer fur i in l la las le les los of on og och para por s sur the to u und vom voor w y zu zur'.split(
    ' ',
  ),
);
/** Words that many names contain, in full and short forms. */
const GENERIC =
  /^(?:j|jour?|journals?|ann?|annals?|annales|arch|archives?|bull|bulletin|proc|proceedings?|trans|transactions?|rev|reviews?|rep|reports?|lett|letters?|int|international|am|american|br|british|eur|european|acta|zeitschrift|z|adv|advances|ser|series|sect|section|part|pt|suppl|supplement|online|print|official|revue|rivista|scientific|research|res|sciences?|sci|clinical|clin|world|current|curr|new|open|of|med|medicine|medical)$/;
/** Meetings have many names: short ones, with a year or their organiser, or the title of their proceedings. */
const MEETING =
  /\b(?:19\d\d|20\d\d|conf|conference|symp|symposium|workshop|congress|meeting|lecture notes|lncs|advances in neural|neurips|nips|cvpr|icml|iclr|aaai|ijcai|emnlp|naacl|acl)\b/i;
const MIN_SPECIFIC_WORDS = 2;
const MIN_SHARED_SHARE = 0.7;
const MAX_WORDS = 40;
/** Longer contractions share at least this many initial letters with the word (`tijdschr`). */
const MAX_CONTRACTION = 5;

/**
 * Whether two names are of one journal, series or meeting: either word by word, each possibly abbreviated
 * (`N Engl J Med`, `Jpn`, `U S A`), or one is an acronym of the other (`PNAS`, `NeurIPS`).
 */
export function compareVenue(a: string, b: string): VenueAgreement {
  const [one, other] = [readName(a), readName(b)];
  if (one.whole.length === 0 || other.whole.length === 0) return 'unknown';
  if (isSameName(one, other)) return 'agrees';
  if (MEETING.test(a) || MEETING.test(b)) return 'unknown';
  return isSimilar(one.main, other.main) || isSimilar(one.whole, other.whole) ? 'unknown' : 'differs';
}

/** Whether most words of the shorter name match the other, including more than generic words. */
function isSimilar(a: readonly string[], b: readonly string[]): boolean {
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  const words = shorter.filter((word) => !isDispensable(word));
  const shared = words.filter((word) => longer.some((other) => isShortFor(word, other)));
  const specific = shared.filter((word) => !GENERIC.test(word));
  return specific.length >= MIN_SPECIFIC_WORDS && shared.length >= words.length * MIN_SHARED_SHARE;
}

/** `Pflugers Archiv. European Journal of Physiology`; a full stop after a short word belongs to an abbreviation. */
const SUBTITLE = /(?:(?<!\s)\s+)?(?::|=|;|(?<=\s)\/\s|(?<=\s)[-–—]\s|\.(?<=^[^.]*\p{L}{5}\.)\s+(?=[^.]*$))\s*/u;

type Name = { whole: string[]; main: string[] };

/** The words of a name, and those before its subtitle. Places and owners in brackets belong to neither. */
function readName(name: string): Name {
  const plain = name.replace(/\([^()]*\)|\[[^[\]]*\]/g, ' ').replaceAll('&', ' ');
  const [main = ''] = plain.split(SUBTITLE);
  return { whole: wordsOf(plain), main: wordsOf(main) };
}

function wordsOf(text: string): string[] {
  const words = foldLetters(text)
    .replace(/\b(?:dell?|all?|nell?|sull?|[dl])['’]/g, ' ')
    .replace(/['’.](?=\p{L}\b)|['’]/gu, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
  return words.slice(0, MAX_WORDS);
}

function isSameName(a: Name, b: Name): boolean {
  // Different subtitles mean different names.
  const pairs: [string[], string[]][] = [
    [a.whole, b.whole],
    [a.main, b.whole],
    [a.whole, b.main],
  ];
  return pairs.some(
    ([one, other]) =>
      one.length > 0 &&
      other.length > 0 &&
      (areSameWords(one, other) || isInitials(one, other) || isInitials(other, one)),
  );
}

/** Whether two lists match word by word, in order. Dispensable words may be missing from either. */
function areSameWords(a: readonly string[], b: readonly string[]): boolean {
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  /** Pairs of positions from which the rest does not match. */
  const failed = new Set<string>();
  const matchFrom = (at: number, from: number): boolean => {
    if (at === shorter.length) return longer.slice(from).every(isDispensable);
    const word = shorter[at] as string;
    if (from >= longer.length) return isDispensable(word) && matchFrom(at + 1, from);
    const key = `${at} ${from}`;
    if (failed.has(key)) return false;
    const other = longer[from] as string;
    const isMatch =
      (isShortFor(word, other) && matchFrom(at + 1, from + 1)) ||
      [2, 3].some((count) => isCompound(word, longer, from, count) && matchFrom(at + 1, from + count)) ||
      [2, 3].some((count) => isCompound(other, shorter, at, count) && matchFrom(at + count, from + 1)) ||
      (isDispensable(other) && matchFrom(at, from + 1)) ||
      (isDispensable(word) && matchFrom(at + 1, from));
    if (!isMatch) failed.add(key);
    return isMatch;
  };
  return matchFrom(0, 0);
}

/** `Section`, `Series`, `The`: words that some spellings of a name omit. */
function isDispensable(word: string): boolean {
  return LINKING_WORDS.has(word) || /^(?:ser|series|sect|section|part|pt|proc|proceedings|online|print)$/.test(word);
}

/** `Otorhinolaryngol` for `Oto-Rhino-Laryngology`: whole words, and a prefix of the last. */
function isCompound(word: string, words: readonly string[], from: number, count: number): boolean {
  if (from + count > words.length) return false;
  const start = words.slice(from, from + count - 1).join('');
  const last = words[from + count - 1] as string;
  const rest = word.slice(start.length);
  return word.startsWith(start) && rest !== '' && last.startsWith(rest);
}

/** Whether either word abbreviates the other: by its prefix, or by its first and some further letters (`natl`). */
function isShortFor(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.startsWith(short)) return true;
  const start = short.length > MAX_CONTRACTION ? short.slice(0, MAX_CONTRACTION) : short.slice(0, 1);
  if (short.length < 2 || !long.startsWith(start)) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return at === short.length;
}

/** Whether one word consists of prefixes of successive other words, as `nejm` and `neurips` do. */
function isInitials([word = '', ...others]: readonly string[], words: readonly string[]): boolean {
  if (others.length > 0 || word.length < 2 || words.length < 2) return false;
  const spell = (at: number, from: number, used: number): boolean => {
    if (at === word.length) return used >= 2;
    const next = words[from];
    if (next === undefined) return false;
    for (let length = 1; next.slice(0, length) === word.slice(at, at + length) && length <= next.length; length += 1)
      if (spell(at + length, from + 1, used + 1)) return true;
    return isDispensable(next) && used > 0 && spell(at, from + 1, used);
  };
  return words.some((_, start) => spell(0, start, 0));
}
