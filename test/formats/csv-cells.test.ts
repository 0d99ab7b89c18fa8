import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { readCells } from '../../src/formats/tables/csv-records.ts';
import { runs } from '../helpers/runs.ts';

/** Records of quotes, separators, line ends and letters, in order and out of it. */
const piece = fc.constantFrom('"', '""', ',', ';', '\n', '\r', 'a', ' ', 'é', '"a",', ',"b, ""c"""', '\ufeff');
const record = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

describe('the cells of a record', () => {
  it('are those that the parser of CSV reads, whatever is wrong with their quotes', () => {
    fc.assert(
      fc.property(record, fc.constantFrom(',', ';'), (text, delimiter) => {
        expect(readCells(text, delimiter)).toEqual(Papa.parse(text, { delimiter, newline: '\n' }).data[0] ?? []);
      }),
      { numRuns: runs(2_000), seed: 31 },
    );
  });
});
