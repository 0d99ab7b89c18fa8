import { foldLetters } from './analysis/fold.ts';

const LANGUAGES =
  'en eng english|de ger deu german|fr fre fra french|es spa spanish|it ita italian|pt por portuguese|ru rus russian|' +
  'zh chi zho chinese|ja jpn japanese|ko kor korean|nl dut nld dutch|pl pol polish|tr tur turkish|ar ara arabic|' +
  'sv swe swedish|da dan danish|no nor norwegian|fi fin finnish|cs cze ces czech|fa per fas persian|uk ukr ukrainian';
const CODES = new Map(
  LANGUAGES.split('|').flatMap((line) => line.split(' ').map((name): [string, string] => [name, line.slice(0, 2)])),
);

/** Whether two languages, as codes or English names, are one: `ger`, `de-AT`, `German`. */
export function isSameLanguage(one: string, other: string): boolean {
  return codeOf(one) === codeOf(other);
}

function codeOf(language: string): string {
  const name = foldLetters(language.split(/[-_]/)[0] as string).trim();
  return CODES.get(name) ?? name;
}
