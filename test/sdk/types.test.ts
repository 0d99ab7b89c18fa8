import { describe, expectTypeOf, it } from 'vitest';
import type { Balances, JobAnswer } ts';
import type { Pool } ts';
import type { ERROR_CODES, ErrorFacts } ts';
import type { FilterName, Filters } ts';
import type { InvalidField } ts';
import type { Operation } ts';
import type { WirePaper } ts';
import type { RequestBody } ts';
import type { ImportFormat } ts';
import type { ExportFormat } ts';
import type { ReadFormat, WrittenFormat } ts';
import type * as api ts';

/** The interface states its types by itself; `npm run types` fails when the code means others. */

/** The names that are written out, without those that may be there besides. */
type Named<T> = keyof { [Key in keyof T as string extends Key ? never : Key]: T[Key] };

describe('the types of the interface are those of the code', () => {
  it('word lists', () => {
    expectTypeOf<api.Operation>().toEqualTypeOf<Operation>();
    expectTypeOf<api.Pool>().toEqualTypeOf<Pool>();
    expectTypeOf<api.ErrorCode>().toEqualTypeOf<(typeof ERROR_CODES)[number]>();
    expectTypeOf<ReadFormat>().toEqualTypeOf<Exclude<ImportFormat, 'scimago'>>();
    expectTypeOf<WrittenFormat>().toEqualTypeOf<ExportFormat>();
  });

  it('facts', () => {
    expectTypeOf<api.ErrorFacts>().toEqualTypeOf<ErrorFacts>();
    expectTypeOf<api.InvalidField>().toEqualTypeOf<InvalidField>();
    expectTypeOf<api.Balances>().toEqualTypeOf<Balances>();
    expectTypeOf<Named<WirePaper>>().toEqualTypeOf<Named<api.Paper>>();
    expectTypeOf<WirePaper>().toExtend<api.Paper>();
    expectTypeOf<api.Paper>().toExtend<WirePaper>();
    expectTypeOf<JobAnswer>().toExtend<Omit<api.JobStatus, 'isFinal'>>();
  });

  it('requests: every field of the contract, and the values that it takes', () => {
    expectTypeOf<Exclude<keyof api.SearchRequest, 'operation'>>().toEqualTypeOf<keyof RequestBody | FilterName>();
    expectTypeOf<api.SearchRequest['limit']>().toEqualTypeOf<Filters['limit'] | undefined>();
  });
});
