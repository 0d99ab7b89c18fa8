// Converts the list of tools as products in JavaScript do before they send it to a model. Arguments: the file with the
// list. Prints a line of JSON for each converter: what it is, how many tools it took, and which it refused and why.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { mcpToTool } from '@google/genai';
import { convertToOpenAITool } from '@langchain/core/utils/function_calling';
import { loadMcpTools } from '@langchain/mcp-adapters';
import { getAllMcpTools } from '@openai/agents';
import { generateText, jsonSchema, tool } from 'ai';

const { tools } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const require = createRequire(import.meta.url);

function versionOf(name) {
  return JSON.parse(readFileSync(require.resolve.paths(name)[0].concat(`/${name}/package.json`), 'utf8')).version;
}

/** Tries each tool by itself; `convert` gives what is sent of it, with its `required` and choices. */
async function report(name, what, convert) {
  const refused = [];
  for (const each of tools) {
    try {
      const sent = JSON.stringify(await convert(structuredClone(each)));
      const lost = lostIn(sent, each);
      if (lost) refused.push({ tool: each.name, why: lost });
    } catch (error) {
      refused.push({ tool: each.name, why: error.message.slice(0, 300) });
    }
  }
  const converter = `${name} ${what}`.trim();
  process.stdout.write(`${JSON.stringify({ converter, version: versionOf(name), tools: tools.length, refused })}\n`);
}

/** What a conversion must not lose. */
function lostIn(sent, { name, description, inputSchema }) {
  const isKept = (text) => sent?.includes(JSON.stringify(text).slice(1, -1));
  if (!isKept(name) || !isKept(description)) return 'lost its name or description';
  const choices = Object.values(inputSchema.properties).flatMap((part) => part.enum ?? part.items?.enum ?? []);
  const parts = Object.entries(inputSchema.properties).flatMap(([part, { description: text }]) => [part, text]);
  const missing = [...parts, ...choices].find((each) => !isKept(each));
  return missing === undefined ? undefined : `lost ${missing}`;
}

const clientOf = (each) => ({ listTools: async () => ({ tools: [each] }), callTool: async () => ({ content: [] }) });

/** The body of the request that the AI SDK would send. */
async function bodyOf(model, { name, description, inputSchema }) {
  let body;
  const fetch = async (_address, request) => {
    body = JSON.parse(request.body);
    throw new Error('not sent');
  };
  const set = { [name]: tool({ description, inputSchema: jsonSchema(inputSchema) }) };
  await generateText({ model: model(fetch), tools: set, prompt: 'x', maxRetries: 0 }).catch((error) => {
    if (body === undefined) throw error;
  });
  return body;
}

const gemini = (fetch) => createGoogleGenerativeAI({ apiKey: 'x', fetch })('gemini-2.5-pro');
const responses = (fetch) => createOpenAI({ apiKey: 'x', fetch })('gpt-5');
await report('@ai-sdk/google', '', (each) => bodyOf(gemini, each));
await report('@ai-sdk/openai', '', (each) => bodyOf(responses, each));
await report('@google/genai', 'mcpToTool', (each) => mcpToTool(clientOf(each)).tool());
await report('@langchain/mcp-adapters', 'for OpenAI', async (each) => {
  const [loaded] = await loadMcpTools('paperqueue', clientOf(each));
  return convertToOpenAITool(loaded);
});
for (const convertSchemasToStrict of [false, true]) {
  await report('@openai/agents', convertSchemasToStrict ? 'strict' : '', async (each) => {
    const server = {
      cacheToolsList: false,
      name: 'paperqueue',
      listTools: async () => [each],
      invalidateToolsCache() {},
      callTool() {},
    };
    const [converted] = await getAllMcpTools({ mcpServers: [server], convertSchemasToStrict });
    const unsupported = converted.strict && ['if', 'dependentSchemas'].find((word) => word in converted.parameters);
    if (unsupported) throw new Error(`strict with ${unsupported}, which OpenAI's API refuses`);
    return { ...converted, description: each.description };
  });
}
