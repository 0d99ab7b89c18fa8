import type { Entry } from './entry.ts';
import {
  abbreviateNames,
  familyFirst,
  joined,
  labelledPages,
  quoted,
  sentences,
  toInitials,
  writeEdition,
  writeVolume,
} from './reference-parts.ts';

/** Harvard, as in "Cite them right". */

const MAX_NAMES = 3;

export function writeHarvard(entry: Entry): string {
  const { kind, title, container, publisher, date, suffix } = entry;
  const people = entry.people.map((person) => familyFirst(person, (given) => toInitials(given, '')));
  const names = abbreviateNames(people, entry, MAX_NAMES, ' and ');
  const year = `(${date.year === undefined ? 'no date' : `${date.year}${suffix}`})`;
  const isWhole = kind === 'book' || kind === 'thesis' || kind === 'report';
  const shown = isWhole ? title.replaceAll('“', '‘').replaceAll('”', '’') : quoted(title, ['‘', '’']);
  const isPart = kind === 'conference paper' || kind === 'chapter';
  const preprint = kind === 'preprint' && container ? ' [Preprint]' : '';
  const pages = isPart ? labelledPages(entry) : undefined;
  const place = joined(
    ', ',
    container && `${isPart ? 'in ' : ''}${container}${preprint}`,
    ...(kind === 'article' ? [writeVolume(entry), labelledPages(entry)] : publisher === undefined ? [pages] : []),
  );
  const series = (isPart || kind === 'book') && entry.series && `(${joined(', ', entry.series, entry.seriesNumber)})`;
  const issued =
    kind === 'article' || publisher === undefined
      ? series || undefined
      : joined(', ', joined(' ', publisher, series), pages);
  const head = names === '' ? joined(' ', shown, year, place) : joined(' ', names, year, joined(', ', shown, place));
  return sentences(head, writeEdition(entry, 'edn'), issued, entry.link && `Available at: ${entry.link}`);
}
