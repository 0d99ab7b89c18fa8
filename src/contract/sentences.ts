import type { SentencesOf } from '../wording/sentences/vocabulary.ts';
import type { ContractAdvice, ContractNote, ContractProblem } from './notes.ts';

export const CONTRACT_SENTENCES: SentencesOf<{
  notes: ContractNote;
  advice: ContractAdvice;
  problems: ContractProblem;
}> = {
  notes: {
    'wrong-values': ({ rules }) => rules.join('; '),
  },
  advice: {
    correct: ({ fields, isRequest }, { name, again }) =>
      `Correct ${fields.map(name).join(', ')} and ${again}.${isRequest ? ' Nothing was sent, and nothing was charged.' : ''}`,
  },
  problems: {
    either: ({ groups }, { name }) => `either ${groups.map((group) => group.map(name).join(' with ')).join(', or ')}`,
  },
};
