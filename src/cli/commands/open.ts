import type { Command } from 'commander';
import { PaperqueueError } from '../../contract/errors.ts';
import type { UseCases } from '../../jobs/use-cases.ts';
import type { CommandContext } from '../io.ts';
import { openAddress } from '../open-address.ts';

/** `paperqueue open REF`: a job as a report, or the page of a paper, in the browser. */
export function addOpenCommand(program: Command, { io, app, machine }: CommandContext): void {
  program
    .command('open')
    .description('open jobs as a report in the browser, or the page of a paper (free)')
    .argument('<ref>', 'a job (J12), several (J12,J14), all, or a paper (J12-3)')
    .action(async (ref: string) => {
      const useCases = await app().useCases();
      const target = /-\d+$/.test(ref) ? await pageOf(useCases, ref, io.signal) : await reportOf(useCases, ref);
      io.stdout.write(`${target}\n`);
      if (await openAddress(machine, target)) return;
      io.stderr.write('No program here opens it: open it in a browser yourself.\n');
    });
}

async function reportOf(useCases: UseCases, jobId: string): Promise<string> {
  const { export: report } = await useCases.exportPapers({ jobId, format: 'html' });
  return report.path as string;
}

/** Where the paper is found: its DOI, else a link that its source gave. Links of papers are http(s) only. */
async function pageOf(useCases: UseCases, ref: string, signal: AbortSignal): Promise<string> {
  const { papers = [] } = await useCases.getJob(ref, { view: 'full' }, { waitSeconds: 0, signal });
  const { doiLink, link, pdfLink }: Record<string, unknown> = papers[0] ?? {};
  const page = doiLink ?? link ?? pdfLink;
  if (typeof page === 'string') return page;
  throw new PaperqueueError({
    code: 'INVALID_INPUT',
    message: `${ref} has no DOI and no link.`,
    charged: 'no',
    retryable: false,
    next: `paperqueue show ${ref} prints what is known of it.`,
  });
}
