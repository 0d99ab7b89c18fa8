import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AsreviewProject } from '../../formats/screened/asreview-project.ts';
import { createGuardedProcess, type GuardOptions } from '../../platform/guarded-process.ts';
import { type DriverDatabase, openDriver } from '../../platform/sqlite/driver.ts';
import { scriptBeside } from '../../platform/threads.ts';
import { writeZip } from '../../platform/zip.ts';
import { type AsreviewFiles, MAX_ASREVIEW_BYTES } from './asreview-port.ts';
import { type AsreviewAnswer, type AsreviewOrder, FILE_VERSION } from './read-asreview.ts';

/**
 * ASReview's project files: a zip archive of `project.json`, `results.db` (SQLite) and the user's data set. Layout and
 * tables are those of ASReview 3.0.8 (`asreview/project/api.py`, `asreview/database/database.py`).
 */

const DATABASE_VERSION = 3;
/** The user name for labels in `results`, where entries without one are prior knowledge. */
const OWN_NAME = 'paperqueue';

const SCHEMA = `
  CREATE TABLE record (dataset_row INTEGER NOT NULL, dataset_id VARCHAR NOT NULL, title VARCHAR NOT NULL,
    abstract VARCHAR NOT NULL, authors JSON NOT NULL, keywords JSON NOT NULL, year INTEGER, doi VARCHAR, url VARCHAR,
    included INTEGER, record_id INTEGER NOT NULL, duplicate_of INTEGER,
    group_id INTEGER NOT NULL GENERATED ALWAYS AS (COALESCE(duplicate_of, record_id)) VIRTUAL,
    PRIMARY KEY (record_id), UNIQUE (dataset_row, dataset_id),
    CONSTRAINT no_self_duplicate CHECK (duplicate_of IS NULL OR duplicate_of != record_id),
    FOREIGN KEY(duplicate_of) REFERENCES record (record_id) ON DELETE SET NULL);
  CREATE INDEX idx_record_group_id ON record (group_id);
  CREATE TABLE results (record_id INTEGER UNIQUE, label INTEGER, classifier TEXT, querier TEXT, balancer TEXT,
    feature_extractor TEXT, training_set INTEGER, time FLOAT, note TEXT, tags JSON, user_id INTEGER);
  CREATE TABLE last_ranking (record_id INTEGER UNIQUE, ranking INT, classifier TEXT, querier TEXT, balancer TEXT,
    feature_extractor TEXT, training_set INTEGER, time FLOAT);
  CREATE TABLE decision_changes (record_id INTEGER, label INTEGER, time FLOAT, user_id INTEGER);
  CREATE TRIGGER trg_results_delete AFTER DELETE ON results FOR EACH ROW BEGIN
    INSERT INTO decision_changes (record_id, label, time, user_id)
    VALUES (OLD.record_id, OLD.label, OLD.time, OLD.user_id); END;
  CREATE TRIGGER trg_results_label_update AFTER UPDATE OF label ON results FOR EACH ROW
    WHEN OLD.label IS NOT NEW.label BEGIN
    INSERT INTO decision_changes (record_id, label, time, user_id)
    VALUES (OLD.record_id, OLD.label, OLD.time, OLD.user_id); END;
  PRAGMA user_version = ${DATABASE_VERSION};`;

/** ASReview's default model, ELAS u4: it does not open a project without a model. */
const MODEL = {
  querier: 'max',
  classifier: 'svm',
  balancer: 'balanced',
  feature_extractor: 'tfidf',
  stopper: null,
  querier_param: {},
  classifier_param: { loss: 'squared_hinge', C: 0.11 },
  balancer_param: { ratio: 9.8 },
  feature_extractor_param: { ngram_range: [1, 2], sublinear_tf: true, min_df: 1, max_df: 0.95 },
  stopper_param: {},
  n_query: 1,
};

const SCRIPT = scriptBeside(import.meta.url, 'asreview-process');

/** Writes project files in this process, and reads them in a separate one. */
export function createAsreviewFiles(guard: GuardOptions & { script?: URL } = {}): AsreviewFiles {
  return { write, read: (bytes, signal) => read(bytes, signal, guard) };
}

function write(project: AsreviewProject, dataset: { name: string; text: string }): Uint8Array {
  const config = {
    version: '3.0.8',
    project_file_version: FILE_VERSION,
    id: idOf(project.name),
    mode: 'oracle',
    name: project.name,
    tags: null,
    feature_matrices: [],
    datasets: [{ id: OWN_NAME, name: dataset.name }],
    review: { status: 'review', model: { name: 'elas_u4', current_value: MODEL } },
  };
  const json = (value: unknown) => Buffer.from(JSON.stringify(value));
  return writeZip([
    { name: 'project.json', bytes: json(config) },
    ...(project.tags.length > 0 ? [{ name: 'tags.json', bytes: json(project.tags) }] : []),
    { name: 'results.db', bytes: writeDatabase(project) },
    { name: `data/${dataset.name}`, bytes: Buffer.from(dataset.text) },
  ]);
}

async function read(
  bytes: Uint8Array,
  signal: AbortSignal,
  { script = SCRIPT, ...guard }: GuardOptions & { script?: URL },
): ReturnType<AsreviewFiles['read']> {
  if (bytes.length > MAX_ASREVIEW_BYTES) return { problem: { kind: 'too-large' } };
  // A driver that has to be downloaded is downloaded here, because the process lacks the settings for that.
  openDriver(':memory:').close();
  const reader = createGuardedProcess<AsreviewOrder, AsreviewAnswer>(script, guard);
  const folder = makeFolder();
  try {
    const answer = await reader.ask({ archive: bytes, database: join(folder, 'results.db') }, signal);
    if ('project' in answer) return answer.project;
    if ('refused' in answer) return { problem: answer.refused };
    return { problem: { kind: answer.problem === 'took too long' ? 'took-too-long' : 'too-large' } };
  } finally {
    reader.close();
    removeFolder(folder);
  }
}

/** An id that is also used as a folder name. */
function idOf(name: string): string {
  return `${OWN_NAME}-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
}

function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), 'paperqueue-'));
}

function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

function withDatabase<T>(path: string, work: (database: DriverDatabase) => T): T {
  const database = openDriver(path);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

function writeDatabase({ records, results }: AsreviewProject): Uint8Array {
  const folder = makeFolder();
  try {
    const path = join(folder, 'results.db');
    withDatabase(path, (database) => {
      database.exec(SCHEMA);
      database.exec('BEGIN');
      const record = database.prepare(
        'INSERT INTO record (record_id, dataset_row, dataset_id, title, abstract, authors, keywords, year, doi, url) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      );
      for (const [index, { title, abstract, authors, keywords, year, doi, url }] of records.entries()) {
        const lists = [authors, keywords].map((list) => JSON.stringify(list)) as [string, string];
        record.run(index, index, OWN_NAME, title, abstract, ...lists, year ?? null, doi ?? null, url ?? null);
      }
      const result = database.prepare(
        'INSERT INTO results (record_id, label, querier, time, note, tags) VALUES (?, ?, ?, ?, ?, ?)',
      );
      for (const { record: index, label, isPrior, time, note, tags } of results)
        result.run(
          index,
          label,
          isPrior ? null : OWN_NAME,
          time ?? null,
          note ?? null,
          tags ? JSON.stringify(tags) : null,
        );
      // ASReview shows the ranking in the file, and ranks again after the first label.
      const ranked = database.prepare(
        'INSERT INTO last_ranking (record_id, ranking, querier, training_set) VALUES (?, ?, ?, 0)',
      );
      for (const index of records.keys()) ranked.run(index, index, OWN_NAME);
      database.exec('COMMIT');
    });
    return readFileSync(path);
  } finally {
    removeFolder(folder);
  }
}
