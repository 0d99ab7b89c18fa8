/**
 * Makes labelled papers of public test collections on which no constant was chosen, in the form of the labelled papers,
 * for `npm run bench leave-out -- --unseen DIR`. Nothing of them is part of the repository.
 * Usage: npm run bench unseen -- --out DIR [--lisa DIR] [--cf DIR] [--reviews DIR] [--pubmedqa FILE] [--data DIR]
 *   --lisa     the LISA test collection (6,004 abstracts of library science, 35 questions; Sheffield, 1982): a folder
 *              with LISA0.001 to LISA5.850, LISA.QUE and LISA.REL, as in data/lisa of github.com/fabianobie/luppar
 *   --cf       the Cystic Fibrosis Database (1,239 papers, 100 questions; Shaw, Wood, Wood and Tibbo, 1991): a folder
 *              with cfquery.xml and cfc-xml_corrected, as in github.com/shailiran/InformationExtractionVSM
 *   --reviews  screened records of published reviews (Cohen 2006, Nagtegaal 2019): the folder `datasets` of
 *              github.com/asreview/systematic-review-datasets
 *   --pubmedqa questions that are titles of 1,000 abstracts (Jin and others, 2019), each answered by its abstract, here
 *              without the title: ori_pqal.json of github.com/pubmedqa/pubmedqa
 * Papers that are also in `--data` keep their ids from there.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { readPoolRecords } from './retrieval/collection.ts';
import { readCysticFibrosis, readLisa, readPubMedQa, readReviews, type TestCollection } from './unseen/readers.ts';

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    lisa: { type: 'string' },
    cf: { type: 'string' },
    reviews: { type: 'string' },
    pubmedqa: { type: 'string' },
    data: { type: 'string', default: fileURLToPath(new URL('../../shared/data', import.meta.url)) },
  },
});
if (!values.out) throw new Error('--out DIR is missing');

const idsByPmid = new Map<string, string>();
for await (const { id, pmid } of readPoolRecords(values.data))
  if (typeof pmid === 'string') idsByPmid.set(pmid, String(id));
const collections: TestCollection[] = [
  ...(values.lisa ? [readLisa(values.lisa)] : []),
  ...(values.cf ? [readCysticFibrosis(values.cf)] : []),
  ...(values.pubmedqa ? [readPubMedQa(values.pubmedqa)] : []),
  ...(values.reviews ? [readReviews(values.reviews, (pmid) => idsByPmid.get(pmid))] : []),
];
const pooled = new Set(idsByPmid.values());
const papers = new Map(collections.flatMap((each) => each.papers.map((paper) => [paper.id, paper] as const)));
for (const id of pooled) papers.delete(id);
mkdirSync(values.out, { recursive: true });
const write = (name: string, lines: Iterable<object>) =>
  writeFileSync(join(values.out as string, name), gzipSync([...lines].map((line) => JSON.stringify(line)).join('\n')));
write('corpus.jsonl.gz', papers.values());
const topics = collections.flatMap((each) => each.topics);
write('topics.jsonl.gz', topics);
console.log(`${papers.size} papers and ${topics.length} topics: ${values.out}`);
