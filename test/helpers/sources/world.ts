import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { USUAL_SOURCES } from '../../../src/contract/source-facts.ts';
import type { SourceName } from '../../../src/contract/source-names.ts';
import { RawServer } from '../built-server.ts';
import { libraryFolder } from '../library-folder.ts';
import type { RawClient } from '../raw-client.ts';
import { runHere } from '../run-here.ts';
import { ServerHere } from '../server-here.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { LiveSource, sourceUrls } from './answering-sources.ts';
import { holdings } from './shelf.ts';

type UsualSource = (typeof USUAL_SOURCES)[number];

/** The default sources, with the library. */
const USUAL = 'library,openalex,crossref,europepmc,arxiv';
export const ASKED_BY_DEFAULT = ['openalex', 'crossref', 'europepmc', 'arxiv'] as const satisfies readonly SourceName[];

export type Sources = Record<UsualSource, LiveSource>;

/** Stand-ins of the usual sources, with the shelf of these tests. */
export async function startSources(): Promise<Sources> {
  const held = holdings();
  const started = await Promise.all(USUAL_SOURCES.map((name) => LiveSource.start(name, held[name])));
  return Object.fromEntries(USUAL_SOURCES.map((name, place) => [name, started[place]])) as Sources;
}

export async function stopSources(sources: Sources): Promise<void> {
  await Promise.all(Object.values(sources).map((source) => source.stop()));
}

/** Settings for a data folder whose searches ask these stand-ins; an address takes the place of a stand-in's. */
export function settingsOf(
  sources: Sources,
  dataDir: string = libraryFolder(),
  urls: Partial<Record<SourceName, string>> = {},
): Record<string, string> {
  const own = Object.fromEntries(USUAL_SOURCES.map((name) => [name, sources[name].url]));
  return {
    PAPERQUEUE_DATA_DIR: dataDir,
    PAPERQUEUE_SOURCES: USUAL,
    PAPERQUEUE_SOURCE_URLS: sourceUrls({ ...own, ...urls }),
    PAPERQUEUE_LOG_LEVEL: 'debug',
  };
}

export async function importPapers(settings: Record<string, string>, papers: readonly object[]): Promise<void> {
  const file = join(temporaryFolder(), 'papers.jsonl');
  writeFileSync(file, papers.map((paper) => JSON.stringify(paper)).join('\n'));
  const { code, stderr } = await runHere(['import', file], settings);
  if (code !== 0) throw new Error(`import ended with ${code}: ${stderr}`);
}

export type ShownPaper = Record<string, unknown> & { ref: string; title: string };
export type Shown = {
  isError: boolean;
  job: { ref: string; status: string; operation: string; [fact: string]: unknown };
  papers: ShownPaper[];
  notes: string[];
  credits: Record<string, unknown>;
  error?: { code: string; message: string; charged: string; retryable: boolean };
};

/** A running server, and its answers as these tests look at them. */
export class Session {
  readonly server: RawClient & { end(): Promise<unknown> };
  #calls = 0;

  private constructor(server: RawClient & { end(): Promise<unknown> }) {
    this.server = server;
  }

  /** In this process. */
  static async open(settings: Record<string, string>): Promise<Session> {
    const server = new ServerHere(settings);
    await server.initialize();
    return new Session(server);
  }

  /** The built server, as a process of its own. */
  static async openBuilt(settings: Record<string, string>): Promise<Session> {
    const server = new RawServer(settings);
    await server.initialize();
    return new Session(server);
  }

  async call(name: string, args: object): Promise<Shown> {
    this.#calls += 1;
    const answer = await this.server.request(this.#calls, 'tools/call', { name, arguments: args }, 60_000);
    const { content, isError } = (answer.result ?? {}) as { content?: { text: string }[]; isError?: boolean };
    if (!content?.[0]) throw new Error(`no result: ${JSON.stringify(answer.error)}`);
    return { papers: [], notes: [], ...JSON.parse(content[0].text), isError: isError === true } as Shown;
  }

  search(keywords: readonly string[], args: object = {}): Promise<Shown> {
    return this.call('keyword_search', { keywords, waitSeconds: 45, ...args });
  }

  async end(): Promise<void> {
    await this.server.end();
  }
}

/** The paper of this title; fails the test if there is none. */
export function titled(papers: readonly ShownPaper[], title: string): ShownPaper {
  const found = papers.filter((paper) => paper.title === title);
  if (found.length !== 1) throw new Error(`${found.length} papers are called ${title}`);
  return found[0] as ShownPaper;
}

export const titlesOf = (papers: readonly ShownPaper[]): string[] => papers.map(({ title }) => title);
