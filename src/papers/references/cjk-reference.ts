import type { AuthorList } from './author-list.ts';

/** References in Chinese, Japanese or Korean, whose names have neither capitals nor initials. */

const SCRIPTS = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}`;
const BEGINS_CJK = new RegExp(`^[${SCRIPTS}]{2}`, 'u');
const BETWEEN_NAMES = /[,、・;\s]|ほか|外$/;
/** `[J]`, `[EB/OL]`: the type of the work, after the title (GB/T 7714). */
const KIND = /(?:(?<!\s)\s+)?\[[A-Z]{1,2}(?:\/[A-Z]{2})?\]$/;
const NAMES = String.raw`([^.。()「」『』\[\]\d]{2,120}?)`;

const FORMS: readonly RegExp[] = [
  // 田中太郎・鈴木花子「題名」
  new RegExp(String.raw`^${NAMES}(?:\s*\((?<year>\d{4})年?\))?[\s,:.。]*「(?<title>[^「」]{4,})」`, 'u'),
  // 田中太郎, 鈴木花子 (2020) 題名. 雑誌
  new RegExp(String.raw`^${NAMES}\s*\((?<year>\d{4})年?\)[\s.,:。]*(?<title>[^.。]{4,})(?:[.。]|$)`, 'u'),
  // 王伟, 李娜. 题名[J]. 期刊, 2019
  new RegExp(`^${NAMES}[.。](?<title>[^.。]{4,})[.。]`, 'u'),
];

/** The parts of a reference in one of these scripts; undefined if its form is unknown. */
export function readCjkReference(text: string): { title: string; authors: AuthorList; year?: number } | undefined {
  const plain = text.normalize('NFKC');
  if (!BEGINS_CJK.test(plain)) return undefined;
  for (const form of FORMS) {
    const match = form.exec(plain);
    const names = match?.[1] ?? '';
    const [firstAuthor = ''] = names.split(BETWEEN_NAMES);
    const { year } = match?.groups ?? {};
    const title = match?.groups?.title?.trim().replace(KIND, '');
    if (title && firstAuthor !== '')
      return { title, authors: { text: names, firstAuthor }, ...(year !== undefined && { year: Number(year) }) };
  }
  return undefined;
}
