import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readScreening } from '../../src/formats/decisions/read-screening.ts';
import type { FileNote, Screening } from '../../src/formats/decisions/screening.ts';
import type { ScreenedPaper } from '../../src/formats/format.ts';
import { EXPORT_FORMAT_NAMES, type ExportFormat } from '../../src/formats/format-facts.ts';
import { fromAsreviewProject } from '../../src/formats/screened/asreview-project.ts';
import type { LeftOutOfFile } from '../../src/formats/screened/left-out.ts';
import { writePapers } from '../../src/formats/write-papers.ts';
import { omitUndefined } from '../../src/lib/omit-undefined.ts';
import { detectFormat } from '../../src/library/importing/detect-format.ts';
import { createParser } from '../../src/library/importing/parser.ts';
import { createAsreviewFiles } from '../../src/review/exchange/asreview-files.ts';
import { readAsreview } from '../../src/review/exchange/read-asreview.ts';
import { countFlow } from '../../src/review/prisma/count-flow.ts';
import { notInFile, notInPapers, REVIEW_FORMATS, writeReviewFile } from '../../src/review/review-files.ts';
import { fullPaper } from '../helpers/full-paper.ts';
import { runs } from '../helpers/runs.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const READERS = ['Ana', 'Ben', 'model (assistant)'];
const STAGES = ['title-abstract', 'full-text'];
const decision = fc.constantFrom('include' as const, 'exclude' as const, 'maybe' as const);
const flags = fc.record({ reasons: fc.boolean(), note: fc.boolean(), tags: fc.boolean(), quote: fc.boolean() });
const { bibtex: _, ...paper } = fullPaper();

/** What readers did with a record: at each stage each of them decided, or not, and noted something, or not. */
const record = fc.record({
  decided: fc.array(fc.option(fc.record({ decision, flags }), { freq: 2 }), { minLength: 6, maxLength: 6 }),
  noted: fc.array(fc.option(flags), { minLength: 3, maxLength: 3 }),
  resolved: fc.array(fc.option(fc.record({ decision, flags })), { minLength: 2, maxLength: 2 }),
  prior: fc.boolean(),
  settled: fc.option(fc.nat(), { freq: 3 }),
});

/** Every text is there once, so that whatever a file lacks is found by its name. */
const review = fc.array(record, { minLength: 1, maxLength: 3 }).map((records) => {
  let last = 0;
  const named = (what: string) => `${what}${++last}x`;
  const texts = ({ reasons, note, tags, quote }: { [Each in 'reasons' | 'note' | 'tags' | 'quote']: boolean }) => ({
    ...(reasons && { reasons: [named('reason')] }),
    ...(note && { note: named('note') }),
    ...(tags && { tags: [named('tag'), named('tag')] }),
    ...(quote && { quote: named('quote') }),
  });
  return records.map(({ decided, noted, resolved, prior, settled }, index): ScreenedPaper => {
    const decisions = decided.flatMap((each, place) =>
      each
        ? {
            reader: READERS[place % 3] as string,
            stage: STAGES[Math.floor(place / 3)] as string,
            decision: each.decision,
            at: new Date(1_800_000_000_000 + ++last * 1_000).toISOString(),
            ...texts(each.flags),
          }
        : [],
    );
    const notes = noted.flatMap((each, reader) => {
      const open = STAGES.find((_, stage) => !decided[stage * 3 + reader]);
      if (!each || !open || !(each.note || each.tags)) return [];
      return { reader: READERS[reader] as string, stage: open, ...texts({ ...each, reasons: false, quote: false }) };
    });
    const resolutions = resolved.flatMap((each, stage) =>
      each && decisions.length > 0
        ? {
            stage: STAGES[stage] as string,
            by: named('judge'),
            decision: each.decision,
            ...texts({ ...each.flags, tags: false, quote: false }),
          }
        : [],
    );
    const counted = [...decisions, ...resolutions];
    const verdict = settled === null ? undefined : counted[settled % Math.max(1, counted.length)]?.decision;
    return {
      ref: `R1-${index + 1}`,
      key: `key${index}`,
      paper: { ...paper, title: `Paper ${index}` },
      decisions,
      notes,
      resolutions,
      prior,
      ...(verdict && { verdict, decision: verdict }),
    };
  });
});

/** What a file has of a record: all its words, and what is read of its decisions. */
type Kept = { words: string; screening: Screening };

function readBack(format: keyof typeof REVIEW_FORMATS, papers: readonly ScreenedPaper[]): Kept[] {
  const flow = countFlow([], { hasFullTexts: true, hasAutomation: false });
  const file = writeReviewFile(format, { name: 'R1', papers, flow }, () => createAsreviewFiles());
  if (typeof file !== 'string') {
    const read = readAsreview({ archive: file, database: join(temporaryFolder(), 'results.db') });
    if (!('project' in read)) throw new Error(read.refused.kind);
    return fromAsreviewProject(read.project).map((each) => ({ ...each, words: JSON.stringify(each) }));
  }
  const name = `decisions.${REVIEW_FORMATS[format].ending}`;
  const found = detectFormat(file.slice(0, 64 * 1024), name);
  if (!found) throw new Error('unknown format');
  const parser = createParser(found);
  return [...parser.push(file), ...parser.end()].flatMap(({ entries }) =>
    entries.map((entry) => {
      if (!('paper' in entry)) throw new Error(JSON.stringify(entry));
      const read = readScreening({ columns: entry.screening, notes: entry.paper.notes ?? [] }, name);
      return { ...read, words: JSON.stringify([read, entry.paper.keywords]) };
    }),
  );
}

/** A reference manager shows a decision as a word, and no import takes it for one. */
function readInPapers(format: ExportFormat, papers: readonly ScreenedPaper[]): Kept[] {
  return papers.map((screened) => {
    const words = writePapers(format, [screened]);
    const shown = /\b(include|exclude|maybe)\b/.exec(words)?.[1] as ScreenedPaper['verdict'];
    return { words, screening: { decisions: shown ? [{ decision: shown }] : [] } };
  });
}

/** What a file lacks, found by reading it. */
function lossesOf(papers: readonly ScreenedPaper[], kept: readonly Kept[]): LeftOutOfFile {
  const counts: LeftOutOfFile = {};
  const count = (what: keyof LeftOutOfFile, number: number) => {
    if (number > 0) counts[what] = (counts[what] ?? 0) + number;
  };
  const made = papers.flatMap(({ decisions }) => decisions);
  const read = kept.flatMap(({ screening }) => screening.decisions);
  const tells = (part: 'reader' | 'stage' | 'at') => read.some((each) => each[part] !== undefined);
  const stages = new Set(made.map(({ stage }) => stage)).size;
  if (!tells('reader')) count('readers', new Set(made.map(({ reader }) => reader)).size);
  if (!tells('stage') && stages > 1) count('stages', stages);
  if (!tells('at') && read.length > 0) count('times', made.length);
  papers.forEach(({ decisions, notes = [], resolutions = [], verdict, prior }, index) => {
    const { words, screening } = kept[index] as Kept;
    const { decisions: here, resolutions: settled = [] } = screening;
    const all = [...decisions, ...notes, ...resolutions] as Partial<(typeof decisions)[number]>[];
    const missing = (texts: string[]) => texts.filter((text) => !words.includes(text)).length;
    count('reasons', missing(all.flatMap(({ reasons = [] }) => reasons)));
    count('notes', missing(all.flatMap(({ note = [] }) => note)));
    count('tags', missing(all.flatMap(({ tags = [] }) => tags)));
    count('quotes', missing(all.flatMap(({ quote = [] }) => quote)));
    count('priors', prior && !screening.prior ? 1 : 0);
    count('resolutions', resolutions.filter(({ by }) => !settled.some((each) => each.by === by)).length);
    // What counts follows from the readers' decisions and the resolutions, or stands there itself.
    if (verdict && here.length > 0 && !tells('reader')) expect(here.map((each) => each.decision)).toContain(verdict);
    const isEmpty = decisions.length > 0 && here.length === 0;
    if (verdict === 'maybe') count('maybe', isEmpty ? 1 : 0);
    else if (verdict) expect(isEmpty).toBe(false);
    else count('unsettled', isEmpty ? 1 : 0);
    const placed = (each: readonly FileNote[]) => each.map(({ reader, stage }) => `${reader} at ${stage}`).sort();
    if (tells('stage')) expect(placed(screening.notes ?? [])).toEqual(placed(notes));
    if (!tells('stage')) {
      const last = decisions.filter(({ stage }) => stage === decisions.at(-1)?.stage);
      count('earlier', decisions.length - (tells('reader') ? here : last).length);
    }
    const isMixed = here.some(({ reader, reasons = [], tags = [] }) => {
      const own = decisions.filter((each) => each.reader === reader).flatMap((each) => Object.values(each).flat());
      return reader !== undefined && [...reasons, ...tags].some((text) => !own.includes(text));
    });
    count('shared', isMixed ? 1 : 0);
  });
  return counts;
}

describe.each([
  ...(['decisions-csv', 'ris', 'rayyan', 'covidence', 'asreview'] as const).map((format) => ({
    format,
    said: (papers: readonly ScreenedPaper[]) => notInFile(format, papers),
    read: (papers: readonly ScreenedPaper[]) => readBack(format, papers),
  })),
  ...EXPORT_FORMAT_NAMES.map((format) => ({
    format: `${format}, of papers`,
    said: (papers: readonly ScreenedPaper[]) => notInPapers(format, papers),
    read: (papers: readonly ScreenedPaper[]) => readInPapers(format, papers),
  })),
])('$format', ({ format: name, said, read }) => {
  it('lacks what it is said to lack, and nothing else', () => {
    fc.assert(
      fc.property(review, (papers) => {
        const kept = read(papers);
        const { kind: _, format: __, ...left } = said(papers)[0] ?? { kind: 'not-in-file', format: '' };
        const { times, ...losses } = lossesOf(papers, kept);
        // Where nothing can be read of a file, not even its times can.
        const isRead = kept.some(({ screening }) => screening.decisions.length > 0);
        expect(left).toEqual({
          ...losses,
          ...(isRead ? omitUndefined({ times }) : left.times && { times: left.times }),
        });
      }),
      { numRuns: runs(name === 'asreview' ? 20 : 60) },
    );
  });
});
