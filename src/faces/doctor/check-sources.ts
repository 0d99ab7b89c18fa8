import { PaperqueueError } from '../../contract/errors.ts';
import { findKeySetting, sourceFacts } from '../../contract/source-names.ts';
import type { Config } from '../../platform/config.ts';
import type { DoctorDeps } from './doctor-deps.ts';
import { type Finding, ok, warning } from './finding.ts';

type Source = Exclude<Config['sources'][number], 'library' | 'collection'>;

/** The setting that a source requires and that is not set; undefined if there is none. */
function missingSetting({ contactEmail, sourceKeys }: Config, name: Source): string | undefined {
  const { needs, keySetting } = sourceFacts(name);
  if (needs === 'key') return sourceKeys[name] === undefined ? keySetting : undefined;
  return needs === 'contactEmail' && contactEmail === undefined ? 'PAPERQUEUE_CONTACT_EMAIL' : undefined;
}

type Asking = Pick<DoctorDeps, 'online' | 'collectionStatus'> & {
  fetch: (url: string, init: RequestInit) => Promise<unknown>;
};

/**
 * One finding per source of embedded mode: which host is contacted, and what is sent to it. With `online` each host
 * gets one bare request for its root, to test whether it can be reached; otherwise nothing is sent.
 */
export async function checkSources(
  config: Config,
  { online, fetch, collectionStatus }: Asking,
  signal: AbortSignal,
): Promise<Finding[]> {
  return Promise.all(
    config.sources.map(async (name) => {
      if (name === 'collection') return checkCollection({ online, collectionStatus }, signal);
      if (name === 'library') return ok('sources', 'library: on this machine, nothing is sent');
      const { host, origin } = new URL(config.sourceUrls[name] ?? `https://${sourceFacts(name).hosts[0]}`);
      const missing = missingSetting(config, name);
      if (missing !== undefined) {
        const message = `${name}: ${host} receives nothing, because it requires ${missing}`;
        return warning('sources', message, `Set ${missing}.`);
      }
      const disclosure = `${name}: ${host} receives search terms, filters and identifiers of papers${settingsSent(config, name)}`;
      if (!online) return ok('sources', disclosure);
      const isThere = await fetch(origin, { method: 'HEAD', redirect: 'manual', signal }).then(
        () => true,
        () => false,
      );
      if (isThere) return ok('sources', `${disclosure}; it can be reached`);
      return warning(
        'sources',
        `${name}: ${host} cannot be reached`,
        'Check network and proxy; searches use the other sources.',
      );
    }),
  );
}

async function checkCollection(
  { online, collectionStatus }: Omit<Asking, 'fetch'>,
  signal: AbortSignal,
): Promise<Finding> {
  const sent = 'collection: your OpenSearch receives search terms and filters';
  if (!online) return ok('sources', sent);
  const status = await collectionStatus(signal).catch((error: unknown) => {
    if (error instanceof PaperqueueError) return error.details;
    throw error;
  });
  if ('next' in status) return warning('sources', `collection: ${status.message}`, status.next);
  const { health, indexes } = status;
  const searched = indexes.find(({ isSearched }) => isSearched);
  if (!searched) return warning('sources', 'collection: it has no papers', 'Run paperqueue collection load FILE.');
  const state = `${sent}; ${searched.papers.toLocaleString('en-US')} papers, engine ${health}`;
  return health === 'red' ? warning('sources', state, 'Papers are missing: look at the engine.') : ok('sources', state);
}

function settingsSent({ contactEmail, sourceKeys }: Config, name: Source): string {
  const also = [
    ...(contactEmail ? ['PAPERQUEUE_CONTACT_EMAIL'] : []),
    ...(sourceKeys[name] ? [findKeySetting(name)] : []),
  ];
  return also.map((each) => `, ${each}`).join('');
}
