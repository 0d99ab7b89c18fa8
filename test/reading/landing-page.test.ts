import { expect, it } from 'vitest';
import { textAddresses } from '../../src/reading/copies/find-copy.ts';

it('names the addresses of the PDF and of the text, once each', () => {
  const page = `<html><head>
    <meta content='/a.pdf?x=1&amp;y=2' name='citation_pdf_url'>
    <META NAME="Citation_Fulltext_HTML_URL" CONTENT="https://other.example/full">
    <link rel="alternate" type="application/pdf" href="../b.pdf">
    <link rel="alternate" type="application/pdf" href="/a.pdf?x=1&amp;y=2">
    <meta name="citation_pdf_url" content="javascript:alert(1)">
    <meta name="citation_pdf_url">
    <meta name="citation_title" content="A title"></head>`;
  expect(textAddresses(page, 'https://papers.example/doi/10.5555/1')).toEqual([
    'https://papers.example/a.pdf?x=1&y=2',
    'https://papers.example/doi/b.pdf',
    'https://other.example/full',
  ]);
  expect(textAddresses('<meta '.repeat(100_000), 'https://papers.example/')).toEqual([]);
});
