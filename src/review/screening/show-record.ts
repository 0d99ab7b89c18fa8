import type { ReviewRecord } from '../../jobs/ports/reviews.ts';
import { readQueryText } from '../../papers/query/query.ts';
import { bestSentence } from '../../papers/relevance/best-sentence.ts';
import { readQueryTerms } from '../../papers/relevance/query-terms.ts';
import { criteriaOf } from '../event-rules.ts';
import type { Criterion, Stage } from '../protocol.ts';

/** A record as a reader sees it. */
export type ShownRecord = {
  ref: string;
  title: string;
  year?: number;
  venue?: string;
  type?: string;
  retracted?: true;
  /** The sentences of the abstract that best match the question and the criteria, in their order. */
  says?: string[];
  abstract?: string;
  /** Absent if it has one. */
  hasNoAbstract?: true;
};

const MAX_SENTENCE_CHARACTERS = 220;
const MAX_SENTENCES = 3;

export function showRecord(
  record: ReviewRecord | undefined,
  showing: { question: string; criteria: readonly Criterion[]; stage: Stage; view: 'compact' | 'abstract' },
): ShownRecord | undefined {
  if (!record) return undefined;
  const { title, year, venue, publicationType, isRetracted, abstract } = record.paper;
  return {
    ref: record.ref,
    title,
    ...(year !== undefined && { year }),
    ...(venue !== undefined && { venue }),
    ...(publicationType !== undefined && { type: publicationType }),
    ...(isRetracted && { retracted: true as const }),
    ...(abstract
      ? showing.view === 'abstract'
        ? { abstract }
        : { says: sentencesOn(abstract, showing) }
      : { hasNoAbstract: true }),
  };
}

/** The best sentence for the question and for each criterion, without duplicates. */
function sentencesOn(
  abstract: string,
  { question, criteria, stage }: { question: string; criteria: readonly Criterion[]; stage: Stage },
): string[] {
  const asked = [
    question,
    ...criteriaOf({ criteria: [...criteria] }, stage).map(({ text, words = [] }) => [text, ...words].join(' ')),
  ];
  const said = new Set<string>();
  for (const text of asked) {
    if (said.size >= MAX_SENTENCES) break;
    said.add(
      bestSentence(abstract, readQueryTerms({ keywords: [], text: readQueryText(text) }), MAX_SENTENCE_CHARACTERS),
    );
  }
  said.delete('');
  return [...said].sort((a, b) => abstract.indexOf(a) - abstract.indexOf(b));
}
