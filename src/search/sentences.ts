import { joinSentences } from '../wording/sentences/vocabulary.ts';
import { CITATION_SENTENCES } from './citations/sentences.ts';
import { COLLECTION_SENTENCES } from './collection/sentences.ts';
import { DRY_RUN_SENTENCES } from './federated/sentences.ts';
import { LOOK_UP_SENTENCES } from './look-up/sentences.ts';

export const SEARCH_SENTENCES = joinSentences(
  DRY_RUN_SENTENCES,
  COLLECTION_SENTENCES,
  LOOK_UP_SENTENCES,
  CITATION_SENTENCES,
);
