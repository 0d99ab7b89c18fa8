import { ANSWER_ADVICE } from './answer-advice.ts';
import { FAILURE_ADVICE } from './failure-advice.ts';
import { SETUP_ADVICE } from './setup-advice.ts';
import { TEXT_ADVICE } from './text-advice.ts';
import type { AdviceWording } from './vocabulary.ts';

/** Each advice as every face says it, unless it has its own sentence. Names no tool, command, flag or parameter. */
export const ADVICE_WORDING: AdviceWording = {
  // The words of another program that uses this package.
  text: ({ text }) => text,
  ...ANSWER_ADVICE,
  ...FAILURE_ADVICE,
  ...SETUP_ADVICE,
  ...TEXT_ADVICE,
};
