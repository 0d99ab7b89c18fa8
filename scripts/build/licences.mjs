import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The package that a bundled file is of: its folder below the innermost node_modules. */
const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/**
 * The notices that the licences of the bundled packages ask for, as one text: every licence once, with the packages
 * that are under it. Throws when a package says nothing of its licence.
 */
export function licencesOf(files) {
  const folders = new Set(files.flatMap((file) => PACKAGE.exec(file)?.[1] ?? []));
  const byText = new Map();
  for (const folder of [...folders].sort()) {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const text = licenceText(folder) ?? license;
    if (!text) throw new Error(`${name} says nothing of its licence`);
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version} (${license})`]);
  }
  const parts = [...byText].map(([text, packages]) => `${packages.join('\n')}\n\n${text}\n`);
  return `Packages of others in this one, and their licences.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

function licenceText(folder) {
  const name = readdirSync(folder).find((file) => /^(?:licen[cs]e|copying)(?:[.-].*)?$/i.test(file));
  const path = name && join(folder, name);
  return path && existsSync(path) ? readFileSync(path, 'utf8').replaceAll('\r\n', '\n').trim() : undefined;
}
