import type { Command } from 'commander';
import { type Config, ConfigError } from '../../../platform/config.ts';
import { VERSION } from '../../../platform/version.ts';
import { listChecks } from '../../doctor/checks.ts';
import { runChecks } from '../../doctor/doctor.ts';
import type { Finding } from '../../doctor/finding.ts';
import type { CliCommand, CommandContext } from '../io.ts';
import { writeResult } from '../output.ts';
import { chooseStyle } from '../print/terminal.ts';

const MARKS = { ok: 'ok     ', warning: 'warning', problem: 'PROBLEM' } as const;

/** `paperqueue doctor`: runs the checks and prints their findings. */
export const doctorCommand: CliCommand = {
  examples: ['paperqueue doctor', 'paperqueue doctor --online'],
  add: addDoctorCommand,
};

function addDoctorCommand(program: Command, context: CommandContext): void {
  const { io, machine, app } = context;
  program
    .command('doctor')
    .description('check Node, configuration, store, library, service and clients; exit code 1 when there is a problem')
    .option(
      '--online',
      'also ask the sources, send the scraper key to its service (free), and start what npx may download',
    )
    .option('--json', 'as JSON')
    .action(async ({ online = false, json }: { online?: boolean; json?: boolean }) => {
      const checks = listChecks({
        machine,
        config: readConfig(context),
        online,
        recordedJobs: () => app().recordedJobs(),
        librarySummary: async () => (await app().library()).summary(),
        databaseState: () => app().databaseState(),
        servedBooks: () => app().servedBooks(),
        balances: (signal) => app().balances(signal),
        scraperKeyProblem: (signal) => app().scraperKeyProblem(signal),
        collectionStatus: async (signal) => (await app().collection()).status(signal),
        zoteroKey: async (signal) => (await app().zotero()).readKey(signal),
        embeddingsProblem: (signal) => app().embeddingsProblem(signal),
      });
      const findings = await runChecks(checks, io.signal);
      const problems = findings.filter(({ state }) => state === 'problem').length;
      const report = { ok: problems === 0, version: VERSION, findings };
      const style = chooseStyle(io.stdout, machine.environment);
      await writeResult(io, json, report, findings.map(describe).join('\n'), style);
      if (problems > 0) throw new Error(problems === 1 ? 'there is a problem' : `there are ${problems} problems`);
    });
}

function readConfig({ config }: CommandContext): Config | ConfigError {
  try {
    return config();
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}

function describe({ check, state, message, todo }: Finding): string {
  const line = `${MARKS[state]}  ${check.padEnd(13)}  ${message}`;
  return todo === undefined ? line : `${line}\n${' '.repeat(MARKS.ok.length + 17)}-> ${todo}`;
}
