import { openDriver } from '../../src/platform/sqlite/driver.ts';

/** Holds the write lock of a SQLite file until its standard input ends. */
const file = openDriver(process.argv[2] ?? '');
file.exec('BEGIN IMMEDIATE');
process.stdout.write('locked\n');
process.stdin.resume().once('end', () => {
  file.exec('ROLLBACK');
  process.exit();
});
