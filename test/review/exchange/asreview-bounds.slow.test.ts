import { expect, it } from 'vitest';
import { writeZip } from '../../../src/platform/zip.ts';
import { createAsreviewFiles } from '../../../src/review/exchange/asreview-files.ts';
import { CONFIG, projectWith, RECORD, RESULTS } from './asreview-project.ts';

const { signal } = new AbortController();

it('a project file of a stranger has bounds of rows, of its unpacked size, and of the file', async () => {
  const { read } = createAsreviewFiles();
  const tooLarge = { problem: { kind: 'too-large' } };
  const rows = projectWith((database) =>
    database.exec(`CREATE TABLE record (title, ${RECORD}); ${RESULTS}
      WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 200001)
      INSERT INTO record (record_id) SELECT x FROM n`),
  );
  expect(await read(rows, signal)).toEqual(tooLarge);
  const bomb = writeZip([
    { name: 'project.json', bytes: CONFIG },
    { name: 'results.db', bytes: Buffer.alloc(200 * 1024 * 1024 + 1) },
  ]);
  expect(bomb.length).toBeLessThan(1_000_000);
  expect(await read(bomb, signal)).toEqual(tooLarge);
  expect(await read(Buffer.alloc(100 * 1024 * 1024 + 1), signal)).toEqual(tooLarge);
});
