import { join } from 'node:path';
import { type PoolPaper, readLines, type Topic, toPaper } from './collection.ts';

/** A question of an agent, as a topic, and the sub-questions that it was divided into. */
export type AgentQuestion = { topic: Topic; parts: string[] };

const COLLECTION = 'agents';

/** The searched papers, by their arXiv numbers. */
export async function readAgentPapers(folder: string): Promise<PoolPaper[]> {
  const papers: PoolPaper[] = [];
  for await (const record of readLines(join(folder, 'agent-papers.jsonl.gz'))) {
    const number = String(record.doi).replace(/^10\.48550\/arxiv\./i, '');
    papers.push(toPaper({ ...record, id: wholeNumber(number) }));
  }
  return papers;
}

/** The questions for which the file has parts. */
export async function readAgentQuestions(folder: string, partsFile: string): Promise<AgentQuestion[]> {
  const topics: Topic[] = [];
  for await (const { question, relevant } of readLines(join(folder, 'agent-questions.jsonl.gz'))) {
    topics.push({
      id: `${COLLECTION}/${topics.length}`,
      collection: COLLECTION,
      query: String(question),
      keywords: [],
      relevant: new Set((relevant as unknown[]).map((id) => wholeNumber(String(id)))),
    });
  }
  const questions: AgentQuestion[] = [];
  for await (const { question, parts } of readLines(partsFile)) {
    const topic = topics[Number(question)];
    if (topic) questions.push({ topic, parts: (parts as unknown[]).map(String) });
  }
  return questions;
}

/** The data stored arXiv numbers as decimal numbers: `1805.0693` is 1805.06930, and `704.001` is 0704.0010. */
function wholeNumber(text: string): string {
  const [, month = '', number = ''] = /^(\d{3,4})\.(\d+)$/.exec(text) ?? [];
  if (month === '') return text;
  const digits = Number(month) >= 1501 ? 5 : 4;
  return `${month.padStart(4, '0')}.${number.padEnd(digits, '0')}`;
}
