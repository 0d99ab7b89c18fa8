import fc from 'fast-check';
import { createScanner, type ParseError, parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { mergeJson } from '../../../src/faces/setup/json-file.ts';
import type { Setting } from '../../../src/faces/setup/settings.ts';
import { runs } from '../../helpers/runs.ts';

const ENTRY: Setting[] = [
  { path: ['mcpServers', 'paperqueue', 'command'], value: 'npx' },
  { path: ['mcpServers', 'paperqueue', 'args'], value: ['-y', 'paperqueue'] },
  { path: ['mcpServers', 'paperqueue', 'env', 'PAPERQUEUE_TOKEN'], value: '$PAPERQUEUE_TOKEN', keep: true },
];

const ADDED = { command: 'npx', args: ['-y', 'paperqueue'], env: { PAPERQUEUE_TOKEN: '$PAPERQUEUE_TOKEN' } };

function merged(text: string): string {
  return mergeJson(text, ENTRY, true).text;
}

describe('a JSON file gets an entry', () => {
  it('when it is empty', () => {
    const entry = [
      '    "paperqueue": {',
      '      "command": "npx",',
      '      "args": ["-y", "paperqueue"],',
      '      "env": {',
      '        "PAPERQUEUE_TOKEN": "$PAPERQUEUE_TOKEN"',
      '      }',
      '    }',
    ];
    expect(merged('').split('\n')).toEqual(['{', '  "mcpServers": {', ...entry, '  }', '}', '']);
    expect(merged(' \n')).toBe(merged(''));
  });

  it('beside other servers, in the style of the file, line ends and byte order mark included', () => {
    const file =
      '\uFEFF{\r\n\t"mcpServers": {\r\n\t\t"other": {"url": "https://x"}\r\n\t},\r\n\t"theme": "dark"\r\n}\r\n';
    const text = merged(file);
    expect(text).toContain('"other": {"url": "https://x"},\r\n\t\t"paperqueue": {\r\n\t\t\t"command": "npx",\r\n');
    expect(text.replaceAll('\r\n', '')).not.toContain('\n');
    expect(text.startsWith('\uFEFF{')).toBe(true);
    expect(text.endsWith('\t},\r\n\t"theme": "dark"\r\n}\r\n')).toBe(true);
  });

  it('and a comment behind what was last stays with it', () => {
    const file =
      '{\n  "mcpServers": {\n    "other": { "command": "x" } // mine, do not touch\n    // the end\n  }\n}\n';
    expect(merged(file)).toContain('"other": { "command": "x" }, // mine, do not touch\n    "paperqueue": {');
    expect(merged(file)).toContain('    }\n    // the end\n  }\n}\n');
  });

  it('with a comma behind it where the file has one behind the last item', () => {
    const file = '{\n  "mcpServers": {\n    "other": {}, // first\n  },\n}\n';
    const text = merged(file);
    expect(text).toContain('"other": {}, // first\n    "paperqueue": {');
    expect(text).toMatch(/\n {4}\},\n {2}\},\n\}\n$/);
  });

  it('in a file of one line', () => {
    expect(JSON.parse(merged('{"a":1,"mcpServers":{"b":{"command":"c"}}}'))).toEqual({
      a: 1,
      mcpServers: { b: { command: 'c' }, paperqueue: ADDED },
    });
  });
});

describe('an entry that is there', () => {
  const file = `{
  "mcpServers": {
    "paperqueue": { /* from March */ "command": "node", "args": ["old.mjs"], "disabled": true, "env": { "PAPERQUEUE_TOKEN": "real" } }
  }
}
`;

  it('gets what differs; everything else stays, a real token in place of a reference too', () => {
    const { text, changes } = mergeJson(file, ENTRY, true);
    expect(changes.map(({ path, before, after }) => [path.at(-1), before, after])).toEqual([
      ['command', 'node', 'npx'],
      ['args', ['old.mjs'], ['-y', 'paperqueue']],
    ]);
    expect(text).toBe(file.replace('"node"', '"npx"').replace('["old.mjs"]', '["-y", "paperqueue"]'));
  });

  it('is left alone the second time', () => {
    const { text, changes } = mergeJson(merged(file), ENTRY, true);
    expect([text, changes]).toEqual([merged(file), []]);
  });
});

describe('a list', () => {
  const input = (id: string, description = id) => ({ type: 'promptString', id, description });
  const settings: Setting[] = [input('one'), input('two')].map((value) => ({ path: ['inputs'], value, within: true }));

  it('is made, gets what it lacks, and keeps what has the same id', () => {
    expect(JSON.parse(mergeJson('{}', settings, true).text)).toEqual({ inputs: [input('one'), input('two')] });
    const own = JSON.stringify({ inputs: [input('two', 'my words')] }, undefined, 2);
    expect(JSON.parse(mergeJson(own, settings, true).text)).toEqual({
      inputs: [input('two', 'my words'), input('one')],
    });
  });

  it('is not made where the setting that needs it is not wanted', () => {
    const [first] = settings as [Setting];
    expect(mergeJson('{}', [{ ...first, when: () => false }], true).changes).toEqual([]);
  });
});

describe('a file is refused', () => {
  it.each([
    ['{\n  "a": 1\n  "b": 2\n}', true, 'line 3, column 3: comma expected'],
    ['{"a": ', true, 'line 1'],
    ['{\n  // no\n}', false, 'JSON without comments: line 2, column 3: invalid comment token'],
    ['{"a": 1,}', false, 'line 1, column 9'],
    ['[]', true, 'not a JSON object'],
    ['{"mcpServers": []}\n{}', true, 'line 2'],
  ])('with the place: %j', (text, comments, message) => {
    expect(() => mergeJson(text, ENTRY, comments)).toThrow(message);
  });

  it('with what stands in the way', () => {
    expect(() => merged('{"mcpServers": "none"}')).toThrow('mcpServers is there, but it is not an object');
    const inputs: Setting = { path: ['inputs'], value: { id: 'x' }, within: true };
    expect(() => mergeJson('{"inputs": {}}', [inputs], true)).toThrow('inputs is there, but it is not a list');
  });

  it('when it names the servers twice, so that one of them would be changed for nothing', () => {
    expect(() => merged('{"mcpServers": {"a": {}}, "mcpServers": {"b": {}}}')).toThrow('names something twice');
  });

  it('without a word of what it holds', () => {
    const text = '{"token": "secret-1" "b": 1}';
    expect(() => merged(text)).toThrow(expect.objectContaining({ message: expect.not.stringContaining('secret') }));
  });
});

/** A document written the way people do: other indentation, comments anywhere, a comma too many, one line or many. */
const comment = fc.constantFrom('', '', '', ' // note', ' /* block */', '\n// own line\n', '\n\n', '\t');
const written = fc.letrec<{ value: string; object: string }>((tie) => ({
  object: fc
    .tuple(
      fc.uniqueArray(fc.tuple(fc.stringMatching(/^[a-z"\\ é]{1,6}$/), tie('value'), comment, comment), {
        selector: ([key]) => key,
        maxLength: 4,
      }),
      comment,
      fc.boolean(),
    )
    .map(([fields, inner, comma]) => {
      const items = fields.map(
        ([key, value, before, behind]) =>
          `${closed(before)}${JSON.stringify(key)}:${closed(before)} ${value}${closed(behind)}`,
      );
      return `{${closed(inner)}${items.join(',')}${comma && items.length > 0 ? ',' : ''}${closed(inner)}}`;
    }),
  value: fc.oneof(
    { depthSize: 'small' },
    fc.json({ maxDepth: 1 }),
    tie('object'),
    fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(' , ')}]`),
  ),
})).object;

function closed(text: string): string {
  return text.endsWith('note') ? `${text}\n` : text;
}

const file = fc
  .tuple(written, fc.option(written), fc.option(written), fc.constantFrom('', '\n', '// the end\n'))
  .map(([rest, servers, own, end]) => {
    const entry = own === null ? '' : `, "paperqueue": ${own}`;
    const block = servers === null ? '' : `"mcpServers": {"x": ${servers}${entry}}, `;
    return `{${block}"rest": ${rest}}${end}`;
  });

describe('whatever the file is', () => {
  it('nothing else in it changes, and the second time nothing at all', () => {
    fc.assert(
      fc.property(file, fc.constantFrom('\n', '\r\n'), (lines, eol) => {
        const text = lines.replaceAll('\n', eol);
        const { text: after, changes } = mergeJson(text, ENTRY, true);
        const was = read(text);
        expect(read(after)).toEqual({ ...was, mcpServers: { ...was.mcpServers, paperqueue: expect.anything() } });
        expect(read(after).mcpServers?.paperqueue).toMatchObject({ command: 'npx', args: ADDED.args });
        expect(commentsOf(after)).toEqual(commentsOf(text));
        // Nothing was taken out, so what was there is there in its order, but for the blanks of an empty object.
        if (changes.every(({ before }) => before === undefined))
          expect(isWithin(text.replaceAll(/\s/g, ''), after)).toBe(true);
        expect(mergeJson(after, ENTRY, true)).toEqual({ text: after, changes: [] });
      }),
      { numRuns: runs(150) },
    );
  });
});

type Read = { mcpServers?: Record<string, unknown> };

function read(text: string): Read {
  const errors: ParseError[] = [];
  const value = parse(text, errors, { allowTrailingComma: true });
  expect(errors).toEqual([]);
  return value;
}

function commentsOf(text: string): string[] {
  const scanner = createScanner(text, false);
  const found: string[] = [];
  for (let token = scanner.scan() as number; token !== 17; token = scanner.scan() as number) {
    if (token === 12 || token === 13) found.push(scanner.getTokenValue());
  }
  return found;
}

function isWithin(part: string, whole: string): boolean {
  let at = 0;
  for (let index = 0; index < whole.length; index += 1) if (whole[index] === part[at]) at += 1;
  return at === part.length;
}
