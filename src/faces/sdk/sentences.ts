import { CONTRACT_SENTENCES } from '../../contract/sentences.ts';
import { JOBS_SENTENCES } from '../../jobs/sentences.ts';
import { PLATFORM_SENTENCES } from '../../platform/sentences.ts';
import { addSentences } from '../../wording/sentences/plain.ts';

/** The sentences of the rooms that the programmatic interface uses: its errors are in words. */

for (const each of [CONTRACT_SENTENCES, PLATFORM_SENTENCES, JOBS_SENTENCES]) addSentences(each);
