import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Given } from './given.ts';
import { LAST_WORD } from './model-stand-in.ts';

/** Where a product is installed, and what it is given. */
type Place = { folder: string; given: Given };

/** A command of a product, and what its output has to hold. */
export type Step = { command?: string; args: string[]; holds: string };

export type Product = {
  name: string;
  /** The first is the product; the versions are those that the table of docs/clients.md speaks of. */
  packages: [string, ...string[]];
  environment?(given: Given): Record<string, string>;
  /** Files of the user's that the product has no command for, below the home folder. */
  files?(given: Given): Record<string, object>;
  steps(place: Place): Step[];
};

const PROMPT = 'Find papers on how genomes of viruses evolve.';

/** A framework: a program that uses it is all that is run. */
function framework(name: string, driver: string, packages: [string, ...string[]]): Product {
  return {
    name,
    packages,
    environment: (given) => ({ HOSTS_GIVEN: JSON.stringify(given) }),
    steps: ({ folder }) => [{ args: [join(folder, 'driver.mjs'), driver], holds: LAST_WORD }],
  };
}

/** The steps of a product with a command line, each with the product's script before its own words. */
function commands(folder: string, script: string, steps: readonly [words: string[], holds: string][]): Step[] {
  const file = join(folder, 'node_modules', script);
  return steps.map(([words, holds]) => ({ args: [file, ...words], holds }));
}

function variables({ server }: Given, flag: string): string[] {
  return Object.entries(server.env).flatMap(([name, value]) => [flag, `${name}=${value}`]);
}

/** A program that comes compiled, in a package for this platform. */
function compiled(folder: string, package_: string, path: string): string {
  const file = join(folder, 'node_modules', `${package_}-${process.platform}-${process.arch}`, path);
  if (!existsSync(file)) throw new Error(`there is no ${package_} for this platform`);
  return file;
}

const claudeCode: Product = {
  name: 'Claude Code',
  packages: ['@anthropic-ai/claude-code@2.1.329'],
  environment: ({ model }) => ({
    ANTHROPIC_BASE_URL: model,
    ANTHROPIC_API_KEY: 'none',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  }),
  steps: ({ folder, given }) => {
    const { command, args } = given.server;
    const add = ['mcp', 'add', 'paperqueue', '-s', 'user', ...variables(given, '-e'), '--', command, ...args];
    return commands(folder, '@anthropic-ai/claude-code/cli-wrapper.cjs', [
      [add, 'Added'],
      [['mcp', 'list'], 'Connected'],
      [['mcp', 'get', 'paperqueue'], 'Connected'],
      [['-p', PROMPT, '--allowedTools', 'mcp__paperqueue'], LAST_WORD],
    ]);
  },
};

const codex: Product = {
  name: 'Codex CLI',
  packages: ['@openai/codex@0.169.0'],
  steps: ({ folder, given }) => {
    const { command, args } = given.server;
    const add = ['mcp', 'add', 'paperqueue', ...variables(given, '--env'), '--', command, ...args];
    const provider = `{ name = "loopback", base_url = "${given.model}/v1", wire_api = "responses" }`;
    // Without a person to ask, it refuses a tool that is not read only unless the user has approved it in the
    // configuration.
    const approved = 'mcp_servers.paperqueue.default_tools_approval_mode = "approve"';
    const settings = [
      `model_providers.loopback = ${provider}`,
      'model_provider = "loopback"',
      'model = "stand-in"',
      approved,
    ];
    const exec = ['exec', '--skip-git-repo-check', ...settings.flatMap((setting) => ['-c', setting]), PROMPT];
    return commands(folder, '@openai/codex/bin/codex.js', [
      [add, 'Added'],
      [['mcp', 'list', '--json'], '"enabled": true'],
      [['mcp', 'get', 'paperqueue'], 'paperqueue'],
      [exec, LAST_WORD],
    ]);
  },
};

/** `mcp add` and `mcp list` of Gemini CLI, and of Qwen Code, which was made from it. */
function addAndList(given: Given): [words: string[], holds: string][] {
  const { command, args } = given.server;
  return [
    [['mcp', 'add', '-s', 'user', ...variables(given, '-e'), 'paperqueue', command, ...args], 'added'],
    [['mcp', 'list'], 'Connected'],
  ];
}

const gemini: Product = {
  name: 'Gemini CLI',
  packages: ['@google/gemini-cli@0.61.0'],
  environment: ({ model }) => ({
    GEMINI_API_KEY: 'none',
    GOOGLE_GEMINI_BASE_URL: model,
    // It starts no server from a folder that it does not trust.
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
  }),
  files: () => ({ '.gemini/settings.json': { security: { auth: { selectedType: 'gemini-api-key' } } } }),
  steps: ({ folder, given }) =>
    commands(folder, '@google/gemini-cli/bundle/gemini.js', [
      ...addAndList(given),
      // Without a model's name it asks a small model first which one to take.
      [['-m', 'gemini-2.5-pro', '--yolo', '-p', PROMPT], LAST_WORD],
    ]),
};

const qwen: Product = {
  name: 'Qwen Code',
  packages: ['@qwen-code/qwen-code@0.24.4'],
  environment: ({ model }) => ({ OPENAI_API_KEY: 'none', OPENAI_BASE_URL: `${model}/v1`, OPENAI_MODEL: 'stand-in' }),
  steps: ({ folder, given }) =>
    commands(folder, '@qwen-code/qwen-code/cli.js', [
      ...addAndList(given),
      [['--auth-type', 'openai', '--yolo', '-p', PROMPT], LAST_WORD],
    ]),
};

const copilot: Product = {
  name: 'GitHub Copilot CLI',
  packages: ['@github/copilot@1.0.102'],
  environment: ({ model }) => ({
    COPILOT_PROVIDER_TYPE: 'openai',
    COPILOT_PROVIDER_BASE_URL: `${model}/v1`,
    COPILOT_PROVIDER_API_KEY: 'none',
    COPILOT_MODEL: 'stand-in',
    COPILOT_OFFLINE: 'true',
  }),
  steps: ({ folder, given }) => {
    const { command, args } = given.server;
    return commands(folder, '@github/copilot/npm-loader.js', [
      [['mcp', 'add', 'paperqueue', ...variables(given, '--env'), '--', command, ...args], 'Added'],
      [['mcp', 'list'], 'paperqueue'],
      [['--allow-all-tools', '-p', PROMPT], LAST_WORD],
    ]);
  },
};

const openCode: Product = {
  name: 'opencode',
  packages: ['opencode-ai@1.18.33'],
  environment: () => ({ OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1' }),
  files: ({ server, model }) => {
    const options = { baseURL: `${model}/v1`, apiKey: 'none' };
    const models = { 'stand-in': { name: 'stand-in', tool_call: true } };
    const command = [server.command, ...server.args];
    const settings = {
      model: 'loopback/stand-in',
      permission: 'allow',
      provider: { loopback: { npm: '@ai-sdk/openai-compatible', options, models } },
      mcp: { paperqueue: { type: 'local', command, environment: server.env, enabled: true } },
    };
    return { '.config/opencode/opencode.json': settings };
  },
  steps: ({ folder }) => {
    const command = compiled(folder, 'opencode', 'bin/opencode');
    return [
      { command, args: ['mcp', 'list'], holds: 'connected' },
      { command, args: ['run', PROMPT], holds: LAST_WORD },
    ];
  },
};

const continueCli: Product = {
  name: 'Continue CLI',
  packages: ['@continuedev/cli@1.5.47'],
  files: ({ server, model }) => {
    const llm = { name: 'stand-in', provider: 'openai', model: 'stand-in', apiBase: `${model}/v1`, apiKey: 'none' };
    const models = [{ ...llm, roles: ['chat'], capabilities: ['tool_use'] }];
    const mcpServers = [{ name: 'paperqueue', ...server }];
    return { '.continue/config.yaml': { name: 'local', version: '1.0.0', schema: 'v1', models, mcpServers } };
  },
  steps: ({ folder }) => commands(folder, '@continuedev/cli/dist/cn.js', [[['--auto', '-p', PROMPT], LAST_WORD]]),
};

/** What is driven, most used first among those with a command line. */
export const PRODUCTS: readonly Product[] = [
  claudeCode,
  codex,
  gemini,
  copilot,
  openCode,
  qwen,
  continueCli,
  framework('LangChain JS', 'langchain', [
    '@langchain/mcp-adapters@1.1.4',
    '@langchain/core@1.2.13',
    '@langchain/langgraph@1.4.10',
    '@langchain/openai@1.6.0',
  ]),
  framework('Vercel AI SDK', 'aiSdk', ['@ai-sdk/mcp@2.0.99', 'ai@7.0.173', '@ai-sdk/openai-compatible@3.0.92']),
  framework('OpenAI Agents JS', 'openaiAgents', ['@openai/agents@0.20.0']),
  framework('Mastra', 'mastra', ['@mastra/mcp@2.0.0', '@mastra/core@1.71.0']),
];
