import { describe, expect, it } from 'vitest';
import { readRetractionTable } from '../../src/library/importing/retractions/read-retraction-table.ts';
import { openLibrary } from '../../src/library/library.ts';
import { markPapers } from '../../src/papers/retraction/mark-papers.ts';
import { describeNoMark } from '../../src/papers/retraction/sentences.ts';
import { retractionStatus, verdictOnRetraction } from '../../src/papers/retraction/status.ts';
import { fromWire } from '../../src/papers/wire.ts';
import { temporaryFolder as makeTempDir } from '../helpers/temporary-folder.ts';

const HEADER =
  'Record ID,Title,Subject,Institution,Journal,Publisher,Country,Author,URLS,ArticleType,RetractionDate,RetractionDOI,' +
  'RetractionPubMedID,OriginalPaperDate,OriginalPaperDOI,OriginalPaperPubMedID,RetractionNature,Reason,Paywalled,Notes';

type Row = Partial<Record<'date' | 'notice' | 'noticePmid' | 'doi' | 'pmid' | 'nature' | 'reason' | 'title', string>>;

/** A row as the real table has it, with commas and quotes in its title. */
function row({
  date = '2/2/2010 0:00',
  notice = 'unavailable',
  noticePmid = '0',
  doi = 'unavailable',
  pmid = '0',
  nature = 'Retraction',
  reason = '+Error in Data;+Misconduct by Author;',
  title = '"Ice, ""old"" and new"',
}: Row): string {
  return `1,${title},(ENV) Ice;,Uni,J Ice,Press,Norway,A Ada;B Bo,,Research Article;,${date},${notice},${noticePmid},2/28/1998 0:00,${doi},${pmid},${nature},${reason},No,`;
}

async function* chunks(text: string) {
  for (let at = 0; at < text.length; at += 1_000) yield text.slice(at, at + 1_000);
}

const tableOf = (...rows: Row[]) =>
  readRetractionTable(chunks([HEADER, ...rows.map(row), ''].join('\r\n')), '2026-11-24', true);

describe('papers, by the table of Retraction Watch', () => {
  it('are retracted, notices, in doubt, corrected, reinstated or not in it, also those stored before it came', async () => {
    const table = await tableOf(
      { doi: '10.1016/S0140-6736(97)11096-0', notice: '10.1016/notice.1', pmid: '9500320', noticePmid: '20137807' },
      { doi: '10.1000/same', notice: '10.1000/same', reason: '' },
      { doi: '10.1000/concern', nature: 'Expression of concern' },
      { doi: '10.1000/both', nature: 'Retraction', date: '3/3/2020 0:00' },
      { doi: '10.1000/both', nature: 'Correction', date: '4/4/2021 0:00' },
      { doi: '10.1000/back', nature: 'Retraction', date: '3/3/2020 0:00' },
      { doi: '10.1000/back', nature: 'Reinstatement', date: '4/4/2021 0:00' },
      { doi: '10.1000/again', nature: 'Reinstatement', date: '3/3/2019 0:00' },
      { doi: '10.1000/again', nature: 'Retraction', date: '3/3/2020 0:00' },
      { doi: '10.1000/fixed', nature: 'Correction' },
    );
    const library = openLibrary(makeTempDir());
    const papers = [
      { doi: 'https://doi.org/10.1016/s0140-6736(97)11096-0' },
      { pmid: '9500320' },
      { doi: '10.1016/notice.1' },
      { pmid: '20137807' },
      { doi: '10.1000/same' },
      { doi: '10.1000/concern' },
      { doi: '10.1000/both' },
      { doi: '10.1000/back', isRetracted: true },
      { doi: '10.1000/again' },
      { doi: '10.1000/fixed' },
      { doi: '10.1000/other' },
      { title: 'Without a number' },
    ];
    const kinds = () => markPapers(papers.map(fromWire), library).map((paper) => retractionStatus(paper)?.kind);
    expect(kinds()).toEqual([...Array(7).fill(undefined), 'retracted', ...Array(4).fill(undefined)]);
    expect(library.replaceRetractions(table, '2026-11-24T10:00:00Z')).toMatchObject({ asOf: '2026-11-24', rows: 10 });
    expect(kinds()).toEqual([
      ...['retracted', 'retracted', 'notice', 'notice', 'retracted', 'expression-of-concern', 'retracted'],
      ...['none', 'retracted', 'corrected', 'none', undefined],
    ]);
    const [first, ...rest] = markPapers(papers.map(fromWire), library);
    expect(retractionStatus(first ?? {})).toEqual({
      kind: 'retracted',
      from: 'retraction-watch',
      asOf: '2026-11-24',
      date: '2010-02-02',
      reasons: ['Error in Data', 'Misconduct by Author'],
    });
    expect(describeNoMark(retractionStatus(rest.at(-2) ?? {}))).toBe('not in Retraction Watch as of 2026-11-24');
    expect(verdictOnRetraction(rest.at(-1) ?? {})).toBe('unknown');
    library.close();
  });

  it('are those of the newest table alone, which another process reads at once', async () => {
    const folder = makeTempDir();
    const [library, other] = [openLibrary(folder), openLibrary(folder)];
    library.replaceRetractions(await tableOf({ doi: '10.1000/a' }, { doi: '10.1000/b' }), '2026-11-23T10:00:00Z');
    library.replaceRetractions(await tableOf({ doi: '10.1000/b' }), '2026-11-24T10:00:00Z');
    const verdicts = markPapers([fromWire({ doi: '10.1000/a' }), fromWire({ doi: '10.1000/b' })], other).map(
      verdictOnRetraction,
    );
    expect(verdicts).toEqual(['no', 'yes']);
    expect(other.summary().retractions).toMatchObject({ rows: 1, papers: 1, loadedAt: '2026-11-24T10:00:00Z' });
    library.close();
    other.close();
  });

  it('stay as they were where an update breaks off', async () => {
    const library = openLibrary(makeTempDir());
    library.replaceRetractions(await tableOf({ doi: '10.1000/a' }), '2026-11-23T10:00:00Z');
    const broken = {
      ...(await tableOf({ doi: '10.1000/b' })),
      get papers(): never {
        throw new Error('killed');
      },
    };
    expect(() => library.replaceRetractions(broken, '2026-11-24T10:00:00Z')).toThrow('killed');
    expect(markPapers([fromWire({ doi: '10.1000/a' })], library).map(verdictOnRetraction)).toEqual(['yes']);
    library.close();
  });
});

describe('a table', () => {
  it.each([
    ['nothing', '', 'it is empty'],
    ['a page', '<!doctype html><html><body>Sign in</body></html>', 'no column RetractionDate'],
    ['another table', 'Title,DOI\nIce,10.1000/a\n', 'no column RetractionDate'],
    ['no identifiers', `${HEADER}\n${row({})}\n`, 'no row with a DOI or a PubMed number'],
    ['a cut file', `${HEADER}\n${row({ doi: '10.1000/a' })}\n2,"Ice that`, 'ends in the middle'],
  ])('that is %s is refused with its reason', async (_, text, reason) => {
    await expect(readRetractionTable(chunks(text), '2026-11-24', true)).rejects.toThrow(reason);
  });

  it('of a file is as of its newest notice, but never after the file', async () => {
    const text = [HEADER, row({ doi: '10.1000/a' }), row({ doi: '10.1000/b', date: '1/1/2099 0:00' })].join('\n');
    expect((await readRetractionTable(chunks(text), '2026-11-24', false)).asOf).toBe('2010-02-02');
    expect((await readRetractionTable(chunks(text), '2026-11-24', true)).asOf).toBe('2026-11-24');
  });

  it('may have a row that is too long, which is left out', async () => {
    const long = row({ doi: '10.1000/long', title: `"${'x'.repeat(600_000)}"` });
    const text = [HEADER, long, row({ doi: '10.1000/a' }), ''].join('\n');
    const { papers, skipped } = await readRetractionTable(chunks(text), '2026-11-24', true);
    expect([papers.map(({ name }) => name), skipped]).toEqual([['doi:10.1000/a'], 1]);
  });
});
