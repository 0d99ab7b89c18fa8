import type { ViewData, ViewPaper } from '../papers/report/report-data.ts';
import { MATCHES } from './view-filters.ts';

/** A line of the summary; `paper` is its subject. */
export type SummaryLine = { text: string; paper?: number };
export type Summary = { found: SummaryLine[]; matters: SummaryLine[]; missing: SummaryLine[] };

/** What a reader wants to know first: what was found, what matters, what is missing. */
export function summarise(data: ViewData): Summary {
  return { found: found(data), matters: matters(data), missing: missing(data) };
}

function found({ papers, searches }: ViewData): SummaryLine[] {
  const years = papers.flatMap(({ year }) => year ?? []).sort((a, b) => a - b);
  const [first, last] = [years[0], years.at(-1)];
  const span = first === undefined ? '' : first === last ? `, ${first}` : `, ${first} to ${last}`;
  const middle = years[Math.floor(years.length / 2)];
  const matches = MATCHES.map((name) => [papers.filter(({ match }) => match === name).length, name] as const);
  const open = papers.filter(({ oa }) => oa).length;
  return lines(
    `${count(papers.length, 'paper')}${span}${searches.length > 1 ? ` in ${searches.length} searches` : ''}`,
    years.length > 4 && first !== last && `half of them since ${middle}`,
    papers.some(({ match }) => match) &&
      `match: ${matches.flatMap(([n, name]) => (n > 0 ? [`${n} ${name}`] : [])).join(', ')}`,
    open > 0 && `${open} open access (${percent(open, papers.length)})`,
  );
}

function matters({ papers }: ViewData): SummaryLine[] {
  // A paper that is first in several respects gets one line.
  const first = new Map<number, string[]>();
  const add = (value: (paper: ViewPaper, index: number) => number | undefined, name: (most: number) => string) => {
    const values = papers.map((paper, index) => value(paper, index) ?? 0);
    const most = Math.max(0, ...values);
    const index = values.indexOf(most);
    if (most > 0) first.set(index, [...(first.get(index) ?? []), name(most)]);
  };
  add(
    // A service may put a poorly fitting paper first.
    (paper, index) => (fits(paper) ? papers.length - index : 0),
    () => 'Best match',
  );
  add(
    ({ cited }) => cited,
    (most) => `Most cited, ${count(most, 'citation')}`,
  );
  add(
    ({ citedWithin }) => citedWithin,
    (most) => `Most cited here, by ${most} of these`,
  );
  add(
    (paper) => (fits(paper) ? paper.year : 0),
    () => 'Newest that fits',
  );
  return [...first].map(([paper, names]) => ({
    text: `${names.join(' · ')} (${papers[paper]?.year ?? 'year unknown'}): ${papers[paper]?.title}`,
    paper,
  }));
}

const fits = ({ match }: ViewPaper) => !/partial|weak/.test(match ?? '');

function missing({ papers, searches, flow }: ViewData): SummaryLine[] {
  const { otherReasons = 0, byAutomation = 0 } = flow ?? {};
  const lacking = (['abstract', 'DOI', 'year'] as const).flatMap((name) => {
    const without = papers.filter((paper) => paper[name === 'DOI' ? 'doi' : name] === undefined).length;
    return without > 0 ? [`${without} without ${name}`] : [];
  });
  const failed = searches.flatMap(({ sources }) => sources.filter((source) => source.failed !== undefined));
  const names = [...new Set(failed.map(({ title }) => title))];
  const keywords = searches.flatMap((search) => search.keywords);
  const without = keywords.filter((keyword) => !papers.some((paper) => paper.keywords?.includes(keyword)));
  const isKnown = papers.some((paper) => paper.keywords);
  const retracted = papers.filter((paper) => paper.retracted).length;
  const unchecked = papers.filter((paper) => paper.unchecked).length;
  const notAsked = searches.flatMap(({ gaps }) => gaps);
  return lines(
    ...new Set(notAsked.slice(0, 3)),
    names.length > 0 && `no answer from ${names.join(', ')}`,
    isKnown && without.length > 0 && `no paper of this list has ${without.map((word) => `“${word}”`).join(', ')}`,
    retracted + unchecked > 0 && `retracted: ${retracted}, unknown: ${unchecked}`,
    otherReasons > 0 && `${otherReasons} more were found, ranked below the limit`,
    byAutomation > 0 && `${byAutomation} left out by filters`,
    lacking.length > 0 && lacking.join(', '),
  );
}

/** Each begins with a capital. */
function lines(...texts: (string | false)[]): SummaryLine[] {
  return texts.flatMap((text) => (text === false ? [] : [{ text: text.charAt(0).toUpperCase() + text.slice(1) }]));
}

/** `1,203`. A page's first `toLocaleString` reads tables for 20 ms or more, a fifth of all its script. */
export function grouped(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1 paper`, `1,203 papers`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${grouped(number)} ${number === 1 ? one : many}`;
}

function percent(part: number, whole: number): string {
  return `${Math.round((100 * part) / whole)} %`;
}
