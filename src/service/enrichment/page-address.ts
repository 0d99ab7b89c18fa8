import type { WirePaper } from '../../contract/wire-paper.ts';
import { doiLink, readDoi, readLink } from '../../papers/identifiers.ts';

export type PageAddress = {
  url: string;
  /** Equal for pages on one server. For a DOI it is the prefix, which identifies the publisher. */
  host: string;
};

/** Host names that no public server has, but that a self-hosted scraping service could reach. */
const NOT_PUBLIC = /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home|corp|private|arpa|onion)$/;
const FILE = /\.(?:pdf|ps|docx?|pptx?|zip|gz|epub|xml|jpe?g|png)$/i;

/** The address of the paper's landing page: its link or its DOI's; undefined if neither is a public page. */
export function pageAddress(paper: WirePaper): PageAddress | undefined {
  const doi = readDoi(paper.doi);
  const links = [paper.link, paper.titleLink, doi && doiLink(doi)];
  for (const link of links) {
    const url = readLink(link);
    if (url !== undefined && isPublicPage(new URL(url))) return { url, host: readHost(new URL(url)) };
  }
  return undefined;
}

function isPublicPage(url: URL): boolean {
  const host = url.hostname.replace(/\.$/, '');
  const isName = /^[a-z0-9.-]+\.[a-z][a-z0-9-]*$/.test(host);
  if (!isName || NOT_PUBLIC.test(host) || url.port !== '') return false;
  return !FILE.test(url.pathname);
}

function readHost(url: URL): string {
  const doi = readDoi(url.href);
  return doi === undefined ? url.hostname.replace(/^www\./, '') : (doi.split('/')[0] as string);
}
