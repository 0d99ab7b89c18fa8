import { expect, it } from 'vitest';
import { fetchFullText } from '../../../src/reading/sources/fetch-file.ts';
import { source as arxiv } from '../../../src/search/sources/arxiv/index.ts';
import { source as europePmc } from '../../../src/search/sources/europepmc/index.ts';
import type { PaperSource } from '../../../src/search/sources/source.ts';
import { asking, contextOf, serve } from '../../helpers/sources/stand-ins.ts';

const TEXTS: PaperSource['fullText'] = {
  copy: 'published',
  request: (_paper, { baseUrl }) => ({ url: `${baseUrl}/text` }),
};

it('asks for the text by the number that the source knows, and for nothing without it', () => {
  expect(europePmc.fullText?.request({ pmcid: 'PMC12' }, {})?.url).toBe(
    'https://www.ebi.ac.uk/europepmc/webservices/rest/PMC12/fullTextXML',
  );
  expect(europePmc.fullText?.request({ arxivId: '2101.00001' }, {})).toBeUndefined();
  expect(arxiv.fullText?.request({ arxivId: '2101.00001' }, {})).toMatchObject({
    url: 'https://arxiv.org/html/2101.00001',
    // One limit holds for search and pages together.
    paceHost: 'export.arxiv.org',
  });
});

const FORBIDDEN = [
  ...['127.0.0.1', '10.0.0.1', '169.254.169.254', '192.168.1.1', '172.16.0.1', '100.64.0.1', '0.0.0.0', '224.0.0.1'],
  ...['2130706433', '0x7f.1', '[::1]', '[fd00::1]', '[fe80::1]', '[::ffff:10.0.0.1]', 'localhost', '168.63.129.16'],
].flatMap((host) => [`https://${host}/text`, `http://${host}/text`]);

it.each([...FORBIDDEN, 'file:///etc/passwd', 'ftp://example.org/x', 'https://me:secret@example.org/'])(
  'goes nowhere when a text redirects to %s',
  async (location) => {
    const source = await serve((response) => {
      response.writeHead(302, { location });
      response.end();
    });
    const each = asking(source.url, { fullText: TEXTS });
    expect(await fetchFullText(each, {}, contextOf())).toHaveProperty('failure');
    expect(source.arrivals).toHaveLength(1);
  },
);

it.each([
  [200, { text: 'a text', url: expect.stringMatching(/\/text$/) }],
  [404, 'none'],
  [403, { failure: 'refused' }],
])('status %i', async (status, expected) => {
  const source = await serve((response) => {
    response.writeHead(status);
    response.end('a text');
  });
  const each = asking(source.url, { fullText: TEXTS });
  expect(await fetchFullText(each, {}, contextOf())).toEqual(expected);
});
