import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** What the build writes to dist/types.d.mts. */
async function spell(): Promise<string> {
  const path = '../../../scripts/build/spell-types.mjs';
  const { spellTypes } = (await import(path)) as { spellTypes: (path: string, config: string) => string };
  return spellTypes('src/faces/sdk/types.ts', 'scripts/build/tsconfig.exact.json');
}

describe('the types of the programmatic interface, as they are published', () => {
  it('need no module, and each says what it is', async () => {
    const text = await spell();
    expect(text).not.toMatch(/^import |import\(|from '/m);
    const declarations = text.split(/\n\n(?=\S)/);
    expect(declarations.length).toBeGreaterThan(10);
    for (const declaration of declarations) expect(declaration).toMatch(/^\/\*\*.+?\*\/\nexport (type|interface) \w+/s);
    expect(text).toContain('  /** 3 to 10 keywords or phrases. */\n  keywords?: readonly string[] | undefined;\n');
    expect(text).toContain('\n  papers?: Paper[];\n');
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(120);
  });

  it('mean what those of the code mean', async () => {
    const folder = temporaryFolder();
    const text = await spell();
    writeFileSync(join(folder, 'spelt.ts'), text);
    const names = [...text.matchAll(/^export (?:type|interface) (\w+)/gm)].map(([, name]) => name);
    const same = `type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : never;
      type Flat<T> = T extends string ? T : T extends (...words: never[]) => unknown ? T : { [Name in keyof T]: Flat<T[Name]> };`;
    const checks = names.map((name) => `export const is${name}: Same<Flat<own.${name}>, Flat<spelt.${name}>> = true;`);
    const own = join(ROOT, 'src/faces/sdk/types.ts');
    const imports = `import type * as own from '${own}';\nimport type * as spelt from './spelt.ts';`;
    writeFileSync(join(folder, 'check.ts'), [imports, same, ...checks].join('\n'));
    const compilerOptions = {
      incremental: false,
      tsBuildInfoFile: null,
      typeRoots: [join(ROOT, 'node_modules/@types')],
    };
    const config = { extends: join(ROOT, 'tsconfig.json'), compilerOptions, include: ['*.ts'], exclude: [] };
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const run = () => execFileSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8', stdio: 'pipe' });
    let printed = '';
    try {
      run();
    } catch (error) {
      printed = (error as { stdout: string }).stdout;
    }
    expect(printed).toBe('');
  });
});
