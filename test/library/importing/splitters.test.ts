import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitBibtex } from '../../../src/formats/bibtex/bibtex.ts';
import { splitJson } from '../../../src/formats/json/split-json.ts';
import type { Piece, Splitter } from '../../../src/formats/pieces.ts';
import { splitLines, splitRecords } from '../../../src/formats/split-lines.ts';
import { splitCsv } from '../../../src/formats/tables/split-csv.ts';
import { splitXml } from '../../../src/formats/xml/split-xml.ts';
import { runs } from '../../helpers/runs.ts';

function piecesOf(splitter: Splitter, chunks: readonly string[]): Piece[] {
  return [...chunks.flatMap((chunk) => splitter.push(chunk)), ...splitter.end()];
}

/** Line and text of each piece. */
function read(splitter: Splitter, ...chunks: string[]): [number, string][] {
  return piecesOf(splitter, chunks).map((piece) => [piece.line, 'text' in piece ? piece.text : `! ${piece.problem}`]);
}

const RIS = { opens: /^TY {2}-/, reopens: /^TY {2}-/, closes: /^ER {2}-/ };
const UNFINISHED = '! the file ends in the middle of it';

describe('lines', () => {
  it('are pieces unless they are blank; CR LF ends one, other separators of Unicode do not', () => {
    expect(read(splitLines(), 'a\r\n\n  \nb\u2028c\nd')).toEqual([
      [1, 'a'],
      [4, 'b\u2028c'],
      [5, 'd'],
    ]);
  });
});

describe('records of tagged lines', () => {
  it('end where they say, or where the next begins; what stands between them means nothing', () => {
    const text = 'Provider: x\nTY  - A\nTI  - 1\nER  - \nwords\nTY  - B\nTY  - C\r\nTI  - 3';
    expect(read(splitRecords(RIS), text)).toEqual([
      [2, 'TY  - A\nTI  - 1\nER  - '],
      [6, 'TY  - B'],
      [7, 'TY  - C\nTI  - 3'],
    ]);
  });
});

describe('a JSON document', () => {
  it.each<[string, string, [number, string][]]>([
    [
      'a list',
      '[{"a":1},\n {"b":[1,{"c":"],"}]}\n]',
      [
        [1, '{"a":1}'],
        [2, '{"b":[1,{"c":"],"}]}'],
      ],
    ],
    ['an empty list', ' [ ] ', []],
    [
      'a page of an API',
      '{"meta":{"count":2},\n"results":[{"a":1},{"b":2}],"x":[3]}',
      [
        [2, '{"a":1}'],
        [2, '{"b":2}'],
      ],
    ],
    ['a page with its list under data', '{"total":1,"data" : [ {"a":1} ]}', [[1, '{"a":1}']]],
    [
      'a page of Crossref',
      '{"status":"ok","message":{"facets":{},"items":[{"a":1},{"b":[]}]}}',
      [
        [1, '{"a":1}'],
        [1, '{"b":[]}'],
      ],
    ],
    ['one object', '\n{\n "id": 1,\n "topics": [{"data": 1}]\n}\n', [[2, '{\n "id": 1,\n "topics": [{"data": 1}]\n}']]],
    [
      'strings with brackets, quotes and backslashes',
      '["a]\\"[", {"k\\\\": "}"}]',
      [
        [1, '"a]\\"["'],
        [1, '{"k\\\\": "}"}'],
      ],
    ],
    [
      'two documents',
      '[{"a":1}]\n{"results":[{"b":2}]}',
      [
        [1, '{"a":1}'],
        [2, '{"b":2}'],
      ],
    ],
    ['a name of a list as a value', '{"x":"results","y":[{"a":1}]}', [[1, '{"x":"results","y":[{"a":1}]}']]],
    [
      'elements that are no objects',
      '[1, null, [2, 3]]',
      [
        [1, '1'],
        [1, 'null'],
        [1, '[2, 3]'],
      ],
    ],
    [
      'one that is cut',
      '[{"a":1},{"b":',
      [
        [1, '{"a":1}'],
        [1, UNFINISHED],
      ],
    ],
    [
      'one that is cut in a string',
      '[{"a":1},\n{"b":"x',
      [
        [1, '{"a":1}'],
        [2, UNFINISHED],
      ],
    ],
  ])('is taken apart: %s', (_what, text, pieces) => {
    expect(read(splitJson(), text)).toEqual(pieces);
  });

  it('of which an element is too long keeps the others', () => {
    const long = `{"long":"${'x'.repeat(200)}"}`;
    expect(
      read(splitJson(100), '[{"a":1},', long.slice(0, 90), long.slice(90, 150), long.slice(150), ',\n{"b":2}]'),
    ).toMatchObject([
      [1, '{"a":1}'],
      [1, expect.stringMatching(/^! it is longer than/)],
      [2, '{"b":2}'],
    ]);
  });
});

describe('a BibTeX file', () => {
  const entry = (key: string) => `@article{${key},\n title = {A {B} \\{ ${key}},\n}\n`;

  it('is one piece as long as it is not large', () => {
    expect(read(splitBibtex(), entry('a') + entry('b'))).toEqual([[1, entry('a') + entry('b')]]);
  });

  it('is cut between entries, also on one line', () => {
    expect(read(splitBibtex(1), '@a{x, t={1}}@b{y, t={2}} ', '@c{z,\nt={3}}')).toEqual([
      [1, '@a{x, t={1}}'],
      [1, '@b{y, t={2}}'],
      [1, ' @c{z,\nt={3}}'],
    ]);
  });

  it('is cut where a line begins an entry, whatever was left open before', () => {
    expect(read(splitBibtex(1), '@a{x, t={1\n@b{y, t={2}}\n\n')).toEqual([
      [1, '@a{x, t={1\n'],
      [2, '@b{y, t={2}}'],
    ]);
  });

  it('is cut there also behind a backslash, which escapes no line break', () => {
    expect(read(splitBibtex(1), '@a{x, t={1\\\n@b{y, t={2}}\n\n')).toEqual([
      [1, '@a{x, t={1\\\n'],
      [2, '@b{y, t={2}}'],
    ]);
  });

  it('of which an entry is too long keeps the others', () => {
    const long = `@a{x, t={${'x'.repeat(1_000)}}}\n`;
    const chunks = [
      entry('a'),
      ...(long.match(/.{1,100}|\n/gs) ?? []),
      ...(entry('b')
        .repeat(20)
        .match(/.{1,100}/gs) ?? []),
    ];
    const pieces = piecesOf(splitBibtex(1, 400), chunks);
    expect(pieces.filter((piece) => 'problem' in piece)).toMatchObject([{ line: 4 }]);
    expect(pieces.filter((piece) => 'text' in piece)).toHaveLength(21);
  });
});

describe('a CSV file', () => {
  it('has records that may go over lines, with quotes doubled', () => {
    expect(read(splitCsv(), 'a,"b\n""c"\r\n\nd,5" disk\ne,"f"')).toEqual([
      [1, 'a,"b\n""c"'],
      [4, 'd,5" disk'],
      [5, 'e,"f"'],
    ]);
  });

  it.each([',', ';', '\t'])('is separated by what its header has most of: %j', (sign) => {
    const text = ['a', 'b', 'c'].join(sign);
    const row = ['x"y', `"1${sign}\n2"`, '"z"'].join(sign);
    expect(read(splitCsv(), `${text}\n${row} \r\nlast`)).toEqual([
      [1, text],
      [2, `${row} `],
      [4, 'last'],
    ]);
  });

  it.each([
    ['in quotes', `b,"${'x, y\n'.repeat(40)}"`],
    ['without quotes', `b,${'x'.repeat(200)}`],
  ])('of which a record is too long keeps the others: %s', (_what, long) => {
    const text = `a,n\n${long}\nc,"3\n3"\nd,4`;
    const line = 2 + long.split('\n').length;
    const pieces = [
      [1, 'a,n'],
      [2, expect.stringMatching(/^! it is longer than/)],
      [line, 'c,"3\n3"'],
      [line + 2, 'd,4'],
    ];
    for (const size of [1, 7, 60, 1_000])
      expect(read(splitCsv(100), ...(text.match(new RegExp(`.{1,${size}}`, 'gs')) ?? []))).toEqual(pieces);
  });

  it('that ends within quotes has an unfinished record', () => {
    expect(read(splitCsv(), 'a\nb,"c\n')).toEqual([
      [1, 'a'],
      [2, UNFINISHED],
    ]);
  });
});

describe('an XML file', () => {
  it('is taken apart into its entries', () => {
    expect(read(splitXml(['entry']), '<feed>\n<entry a="1">x</entry><entrybook/>\n<entry>y</entry><entry>z')).toEqual([
      [2, '<entry a="1">x</entry>'],
      [3, '<entry>y</entry>'],
      [3, UNFINISHED],
    ]);
  });

  it('of entries of several names, one of which has lost its end, loses no other', () => {
    const text = '<a>1</a>\n<b>2\n<a>3</a></b><b>4</a></b>';
    expect(read(splitXml(['a', 'b']), text)).toEqual([
      [1, '<a>1</a>'],
      [2, '! the next one begins in the middle of it'],
      [3, '<a>3</a>'],
      [3, '<b>4</a></b>'],
    ]);
  });
});

describe('however a text is cut into chunks, its pieces are the same', () => {
  const cases: [string, () => Splitter, string[]][] = [
    ['lines', () => splitLines(40), ['{"a":1}', '\n', '\r\n', 'x', '\u2028', '0123456789'.repeat(3)]],
    ['records', () => splitRecords(RIS, 60), ['TY  - A\n', 'TI  - B\r\n', 'ER  - \n', '\n', 'junk\n', '0123456789\n']],
    [
      'json',
      () => splitJson(1e9),
      ['[', ']', '{', '}', '"results":', '"a":', '"', '\\', ',', '1', '\n', ' ', '"message":{"items":['],
    ],
    [
      'bibtex',
      () => splitBibtex(40),
      ['@a{x,', '\n@b{y, t=', '{', '}', '\\', '"', '@string{s = "t"}', '\n', ' words ', '@'],
    ],
    ['csv', () => splitCsv(1e9), ['"', '""', ',', ';', '\n', '\r\n', 'a', ' ', '\ufeff']],
    [
      'xml',
      () => splitXml(['entry'], { maxCharacters: 1e9 }),
      ['<entry>', '<entry ', '</entry>', '<', 'entry', '>', '\n', 'text'],
    ],
  ];
  it.each(cases)('%s', (_what, split, words) => {
    const text = fc.array(fc.constantFrom(...words), { maxLength: 60 }).map((parts) => parts.join(''));
    const cuts = fc.array(fc.nat({ max: 400 }), { maxLength: 12 });
    fc.assert(
      fc.property(text, cuts, (whole, places) => {
        const ends = [...new Set([0, ...places.filter((place) => place < whole.length), whole.length])].sort(
          (a, b) => a - b,
        );
        const chunks = ends.slice(1).map((end, index) => whole.slice(ends[index], end));
        // Where too long a piece is let go depends on the chunks; that it is one does not.
        expect(read(split(), ...chunks)).toEqual(read(split(), ...whole));
      }),
      { numRuns: runs(120) },
    );
  });

  it('and nothing of a JSON list is lost', () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue(), { maxLength: 8 }),
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        (list, size, isPage) => {
          const text = JSON.stringify(isPage ? { meta: {}, results: list } : list, undefined, 1);
          const chunks = text.match(new RegExp(`.{1,${size}}`, 'gs')) ?? [];
          const found = piecesOf(splitJson(), chunks).map((piece) =>
            'text' in piece ? JSON.parse(piece.text) : undefined,
          );
          expect(found).toEqual(JSON.parse(JSON.stringify(list)));
        },
      ),
    );
  });
});
