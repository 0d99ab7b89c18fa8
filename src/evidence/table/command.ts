import { extname } from 'node:path';
import { type Command, Option } from 'commander';
import * as z from 'zod';
import { type CliCommand, type CommandContext, readInput, UsageError, wholeNumber } from '../../faces/cli/io.ts';
import {
  addOutputOptions,
  checkDestination,
  type Destination,
  outputFile,
  tell,
  writeOutput,
  writeResult,
} from '../../faces/cli/output.ts';
import { localTime } from '../../faces/cli/print/answer-lines.ts';
import { formatColumns } from '../../faces/cli/print/text-columns.ts';
import { CLI_WORDING } from '../../faces/cli/wording.ts';
import { readCells as readCsvCells, readNames, recordEnds } from '../../formats/tables/csv-records.ts';
import { counted } from '../../lib/counted.ts';
import { nameWithTitle } from '../../papers/text.ts';
import { type ColumnChange, readColumnLine } from './change-columns.ts';
import type { CellInput } from './fill-cells.ts';
import { describeRefused } from './sentences.ts';
import { adviseOn, showCell, showRows } from './show-table.ts';
import { summarize } from './tables.ts';
import { FILE_ENDINGS, TABLE_FORMATS, type TableFormat, tableAsMarkdown } from './write-table.ts';

/** `paperqueue evidence`: tables of values with their quotations. */
export const evidenceCommand: CliCommand = {
  examples: [
    'paperqueue evidence new "Which dose helps?" --papers J1 --column Dose',
    'paperqueue evidence change T1 --column "Age | Mean age? | number | years"',
    'paperqueue evidence fill T1 cells.json',
    'paperqueue evidence show T1',
    'paperqueue evidence export T1 -o table.csv',
  ],
  add: addEvidenceCommand,
};

/** Open cells in one answer. */
const MAX_NEXT = 50;

type Flags = { json?: boolean; as?: string };

const JSON_FLAG = ['--json', 'as JSON'] as const;
const AS = ['--as <name>', 'who fills; default: me'] as const;
const COLUMN = [
  '--column <line...>',
  'NAME | QUESTION | TYPE | UNIT or values (a; b), the last three optional',
] as const;

function addEvidenceCommand(program: Command, context: CommandContext): void {
  const evidence = program.command('evidence').description('compare papers in a table of checked quotations (free)');
  evidence.configureHelp({ subcommandTerm: (command) => command.name() });
  const { io } = context;
  const opened = () => context.app().evidence();
  const call = { signal: io.signal };
  const readExtractor = ({ as }: Flags) => ({ kind: 'human', name: as?.trim() || 'me' }) as const;

  evidence
    .command('list')
    .description('list the tables')
    .option(...JSON_FLAG)
    .action(async ({ json }: Flags) => {
      const { tables, unreadable, notes } = await (await opened()).list();
      tell(io, ...notes.map((note) => CLI_WORDING.note(note)));
      const rows = tables.map(({ ref, changedAt, papers, title, complete: { filled, cells, marked } }) => [
        ...[ref, localTime(changedAt), papers, `${filled}/${cells}`, marked, title],
      ]);
      const table = formatColumns(['REF', 'CHANGED', 'PAPERS', 'FILLED', 'MARKED', 'TITLE'], rows);
      const none = 'No tables yet. Begin with: paperqueue evidence new "..." --papers J1';
      await writeResult(io, json, { tables, unreadable }, rows.length > 0 ? table : none);
    });

  evidence
    .command('new')
    .description('begin a table')
    .argument('<title>', 'what it compares')
    .requiredOption('--papers <names>', 'J1, R1 (the included ones) or references')
    .option(...COLUMN)
    .option(...AS)
    .option(...JSON_FLAG)
    .action(async (title: string, flags: Flags & { papers: string; column?: string[] }) => {
      const { papers, column = [] } = flags;
      const { ref, refused } = await (await opened()).create(
        { title, papers, columns: column.map(readColumn) },
        readExtractor(flags),
        call,
      );
      await showTable(ref, flags, refused);
    });

  evidence
    .command('change')
    .description('add papers, or add, rename and drop columns')
    .argument('<table>', 'the table (T1)')
    .option('--papers <names>', 'J1, R1 or references')
    .option(...COLUMN)
    .option('--rename <names...>', 'OLD=NEW')
    .option('--drop <names...>', 'columns to drop; the log keeps their cells')
    .option(...AS)
    .option(...JSON_FLAG)
    .action(
      async (
        ref: string,
        flags: Flags & { papers?: string; column?: string[]; rename?: string[]; drop?: string[] },
      ) => {
        const { papers, column = [], rename = [], drop = [] } = flags;
        const columns = [
          ...column.map(readColumn),
          ...rename.map(readRename),
          ...drop.map((name) => ({ name, drop: true })),
        ];
        const { refused } = await (await opened()).change(ref, { papers, columns }, readExtractor(flags), call);
        await showTable(ref, flags, refused);
      },
    );

  evidence
    .command('show')
    .alias('status')
    .description('show its values and completeness')
    .argument('<table>', 'the table (T1)')
    .option(...AS)
    .option(...JSON_FLAG)
    .action((ref: string, flags: Flags) => showTable(ref, flags));

  evidence
    .command('next')
    .description('open cells, with passages to quote')
    .argument('<table>', 'the table (T1)')
    .option('--count <number>', 'how many', '3')
    .option(...JSON_FLAG)
    .action(async (ref: string, { count, json }: Flags & { count: string }) => {
      const open = await (await opened()).next(ref, wholeNumber('--count', count, 1, MAX_NEXT), call);
      const lines = open.map(({ ref, title = '', column, ask, passages }) =>
        [
          `${ref}  ${title}`,
          column === ask ? column : `${column}: ${ask}`,
          ...passages.map(({ at, text }) => `  [${at}] ${text}`),
        ].join('\n'),
      );
      await writeResult(io, json, { open }, lines.join('\n\n') || 'No cell is open.');
    });

  evidence
    .command('fill')
    .description('fill cells from a file')
    .argument('<table>', 'the table (T1)')
    .argument('<file>', 'JSON or CSV with ref, column, value, quote; - is stdin')
    .option(...AS)
    .option(...JSON_FLAG)
    .action(async (ref: string, file: string, flags: Flags) => {
      const cells = readCellsOf(await readInput(io, file), file);
      const tables = await opened();
      const { accepted, repeated, refused, cells: now } = await tables.fill(ref, cells, readExtractor(flags), call);
      const { state } = await tables.read(ref);
      const nameOf = (paper: string) => nameWithTitle(paper, state.papers.get(paper)?.title);
      tell(io, ...refused.map((each) => `${nameOf(each.ref)}, ${each.column}: ${describeRefused(each)}`));
      const shown = now.map(({ ref, column, cell }) => ({ ref, ...showCell(column, cell) }));
      const marked = shown.flatMap((each) =>
        'marks' in each && each.marks ? [`${nameOf(each.ref)}, ${each.column}: ${each.marks.join('; ')}`] : [],
      );
      const text = [
        `${counted(accepted, 'cell')} filled${repeated > 0 ? `, ${repeated} as before` : ''}${marked.length > 0 ? `, ${marked.length} marked:` : '.'}`,
        ...marked,
      ];
      await writeResult(
        io,
        flags.json,
        { accepted, repeated, refused: refused.map((each) => ({ ...each, why: describeRefused(each) })), cells: shown },
        text.join('\n'),
      );
      if (accepted === 0 && refused.length > 0) throw new UsageError('Nothing was filled.');
    });

  evidence
    .command('settle')
    .description('choose between the differing values of a cell')
    .argument('<table>', 'the table (T1)')
    .argument('<ref>', 'the paper')
    .argument('<column>', 'the column')
    .argument('<value>', 'the value to keep')
    .option(...AS)
    .option(...JSON_FLAG)
    .action(async (table: string, ref: string, column: string, value: string, flags: Flags) => {
      const { refused } = await (await opened()).settle(table, { ref, column, value }, readExtractor(flags));
      if (refused) throw new UsageError(describeRefused(refused));
      await showTable(table, flags);
    });

  addOutputOptions(
    evidence
      .command('export')
      .description('write it for other programs')
      .argument('<table>', 'the table (T1)')
      .addOption(
        new Option('--format <format>', 'format; default: what -o ends with, else csv').choices(TABLE_FORMATS),
      ),
  ).action(async (ref: string, flags: Destination & { format?: TableFormat }) => {
    checkDestination(flags);
    const ending = extname(outputFile(flags) ?? '').slice(1);
    const format = flags.format ?? TABLE_FORMATS.find((each) => FILE_ENDINGS[each] === ending) ?? 'csv';
    const tables = await opened();
    const { table, notes } = await tables.open(ref, readExtractor({}), call);
    tell(io, ...CLI_WORDING.notes(notes));
    await writeOutput(io, await tables.render(table, format), flags);
  });

  evidence
    .command('repair')
    .description('keep the events before a damage')
    .argument('<table>', 'the table (T1)')
    .option(...JSON_FLAG)
    .action(async (ref: string, { json }: Flags) => {
      const putAside = await (await opened()).repair(ref);
      await writeResult(io, json, { table: ref, putAside }, `${counted(putAside, 'event')} put aside.`);
    });

  evidence
    .command('remove')
    .description('take a table off the list; its log stays in the data folder')
    .argument('<table>', 'the table (T1)')
    .option(...JSON_FLAG)
    .action(async (ref: string, { json }: Flags) => {
      await (await opened()).remove(ref);
      await writeResult(io, json, { removed: ref }, `${ref} is removed.`);
    });

  const showTable = async (
    ref: string,
    flags: Flags,
    refused: readonly ({ column: string } & Parameters<typeof describeRefused>[0])[] = [],
  ) => {
    const { table, notes } = await (await opened()).open(ref, readExtractor(flags), call);
    tell(io, ...refused.map((each) => `${each.column}: ${describeRefused(each)}`), ...CLI_WORDING.notes(notes));
    const { rows } = showRows(table, {
      offset: 0,
      count: Number.MAX_SAFE_INTEGER,
      maxCharacters: Number.MAX_SAFE_INTEGER,
    });
    const next = CLI_WORDING.advice(adviseOn(table));
    const result = {
      table: summarize(table),
      rows,
      refused: refused.map((each) => ({ ...each, why: describeRefused(each) })),
    };
    await writeResult(io, flags.json, result, `${table.ref}\n${tableAsMarkdown(table)}${next ? `\n${next}` : ''}`);
  };
}

function readColumn(line: string): ColumnChange {
  const read = readColumnLine(line);
  if ('wrong' in read) throw new UsageError(`--column: ${read.wrong}`);
  return read;
}

function readRename(pair: string): ColumnChange {
  const at = pair.indexOf('=');
  if (at < 1) throw new UsageError('--rename: OLD=NEW');
  return { name: pair.slice(0, at), rename: pair.slice(at + 1) };
}

const cellsSchema = z.array(
  z.looseObject({ ref: z.string(), column: z.string(), value: z.unknown(), quote: z.string().nullish() }),
);

/** The cells of a file: a JSON list, JSON lines, or a CSV table with these columns. */
function readCellsOf(text: string, file: string): CellInput[] {
  const plain = text.replace(/^\ufeff/, '');
  const items = /^\s*[[{]/.test(plain) ? readJson(plain, file) : readCsvRows(plain, file);
  const read = cellsSchema.safeParse(items);
  if (!read.success) throw new UsageError(`${file}: each cell has ref, column and value, and perhaps quote`);
  return read.data.map(({ ref, column, value, quote }) => ({ ref, column, value, ...(quote && { quote }) }));
}

function readJson(text: string, file: string): unknown {
  try {
    const whole = /^\s*\[/.test(text)
      ? JSON.parse(text)
      : text
          .split('\n')
          .filter((line) => line.trim())
          .map((line) => JSON.parse(line));
    return whole;
  } catch {
    throw new UsageError(`${file}: is neither a JSON list nor JSON lines nor CSV`);
  }
}

function readCsvRows(text: string, file: string): unknown[] {
  const { delimiter, names } = readNames((text.split('\n', 1)[0] ?? '').trim());
  const { ends } = recordEnds(text, delimiter);
  const records = [0, ...ends].map((start, at) => text.slice(start, ends[at]).trim()).filter((record) => record !== '');
  const wanted = ['ref', 'column', 'value'].find((name) => !names.includes(name));
  if (wanted) throw new UsageError(`${file}: has no column ${wanted}; columns are: ${names.join(', ')}`);
  return records.slice(1).map((record) => {
    const cells = readCsvCells(record, delimiter);
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']));
  });
}
