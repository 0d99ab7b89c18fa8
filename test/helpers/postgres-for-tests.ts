import { afterAll, afterEach, beforeAll } from 'vitest';
import { startPostgres, type TestPostgres } from './postgres.ts';

type PostgresForTests = Pick<TestPostgres, 'database' | 'run' | 'crash'> & {
  /** Closes something after the test that opened it, the last opened first. */
  closeLater(close: () => unknown): void;
};

/** A PostgreSQL of its own for the tests of the describe block that calls this. */
export function postgresForTests(): PostgresForTests {
  const closers: (() => unknown)[] = [];
  let server: TestPostgres | undefined;
  const running = () => server as TestPostgres;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });
  afterAll(() => server?.stop());
  return {
    database: () => running().database(),
    run: (url, statement) => running().run(url, statement),
    crash: () => running().crash(),
    closeLater: (close) => closers.push(close),
  };
}
