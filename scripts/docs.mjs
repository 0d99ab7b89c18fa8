// Writes the parts of documents and of hosts' forms that describe settings, tools and clients, from the tables in the
// source, and the BibTeX form of each character: `npm run docs`. With --check it only names outdated files.

import { TOOLS } from '../src/app/all-tools.ts';
import { codeWebLink, cursorWebLink, linkParts } from '../src/faces/setup/install-links.ts';
import { writeInstructions } from '../src/faces/setup/setup.ts';
import { SECRET_NAMES } from '../src/platform/config.ts';
import { MEANINGS } from '../src/platform/settings/variable-meanings.ts';
import { SETTING_NAMES, SETTINGS } from '../src/platform/settings/variables.ts';
import { SOURCES } from '../src/search/sources/all-sources.ts';
import { latexCharacters } from './build/latex-characters.mjs';
import { replacePart, writeAll } from './build/write-all.mjs';

const keyMeanings = Object.fromEntries(SOURCES.flatMap(({ key }) => (key ? [[key.setting, key]] : [])));
const settings = SETTING_NAMES.map((name) => ({
  name,
  rule: SETTINGS[name],
  ...(MEANINGS[name] ?? keyMeanings[name]),
}));
const inForms = settings.filter(({ form }) => form !== undefined);

function defaultOf({ rule }) {
  const { data } = rule.safeParse(undefined);
  return data === undefined ? undefined : String(data);
}

function settingsTable() {
  const rows = settings.map(
    (setting) => `| \`${setting.name}\` | ${setting.means} | ${setting.without ?? defaultOf(setting) ?? ''} |`,
  );
  return ['| variable | meaning | default |', '|---|---|---|', ...rows];
}

function toolsTable() {
  const [first] = TOOLS.filter(({ spends }) => spends);
  const cost = (tool) => (tool === first ? '1 credit per 100 results' : tool.spends ? 'the same' : 'nothing');
  const rows = TOOLS.map((tool) => `| \`${tool.name}\` | ${tool.summary} | ${cost(tool)} |`);
  return ['| tool | what it does | costs |', '|---|---|---|', ...rows];
}

function sentence(summary) {
  const plain = summary.replaceAll('`', '');
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`;
}

/** The name of a setting in a form: `base_url`. */
function fieldName(name) {
  return name.replace('PAPERQUEUE_', '').toLowerCase();
}

function manifestField({ name, form, ...setting }) {
  const { title, description, type = 'string', range } = form;
  const sensitive = SECRET_NAMES.includes(name) ? { sensitive: true } : {};
  const number = range ? { default: Number(defaultOf(setting)), min: range[0], max: range[1] } : {};
  return { type, title, description, ...sensitive, ...number, required: false };
}

function writeManifest(text) {
  const manifest = JSON.parse(text);
  manifest.server.mcp_config.env = Object.fromEntries(
    inForms.map(({ name }) => [name, `\${user_config.${fieldName(name)}}`]),
  );
  manifest.tools = TOOLS.map(({ name, summary }) => ({ name, description: sentence(summary) }));
  manifest.user_config = Object.fromEntries(
    inForms.map((setting) => [fieldName(setting.name), manifestField(setting)]),
  );
  return toJson(manifest);
}

function serverVariable({ name, form, ...setting }) {
  const { description, type, example } = form;
  const isNumber = typeof setting.rule.safeParse('1').data === 'number';
  const isPath = type === 'directory' && !name.endsWith('FOLDERS');
  return {
    name,
    description,
    isSecret: SECRET_NAMES.includes(name) || undefined,
    format: isNumber ? 'number' : isPath ? 'filepath' : undefined,
    placeholder: example,
    default: defaultOf(setting),
  };
}

function writeServer(text) {
  const server = JSON.parse(text);
  server.packages[0].environmentVariables = inForms.map(serverVariable);
  return toJson(server);
}

/** As Biome formats it: short lists on one line. */
function toJson(value) {
  const json = JSON.stringify(value, undefined, 2);
  return `${json.replaceAll(/\[\n\s+("[^\n]*"(?:,\n\s+"[^\n]*")*)\n\s+\]/g, (_, items) => `[${items.replaceAll(/,\n\s+/g, ', ')}]`)}\n`;
}

/** Any machine that does not run Windows. */
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

/** The one-click links of Cursor and VS Code, with the entry that `paperqueue setup` prints. */
function installLinks({ hosted }) {
  const mode = hosted ? 'hosted' : 'no account';
  const parts = (client, servers) => linkParts(writeInstructions(ANYWHERE, client, { hosted }).content, servers);
  const cursor = cursorWebLink(parts('cursor', 'mcpServers').entry);
  const { entry, inputs } = parts('vscode', 'servers');
  return [
    `[![Add to Cursor (${mode})](${badge('Add to Cursor', mode, '000000', 'cursor')})](${cursor})`,
    `[![Add to VS Code (${mode})](${badge('Add to VS Code', mode, '0098FF')})](${codeWebLink(entry, inputs)})`,
  ];
}

const WRITERS = {
  'README.md': (text) =>
    replacePart(text, 'install-links', [...installLinks({ hosted: false }), ...installLinks({ hosted: true })]),
  'docs/guide/settings.md': (text) => replacePart(text, 'settings', settingsTable()),
  'docs/guide/tools.md': (text) => replacePart(text, 'tools', toolsTable()),
  'manifest.json': writeManifest,
  'server.json': writeServer,
  'src/formats/latex-characters.json': () => toJson(latexCharacters()),
};

await writeAll(WRITERS);
