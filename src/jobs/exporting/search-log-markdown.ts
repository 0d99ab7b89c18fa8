import type { SearchFlow, SourceReport } from '../../contract/answers.ts';
import { counted } from '../../lib/counted.ts';
import { visibleLine } from '../../papers/text.ts';
import type { Receipt } from './receipt.ts';
import type { SearchLog } from './search-log.ts';

/** The search log as a person reads it and pastes it into an appendix. */
export function searchLogToMarkdown(log: SearchLog): string {
  const { made: writtenAt, searches, totals, prisma, methods } = log;
  const { identified, duplicatesWithinSearches, duplicatesAcrossSearches, works, creditsCharged } = totals;
  const credits = Object.entries(creditsCharged).map(([pool, credits]) => `${credits} ${pool}`);
  return [
    '# Search log',
    '',
    `Made ${writtenAt} by paperqueue.`,
    '',
    '| | n |',
    '|---|---|',
    `| Searches | ${totals.searches} |`,
    `| Searches without results | ${totals.withoutResults} |`,
    `| Records identified | ${identified} |`,
    `| Duplicates within a search | ${duplicatesWithinSearches} |`,
    `| Duplicates across searches | ${duplicatesAcrossSearches} |`,
    `| Works after de-duplication | ${works} |`,
    `| Credits charged | ${credits.join(', ') || '0'} |`,
    '',
    '## For the section on methods',
    '',
    visibleLine(methods),
    '',
    '## Flow diagram (PRISMA 2020): identification',
    '',
    '| | n |',
    '|---|---|',
    ...prisma.identified.map(({ database, records }) => `| Records identified: ${cell(database)} | ${records} |`),
    `| Duplicate records removed | ${prisma.removed.duplicates} |`,
    `| Records left out by automation tools (filters) | ${prisma.removed.byAutomation} |`,
    `| Records removed for other reasons (ranked below the limit) | ${prisma.removed.otherReasons} |`,
    `| Records to screen | ${prisma.toScreen} |`,
    '',
    ...Object.entries(log.duplicatesByRule).map(([rule, count]) => `- Duplicates by ${rule}: ${count}`),
    ...(Object.keys(log.duplicatesByRule).length > 0 ? [''] : []),
    '## PRISMA-S',
    '',
    '| | Item | |',
    '|---|---|---|',
    ...log.prismaS.map(
      ({ number, name, answer }) =>
        `| ${number} | ${name} | ${answer === undefined ? '(to be filled in)' : cell(answer)} |`,
    ),
    ...searches.flatMap(receiptLines),
    '',
  ].join('\n');
}

function costOf({ mode, credits: { cost, pool, charged } }: Receipt): string {
  return mode === 'embedded' ? 'free (embedded mode)' : `${counted(cost, 'credit')}, pool ${pool}, charged: ${charged}`;
}

function receiptLines(receipt: Receipt): string[] {
  const { ref, jobId, service, status, request, times, software, results } = receipt;
  const body = request?.body as { keywords?: string[]; query?: string; strategy?: string } | undefined;
  const rows: [string, string | undefined][] = [
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
  const remarks = receipt.notes.map((remark) => `- Note: ${code(remark)}`);
  const sources = (receipt.sources ?? []).map(sourceLine);
  const flow = receipt.flow ? flowLines(receipt.flow) : [];
  return ['', `## ${ref}`, '', ...lines, ...sources, ...flow, ...remarks, ...(results ? resultLines(results) : [])];
}

function operationOf({ request, related, lookUp }: Receipt): string {
  if (related?.relation === 'author') return `papers by ${related.ref}`;
  if (related) return `${related.relation} of ${related.ref} ${code(related.title ?? '')}`;
  if (lookUp) return `look-up of ${counted(lookUp.items.length, 'paper')}`;
  return request ? `${request.method} ${request.path}` : 'not known: created elsewhere';
}

function sourceLine({ source, gave, total, failed, request, at, stored }: SourceReport): string {
  const of = total === undefined ? '' : ` of ${total}`;
  const when = at === undefined ? '' : `, ${stored ? 'stored answer of ' : ''}${at}`;
  const address = request === undefined ? '' : `: ${code(request)}`;
  const why = failed === undefined ? '' : `failed (${code(failed)}), `;
  return `- Source ${code(source)}: ${why}${gave}${of} records${when}${address}`;
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
      `- Filter ${name}: ${met} records meet it, ${unmet} do not, of ${unknown} it is not known`,
  );
  const years = Object.entries(counts.perYear).map(([year, records]) => `${year}: ${records}`);
  const engines = Object.entries(counts.perEngine).map(([engine, records]) => `${code(engine)}: ${records}`);
  return [
    `- Records returned: ${counts.returned}${counts.requested === null ? '' : ` of ${counts.requested} requested`}`,
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

/** A text in a table's cell: as it is where no sign in it means anything in Markdown, else as code. */
function cell(text: string): string {
  return /^[\p{L}\p{N} .,:;()-]+$/u.test(text) ? text : code(text).replaceAll('|', '\\|');
}

/** Text of others as inline code on one line, in a fence that it cannot close. */
function code(text: string): string {
  const line = visibleLine(text);
  const runs = line.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(0, ...runs.map(({ length }) => length)) + 1);
  return `${fence} ${line} ${fence}`;
}
