/**
 * The programmatic interface: checks a request, says what it costs, creates the job, waits for it and writes the papers
 * down as BibTeX. Needs a service that speaks the job contract: PAPERQUEUE_BASE_URL and PAPERQUEUE_TOKEN.
 */
import { createSearchClient, PaperqueueError, type SearchRequest } from 'paperqueue/client';
import { checkRequest, costOf } from 'paperqueue/contract';
import { writePapers } from 'paperqueue/formats';

const { PAPERQUEUE_BASE_URL: baseUrl = '', PAPERQUEUE_TOKEN: token = '' } = process.env;

const request: SearchRequest = {
  operation: 'combinedSearch',
  keywords: ['coral reef', 'bleaching', 'sea temperature'],
  query: 'How do coral reefs recover after mass bleaching, and what slows their recovery down?',
  limit: 100,
  year: '2015:2026',
};

const wrong = checkRequest(request);
if (wrong.length > 0) throw new Error(wrong.map(({ message }) => message).join('\n'));

const client = createSearchClient({ baseUrl, token });
try {
  const { credits, pool } = costOf(request);
  console.error(`This takes ${credits} credit from the pool ${pool}; left: ${JSON.stringify(await client.balances())}`);
  const { jobId } = await client.create(request);
  const job = await client.wait(jobId, { onStatus: (status) => console.error(`${jobId}: ${status}`) });
  if (job.papers) console.log(writePapers('bibtex', job.papers));
  else console.error(`The job ended as ${job.status}.`);
} catch (error) {
  if (!(error instanceof PaperqueueError)) throw error;
  const { code, message, charged, next } = error.details;
  console.error(`${code}: ${message} Charged: ${charged}. ${next}`);
  process.exitCode = 1;
} finally {
  await client.close();
}
