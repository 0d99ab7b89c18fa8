/** Words that are not capitalised within a title, by the Chicago manual. */
const SMALL = new Set(
  (
    'about above across afore after against al along alongside amid amidst among amongst an and anenst apropos apud around a as ' +
    'aside astride at athwart atop barring before behind below beneath beside besides between beyond but by c ca circa d ' +
    'de despite down during et except for forenenst from given in inside into lest like modulo near next nor notwithstanding ' +
    'of off on onto or out over per plus pro qua sans since so than the through throughout thru thruout till to toward ' +
    'towards under underneath until unto up upon v van versus via vis-à-vis von vs with within without yet'
  ).split(' '),
);

const WORD = /^([^\p{L}\p{N}]*)(\p{L}.*)$/u;

/** Capitalises every word except the minor ones within; a word that contains a capital is unchanged. */
export function toTitleCase(title: string): string {
  const words = title.split(' ');
  return words
    .map((word, at) => {
      const before = words[at - 1];
      const isFirst = before === undefined || /[:?!]$/.test(before) || /^[–—-]$/.test(before);
      return withCapital(word, isFirst || at === words.length - 1);
    })
    .join(' ');
}

function withCapital(word: string, isEnd: boolean): string {
  const [, before = '', rest = ''] = WORD.exec(word) ?? [];
  const bare = rest.replace(/[^\p{L}\p{N}-]+$/u, '');
  if (rest === '' || (!isEnd && SMALL.has(bare))) return word;
  // In a compound, every part except the minor words within.
  const parts = rest.split(/([-–—/])/);
  const isName = /\p{Lu}/u.test(rest);
  const stays = (part: string, at: number) => (at > 0 ? part.length < 2 || SMALL.has(part) : isName && SMALL.has(part));
  return before + parts.map((part, at) => (stays(part, at) ? part : capitalised(part))).join('');
}

function capitalised(part: string): string {
  return /\p{Lu}/u.test(part) ? part : part.charAt(0).toLocaleUpperCase('en') + part.slice(1);
}
