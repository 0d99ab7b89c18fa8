import { readFileSync } from 'node:fs';
import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { parseSync } from 'oxc-parser';
import { ends, judgeGrowth, type Runs } from './growth.ts';

/** The regular expressions of the source, and texts over which each would backtrack most. */

export type FoundPattern = { source: string; flags: string; where: string };

/** The literals of some files. */
export function findLiterals(files: readonly string[]): FoundPattern[] {
  return files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const found: FoundPattern[] = [];
    const visit = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      const { regex, start = 0 } = node as { regex?: { pattern: string; flags: string }; start?: number };
      const line = () => text.slice(0, start).split('\n').length;
      if (regex?.pattern !== undefined)
        found.push({ source: regex.pattern, flags: regex.flags, where: `${file}:${line()}` });
      for (const child of Object.values(node)) visit(child);
    };
    visit(parseSync(file, text).program.body);
    return found;
  });
}

const PALETTE = [...'a \nA1e.,-()[]{}"\'<>&\\/:;=*_\u0301中–“”%#+?!@$|~`^’…\t\r\0'];
/** What is repeated over any pattern, beside what its own parts match. */
const USUAL = [
  ...[...' .-aA1,(["<&\\{\n\u0301中'],
  ...['. ', ', ', 'a ', 'A ', 'a, ', 'A. ', '1 ', '- ', 'a-', 'a.', '1.', '1,', '1-', '<a ', '<a>', '</a', '&a', '\\a'],
  ...[
    '{a',
    '[a',
    '(a',
    ' and ',
    'a, b; ',
    "a'",
    '"a" ',
    '\\"',
    '"\\',
    '\t \n',
    '\n\n',
    '| a ',
    ': ',
    'a/',
    '""',
    '<!--',
  ],
];
/** What makes a match fail behind the repetition. */
const ENDINGS = ['', '\0', '!\n'];
/** A repetition that ends sooner multiplies the time, and does not make it grow. */
const MIN_REPEATED = 60;
const MAX_SAMPLES = 8;

type Attack = { before: string; repeated: string; behind: string };

/** Texts for a pattern: each of its repetitions as often as one likes, behind what stands before it. */
function attacksOn({ source, flags }: FoundPattern): Attack[] {
  const ast = new RegExpParser({ ecmaVersion: 2024 }).parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  });
  const attacks = new Map<string, Attack>();
  const add = (before: string, repeated: string, behind: string) => {
    if (repeated !== '') attacks.set(JSON.stringify([before, repeated, behind]), { before, repeated, behind });
  };
  visitRegExpAST(ast, {
    onQuantifierEnter: (quantifier) => {
      if (quantifier.max < MIN_REPEATED) return;
      const samples = samplesOf(quantifier.element, flags);
      for (const least of [0, 1]) {
        const before = textBefore(quantifier, flags, least);
        for (const sample of samples) {
          for (const behind of ENDINGS) add(before, sample, behind);
          add('', before + sample, '\0');
        }
        add('', before, '\0');
      }
    },
  });
  if (attacks.size > 0) for (const repeated of USUAL) for (const behind of ['', '\0']) add('', repeated, behind);
  return [...attacks.values()];
}

/** Shortest texts that the elements before a part match, each repetition `least` times where it may be none. */
function textBefore(part: AST.Node, flags: string, least: number): string {
  const { parent } = part;
  if (!parent) return '';
  const index = parent.type === 'Alternative' ? parent.elements.indexOf(part as AST.Element) : 0;
  const before = parent.type === 'Alternative' ? parent.elements.slice(0, index) : [];
  return textBefore(parent, flags, least) + before.map((each) => sample(each, flags, 0, least)).join('');
}

function samplesOf(element: AST.Element, flags: string): Set<string> {
  const isSet = element.type === 'CharacterSet' || element.type === 'CharacterClass';
  const own = isSet ? charactersOf(element, flags) : [];
  return new Set([...own, ...Array.from({ length: MAX_SAMPLES }, (_, seed) => sample(element, flags, seed, 0))]);
}

function charactersOf(element: AST.Element, flags: string): string[] {
  const one = new RegExp(`^(?:${element.raw})$`, flags.replace(/[gy]/g, ''));
  return PALETTE.filter((character) => one.test(character));
}

/** A text that an element matches, as far as that is easily told. Another seed takes another alternative. */
function sample(element: AST.Element | AST.Alternative, flags: string, seed: number, least: number): string {
  switch (element.type) {
    case 'Alternative':
      return element.elements.map((each) => sample(each, flags, seed, least)).join('');
    case 'Group':
    case 'CapturingGroup':
      return sample(element.alternatives[seed % element.alternatives.length] as AST.Alternative, flags, seed, least);
    case 'Quantifier': {
      const times = Math.min(Math.max(element.min, Math.min(least, element.max)), 50);
      return sample(element.element, flags, seed, least).repeat(times);
    }
    case 'Character':
      return String.fromCodePoint(element.value);
    case 'CharacterSet':
    case 'CharacterClass': {
      const own = charactersOf(element, flags);
      return own[seed % Math.max(own.length, 1)] ?? 'é';
    }
    default:
      return '';
  }
}

/** As long as a text has to be for a pattern of quadratic time to take some milliseconds. */
const CHARACTERS = 4_000;
/**
 * What is wrong with the time that a pattern takes to be searched and replaced; undefined if it is linear in texts of
 * up to `characters`.
 */
export async function judgePattern(pattern: FoundPattern, characters = CHARACTERS): Promise<string | undefined> {
  const attacks = attacksOn(pattern);
  const { source, flags } = pattern;
  const everywhere = new RegExp(source, /[gy]/.test(flags) ? flags : `${flags}g`);
  const replace = (text: string) => () => {
    everywhere.lastIndex = 0;
    text.replace(everywhere, '');
  };
  const long = attacks.map((attack) => replace(textOf(attack, characters)));
  const slow: number[] = [];
  let current = 0;
  const areOver = ends(() => {
    for (const [index, run] of long.entries()) {
      current = index;
      const before = performance.now();
      run();
      if (performance.now() - before > 2) slow.push(index);
    }
  });
  for (const index of areOver ? slow : [current]) {
    const attack = attacks[index] as Attack;
    const lengths = [characters / 4, characters / 2, characters, 2 * characters];
    const runs = lengths.map((length) => replace(textOf(attack, length))) as unknown as Runs;
    const wrong = ends(runs[2]) ? await judgeGrowth(runs) : 'does not come back';
    if (wrong !== undefined) return `${JSON.stringify(Object.values(attack))}: ${wrong}`;
  }
  return undefined;
}

function textOf({ before, repeated, behind }: Attack, characters: number): string {
  return before + repeated.repeat(Math.ceil(characters / repeated.length)) + behind;
}
