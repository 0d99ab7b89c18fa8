import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { PaperqueueError } from '../../contract/errors.ts';
import type { Feature } from '../../jobs/features.ts';
import { counted } from '../../lib/counted.ts';
import { HEAD_BYTES, sniffFormat } from '../../lib/text-format.ts';
import { findTextFiles, type TextFile } from '../../library/importing/texts/find-text-files.ts';
import { foldForIdentity } from '../../papers/analysis/fold.ts';
import { arxivKey } from '../../papers/arxiv-number.ts';
import { readDoi } from '../../papers/identifiers.ts';
import { type CommandContext, UsageError } from './io.ts';
import { writeOutput, writeResult, writeText } from './output.ts';
import { CLI_WORDING, toJson } from './wording.ts';

type AttachText = Feature<'texts'>['attachText'];

/** File names contain truncated titles; this many characters identify one. */
const MIN_BEGINNING = 40;

/**
 * Attaches a file as the text of a paper and prints which paper it belongs to, for `paperqueue attach` and imports of
 * articles.
 */
export async function attachFile(
  { io, app }: CommandContext,
  request: Parameters<AttachText>[0],
  isJson: boolean,
): Promise<void> {
  const view = await (await app().texts()).attachText(request, { signal: io.signal });
  await writeResult(io, isJson, toJson({ ref: view.paper.ref, ...view }), attachedInWords(view));
}

function attachedInWords({ paper, outline = [], notes = [] }: Awaited<ReturnType<AttachText>>): string {
  const { ref, title, authors, year, doi } = paper;
  const about = [title, authors, year, doi && `doi:${doi}`].filter(Boolean).join(', ');
  return [
    `Attached to ${ref}: ${counted(outline.length, 'section')}. Read ${outline.length === 1 ? 'it' : 'them'}: paperqueue read ${ref}`,
    ...(about === '' ? [] : [`  ${about}`]),
    ...CLI_WORDING.notes(notes).map((note) => `- ${note}`),
  ].join('\n');
}

/** The formats of an article: a page may be anything, such as a saved report. */
const ARTICLES: readonly (string | undefined)[] = ['pdf', 'docx', 'epub', 'jats'];
/** Only the whole file shows what these zip archives are. */
const ZIPPED = ['.docx', '.epub'];

/** Whether a file is the text of one article. A missing file is not; the import reports why. */
export function isArticleFile(name: string): boolean {
  if (name === '-' || !existsSync(name) || !statSync(name).isFile()) return false;
  return ARTICLES.includes(
    sniffFormat(ZIPPED.includes(extname(name).toLowerCase()) ? readFileSync(name) : readHead(name)),
  );
}

function readHead(name: string): Uint8Array {
  const file = openSync(name, 'r');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    return head.subarray(0, readSync(file, head));
  } finally {
    closeSync(file);
  }
}

/** `paperqueue import --files FOLDER`: attaches the texts in a folder to their papers. */
export async function importTexts(context: CommandContext, folder: string, isJson: boolean): Promise<void> {
  const files = await findTextFiles(folder);
  if (!files) throw new UsageError(`${folder}: no such folder`);
  const { attached, unread } = await attachTexts(context, files);
  const words = [
    `${counted(attached, 'text')} attached of ${counted(files.length, 'file')}`,
    ...unread.map(({ reason }) => `  ${reason}`),
  ];
  const report = { folder, files: files.length, attached, unread };
  await (isJson ? writeOutput(context.io, `${JSON.stringify(report)}\n`) : writeText(context.io, words.join('\n')));
}

/** Attaches texts to their papers; an unreadable one does not affect the others. */
export async function attachTexts({ io, app }: CommandContext, files: readonly TextFile[]) {
  const findPaper = await paperFinder(app, files);
  const texts = await app().texts();
  const unread: { file: string; reason: string }[] = [];
  let attached = 0;
  for (const file of files) {
    const ref = findPaper(file);
    const request = { path: file.path, isCited: false, ...(ref !== undefined && { ref }) };
    try {
      await texts.attachText(request, { signal: io.signal });
      attached += 1;
    } catch (error) {
      // An unreadable file does not affect the others.
      if (!(error instanceof PaperqueueError) || error.details.code !== 'INVALID_INPUT') throw error;
      unread.push({ file: file.path, reason: error.message });
    }
  }
  return { attached, unread };
}

/** Finds papers by identifier, else by a title in the library. */
async function paperFinder(
  app: CommandContext['app'],
  files: readonly TextFile[],
): Promise<(file: TextFile) => string | undefined> {
  const papers = new Map<string, string>();
  if (files.some(({ paper }) => paper === undefined)) {
    for (const record of (await app().library()).records()) {
      const id = readDoi(record.doi) ?? arxivKey(record) ?? record.pmcid ?? undefined;
      if (id) papers.set(foldForIdentity(record.title), id);
    }
  }
  return ({ paper, title }) => {
    const fingerprint = foldForIdentity(title ?? '');
    const isCut = fingerprint.length >= MIN_BEGINNING;
    const longer = () => [...papers].find(([known]) => known.startsWith(fingerprint))?.[1];
    return paper ?? papers.get(fingerprint) ?? (isCut ? longer() : undefined);
  };
}
