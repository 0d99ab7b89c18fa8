/** Tokens and keys of the tests. None of them may appear in an output, a log, an error or a file. */
export const TOKEN = 'tok-6f1d2c9ab83e47f0';
export const SCRAPER_KEY = 'fc-0123456789abcdef';
export const HTTP_TOKEN = 'mcp-91c0b7de5a2f4486';
export const OPENALEX_KEY = 'oa-5b8e02d7c9a14f36';
export const SEMANTIC_SCHOLAR_KEY = 's2-c41f9d3e7ab06285';
export const SECRETS = [TOKEN, SCRAPER_KEY, OPENALEX_KEY, SEMANTIC_SCHOLAR_KEY, HTTP_TOKEN];
