import { omitUndefined } from '../lib/omit-undefined.ts';

/** The months as BibTeX abbreviates them. */
export const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Year, month and day as far as known, as an ISO date: `2023-04`. */
export function isoDate([year, ...rest]: readonly number[]): string {
  if (year === undefined) return '';
  const sign = year < 0 ? '-' : '';
  return [sign + String(Math.abs(year)).padStart(4, '0'), ...rest.map((part) => String(part).padStart(2, '0'))].join(
    '-',
  );
}

export type ReadDate = { year?: number; publishedAt?: string };

/** Labels that TRID writes before the dates of projects. */
const LABEL = /^[a-z]{0,20}\s?date:\s{0,9}/i;
const DIGITS_ALONE = /^((?:1[5-9]|20)\d{2})(0[1-9]|1[0-2])([0-3]\d)(?!\d)/;

/**
 * Year and, if the month is known, ISO date of `2023-04-12`, `2023/04/12/`, `20230412`, `12 April 2023`, `04/2023`,
 * `c. 2023`, `Start date: 2023/4`.
 */
export function readDate(text: string | null | undefined): ReadDate {
  const plain = inAscii(text ?? '')
    .trim()
    .replace(LABEL, '')
    .replace(DIGITS_ALONE, '$1-$2-$3');
  const year = /(?<!\d)(?:1[5-9]|20)\d{2}(?!\d)/.exec(plain)?.[0];
  // Early years in other digits are of another calendar: Persian digits give 1398 for 2019.
  if (year === undefined) return omitUndefined({ year: readEarlyYear((text ?? '').trim().replace(LABEL, '')) });
  const [, , month = '', day = ''] =
    /^(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?(?!\d)/.exec(plain) ?? byName(plain, year) ?? [];
  const isMonth = Number(month) >= 1 && Number(month) <= 12;
  const isDay = isMonth && Number(day) >= 1 && Number(day) <= 31;
  const parts = [year, ...(isMonth ? [month] : []), ...(isDay ? [day] : [])].map((part) => part.padStart(2, '0'));
  return { year: Number(year), ...(isMonth && { publishedAt: parts.join('-') }) };
}

/** Years in ISO 8601 and EDTF (`0731`, `-0379~`), and three digits alone; two digits may mean this century. */
const EARLY = /^(-?)(0\d{3}|[1-9]\d{2}|1[0-4]\d{2})(?:-\d{2}(?:-\d{2})?)?[~?%]{0,2}$/;
const FAR = /^(-)([1-9]\d{3})[~?%]{0,2}$/;
const BEFORE_CHRIST =
  /(?<!\d)(\d{1,4})\s?(?:bce?|b\.\s?c\.(?:\s?e\.)?|v\.\s?chr\.?|av(?:ant|\.)? j\.?-?c\.?)(?!\p{L})/iu;
const AFTER_CHRIST =
  /(?:(?<!\p{L})a\.?d\.?\s?(\d{1,4})(?!\d))|(?<!\d)(\d{1,4})\s?(?:ce|a\.?d\.?|n\.\s?chr\.?)(?!\p{L})/iu;

/** A year before 1500, negative before Christ; undefined unless the text is clearly a year. */
function readEarlyYear(text: string): number | undefined {
  const [, sign = '', digits] = EARLY.exec(text) ?? FAR.exec(text) ?? [];
  if (digits !== undefined) return Number(`${sign}${digits}`) || undefined;
  const before = BEFORE_CHRIST.exec(text)?.[1];
  if (before !== undefined) return -Number(before) || undefined;
  const [, one, other] = AFTER_CHRIST.exec(text) ?? [];
  return Number(one ?? other) || undefined;
}

/** The text with the digits of all scripts as 0 to 9. */
function inAscii(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let zero = code;
    while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String(code - zero);
  });
}

/** Placeholders that programs write for a missing value. */
export const MISSING = /^(?:#?n\/?a|<na>|nan|nat|none|null|undefined)$/i;

/** The text of a date whose year could not be parsed, for a report; undefined if it is empty or a placeholder. */
export function unreadDate(written: string | null | undefined): string | undefined {
  const text = (written ?? '').replace(/\s+/g, ' ').trim();
  return MISSING.test(text) || !/[1-9\p{L}]|(?!0)\p{Nd}/u.test(text) ? undefined : text;
}

/** An ISO date, or its year alone if the calendar has no such day: the 30th of February, the 13th month. */
export function possibleDate(date: string): string {
  const [, year = '', month, day = '01'] = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(date) ?? [];
  if (month === undefined) return date;
  const time = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.getUTCDate() === Number(day) ? date : year;
}

/** The month as a word, anywhere in the text; a number beside it is the day. */
function byName(plain: string, year: string): string[] | undefined {
  const rest = plain.replace(year, ' ');
  const word = /\p{L}{3}/u.exec(rest)?.[0].toLowerCase();
  const month = MONTHS.indexOf(word ?? '') + 1;
  if (month > 0) return ['', year, String(month), /(?<!\d)\d{1,2}(?!\d)/.exec(rest)?.[0] ?? ''];
  const [, alone] = /^(\d{1,2})\/\s*$/.exec(rest.trim()) ?? [];
  return alone === undefined ? undefined : ['', year, alone, ''];
}
