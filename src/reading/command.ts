import { type Command, Option } from 'commander';
import { attachFile } from '../faces/cli/import-texts.ts';
import { type CliCommand, type CommandContext, UsageError, wholeNumber } from '../faces/cli/io.ts';
import { writeResult } from '../faces/cli/output.ts';
import { retractionText, titleMark } from '../faces/cli/print/retraction-text.ts';
import { CLI_WORDING, toJson } from '../faces/cli/wording.ts';
import { readPaperRef } from '../jobs/job-refs.ts';
import { MAX_PER_PAPER } from './find-in-papers.ts';
import { MAX_TEXT_CHARACTERS, MAX_TEXT_OFFSET, type TextView } from './full-text.ts';
import type { ReadView } from './read-paper.ts';

const MAX_PAGE = 10_000;
const FORMATS = ['text', 'markdown', 'json'] as const;
type ReadFlags = {
  section?: string;
  page?: string;
  find?: string[];
  perPaper: string;
  quote?: string;
  reference?: string;
  offset?: string;
  count?: string;
  format: (typeof FORMATS)[number];
  json?: boolean;
};

/** `paperqueue read REF`: the open text of a paper. */
export const readCommand: CliCommand = {
  examples: [
    'paperqueue read J3-4 --section methods',
    'paperqueue read J3-4 --find "sea temperature"',
    'paperqueue read J3 --find "recovery after bleaching" --find "sample size"',
    'paperqueue read J3-4 --quote "Half of the colonies recovered"',
  ],
  add: addReadCommand,
};

function addReadCommand(program: Command, context: CommandContext): void {
  program
    .command('read')
    .description('read the open text of a paper: outline, a section, passages, or check a quotation (free)')
    .argument(
      '[ref...]',
      'the paper (J12-3), a DOI, an arXiv or a PMC id; with --find also a job (J12), a review (R1) or several; without: every text held',
    )
    .option('--section <name>', 'a section by id or title, a place (S2.p4), or references')
    .option('--page <number>', 'a page of a PDF')
    .addOption(
      new Option(
        '--find <words>',
        'the passages that fit a question or words; a phrase in quotes; repeatable',
      ).argParser((value: string, all: string[] = []) => [...all, value]),
    )
    .option('--per-paper <number>', 'passages of a paper, of several papers', '2')
    .option('--reference <number>', 'an entry of its list of references, and the paper that it is')
    .option('--quote <sentence>', 'whether the text holds this sentence')
    .option('--offset <characters>', 'where to continue')
    .option('--count <characters>', 'how much text', String(MAX_TEXT_CHARACTERS))
    .addOption(new Option('--format <format>', 'how to print it').choices(FORMATS).default('text'))
    .option('--json', 'the same as --format json')
    .action(async (refs: string[], { format, json, page, offset, count, find, perPaper, ...others }: ReadFlags) => {
      const texts = await context.app().texts();
      const numberOf = (flag: string, text: string | undefined, min: number, max: number) =>
        text === undefined ? undefined : wholeNumber(flag, text, min, max);
      const characters = numberOf('--count', count, 1, MAX_TEXT_CHARACTERS);
      const [ref = ''] = refs;
      const isJob = refs.length === 1 && /^J\d+$/i.test(ref.trim());
      const isForSeveral = find !== undefined && (refs.length !== 1 || /^[JR]\d+$/i.test(ref.trim()));
      const scope = isJob ? { job: ref } : { papers: refs.length > 0 ? refs : undefined };
      const request = {
        ...(isForSeveral
          ? { ...scope, perPaper: wholeNumber('--per-paper', perPaper, 1, MAX_PER_PAPER) }
          : { ref: refs.join(' ') }),
        ...others,
        find,
        page: numberOf('--page', page, 1, MAX_PAGE),
        offset: numberOf('--offset', offset, 0, MAX_TEXT_OFFSET),
        count: isForSeveral && characters === MAX_TEXT_CHARACTERS ? undefined : characters,
      };
      const view = await texts.readPaper(request, { signal: context.io.signal });
      await writeResult(context.io, json || format === 'json', toJson(view), inWords(view, format));
    });
}

/** `paperqueue attach [REF] FILE`: attaches a file of the user as the text of a paper. */
export const attachCommand: CliCommand = {
  examples: ['paperqueue attach J3-4 article.xml'],
  add: addAttachCommand,
};

function addAttachCommand(program: Command, context: CommandContext): void {
  program
    .command('attach')
    .description('keep a file of yours as the text of a paper: PDF, Word (.docx), EPUB, JATS XML or arXiv HTML')
    .argument('<ref>', 'the paper (J12-3), a DOI, an arXiv or a PMC id; without it, the paper that the file says it is')
    .argument('[file]', 'the file')
    .option('--json', 'as JSON')
    .action(async (first: string, second: string | undefined, { json }: { json?: boolean }) => {
      if (second === undefined && readPaperRef(first)) {
        throw new UsageError(`attach ${first}: the file is missing: paperqueue attach ${first} FILE`);
      }
      const request = second === undefined ? { path: first } : { ref: first, path: second };
      await attachFile(context, request, json ?? false);
    });
}

function inWords(view: ReadView, format: 'text' | 'markdown' | 'json'): string {
  const heading = (text: string) => (format === 'markdown' ? `## ${text}` : text.toUpperCase());
  if (!('paper' in view)) {
    const passages = view.passages.map(
      ({ ref, at, section, source, text }) => `[${[ref, at ?? source].join(' ')}] ${section}\n${text}\n`,
    );
    const notes = CLI_WORDING.notes(view.notes ?? []).map((note) => `- ${note}`);
    return [...passages, ...notes, ...(view.next ? [CLI_WORDING.advice(view.next)] : [])].join('\n');
  }
  const { paper, source, outline, captions = [], sections = [], references = [], passages = [] } = view;
  const { quote, lookedUp, notes = [], pdf, next } = view;
  const mark = retractionText(paper);
  return [
    `${format === 'markdown' ? '# ' : ''}${titleMark(paper)}${paper.title ?? paper.ref}`,
    ...(mark === undefined ? [] : [mark]),
    ...(source ? [sourceInWords(source)] : []),
    ...(outline ? ['', ...outline.map(({ id, title, characters }) => `${id}  ${title} (${characters})`)] : []),
    ...(captions.length > 0 ? ['', ...captions.map(({ at, text }) => `[${at}] ${text}`)] : []),
    ...sections.flatMap(({ id, title, text }) => [
      '',
      heading(id === title.toLowerCase() ? title : `${id} ${title}`),
      '',
      text,
    ]),
    ...references.map(referenceInWords),
    ...(lookedUp?.papers ?? []).map(
      (each) => `  ${each.ref} ${titleMark(each)}${each.title ?? ''} (${lookedUp?.found})`,
    ),
    ...(lookedUp && lookedUp.papers.length === 0 ? [`  looked up: ${lookedUp.found}`] : []),
    ...passages.flatMap(({ at, section, text }) => ['', `[${at}] ${section}`, text]),
    ...(quote ? ['', ...quoteInWords(quote)] : []),
    ...CLI_WORDING.notes(notes).map((note) => `- ${note}`),
    ...(pdf || next ? ['', CLI_WORDING.advice(next ?? [])] : []),
  ].join('\n');
}

function referenceInWords(entry: NonNullable<TextView['references']>[number]): string {
  const { key, text, doi, pmid, pmcid, arxivId } = entry;
  const ids = [doi && `doi:${doi}`, arxivId && `arXiv:${arxivId}`, pmid && `PMID ${pmid}`, pmcid].filter(Boolean);
  return `[${key}] ${text}${ids.length > 0 ? ` (${ids.join(', ')})` : ''}`;
}

function sourceInWords({ copy, from, url, version, date, licence }: NonNullable<TextView['source']>): string {
  const parts = [`${copy} copy of ${from}`, version, url, date, licence && `licence: ${licence}`];
  return parts.filter(Boolean).join(', ');
}

function quoteInWords(check: NonNullable<TextView['quote']>): string[] {
  const { verdict, at, text, part, leftOut = [], differences = [] } = check;
  return [
    `Quotation: ${verdict}${at ? ` at ${at}` : ''}`,
    ...(text ? [text] : []),
    ...(part ? ['  a part of a sentence'] : []),
    ...(part?.before ? [`  before it: "${part.before}"`] : []),
    ...(part?.after ? [`  after it: "${part.after}"`] : []),
    ...leftOut.map((words) => `  left out: "${words}"`),
    ...differences.map(({ quote, document }) => `  "${quote}" in the quotation, "${document}" in the text`),
  ];
}
