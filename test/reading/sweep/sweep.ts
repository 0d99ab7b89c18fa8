import type { ReadDocument } from '../../../src/reading/document.ts';
import type { QuoteCheck } from '../../../src/reading/full-text.ts';
import { checkQuote } from '../../../src/reading/quote/check-quote.ts';
import { type DocumentWords, readWords } from '../../../src/reading/quote/document-words.ts';
import { readDocument } from '../../../src/reading/read-document.ts';
import { blocksOf, read } from '../fixtures.ts';
import { htmlOf, jatsOf, pdfFileOf, REAL, type Source, WRITTEN } from './documents.ts';
import type { Case, Change } from './kinds.ts';

/** Checks changed sentences of all documents, in each format that can hold them. */

export type Checked = { kind: string; quote: string; sentence: string; document: string; check: QuoteCheck };

type Reading = { source: Source; document: DocumentWords; format: string; text: string };

/** The characters of a typewriter, and of the tests' PDF. */
const isTopicOrQuestion = (text: string) => /^[\x20-\x7e]+$/.test(text);

export async function readAll(): Promise<Reading[]> {
  const readings: Reading[] = [];
  const add = (source: Source, format: string, result: ReadDocument) => {
    const blocks = blocksOf(result);
    const text = plain(blocks.map((block) => block.text).join(' '));
    readings.push({ source, format, document: readWords(blocks, result.references), text });
  };
  for (const source of WRITTEN) {
    add(source, 'JATS', read(await readDocument(jatsOf(source), 'jats')));
    add(source, 'HTML', read(await readDocument(htmlOf(source), 'html')));
  }
  for (const [at, source] of REAL.entries()) {
    if (at % 2 === 0) add(source, 'JATS', read(await readDocument(jatsOf(source), 'jats')));
    else {
      const paragraphs = source.paragraphs
        .map((sentences) => sentences.filter(isTopicOrQuestion))
        .filter(({ length }) => length > 0);
      add({ ...source, paragraphs }, 'PDF', read(await readDocument(pdfFileOf({ ...source, paragraphs }), 'pdf')));
    }
  }
  return readings;
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim();

/**
 * Checks at most `count` changes of a sentence, because a long one has hundreds, and of each kind about `most`.
 * `copies`: of the same words.
 */
export function sweep(
  readings: readonly Reading[],
  kinds: Readonly<Record<string, Change>>,
  { copies = false, count = 3, most = Number.POSITIVE_INFINITY } = {},
): Checked[] {
  return Object.entries(kinds).flatMap(([kind, change]) => {
    let sofar = 0;
    return readings.flatMap(({ source, document, format, text }) =>
      casesOf(source).flatMap((one) => {
        if (sofar >= most) return [];
        const changed = [...new Set(change(one))].filter((quote) => copies || isOther(quote, one, text));
        const chosen = few(changed, count);
        sofar += chosen.length;
        return chosen.map((quote) => ({
          kind,
          quote,
          sentence: one.sentence,
          document: `${source.name}, ${format}`,
          check: checkQuote(document, quote),
        }));
      }),
    );
  });
}

function few(changed: string[], count: number): string[] {
  const step = Math.max(1, Math.floor(changed.length / count));
  return changed.filter((_quote, at) => at % step === 0).slice(0, count);
}

/** A quotation that the document contains elsewhere, word for word, is true. */
function isOther(quote: string, { sentence }: Case, text: string): boolean {
  return plain(quote) !== plain(sentence) && !` ${text} `.includes(` ${plain(quote)} `);
}

function casesOf(source: Source): Case[] {
  return source.paragraphs.flatMap((paragraph) =>
    paragraph.map((sentence, at) => ({ source, sentence, paragraph, next: paragraph[at + 1] })),
  );
}

/** A quotation counts as exact, and nothing shows what its sentence lost. */
export function isTaken({ check, quote, sentence }: Checked): boolean {
  if (check.verdict !== 'exact') return false;
  const told = [...Object.values(check.part ?? {}), ...(check.leftOut ?? [])].join(' ');
  return told === '' || !sentence.includes(quote.replace(/\.$/, ''));
}

const VERDICTS = ['exact', 'near', 'altered', 'loose', 'absent'] as const;

/** A line for each kind with the number of each verdict. */
export function tableOf(checked: readonly Checked[]): string {
  const kinds = [...new Set(checked.map(({ kind }) => kind))];
  const rows = kinds.map((kind) => {
    const own = checked.filter((each) => each.kind === kind);
    const counts = VERDICTS.map((verdict) => own.filter(({ check }) => check.verdict === verdict).length);
    return [kind, own.length, ...counts];
  });
  const head = ['kind', 'all', ...VERDICTS];
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
