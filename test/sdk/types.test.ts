import { describe, expectTypeOf, it } from 'vitest';
import type { Balances, JobAnswer } from '../../src/contract/answers.ts';
import type { Pool } from '../../src/contract/credits.ts';
import type { ERROR_CODES, ErrorDetails } from '../../src/contract/errors.ts';
import type { FilterName } from '../../src/contract/filter-table.ts';
import type { Filters } from '../../src/contract/filters.ts';
import type { InvalidField } from '../../src/contract/invalid.ts';
import type { Operation } from '../../src/contract/operations.ts';
import type { WirePaper } from '../../src/contract/paper.ts';
import type { RequestBody } from '../../src/contract/requests.ts';
import type { ExportFormat } from '../../src/formats/write/export-formats.ts';
import type { ImportFormat } from '../../src/importing/formats.ts';
import type { ReadFormat, WrittenFormat } from '../../src/sdk/formats.ts';
import type * as api from '../../src/sdk/types.ts';

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

  it('details', () => {
    type Data = 'problem' | 'advice' | 'fields';
    expectTypeOf<Omit<api.ErrorDetails, Data>>().toEqualTypeOf<Omit<ErrorDetails, Data>>();
    expectTypeOf<ErrorDetails>().toExtend<api.ErrorDetails>();
    expectTypeOf<api.InvalidField>().toEqualTypeOf<Omit<InvalidField, 'problem'>>();
    expectTypeOf<api.Balances>().toEqualTypeOf<Balances>();
    expectTypeOf<Named<WirePaper>>().toEqualTypeOf<Named<api.Paper>>();
    expectTypeOf<WirePaper>().toExtend<api.Paper>();
    expectTypeOf<api.Paper>().toExtend<WirePaper>();
    type Rendered = 'notes' | 'sources';
    expectTypeOf<Omit<JobAnswer, Rendered>>().toExtend<Omit<api.JobStatus, 'isFinal' | 'noteData' | Rendered>>();
    expectTypeOf<JobAnswer['notes']>().toExtend<api.JobStatus['noteData']>();
  });

  it('requests: every field of the contract, and the values that it takes', () => {
    expectTypeOf<Exclude<keyof api.SearchRequest, 'operation'>>().toEqualTypeOf<
      Exclude<keyof RequestBody, 'strategy'> | FilterName
    >();
    expectTypeOf<api.SearchRequest['limit']>().toEqualTypeOf<Filters['limit'] | undefined>();
  });
});
