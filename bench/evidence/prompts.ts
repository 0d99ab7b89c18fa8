import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import type { Block } from '../../src/reading/document.ts';

/** A question of Evidence Inference about one article, and the spans of its text that answer it. */
export type Prompt = { article: string; outcome: string; intervention: string; comparator: string; spans: string[] };

type Row = Record<string, string>;

function readCsv(path: string): Row[] {
  return Papa.parse<Row>(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''), { header: true, skipEmptyLines: true })
    .data;
}

/** The prompts of a split (`train`, `validation`, `test`) whose answers the annotators agreed on. */
export function readPrompts(folder: string, split: string): Prompt[] {
  const articles = new Set(
    readFileSync(join(folder, 'splits', `${split}_article_ids.txt`), 'utf8')
      .split(/\s+/)
      .filter(Boolean),
  );
  const asked = new Map(readCsv(join(folder, 'prompts_merged.csv')).map((row) => [row.PromptID, row]));
  const prompts = new Map<string, Prompt>();
  for (const { PromptID = '', PMCID = '', Annotations = '', 'Valid Label': isValid } of readCsv(
    join(folder, 'v2_annotations.csv'),
  )) {
    const row = asked.get(PromptID);
    if (!row || isValid !== 'True' || !articles.has(PMCID)) continue;
    const { Outcome: outcome = '', Intervention: intervention = '', Comparator: comparator = '' } = row;
    const prompt = prompts.get(PromptID) ?? { article: PMCID, outcome, intervention, comparator, spans: [] };
    prompt.spans.push(Annotations);
    prompts.set(PromptID, prompt);
  }
  return [...prompts.values()];
}

/** Wordings of a prompt, used in turn. */
const FORMS: readonly ((prompt: Prompt) => string)[] = [
  ({ outcome, intervention, comparator }) => `${outcome} ${intervention} ${comparator}`,
  ({ outcome, intervention, comparator }) =>
    `What is the effect of ${intervention} compared with ${comparator} on ${outcome}?`,
  ({ outcome, intervention, comparator }) => `Did ${intervention} change ${outcome} versus ${comparator}?`,
];

export function askedAs(prompt: Prompt, nth: number): string {
  return (FORMS[nth % FORMS.length] as (typeof FORMS)[number])(prompt);
}

/** Only letters and digits: spans and our parsed texts differ in blanks, marks and table frames. */
export function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** A text as letters, and the positions of a question's spans in it. */
export type AlignedText = { letters: string; starts: number[] };

/** All blocks of a text joined; `starts` has the position of each, and the end. */
export function alignText(blocks: readonly Block[]): AlignedText {
  const starts = [0];
  let letters = '';
  for (const { text } of blocks) {
    letters += lettersOf(text);
    starts.push(letters.length);
  }
  return { letters, starts };
}

export type Stretch = [from: number, to: number];
const MIN_LETTERS = 10;

/** All positions of the spans in the text. */
export function findSpans({ letters }: AlignedText, spans: readonly string[]): Stretch[] {
  return spans.map(lettersOf).flatMap((span) => {
    const found: Stretch[] = [];
    if (span.length < MIN_LETTERS) return found;
    for (let at = letters.indexOf(span); at >= 0; at = letters.indexOf(span, at + 1))
      found.push([at, at + span.length]);
    return found;
  });
}

/** A hit covers half of a span, or lies half inside one. */
export function isHit([from, to]: Stretch, spans: readonly Stretch[]): boolean {
  return spans.some(([start, end]) => {
    const common = Math.min(to, end) - Math.max(from, start);
    return common * 2 >= end - start || common * 2 >= to - from;
  });
}
