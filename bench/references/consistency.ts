import type { ParsedReference } from '../../src/papers/references/read-reference.ts';

/**
 * Whether the parsed title, first author and year of a reference string are plausible. No labelled parses of real
 * strings exist, so this checks the string itself, and shares no pattern with the parser.
 */

export type Fault = 'title' | 'first author' | 'year';

/** No title ends with these: a venue, a date, an address, or the rest of a list of names. */
const NOT_IN_TITLE =
  /arxiv preprint|\bin proceedings\b|\bin advances in\b|https?:|\bdoi[:.]|\bet al\b|[,.] (?:\w+ )?(?:19|20)\d\d$|\bpages \d|\d\(\d+\):|university press|^(?:and|in) \p{Lu}|^\p{Lu}\. /iu;
const MAX_TITLE_CHARACTERS = 320;

/** The faults of a parsed reference. */
export function findFaults(text: string, { title, firstAuthor, year }: ParsedReference): Fault[] {
  const line = text.replace(/\s+/g, ' ').trim();
  return [
    ...(isTitle(line, title) ? [] : (['title'] as const)),
    ...(isFirstAuthor(line, firstAuthor, title) ? [] : (['first author'] as const)),
    ...(isYear(line, year) ? [] : (['year'] as const)),
  ];
}

/** The title is in the string, after the end of a list and before a full stop, and has neither names nor the venue. */
function isTitle(line: string, title: string | undefined): boolean {
  const at = title === undefined ? -1 : line.indexOf(title);
  if (title === undefined || at < 0 || title.length > MAX_TITLE_CHARACTERS || NOT_IN_TITLE.test(title)) return false;
  const before = line.slice(0, at).trimEnd();
  const behind = line.slice(at + title.length);
  const isBegun = before === '' || /[.:,;)\]"“'’]$/.test(before);
  return (
    isBegun && (/^(?:["”'’.?!,;:]|\s*[.([]|\s—|$)/.test(behind) || (/[?!]$/.test(title) && behind.startsWith(' ')))
  );
}

/** Before the title, and the last word of the first name, or the first if a comma or initials follow it. */
function isFirstAuthor(line: string, author: string | undefined, title: string | undefined): boolean {
  if (author === undefined) return false;
  const before = line.slice(0, Math.max(line.indexOf(title ?? ''), 0));
  if (!before.includes(author)) return false;
  const [first = ''] = before.replace(/^\[?\d+[.\]]\s*/, '').split(/,| and | & |;|\bet al|[.:(]\s*$/);
  const words = first
    .trim()
    .replace(/ (?:Jr|Sr)\.?$/, '')
    .split(' ');
  const family = author.split(' ').at(-1);
  const isInverted = words.length > 1 && /^(?:\p{Lu}\.?-?){1,4}$/u.test(words.at(-1) ?? '');
  return author === first.trim() || (isInverted ? words.includes(family ?? '') : words.at(-1) === family);
}

/** The only year of the string; of several, one outside titles, numbers and addresses. */
function isYear(line: string, year: number | undefined): boolean {
  const plain = line
    .replace(/https?\S*(?:\s[\w.-]*\/[\w./-]*)?/gi, ' ')
    .replace(/arxiv[.:\s]*\d{4}\.\s*\d+|abs\/\d{4}\.\d+/gi, ' ')
    .replace(/accessed:?[^.\]]*/gi, ' ');
  const years = [...plain.matchAll(/(?<![\d.–-])(?:1[6-9]|20)\d\d(?!\d|\.\d)/g)].map(([each]) => Number(each));
  return year === undefined ? years.length === 0 : years.includes(year);
}
