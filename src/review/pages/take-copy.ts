import type { Context } from 'hono';
import type { GivenFile, TakenFile } from '../../faces/ui/attach-file.ts';
import type { RouteDeps } from '../../faces/ui/environment.ts';
import type { ReadRecords } from '../../formats/screened/read-record.ts';
import { untilAborted } from '../../lib/deadline.ts';
import { titleFingerprint } from '../../papers/identifiers.ts';
import { findReviewOf } from '../screening/review-of-jobs.ts';
import { differencesOf } from './differences.ts';
import { questionOf, readerOf } from './screening-routes.ts';
import { isHtml, readReviewFile, takeReadRecords } from './take-review-file.ts';

/** The head of a table of decisions written by this program: references, and a column with a reader's decisions. */
const DECISIONS_HEAD = /^\uFEFF?"?ref"?[,;\t][^\n]{0,4000}\| ?decision\b/i;
const REF = /(?:^|["\n,{])"?(J[1-9]\d{0,8})-[1-9]\d*"/g;
const HEAD_BYTES = 8_000;

/**
 * Imports a returned copy of a report with decisions, or a table of decisions, into the newest review of its searches
 * or a new one. Undefined for any other file.
 */
export async function takeCopy(deps: RouteDeps, context: Context, file: GivenFile): Promise<TakenFile | undefined> {
  const { features, asreviewFiles, drainSignal: signal } = deps;
  const head = new TextDecoder().decode(file.bytes.subarray(0, HEAD_BYTES));
  if (!isHtml(file.bytes) && !DECISIONS_HEAD.test(head)) return undefined;
  const read = await readReviewFile(file, asreviewFiles, signal);
  const isCopy = typeof read !== 'string' && read.records.some(({ screening }) => hasDecision(screening));
  if (!isCopy) return undefined;
  const searches = await features.jobs();
  const text = new TextDecoder().decode(file.bytes);
  const named = [...new Set([...text.matchAll(REF)].map(([, job]) => job as string))];
  const jobs = named.filter((job) => searches.jobStatus(job)?.status === 'success').join(',');
  if (jobs === '' || !(await isOfJobs(features, jobs, read))) return { name: file.name, says: NOT_HERE };
  const reviews = await features.reviews(untilAborted(signal));
  const who = readerOf(context, deps);
  const found = await findReviewOf(reviews, jobs);
  const ref = found?.ref ?? (await reviews.open({ question: questionOf(searches, jobs), criteria: [], jobs }, who)).ref;
  const records = { name: file.name, read, source: '' };
  const says = await takeReadRecords({ reviews, differences: differencesOf(features) }, ref, records, who);
  return { name: file.name, says: says.join(' '), review: ref };
}

const NOT_HERE =
  'It has decisions on papers of searches that are not here. Open the review that it belongs to, and drop it there.';

function hasDecision({ decisions, notes = [] }: ReadRecords['records'][number]['screening']): boolean {
  return decisions.length + notes.length > 0;
}

/** Whether most papers are those of the searches here, because `J1` of another machine is another search. */
async function isOfJobs(
  features: RouteDeps['features'],
  jobs: string,
  { records }: Pick<ReadRecords, 'records'>,
): Promise<boolean> {
  const papers = await (await features.exports()).exportedPapers({ jobId: jobs });
  const known = new Set(papers.map(({ paper }) => titleFingerprint(paper.title ?? '')));
  const here = records.filter(({ paper }) => known.has(titleFingerprint(paper.title))).length;
  return here * 2 > records.length;
}
