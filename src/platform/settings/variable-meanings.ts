import { MAX_WAIT_SECONDS } from '../../contract/rules.ts';
import { LOG_LEVELS } from '../log.ts';
import { sourceNames } from './variable-rules.ts';
import type { SettingName, SourceKeySetting } from './variables.ts';

/** How hosts with forms ask for a setting: Claude Desktop through manifest.json, others through server.json. */
type Form = {
  title: string;
  description: string;
  type?: 'directory' | 'number';
  /** The minimum and maximum. */
  range?: readonly [number, number];
  example?: string;
};

type Meaning = {
  /** Its meaning, for the guide (Markdown). */
  means: string;
  /** What happens without it, in words. Default: the rule's own default, or nothing. */
  without?: string;
  form?: Form;
};

/**
 * Descriptions of all settings except sources' keys, which sources describe themselves (`sources/NAME/index.ts`). `npm
 * run docs` writes the guide and the hosts' forms from it; the product does not load it.
 */
export const MEANINGS: Record<Exclude<SettingName, SourceKeySetting>, Meaning> = {
  PAPERQUEUE_BASE_URL: {
    means: 'hosted service, API prefix included; https, or http on loopback',
    without: 'unset: embedded mode',
    form: {
      title: 'Service address',
      description:
        'Address of the hosted search service, API prefix included. Leave it empty to search the open scholarly sources and a local library without an account.',
    },
  },
  PAPERQUEUE_TOKEN: {
    means: 'bearer token for it',
    form: { title: 'Token', description: 'Your bearer token at the hosted service.' },
  },
  PAPERQUEUE_SCRAPER_KEY: {
    means: 'your web-scraping key; sent with combined and keyword searches unless they say `enrich: false`',
    form: {
      title: 'Scraper key',
      description: 'Your own key at the web-scraping service that is used for enrichment.',
    },
  },
  PAPERQUEUE_DATA_DIR: {
    means: 'where jobs, library and exports are kept (an absolute path)',
    without: "the system's data folder",
    form: {
      title: 'Data folder',
      description:
        "Where searches, papers and exports are kept; an absolute path. Leave it empty for the system's folder for application data.",
      type: 'directory',
    },
  },
  PAPERQUEUE_WAIT_SECONDS: {
    means: `how long a call waits for its job, 0 to ${MAX_WAIT_SECONDS}`,
    form: {
      title: 'Longest wait per call (seconds)',
      description: "How long a search call waits for its job before it hands back the job's reference.",
      type: 'number',
      range: [0, MAX_WAIT_SECONDS],
    },
  },
  PAPERQUEUE_REQUESTS_PER_MINUTE: { means: 'pace towards the hosted service, over all processes' },
  PAPERQUEUE_DAILY_CREDIT_CAP: {
    means: 'credits that may be spent in 24 hours, all pools and processes together',
    without: 'none',
    form: {
      title: 'Daily credit cap',
      description: 'Credits that may be spent in 24 hours. Leave it empty for no cap.',
    },
  },
  PAPERQUEUE_REUSE_MINUTES: {
    means: 'how long an equal search reuses its job (an embedded one that found nothing is not reused)',
  },
  PAPERQUEUE_LOCAL_CREDITS: { means: 'ceilings of embedded mode, such as `basic:100,pro:20`', without: 'none' },
  PAPERQUEUE_SOURCES: {
    means: `sources of embedded mode, comma-separated: ${sourceNames.map((name) => `\`${name}\``).join(', ')}; \`library\` alone asks no other source`,
    without: 'the first five; `semanticscholar`, too, with its key, and `collection` with its address',
    form: {
      title: 'Sources',
      description: `What is asked without an account, comma-separated, of ${sourceNames.filter((name) => name !== 'collection').join(', ')}. Leave it empty for the usual ones. With library alone nothing leaves your machine.`,
      example: sourceNames.slice(0, 5).join(','),
    },
  },
  PAPERQUEUE_ZOTERO_KEY: {
    means:
      'your key at [zotero.org](https://www.zotero.org/settings/keys), for `paperqueue zotero push` and `import zotero:`; without it, Zotero on this machine is used',
  },
  PAPERQUEUE_CONTACT_EMAIL: {
    means: 'sent to the sources, some of which serve known callers better',
    form: { title: 'Contact e-mail', description: 'Sent to open sources, some of which serve known callers better.' },
  },
  PAPERQUEUE_SOURCE_URLS: {
    means:
      'other addresses of sources and of `zotero` (a mirror, a proxy): `openalex=https://...,crossref=https://...`',
    without: 'the public ones',
  },
  PAPERQUEUE_FILES_FOLDERS: {
    means:
      'folders from which your assistant may attach files to papers (over stdio only): absolute paths, separated as in `PATH` (`:`, on Windows `;`)',
    without: 'only the roots that the host provides',
    form: {
      title: 'Folder of your papers',
      description:
        'From here the assistant may attach PDF, Word, EPUB, XML and HTML files of yours, to read and cite them: absolute paths, separated as in PATH. Leave it empty to allow no folder.',
      type: 'directory',
    },
  },
  PAPERQUEUE_FULL_TEXT: { means: '`off`: no text of a paper is fetched or read' },
  PAPERQUEUE_KEEP_FOUND: { means: '`on` or `off`: whether papers from sources are stored in the library' },
  PAPERQUEUE_RETRACTIONS_URL: {
    means: 'where `paperqueue retractions update` fetches the table of Retraction Watch: a CSV file, also gzipped',
    without: "Crossref's file at gitlab.com",
  },
  PAPERQUEUE_EMBEDDINGS_URL: {
    means:
      'an OpenAI-compatible API that makes embeddings, prefix included (`http://127.0.0.1:11434/v1` for Ollama): embedded searches are ranked by meaning too; https, or http on loopback and in private networks',
    without: 'unset: words alone',
  },
  PAPERQUEUE_EMBEDDINGS_MODEL: {
    means:
      'its model, such as `all-minilm`, needed with the address; without one the absolute path of a folder with a [model of your own](searching.md#by-meaning)',
    without: 'unset: words alone',
  },
  PAPERQUEUE_EMBEDDINGS_KEY: { means: 'your key there, if it needs one' },
  PAPERQUEUE_SCRAPER_BASE_URL: {
    means: 'the scraping service that the embedded service uses',
    without: "Firecrawl's public API",
  },
  PAPERQUEUE_HTTP_TOKEN: {
    means: 'bearer token for clients of `paperqueue mcp --http`; required off loopback',
  },
  PAPERQUEUE_DATABASE_URL: {
    means:
      'PostgreSQL (14 or later) in which `serve` and `work` share accounts and jobs, as `postgresql://user:password@host/name`; needs `npm install pg`',
    without: 'a file in the data folder',
  },
  PAPERQUEUE_SEALING_KEY: {
    means:
      'key that encrypts scraper keys in that PostgreSQL, the same for all its processes: 64 hexadecimal digits (`openssl rand -hex 32`); several, comma-separated, while one replaces another',
    without: 'scraper keys are refused there',
  },
  PAPERQUEUE_COLLECTION_URL: {
    means:
      'OpenSearch (2 or later) that holds a [collection](scaling.md) of papers, as `https://user:password@host:9200`; several addresses of one cluster comma-separated; needs `npm install @opensearch-project/opensearch`',
    without: 'none',
  },
  PAPERQUEUE_TOOLS: {
    means:
      'which tools your assistant sees and can call: `all`, `search` (the three searches, `get_job`, `estimate_credits`, `list_jobs`), or names of [tools](tools.md), comma-separated; prompts and skills come with all tools only',
    without: 'all',
  },
  PAPERQUEUE_TASKS: { means: '`off`: searches never become tasks of the MCP extension' },
  PAPERQUEUE_ANSWER_TYPES: {
    means:
      '`all`: the list of tools describes every field of their answers, for hosts that write code against them (32 kB more); `main`: only that they are objects',
  },
  PAPERQUEUE_LOG_LEVEL: { means: `${LOG_LEVELS.join(', ')} (to stderr)` },
};
