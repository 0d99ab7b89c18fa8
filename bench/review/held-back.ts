import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import papaparse from 'papaparse';
import type { DecidedRecord } from '../../src/review/simulate.ts';
import type { ReviewPool } from './pools.ts';

/** The two decisions in the files, by the ending of a review's name. */
const LABELS = { label_included: '', label_abstract_screening: '+abstracts' };

/**
 * Screened reviews as files (the folder `datasets` of github.com/asreview/systematic-review-datasets), except the named
 * ones: by the final inclusions, and by the records that passed titles and abstracts if these are ten or more others.
 * Omits records without a title, which could not be judged.
 */
export function readReviewFolder(folder: string, without: ReadonlySet<string>): ReviewPool[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files.flatMap((path): ReviewPool[] => {
    if (!/^[^/]+\/output\/(online\/)?[^/]+\.csv$/.test(path)) return [];
    const file = join(folder, path);
    const name = basename(file, '.csv');
    if (without.has(name)) return [];
    const { data } = papaparse.parse<Record<string, string>>(readFileSync(file, 'utf8'), { header: true });
    const rows = data.filter(({ title }) => title?.trim());
    const pools = Object.entries(LABELS).map(([label, end]): ReviewPool => {
      const records = rows.flatMap((row): DecidedRecord[] => {
        const { title = '', abstract = '', [label]: included } = row;
        return included === '0' || included === '1' ? [{ title, abstract, included: included === '1' ? 1 : 0 }] : [];
      });
      return { name: `${name}${end}`, collection: 'held back', records };
    });
    const [last, screened] = pools.map(({ records }) => records.filter(({ included }) => included === 1).length);
    return pools.slice(0, (screened ?? 0) - (last ?? 0) >= 10 ? 2 : 1);
  });
}

/** The labels of one order of a review's records. */
export type Ranking = { run: string; review: string; labels: (0 | 1)[] };

/**
 * Orders in which another active learner (AutoTAR, Waterloo's runs A and B) ranked the reviews of CLEF 2017, with the
 * labels of abstracts and of full texts: a folder of github.com/CLEF-TAR/tar. Of reviews with five relevant or more.
 */
export function readRankings(folder: string): Ranking[] {
  const at = (path: string) => {
    const lines = readFileSync(join(folder, '2017-TAR', path), 'utf8')
      .trim()
      .split('\n');
    return lines.map((line) => line.trim().split(/\s+/));
  };
  return ['abs', 'content'].flatMap((kind) => {
    const relevant = new Set<string>();
    for (const [review, , paper, label] of at(`testing/qrels/qrel_${kind}_test.txt`))
      if (Number(label) > 0) relevant.add(`${review} ${paper}`);
    return ['A', 'B'].flatMap((run) => {
      // The lines of a review are ordered by rank.
      const orders = new Map<string, Set<string>>();
      for (const [review = '', , paper] of at(`participant-runs/Waterloo/${run}-rank-normal.txt`))
        orders.set(review, (orders.get(review) ?? new Set()).add(`${review} ${paper}`));
      return [...orders].flatMap(([review, papers]): Ranking[] => {
        const labels = [...papers].map((paper) => (relevant.has(paper) ? 1 : 0));
        return labels.filter((label) => label === 1).length < 5
          ? []
          : [{ run: `CLEF ${run}, ${kind}`, review, labels }];
      });
    });
  });
}
