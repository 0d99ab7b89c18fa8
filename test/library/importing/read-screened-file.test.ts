import { expect, it } from 'vitest';
import { detectFormat } from '../../../src/library/importing/detect-format.ts';
import { readScreenedFile } from '../../../src/library/importing/read-screened-file.ts';
import { CutShort } from '../../../src/library/importing/unzip.ts';

async function* inParts(text: string, cut?: Error) {
  for (let at = 0; at < text.length; at += 7) yield text.slice(at, at + 7);
  if (cut) throw cut;
}

function read(name: string, text: string, cut?: Error) {
  const format = detectFormat(text, name);
  if (!format) throw new Error('unknown format');
  return readScreenedFile({ name, format, text: inParts(text, cut) });
}

const RIS =
  'TY  - JOUR\nTI  - One\nN1  - Mine\nN1  - RAYYAN-INCLUSION: {"Ana"=>"Included"}\nER  - \n\n' +
  'TY  - WEB\nTI  - A page\nER  - \n\nTY  - JOUR\nAU  - Nobody\nER  - \n\nTY  - JOUR\nTI  - Two\nER  - \n';

it('gives each record with its decisions, takes these out of its notes, and counts what is no record', async () => {
  const { records, problems } = await read('a.ris', RIS);
  expect(records.map(({ row, paper, screening }) => [row, paper.title, paper.notes, screening.decisions])).toEqual([
    [1, 'One', ['Mine'], [{ reader: 'Ana', decision: 'include' }]],
    [4, 'Two', undefined, []],
  ]);
  expect(problems).toEqual([{ row: 3, line: 11, reason: 'it has neither a title nor an abstract' }]);
});

it('reads columns of any table, also with labels that it does not know', async () => {
  const { records } = await read('a.csv', 'title;abstract;included\nOne;A;1\nTwo;B;x\n');
  expect(records.map(({ screening }) => screening)).toEqual([
    { decisions: [{ decision: 'include' }] },
    { decisions: [], refused: [{ label: 'x', in: 'included' }] },
  ]);
});

it('keeps what was read of a file that is cut off, and says so', async () => {
  const { records, cut } = await read('a.ris', RIS, new CutShort('the gzip file is cut off'));
  expect(records).toHaveLength(2);
  expect(cut).toBe('the gzip file is cut off');
});
