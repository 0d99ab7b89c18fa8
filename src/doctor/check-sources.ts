import type { Config } from '../config.ts';
import { type Finding, ok, warning } from './finding.ts';

/** What embedded mode asks of each source that is configured: which host, and what that host is told. */
const TOLD: Partial<Record<Config['sources'][number], { host: string; told: string }>> = {
  openalex: { host: 'api.openalex.org', told: 'with enrich: DOIs of found papers' },
  crossref: { host: 'api.crossref.org', told: 'with enrich: DOIs of found papers' },
};

/** A line for each source. Nothing is sent to any of them. */
export function checkSources({ sources, contactEmail, openAlexKey }: Config): Finding[] {
  return sources.map((name) => {
    if (name === 'library') return ok('sources', 'library: on this machine, nothing is sent');
    const source = TOLD[name];
    if (!source) {
      const todo = `Take ${name} out of PAPERQUEUE_SOURCES, or wait for a version that asks it.`;
      return warning('sources', `${name}: not asked by this version`, todo);
    }
    const also = [
      ...(contactEmail ? ['PAPERQUEUE_CONTACT_EMAIL'] : []),
      ...(name === 'openalex' && openAlexKey ? ['PAPERQUEUE_OPENALEX_KEY'] : []),
    ];
    const told = [source.told, ...also].join(', ');
    return ok('sources', `${name}: ${source.host} is told: ${told}`);
  });
}
