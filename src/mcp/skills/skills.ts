import { createHash } from 'node:crypto';
import { type McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { once } from '../../lib/once.ts';
import texts from './skills.json' with { type: 'json' };

/**
 * The extension `io.modelcontextprotocol/skills` (SEP-2640): the plugin's skills, for hosts that have not installed the
 * plugin. Their files are resources; `skills/list` and `skills/get` list them with digests. The SDK has no server
 * support for it yet.
 */

export const SKILLS = 'io.modelcontextprotocol/skills';

const MARKDOWN = 'text/markdown';
const SKILL_FILE = '/SKILL.md';

/** They change only with the program. */
const CACHING = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

type Frontmatter = { name: string; description: string };

/** An entry as the extension defines it. */
type Skill = {
  uri: string;
  frontmatter: Frontmatter;
  resources: { uri: string; digest: string; size: number }[];
};

const FILES: Readonly<Record<string, string>> = texts;

function toUri(path: string): string {
  return `skill://${path}`;
}

/** Reads the lines between the fences; our frontmatter has one plain text per line. */
function readFrontmatter(text: string): Frontmatter {
  const [, lines = ''] = text.split('---\n');
  const fields = lines
    .split('\n')
    .filter((line) => line.includes(': '))
    .map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]);
  return Object.fromEntries(fields);
}

/** All skills, each with a complete list of its files. */
const listSkills = once((): Skill[] =>
  Object.keys(FILES)
    .filter((path) => path.endsWith(SKILL_FILE))
    .map((path) => {
      const folder = path.slice(0, -SKILL_FILE.length + 1);
      const files = Object.entries(FILES).filter(([file]) => file.startsWith(folder));
      return {
        uri: toUri(path),
        frontmatter: readFrontmatter(FILES[path] ?? ''),
        resources: files.map(([file, text]) => {
          const bytes = Buffer.from(text);
          const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
          return { uri: toUri(file), digest, size: bytes.length };
        }),
      };
    }),
);

/** Registers the files as resources, and the requests of the extension. */
export function registerSkills(server: McpServer): void {
  const skills = new Map(Object.entries(FILES).filter(([path]) => path.endsWith(SKILL_FILE)));
  for (const [path, text] of Object.entries(FILES)) {
    const { name, description } = skills.has(path) ? readFrontmatter(text) : { name: path, description: undefined };
    server.registerResource(name, toUri(path), { mimeType: MARKDOWN, description }, ({ href }) => ({
      contents: [{ uri: href, mimeType: MARKDOWN, text }],
    }));
  }
  const page = z.looseObject({ cursor: z.string().optional() }).optional();
  server.server.setRequestHandler('skills/list', { params: page }, () => ({ skills: listSkills(), ...CACHING }));
  server.server.setRequestHandler('skills/get', { params: z.looseObject({ uri: z.string() }) }, ({ uri }) => {
    const skill = listSkills().find((each) => each.uri === uri);
    if (!skill) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such skill.');
    return { skill, ...CACHING };
  });
}
