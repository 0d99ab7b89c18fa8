// Writes the one-click links of Cursor and VS Code into README.md, between its markers; with --check it only says
// whether they are up to date. The links carry what `paperqueue setup` prints. Run by `npm run install-links`.
import { readFile, writeFile } from 'node:fs/promises';
import { codeWebLink, cursorWebLink, linkParts } from '../src/setup/install-links.ts';
import { instructionsFor } from '../src/setup/setup.ts';

const README = new URL('../README.md', import.meta.url);
const BEGIN = '<!-- install-links: npm run install-links -->';
const END = '<!-- /install-links -->';

/** A machine of which nothing is known but that it is not Windows. */
const ANYWHERE = {
  platform: 'linux',
  home: '/home/you',
  folder: '/home/you',
  environment: {},
  nodeVersion: '',
  node: '',
  script: '',
};

function badge(title, mode, colour, logo) {
  const [left, right] = [title, mode].map((text) => text.replaceAll(' ', '_'));
  return `https://img.shields.io/badge/${left}-${right}-${colour}?style=flat-square${logo ? `&logo=${logo}` : ''}`;
}

function buttons({ hosted }) {
  const mode = hosted ? 'hosted' : 'no account';
  const parts = (client, servers) => linkParts(instructionsFor(ANYWHERE, client, { hosted }).content, servers);
  const cursor = cursorWebLink(parts('cursor', 'mcpServers').entry);
  const { entry, inputs } = parts('vscode', 'servers');
  return [
    `[![Add to Cursor (${mode})](${badge('Add to Cursor', mode, '000000', 'cursor')})](${cursor})`,
    `[![Add to VS Code (${mode})](${badge('Add to VS Code', mode, '0098FF')})](${codeWebLink(entry, inputs)})`,
  ].join('\n');
}

const old = await readFile(README, 'utf8');
const [before, rest] = old.split(BEGIN);
const [, after] = rest?.split(END) ?? [];
if (after === undefined) throw new Error('README.md has no markers for the install links');
const text = `${before}${BEGIN}\n${buttons({ hosted: false })}\n${buttons({ hosted: true })}\n${END}${after}`;

if (!process.argv.includes('--check')) await writeFile(README, text);
else if (text !== old) {
  console.error('The install links in README.md are out of date: npm run install-links');
  process.exitCode = 1;
}
