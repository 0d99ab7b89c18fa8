import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { freeFailure } from '../contract/errors.ts';
import type { Config } from '../platform/config.ts';
import { type Copied, copyStore } from '../service/store/copy.ts';
import { CommitLost, connectPostgres } from '../service/store/postgres/connection.ts';
import { migrate } from '../service/store/postgres/schema.ts';
import { openServiceFile } from '../service/store/sqlite/open-store.ts';
import { SERVE_FILE } from '../service/store/sqlite/schema.ts';
import { lockServing, markCopied, refuseCopied } from '../service/store/sqlite/served-folder.ts';
import type { Advice, Note } from '../wording/notes.ts';

declare module '../jobs/features.ts' {
  interface OperatorFeatures {
    /** Copies the lab service's SQLite data to PostgreSQL. */
    copyStore(): Promise<Copied>;
  }
}

/**
 * Copies `serve.sqlite` of the data folder to PAPERQUEUE_DATABASE_URL, all or nothing: see copyStore. Refused while a
 * service runs on the folder. The file is then renamed to `serve-copied.sqlite`. If a run was interrupted, or its last
 * answer was lost, the next run completes it.
 */
export async function copyServiceStore({ dataDir, databaseUrl }: Config): Promise<Copied> {
  const file = join(dataDir, SERVE_FILE);
  if (!databaseUrl)
    throw notConfigured(
      { kind: 'setting-missing', setting: 'PAPERQUEUE_DATABASE_URL' },
      { kind: 'set-empty-database', setting: 'PAPERQUEUE_DATABASE_URL' },
    );
  refuseCopied(dataDir);
  if (!existsSync(file))
    throw notConfigured(
      { kind: 'no-file-to-copy', file },
      { kind: 'set-service-folder', setting: 'PAPERQUEUE_DATA_DIR' },
    );
  const lock = lockServing(dataDir);
  const closers: (() => unknown)[] = [lock.release];
  try {
    const { database: from } = openServiceFile(dataDir, SERVE_FILE, () => {});
    closers.push(from.close);
    const to = await connectPostgres(databaseUrl);
    closers.push(to.close);
    await migrate(databaseUrl, to);
    const copied = await copyStore(from, to).catch((error) => {
      throw error instanceof CommitLost ? unknownCopy(error) : error;
    });
    from.close();
    markCopied(dataDir);
    return copied;
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

function notConfigured(problem: Note, advice: Advice) {
  return freeFailure({ code: 'NOT_CONFIGURED', problem: [problem], advice: [advice] });
}

function unknownCopy(cause: CommitLost) {
  return freeFailure(
    {
      code: 'STORE_UNAVAILABLE',
      problem: [{ kind: 'copy-unknown' }],
      advice: [{ kind: 'copy-again' }],
      retryable: true,
    },
    { cause },
  );
}
