import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder of skills, each a folder of texts with a SKILL.md. */
export const SKILLS = 'plugin/skills';

/** The texts of the skills by their paths, in a file that the server imports: the bundle has no folder beside it. */
export async function writeSkills() {
  const entries = await readdir(SKILLS, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).replaceAll('\\', '/'))
    .sort();
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  const byPath = Object.fromEntries(paths.map((path, index) => [path.slice(SKILLS.length + 1), texts[index]]));
  await writeFile('src/mcp/skills/skills.json', `${JSON.stringify(byPath)}\n`);
}
