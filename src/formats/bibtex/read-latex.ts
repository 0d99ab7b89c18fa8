import { latex2unicode } from 'unicode2latex';
import { byWord, readPairs } from '../../lib/groups.ts';

/** How to read a field: as text, or verbatim, like a URL (`~` and `--` are kept). */
export type LatexOptions = { isVerbatim?: boolean };

/** Accents, by their commands in text and in mathematics. */
const ACCENTS = byWord({
  '\u0300': '` grave',
  '\u0301': "' acute",
  '\u0302': '^ hat widehat',
  '\u0303': '~ tilde widetilde',
  '\u0304': '= bar',
  '\u0306': 'u breve',
  '\u0307': '. dot',
  '\u0308': '" ddot',
  '\u030a': 'r mathring',
  '\u030b': 'H',
  '\u030c': 'v check',
  '\u0323': 'd',
  '\u0326': 'textcommabelow',
  '\u0327': 'c',
  '\u0328': 'k textogonekcentered',
  '\u0331': 'b',
  '\u20d7': 'vec',
});
/** The accent by itself: `\~{}`. */
const ALONE: Record<string, string> = { '\u0300': '`', '\u0301': '´', '\u0302': '^', '\u0303': '~', '\u0308': '¨' };

const TABBING_ACCENT = /^['`=]$/;
/** An accent replaces the dot of these letters, including those of mathematics (`\imath`). */
const DOTLESS: Record<string, string> = { ı: 'i', ȷ: 'j', '\u{1d6a4}': 'i', '\u{1d6a5}': 'j' };

/** Characters after a backslash; others stand for themselves. */
const SIGNS = new Map([
  ...[...' \n\t\\,:;>'].map((sign): [string, string] => [sign, ' ']),
  ...[...'-/!@*()[]+'].map((sign): [string, string] => [sign, '']),
]);

/** Commands that the library does not know, or converts to characters that our texts should not contain. */
const TEXTS = new Map<string, string>([
  ...byWord({
    '':
      'nobreakdash textsmaller textgreek underline overline left right big Big displaystyle nolinkurl ensuremath ' +
      'mathop relax protect noindent limits',
    ' ': 'quad qquad enspace space newline par linebreak textvisiblespace nobreakspace thinspace',
  }),
  ...readPairs(
    "textquotesingle=' lq=‘ rq=’ glq=‚ grq=‘ glqq=„ grqq=“ flqq=« frqq=» slash=/ degree=° micro=µ textmu=µ SS=ẞ " +
      'textasteriskcentered=* ast=* colon=: lt=< textless=< gt=> textgreater=> textperiodcentered=· cdot=· ' +
      'textemdash=— Dash=— hyphen=- TeX=TeX LaTeX=LaTeX BibTeX=BibTeX LaTeXe=LaTeX2e circledR=® texttimes=× ' +
      'mid=| lbrack=[ rbrack=] backslash=\\',
  ),
]);

/** Functions, whose text is their name. */
const FUNCTIONS = new Set(
  'arccos arcsin arctan cos cosh cot csc deg det dim exp gcd hom inf ker lg lim ln log max min Pr sec sin sinh sup tan tanh'.split(
    ' ',
  ),
);

/** Commands whose first argument only concerns typesetting. */
const INVISIBLE_ARGUMENT = new Set([
  ...['noopsort', 'label', 'vspace', 'hspace', 'color', 'textcolor', 'href', 'begin', 'end', 'phantom', 'fontsize'],
  ...['foreignlanguage', 'selectlanguage', 'hphantom', 'vphantom'],
]);

const SIZES = new Set(['Large', 'LARGE', 'Huge', 'HUGE']);
const QUOTING = new Set(['enquote', 'mkbibquote', 'textquote']);

/** Deeper braces are dropped and their text is kept. */
const MAX_DEPTH = 100;
const PLAIN = /^[^\\{}$~`'\-^_?!]*$/;
const STRETCH = /[^\\{}$~`'\-^_?!]+/y;
const WORD = /[A-Za-z]+/y;
const BLANKS = /\s*/y;

/**
 * Converts LaTeX to composed Unicode, in linear time: accents, letters, signs, simple mathematics and chemistry. An
 * unknown command yields the content of its braces, or its own name if it looks like a name.
 */
export function readLatex(latex: string, { isVerbatim = false }: LatexOptions = {}): string {
  if (PLAIN.test(latex)) return latex.normalize('NFC');
  return new LatexReader(latex, isVerbatim).read().normalize('NFC');
}

class LatexReader {
  #at = 0;
  #inMath = false;
  #depth = 0;

  constructor(
    readonly latex: string,
    readonly isVerbatim: boolean,
  ) {}

  read(): string {
    let text = '';
    // An excess closing brace is ignored.
    while (this.#at < this.latex.length) text += this.#untilBrace();
    return text;
  }

  /** Reads up to and including the brace that closes the current group. */
  #untilBrace(): string {
    let text = '';
    this.#depth += 1;
    while (this.#at < this.latex.length) {
      if (this.latex[this.#at] === '}') {
        this.#at += 1;
        break;
      }
      text += this.#next();
    }
    this.#depth -= 1;
    return text;
  }

  #next(): string {
    const { latex } = this;
    STRETCH.lastIndex = this.#at;
    const stretch = STRETCH.exec(latex);
    if (stretch) {
      this.#at = STRETCH.lastIndex;
      return stretch[0];
    }
    const sign = latex[this.#at] as string;
    this.#at += 1;
    if (sign === '\\') return this.#command();
    if (sign === '{') return this.#depth < MAX_DEPTH ? this.#untilBrace() : '';
    // A URL may contain a literal `$`.
    if (sign === '$' && this.isVerbatim && !this.#inMath && latex[this.#at] !== '\\') return sign;
    if (sign === '$') {
      if (latex[this.#at] === '$') this.#at += 1;
      this.#inMath = !this.#inMath;
      return '';
    }
    if (this.isVerbatim) return sign;
    if (sign === '~') return ' ';
    if (this.#inMath) return this.#signInMath(sign);
    return this.#signInText(sign);
  }

  #signInMath(sign: string): string {
    if (sign === '^') return shifted(this.#argument(), '^');
    if (sign === '_') return shifted(this.#argument(), '_');
    if (sign === "'") return '′';
    return sign;
  }

  /** Sequences that TeX prints as one character. */
  #signInText(sign: string): string {
    const { latex } = this;
    const isTwice = latex[this.#at] === sign;
    if (sign === '-' && isTwice) {
      this.#at += 1;
      if (latex[this.#at] !== '-') return '–';
      this.#at += 1;
      return '—';
    }
    if ((sign === '`' || sign === "'") && isTwice) {
      this.#at += 1;
      return sign === '`' ? '“' : '”';
    }
    if ((sign === '?' || sign === '!') && latex[this.#at] === '`') {
      this.#at += 1;
      return sign === '?' ? '¿' : '¡';
    }
    return sign;
  }

  #command(): string {
    const { latex } = this;
    WORD.lastIndex = this.#at;
    const word = WORD.exec(latex)?.[0];
    if (word === undefined) {
      const sign = latex[this.#at] ?? '';
      this.#at += 1;
      if (this.isVerbatim) return SIGNS.get(sign) === ' ' ? ' ' : sign;
      const accent = ACCENTS.get(sign);
      return accent === undefined ? (SIGNS.get(sign) ?? sign) : this.#accented(accent);
    }
    this.#at += word.length;
    const accent = ACCENTS.get(word);
    if (accent !== undefined) return this.#accented(accent);
    if (word === 'url' || word === 'path') return this.#verbatimGroup();
    // Inside `tabbing`, LaTeX writes the accents of \' \` and \= with this command; converters leave it in.
    if (word === 'a' && TABBING_ACCENT.test(latex[this.#at] ?? '')) {
      this.#at += 1;
      return this.#accented(ACCENTS.get(latex[this.#at - 1] as string) as string);
    }
    // An argument in braces ends a command; otherwise a space does, and is dropped.
    const isGroup = latex[this.#at] === '{';
    if (!isGroup) this.#skipBlanks();
    return this.#word(word);
  }

  #word(word: string): string {
    if (word === 'ce' || word === 'ch' || word === 'cee') return chemistry(this.#inMathematics(() => this.#argument()));
    if (word === 'textsuperscript' || word === 'sp') return shifted(this.#argument(), '^');
    if (word === 'textsubscript' || word === 'sb') return shifted(this.#argument(), '_');
    if (word === 'frac' || word === 'tfrac' || word === 'sfrac') return `${this.#argument()}/${this.#argument()}`;
    if (QUOTING.has(word)) return `“${this.#argument()}”`;
    if (word === 't') return tied(this.#argument());
    if (INVISIBLE_ARGUMENT.has(word)) {
      this.#argument();
      return '';
    }
    const text = TEXTS.get(word);
    if (text !== undefined) return text;
    if (FUNCTIONS.has(word)) return word;
    if (word === 'mathbb' || word === 'Bbb') {
      const letter = this.#argument();
      return toUnicode(`\\mathbb{${letter}}`) ?? letter;
    }
    return toUnicode(`\\${word}`) ?? toUnicode(`\\cyrchar\\${word}`) ?? (this.#isName(word) ? word : '');
  }

  /**
   * A command that a file defines for a name, such as `\TUG` or `\PS{}`: it starts with a capital and has no argument.
   */
  #isName(word: string): boolean {
    if (this.#inMath || this.isVerbatim || !/^[A-Z]/.test(word) || SIZES.has(word)) return false;
    return this.latex[this.#at] !== '{' || this.latex[this.#at + 1] === '}';
  }

  /** The argument of a command: a group, a command or a character. */
  #argument(): string {
    this.#skipBlanks();
    const sign = this.latex.codePointAt(this.#at);
    if (sign === undefined || sign === 0x7d) return '';
    if (sign === 0x7b || sign === 0x5c) {
      // A chain of commands, each the argument of the previous one, counts as nested braces do.
      if (this.#depth >= MAX_DEPTH) {
        this.#at += 1;
        return '';
      }
      this.#depth += 1;
      this.#at += 1;
      const text = sign === 0x7b ? this.#untilBrace() : this.#command();
      this.#depth -= 1;
      return text;
    }
    const character = String.fromCodePoint(sign);
    this.#at += character.length;
    return character;
  }

  #accented(accent: string): string {
    const text = this.#argument().trimStart();
    if (text === '') return ALONE[accent] ?? '';
    const letter = String.fromCodePoint(text.codePointAt(0) as number);
    const base = DOTLESS[letter] ?? letter;
    return `${base}${accent}`.normalize('NFC') + text.slice(letter.length);
  }

  #verbatimGroup(): string {
    if (this.latex[this.#at] !== '{') return '';
    const end = this.latex.indexOf('}', this.#at);
    const to = end < 0 ? this.latex.length : end;
    const text = this.latex.slice(this.#at + 1, to);
    this.#at = to + 1;
    return text.replace(/\\([_%&#~$])/g, '$1');
  }

  #inMathematics(read: () => string): string {
    const before = this.#inMath;
    this.#inMath = true;
    const text = read();
    this.#inMath = before;
    return text;
  }

  #skipBlanks(): void {
    BLANKS.lastIndex = this.#at;
    BLANKS.test(this.latex);
    this.#at = BLANKS.lastIndex;
  }
}

const TABLE = latex2unicode as Record<string, string | { text?: string; math?: string }>;

/** The library's characters for a command, except an accent without a letter. */
function toUnicode(command: string): string | undefined {
  const replacement = Object.hasOwn(TABLE, command) ? TABLE[command] : undefined;
  const text = typeof replacement === 'string' ? replacement : (replacement?.text ?? replacement?.math);
  return text === undefined || /^\p{M}/u.test(text) ? undefined : text;
}

/**
 * Raises or lowers the text if each character has a superscript or subscript form; capitals stay, because they are
 * parts of words.
 */
function shifted(text: string, place: '^' | '_'): string {
  if (place === '^' && text === '∘') return '°';
  const signs = [...text].map((sign) => (/\p{Lu}/u.test(sign) ? undefined : toUnicode(`${place}{${sign}}`)));
  return signs.includes(undefined) ? text : signs.join('');
}

function tied(text: string): string {
  const [first = '', ...rest] = text;
  return rest.length === 0 ? text : `${first}\u0361${rest.join('')}`;
}

/** A formula of mhchem: numbers after an element or bracket count atoms, a sign at the end is a charge. */
function chemistry(formula: string): string {
  return formula
    .replace(/(?<=[A-Za-z)\]])\d+/g, (digits) => shifted(digits, '_'))
    .replace(/(?<=[A-Za-z)\]₀-₉])[+-](?=$|\s)/g, (charge) => shifted(charge, '^'))
    .replace(/->/g, '→');
}
