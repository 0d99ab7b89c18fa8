import { grouped } from '../../lib/counted.ts';
import type { ViewData, ViewPaper } from '../data/report-data.ts';
import { count, fits } from './facts.ts';

/** A line of the summary; `paper` is the paper that it is about. */
type SummaryLine = { text: string; paper?: number };
export type Summary = { matters: SummaryLine[]; missing: SummaryLine[] };

/** Highlights among the papers that fit, and what is missing, most important first. */
export function summarise(data: ViewData): Summary {
  return { matters: matters(data), missing: missing(data) };
}

function matters({ papers }: ViewData): SummaryLine[] {
  // A paper that is first in several respects gets one line.
  const first = new Map<number, string[]>();
  const add = (value: (paper: ViewPaper, index: number) => number | undefined, name: (most: number) => string) => {
    const values = papers.map((paper, index) => (fits(paper) ? (value(paper, index) ?? 0) : 0));
    const most = Math.max(0, ...values);
    const index = values.indexOf(most);
    if (most > 0) first.set(index, [...(first.get(index) ?? []), name(most)]);
  };
  // Checked, because a service may put a poorly fitting paper first.
  add(
    (_, index) => papers.length - index,
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
    ({ year }) => year,
    () => 'Newest',
  );
  return [...first].map(([paper, names]) => ({
    text: `${names.join(' · ')} (${papers[paper]?.year ?? 'year unknown'}): ${papers[paper]?.title}`,
    paper,
  }));
}

function missing({ papers, searches, flow }: ViewData): SummaryLine[] {
  const { otherReasons = 0, byAutomation: filtered = 0 } = flow ?? {};
  const lacks: [name: string, (paper: ViewPaper) => unknown][] = [
    ['a known retraction status', ({ unchecked }) => unchecked],
    ['abstract', ({ abstract }) => abstract === undefined],
    ['DOI', ({ doi }) => doi === undefined],
    ['year', ({ year }) => year === undefined],
  ];
  const lacking = lacks.flatMap(([name, isLacking]) => {
    const without = papers.filter(isLacking).length;
    return without > 0 ? [`${without} without ${name}`] : [];
  });
  const sources = searches.flatMap((search) => search.sources);
  const failed = [...new Set(sources.flatMap((source) => (source.failed === undefined ? [] : [source.title])))];
  const cut = sources.filter(({ gave, total = gave }) => total > gave);
  return lines(
    failed.length > 0 && `no answer from ${failed.join(', ')}`,
    ...cut.map(
      ({ title, gave, total = gave }) => `${title}: ${grouped(total - gave)} of ${grouped(total)} not fetched`,
    ),
    otherReasons > 0 && `${grouped(otherReasons)} more were found, ranked below the limit`,
    lacking.length > 0 && lacking.join(', '),
    ...searches.flatMap(({ gaps }) => gaps).slice(0, 3),
    filtered > 0 && `${grouped(filtered)} left out automatically`,
  );
}

/** Distinct lines, each capitalised. */
function lines(...texts: (string | false)[]): SummaryLine[] {
  const present = new Set(texts.filter((text) => text !== false));
  return [...present].map((text) => ({ text: text.charAt(0).toUpperCase() + text.slice(1) }));
}
