import type { SearchFlow } from '../../contract/answers.ts';
import { describeRelated } from '../../jobs/answers/describe-query.ts';
import { counted } from '../../lib/counted.ts';
import { addTo } from '../../lib/groups.ts';
import { visibleLine } from '../../lib/visible-text.ts';
import { describeKnownStatus, describeMarks } from '../../papers/retraction/sentences.ts';
import { shorten } from '../../papers/text.ts';
import { PLAIN_WORDING } from '../../wording/sentences/plain.ts';
import { describeDatabase } from './prisma.ts';
import type { Receipt } from './receipt.ts';
import type { SearchLog } from './search-log.ts';

/** Size limit of the record in an answer. A longer one is reduced to paragraph, numbers and table. */
const MAX_BRIEF_CHARACTERS = 6_000;

/**
 * The search log for people, ready for an appendix: the paragraph, the numbers, the table of searches, then every
 * search with its exact strategy.
 */
export function searchLogToMarkdown(log: SearchLog): string {
  return [
    ...summaryLines(log),
    ...searchTable(log, WIDTHS[0]),
    '',
    ...footLines(log),
    ...Object.entries(log.duplicatesByRule).map(([rule, count]) => `- Duplicates by ${rule}: ${count}`),
    '',
    '## PRISMA-S',
    '',
    '| | Item | |',
    '|---|---|---|',
    ...log.prismaS.map(
      ({ number, name, answer }) =>
        `| ${number} | ${name} | ${answer === undefined ? '(to be filled in)' : cell(answer)} |`,
    ),
    ...log.searches.flatMap(receiptLines),
    '',
  ].join('\n');
}

/** The whole log if it fits an answer, else its beginning, with as much of each search as fits. */
export function searchLogInAnswer(log: SearchLog): { text: string; isWhole: boolean } {
  const whole = searchLogToMarkdown(log);
  if (whole.length <= MAX_BRIEF_CHARACTERS) return { text: whole, isWhole: true };
  const brief = (rows: readonly string[]) => [...summaryLines(log), ...rows, '', ...footLines(log), ''].join('\n');
  const tables = WIDTHS.map((width) => searchTable(log, width));
  const briefRows = tables.find((rows) => brief(rows).length <= MAX_BRIEF_CHARACTERS);
  if (briefRows) return { text: brief(briefRows), isWhole: false };
  const narrow = tables.at(-1) ?? [];
  let shown = narrow.length;
  const cut = () => [...narrow.slice(0, shown), `| ... | | ${narrow.length - shown} more searches | | | |`];
  while (shown > TABLE_HEAD && brief(cut()).length > MAX_BRIEF_CHARACTERS) shown -= 1;
  return { text: brief(cut()), isWhole: false };
}

function summaryLines({ methods, prisma, made, imported }: SearchLog): string[] {
  const { identified, removed, outside, toScreen } = prisma;
  return [
    '# Search log',
    '',
    visibleLine(methods),
    '',
    '## Flow diagram (PRISMA 2020): identification',
    '',
    '| | n |',
    '|---|---|',
    ...identified.map((entry) => `| Records identified: ${cell(describeDatabase(entry))} | ${entry.records} |`),
    `| Duplicate records removed | ${removed.duplicates} |`,
    `| Records left out by automation tools | ${removed.byAutomation} |`,
    `| Records removed for other reasons (ranked below the limit) | ${removed.otherReasons} |`,
    ...(outside
      ? [`| Works outside of this record: ${cell(outside.choice)} | ${outside.works - (outside.unknown?.works ?? 0)} |`]
      : []),
    ...(outside?.unknown
      ? [`| Works left out as unknown: ${cell(outside.unknown.conditions)} | ${outside.unknown.works} |`]
      : []),
    `| Records to screen | ${toScreen} |`,
    '',
    ...(imported ? importedLines(imported) : []),
    `## Searches (this record was made ${made})`,
    '',
  ];
}

/** Databases that a person searched, and whose files were imported into the library. */
function importedLines({ databases, duplicates }: NonNullable<SearchLog['imported']>): string[] {
  const records = Object.values(databases).reduce((sum, each) => sum + each, 0);
  return [
    '## Imported records (databases searched elsewhere; not among the numbers above)',
    '',
    '| | n |',
    '|---|---|',
    ...Object.entries(databases).map(
      ([name, each]) => `| Records identified: ${cell(name || 'no database named')} | ${each} |`,
    ),
    `| Duplicate records removed at import | ${duplicates} |`,
    `| Works imported | ${records - duplicates} |`,
    '',
  ];
}

/** Widths of a row's request and sources, in characters; the widest that fits the answer is used. */
const WIDTHS = [240, 120, 60, 30] as const;
/** Header lines of the table. */
const TABLE_HEAD = 2;

/** A row per search and citation search: the request, the sources, the number of records. */
function searchTable({ searches }: SearchLog, width: number): string[] {
  const rows = searches.filter(({ lookUp }) => !lookUp);
  return [
    '| | Date | Asked | Answers | Records | Credits |',
    '|---|---|---|---|---|---|',
    ...rows.map((receipt) => {
      const { ref, times, status, results, credits, mode } = receipt;
      const cost = mode === 'embedded' || receipt.related ? 'free' : `${credits.cost} (charged: ${credits.charged})`;
      const records = results ? String(results.counts.returned) : cell(status);
      return `| ${ref} | ${times.created.slice(0, 10)} | ${cell(shorten(askedOf(receipt), width))} | ${cell(shorten(answersOf(receipt), width))} | ${records} | ${cost} |`;
    }),
  ];
}

function askedOf(receipt: Receipt): string {
  const { request, related } = receipt;
  if (!request) return related ? describeRelated(related, related.title ?? related.ref) : 'created elsewhere';
  const { keywords = [], query, strategy } = request.body as { keywords?: string[]; query?: string; strategy?: string };
  return [[...new Set(keywords)].join(', '), query ?? '', strategy ?? '', request.query]
    .filter(Boolean)
    .map((part) => visibleLine(part))
    .join('; ');
}

function answersOf({ sources = [], service }: Receipt): string {
  const answers = sources.map(({ source, title = source, gave, total = gave, failed }) => {
    if (failed !== undefined && gave === 0) return `${title} failed`;
    return total > gave ? `${title} ${gave} of ${total}` : `${title} ${gave}`;
  });
  return visibleLine(answers.join(', ') || service);
}

/** Limited, so that marks leave space for the searches. */
const MAX_MARKS_CHARACTERS = 400;

/** Below the table: look-ups, which are not searches, and the total cost. */
function footLines({ searches, totals, marks }: SearchLog): string[] {
  const { creditsCharged, creditsUnknown, removed } = totals;
  const lookUps = searches.flatMap(({ ref, lookUp }) => {
    if (!lookUp) return [];
    // An attached or fetched text is recorded as found without querying a source.
    if (lookUp.asked?.length === 0) return [`- Not a search: ${ref} is the paper of an attached or fetched text`];
    const found = new Map<string, number>();
    for (const { found: verdict = 'read as a topic' } of lookUp.items) addTo(found, verdict);
    const counts = [...found].map(([how, count]) => `${count} ${how}`).join(', ');
    return [`- Not a search: ${ref} looked up ${counted(lookUp.items.length, 'reference')} (${counts})`];
  });
  const unknown = sumPools(creditsUnknown);
  return [
    ...lookUps,
    ...(marks.length === 0 ? [] : [`- Marked: ${shorten(describeMarks(marks), MAX_MARKS_CHARACTERS)}`]),
    ...(removed ? [`- Removed, not in this record: ${counted(removed.jobs, 'job')}${costOfRemoved(removed)}`] : []),
    `- Credits charged: ${sumPools(creditsCharged) || '0'}${unknown && `; it is unknown whether ${unknown} more were charged`}`,
  ];
}

function costOfRemoved({ creditsCharged }: NonNullable<SearchLog['totals']['removed']>): string {
  const credits = sumPools(creditsCharged);
  return credits && ` (${credits} charged)`;
}

function sumPools(pools: Record<string, number>): string {
  return Object.entries(pools)
    .map(([pool, credits]) => `${credits} ${pool}`)
    .join(', ');
}

function costOf({ mode, credits: { cost, pool, charged } }: Receipt): string {
  return mode === 'embedded' ? 'free (embedded mode)' : `${counted(cost, 'credit')}, pool ${pool}, charged: ${charged}`;
}

function receiptLines(receipt: Receipt): string[] {
  const { ref, jobId, service, status, request, times, software, results } = receipt;
  const body = request?.body as { keywords?: string[]; query?: string; strategy?: string } | undefined;
  const rows: [string, string | undefined][] = [
    ['Name', receipt.name && code(receipt.name)],
    ['Group', receipt.group && code(receipt.group)],
    ['Searched', code(service)],
    ['Created', times.created],
    ['Finished', times.finished ?? undefined],
    ['Status', code(status)],
    ['Job id', jobId === null ? undefined : code(jobId)],
    ['Operation', operationOf(receipt)],
    ['Keywords', body?.keywords?.map(code).join(', ')],
    ['Query', body?.query && code(body.query)],
    ['Strategy', body?.strategy?.split(/\r?\n/).map(code).join('; ')],
    ['Limits and filters', request ? code(request.query || 'none') : undefined],
    ['Scraper key', request?.scraperKeySent ? 'sent' : undefined],
    ['Cost', costOf(receipt)],
    ['Software', software ?? undefined],
  ];
  const lines = rows.filter(([, value]) => value !== undefined).map(([name, value]) => `- ${name}: ${value}`);
  const remarks = PLAIN_WORDING.notes(receipt.notes).map((remark) => `- Note: ${code(remark)}`);
  const sources = (receipt.sources ?? []).map(sourceLine);
  const flow = receipt.flow ? flowLines(receipt.flow) : [];
  return ['', `## ${ref}`, '', ...lines, ...sources, ...flow, ...remarks, ...(results ? resultLines(results) : [])];
}

function operationOf({ request, related, lookUp }: Receipt): string {
  if (related) return describeRelated(related, `${related.ref} ${code(related.title ?? '')}`.trim());
  if (lookUp) return `look-up of ${counted(lookUp.items.length, 'paper')}`;
  return request ? `${request.method} ${request.path}` : 'not known: created elsewhere';
}

function sourceLine(report: NonNullable<Receipt['sources']>[number]): string {
  const { source, gave, total, isTotalAtLeast, alike = 0, failed, request, at, stored } = report;
  const of =
    total === undefined ? '' : ` of ${isTotalAtLeast ? 'at least ' : ''}${total}${alike === 0 ? '' : ` + ${alike}`}`;
  const beside = alike === 0 ? '' : ` (${alike} without a word of the search, much like the best)`;
  const when = at === undefined ? '' : `, ${stored ? 'stored answer of ' : ''}${at}`;
  const address = request === undefined ? '' : `: ${code(request)}`;
  const why = failed === undefined ? '' : `failed (${code(failed)}), `;
  return `- Source ${code(source)}: ${why}${gave}${of} records${beside}${when}${address}`;
}

function flowLines({ duplicates, leftOut }: SearchFlow): string[] {
  return [
    ...Object.entries(duplicates).map(([rule, count]) => `- Duplicates removed, ${rule}: ${count}`),
    ...Object.entries(leftOut).map(([reason, count]) => `- Left out, ${reason}: ${count}`),
  ];
}

function resultLines({ counts, applied, stored }: NonNullable<Receipt['results']>): string[] {
  const filters = Object.entries(applied).map(
    ([name, { met, unmet, unknown }]) =>
      `- Filter ${name}: of the records returned, ${met} meet it, ${unmet} do not, of ${unknown} it is not known`,
  );
  const { known, tableOf, retracted } = counts.retraction;
  const years = Object.entries(counts.perYear).map(([year, records]) => `${year}: ${records}`);
  const engines = Object.entries(counts.perEngine).map(([engine, records]) => `${code(engine)}: ${records}`);
  return [
    `- Records returned: ${counts.returned}${counts.requested === null ? '' : ` of ${counts.requested} requested`}`,
    `- Retraction status: ${describeKnownStatus(known, counts.returned, tableOf)}${known > 0 ? `; ${retracted} retracted` : ''}`,
    `- Duplicates within: ${counts.duplicates}; works: ${counts.works}`,
    `- Without DOI: ${counts.withoutDoi}; without abstract: ${counts.withoutAbstract}; without year: ${counts.withoutYear}`,
    ...(years.length > 0 ? [`- Per year: ${years.join(', ')}`] : []),
    ...(engines.length > 0 ? [`- Per engine: ${engines.join(', ')}`] : []),
    ...filters,
    ...(counts.removedCharacters > 0 ? [`- Hidden characters removed: ${counts.removedCharacters}`] : []),
    ...(stored
      ? [`- Results: SHA-256 ${stored.sha256}${stored.isIntact ? '' : ', but what is stored has changed since'}`]
      : []),
  ];
}

/** A table cell: plain text if it contains no Markdown, else code. */
function cell(text: string): string {
  // A blank, because renderers disagree on a backslash before an escaped pipe.
  const marked = () => code(text.replaceAll('\\|', '\\ |')).replaceAll('|', '\\|');
  return /^[\p{L}\p{N} .,:;()-]+$/u.test(text) ? text : marked();
}

/** External text as inline code on one line, in a fence that it cannot close. */
function code(text: string): string {
  const line = visibleLine(text);
  const runs = line.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(0, ...runs.map(({ length }) => length)) + 1);
  // Beside a fence, a backtick needs a blank, and blanks need another: one on each side is not shown.
  const pad = /^[`\s]|[`\s]$|^$/.test(line) ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}
