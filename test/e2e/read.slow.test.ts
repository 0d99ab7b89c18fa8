import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { libraryFolder } from '../helpers/library-folder.ts';
import { makeColumn, makePdf } from '../helpers/pdf-file.ts';
import { runHere } from '../helpers/run-here.ts';
import { type StandIn, serve } from '../helpers/sources/stand-ins.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { ARTICLE, PAGE } from '../reading/fixtures.ts';

/** The text of a paper from stand-ins of Europe PMC and arXiv, by the command line. */

let source: StandIn;
let settings: Record<string, string>;

beforeEach(async () => {
  source = await serve((response, { url }) => {
    const text = { '/PMC1234567/fullTextXML': ARTICLE, '/html/2101.00001': PAGE }[url];
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'text/plain' });
    response.end(text ?? 'no');
  });
  settings = {
    PAPERQUEUE_DATA_DIR: libraryFolder(),
    PAPERQUEUE_SOURCES: 'europepmc,arxiv',
    PAPERQUEUE_SOURCE_URLS: `europepmc=${source.url},arxiv=${source.url}`,
  };
});

const read = async (...args: string[]) => {
  const { code, stdout, stderr } = await runHere(['read', ...args, '--json'], settings);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
};

describe('paperqueue read', () => {
  it('reads an article of Europe PMC once, and then what is kept', async () => {
    const { paper, source: copy, outline } = await read('PMC1234567');
    expect(paper).toEqual({ ref: 'J1-1', title: 'How Mytilus holds on', doi: '10.5555/mussel.1' });
    expect((await runHere(['export', 'J1-1', '--format', 'bibtex'], settings)).stdout).toContain('10.5555/mussel.1');
    expect(copy).toMatchObject({ copy: 'published', url: `${source.url}/PMC1234567/fullTextXML` });
    expect(outline).toHaveLength(11);
    const { quote } = await read('PMC1234567', '--quote', 'Threads did not break in 48 of 50 animals');
    expect(quote).toMatchObject({ verdict: 'exact', at: 'S3.p1' });
    expect(source.arrivals.map(({ url }) => url)).toEqual(['/PMC1234567/fullTextXML']);
    const references = await runHere(['read', 'PMC1234567', '--section', 'references'], settings);
    expect(references.stdout).toMatch(/^\[1\] .*\(doi:10\..*\)$/m);
    const whole = await runHere(['read', 'PMC1234567'], settings);
    expect(whole.stdout).toMatch(/^\[S\d.*\] (?:Figure|Fig|Table) 1/m);
    const library = await runHere(['library'], settings);
    expect(library.stdout).toContain('Texts of papers: 1');
    expect((await runHere(['library', 'remove', '--texts'], settings)).stdout).toBe('1 text removed\n');
  });

  it('reads a page of arXiv, and prints it for people', async () => {
    const { stdout } = await runHere(['read', '2101.00001', '--format', 'markdown'], settings);
    expect(stdout).toContain('preprint copy of arXiv, v3');
    expect(stdout).toContain('## S2 2 Conclusion');
    expect(stdout).toContain('[S2.p4] Sorting is fast.');
  });

  it('follows what Unpaywall and a landing page name, and says which hosts were asked where nobody has a text', async () => {
    const host = new URL(source.url).host;
    const web = await serve((response, { url }) => {
      const here = `http://${host}`;
      const pages: Record<string, string> = {
        '/10.5555/mussel.1?email=ada%40example.org': JSON.stringify({
          doi: '10.5555/mussel.1',
          best_oa_location: { url_for_pdf: `${web.url}/landing` },
        }),
        '/landing': `<!DOCTYPE html><html><head><meta name="citation_pdf_url" content="${web.url}/text.xml"></head></html>`,
        '/text.xml': ARTICLE,
        '/10.5555/closed?email=ada%40example.org': JSON.stringify({
          doi: '10.5555/closed',
          best_oa_location: { url_for_pdf: `${web.url}/login` },
        }),
      };
      const status = url === '/login' ? 403 : pages[url] === undefined ? 404 : 200;
      response.writeHead(status, { 'content-type': 'text/html', location: here, 'set-cookie': 'a=b' });
      response.end(pages[url] ?? 'no');
    });
    Object.assign(settings, {
      PAPERQUEUE_SOURCES: 'unpaywall',
      PAPERQUEUE_SOURCE_URLS: `unpaywall=${web.url}`,
      PAPERQUEUE_CONTACT_EMAIL: 'ada@example.org',
    });
    const { source: copy } = await read('10.5555/mussel.1', '--quote', 'Threads did not break in 48 of 50 animals');
    expect(copy).toMatchObject({ copy: 'unknown', url: `${web.url}/text.xml` });
    const { notes } = await read('10.5555/closed');
    expect(notes).toContain(`${new URL(web.url).host} asks for a login, a payment or a browser check.`);
    expect(web.arrivals.filter(({ headers }) => headers.cookie !== undefined)).toEqual([]);
  });

  it('reads the PDF that a landing page names by its pages, in a process of its own, and checks a quotation', async () => {
    const sentence = (page: number) => `The mussels of page ${page} hold on to rocks by threads that harden in water. `;
    const column = { x: 60, y: 100, letters: 70 };
    const pdf = makePdf([1, 2, 3].map((page) => makeColumn(sentence(page).repeat(4), column)));
    const web = await serve((response, { url }) => {
      const record = { doi: '10.5555/pdf.1', doi_url: `${web.url}/landing`, is_oa: true };
      const landing = '<!DOCTYPE html><html><head><meta content="/files/a.pdf" name="citation_pdf_url"></head></html>';
      const bodies: Record<string, string | Uint8Array> = {
        '/10.5555/pdf.1?email=ada%40example.org': JSON.stringify(record),
        '/landing': landing,
        '/files/a.pdf': pdf,
      };
      response.writeHead(bodies[url] === undefined ? 404 : 200, { 'content-type': 'text/html' });
      response.end(bodies[url] ?? 'no');
    });
    Object.assign(settings, {
      PAPERQUEUE_SOURCES: 'unpaywall',
      PAPERQUEUE_SOURCE_URLS: `unpaywall=${web.url}`,
      PAPERQUEUE_CONTACT_EMAIL: 'ada@example.org',
    });
    const { source: copy, sections } = await read('10.5555/pdf.1', '--page', '2');
    expect(copy).toMatchObject({ url: `${web.url}/files/a.pdf` });
    expect(sections[0].text).toMatch(/^\[p2\.¶1\] The mussels of page 2 hold on/);
    const asked = web.arrivals.length;
    const { quote } = await read('10.5555/pdf.1', '--quote', sentence(3));
    expect(quote).toMatchObject({ verdict: 'exact', at: expect.stringMatching(/^p3\./) });
    // The second reading is of the kept bytes.
    expect(web.arrivals).toHaveLength(asked);
  });

  it('keeps a file of the user', async () => {
    const file = join(temporaryFolder(), 'mine.xml');
    writeFileSync(file, ARTICLE);
    const attached = await runHere(['attach', '10.5555/mussel.1', file], settings);
    expect(attached.stdout).toContain('Attached to J1-1: 11 sections.');
    expect(await read('10.5555/mussel.1', '--find', 'tide')).toMatchObject({ source: { copy: 'attached' } });
    expect(source.arrivals).toEqual([]);
  });

  it('keeps a PDF of the user, and shows a page of it', async () => {
    const file = join(temporaryFolder(), 'mine.pdf');
    const words = 'Mussels hold on to rocks by threads of protein that harden in the water. '.repeat(4);
    writeFileSync(file, makePdf([1, 2].map(() => makeColumn(words, { x: 60, y: 100, letters: 70 }))));
    expect((await runHere(['attach', '10.5555/pdf.1', file], settings)).stdout).toContain('Attached to 10.5555/pdf.1');
    const { sections } = await read('10.5555/pdf.1', '--page', '2');
    expect(sections[0].text).toContain('[p2.¶1] Mussels hold on');
    expect(source.arrivals).toEqual([]);
  });

  it('says what is wrong', async () => {
    expect(await runHere(['read', 'what is this'], settings)).toMatchObject({ code: 2 });
    const ofJob = await runHere(['read', 'J1', '--find', 'a', '--quote', 'b', '--page', '2'], settings);
    expect(ofJob).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/--page: only for one paper.*--quote: only/s),
    });
    const off = await runHere(['read', 'PMC1'], { ...settings, PAPERQUEUE_FULL_TEXT: 'off' });
    expect(off.stderr).toContain('PAPERQUEUE_FULL_TEXT=off');
    expect(source.arrivals).toEqual([]);
  });
});
