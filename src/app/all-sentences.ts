import { CONTRACT_SENTENCES } from '../contract/sentences.ts';
import { DRAFT_SENTENCES } from '../evidence/draft/sentences.ts';
import { PASSAGE_SENTENCES } from '../evidence/passages/sentences.ts';
import { TABLE_SENTENCES } from '../evidence/table/sentences.ts';
import { COMMAND_SENTENCES } from '../faces/cli/sentences.ts';
import { JOBS_SENTENCES } from '../jobs/sentences.ts';
import { LIBRARY_SENTENCES } from '../library/sentences.ts';
import { ZOTERO_SENTENCES } from '../library/zotero/sentences.ts';
import { PLATFORM_SENTENCES } from '../platform/sentences.ts';
import { TEXT_SENTENCES } from '../reading/sentences.ts';
import { EXPORT_SENTENCES } from '../report/exporting/sentences.ts';
import { REVIEW_SENTENCES } from '../review/sentences.ts';
import { SEARCH_SENTENCES } from '../search/sentences.ts';
import { SERVICE_SENTENCES } from '../service/sentences.ts';
import { addSentences, COMMON_SENTENCES } from '../wording/sentences/plain.ts';
import { joinSentences, type Sentences } from '../wording/sentences/vocabulary.ts';
import { APP_SENTENCES } from './sentences.ts';

/** The sentences of all features, for every process and thread of the program that imports this file. */
const SENTENCES: Sentences = joinSentences(
  COMMON_SENTENCES,
  CONTRACT_SENTENCES,
  PLATFORM_SENTENCES,
  JOBS_SENTENCES,
  LIBRARY_SENTENCES,
  ZOTERO_SENTENCES,
  SEARCH_SENTENCES,
  TEXT_SENTENCES,
  DRAFT_SENTENCES,
  PASSAGE_SENTENCES,
  REVIEW_SENTENCES,
  EXPORT_SENTENCES,
  TABLE_SENTENCES,
  SERVICE_SENTENCES,
  COMMAND_SENTENCES,
  APP_SENTENCES,
);

addSentences(SENTENCES);
