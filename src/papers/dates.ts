const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

export type ReadDate = { year?: number; publishedAt?: string };

/** Labels that TRID writes before the dates of projects. */
const LABEL = /^[a-z]{0,20}\s?date:\s{0,9}/i;
const DIGITS_ALONE = /^((?:1[5-9]|20)\d{2})(0[1-9]|1[0-2])([0-3]\d)(?!\d)/;

/**
 * Year and, if the month is known, ISO date of `2023-04-12`, `2023/04/12/`, `20230412`, `12 April 2023`, `04/2023`,
 * `c. 2023`, `Start date: 2023/4`.
 */
export function readDate(text: string | null | undefined): ReadDate {
  const plain = (text ?? '').trim().replace(LABEL, '').replace(DIGITS_ALONE, '$1-$2-$3');
  const year = /(?<!\d)(?:1[5-9]|20)\d{2}(?!\d)/.exec(plain)?.[0];
  if (year === undefined) return {};
  const [, , month = '', day = ''] =
    /^(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?(?!\d)/.exec(plain) ?? byName(plain, year) ?? [];
  const isMonth = Number(month) >= 1 && Number(month) <= 12;
  const isDay = isMonth && Number(day) >= 1 && Number(day) <= 31;
  const parts = [year, ...(isMonth ? [month] : []), ...(isDay ? [day] : [])].map((part) => part.padStart(2, '0'));
  return { year: Number(year), ...(isMonth && { publishedAt: parts.join('-') }) };
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
