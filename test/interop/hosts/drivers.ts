/**
 * What a program on each of the frameworks does to give its model our tools, in the words of its own documentation.
 * Runs in a process of its own, from the folder where the framework is installed: `node driver.mjs NAME`.
 */
import type { Given } from './given.ts';

const PROMPT = 'Find papers on how genomes of viruses evolve.';

/** A package that is installed where this runs, and unknown where it is checked. */
async function load<T>(name: string): Promise<T> {
  return (await import(name)) as T;
}

type Model = new (options: object) => object;

async function langchain({ server, model }: Given): Promise<string> {
  type Client = new (options: object) => { getTools(): Promise<object[]>; close(): Promise<void> };
  type Agent = { invoke(input: object): Promise<{ messages: { content: string }[] }> };
  const { MultiServerMCPClient } = await load<{ MultiServerMCPClient: Client }>('@langchain/mcp-adapters');
  const { ChatOpenAI } = await load<{ ChatOpenAI: Model }>('@langchain/openai');
  const { createReactAgent } = await load<{ createReactAgent(options: object): Agent }>(
    '@langchain/langgraph/prebuilt',
  );
  const client = new MultiServerMCPClient({ mcpServers: { paperqueue: { transport: 'stdio', ...server } } });
  const llm = new ChatOpenAI({ model: 'stand-in', apiKey: 'none', configuration: { baseURL: `${model}/v1` } });
  const agent = createReactAgent({ llm, tools: await client.getTools() });
  const { messages } = await agent.invoke({ messages: [{ role: 'user', content: PROMPT }] });
  await client.close();
  return messages.at(-1)?.content ?? '';
}

async function aiSdk({ server, model }: Given): Promise<string> {
  type Client = { tools(): Promise<object>; close(): Promise<void> };
  type Provider = (options: object) => (model: string) => object;
  const { createMCPClient } = await load<{ createMCPClient(options: object): Promise<Client> }>('@ai-sdk/mcp');
  const { Experimental_StdioMCPTransport: Transport } = await load<{ Experimental_StdioMCPTransport: Model }>(
    '@ai-sdk/mcp/mcp-stdio',
  );
  const { generateText, stepCountIs } = await load<{
    generateText(options: object): Promise<{ text: string }>;
    stepCountIs(count: number): object;
  }>('ai');
  const { createOpenAICompatible } = await load<{ createOpenAICompatible: Provider }>('@ai-sdk/openai-compatible');
  const client = await createMCPClient({ transport: new Transport(server) });
  const { text } = await generateText({
    model: createOpenAICompatible({ name: 'loopback', baseURL: `${model}/v1` })('stand-in'),
    tools: await client.tools(),
    stopWhen: stepCountIs(5),
    prompt: PROMPT,
  });
  await client.close();
  return text;
}

async function openaiAgents({ server, model }: Given): Promise<string> {
  type Server = new (options: object) => { connect(): Promise<void>; close(): Promise<void> };
  type Runner = new (options: object) => { run(agent: object, prompt: string): Promise<{ finalOutput: string }> };
  const { Agent, MCPServerStdio, OpenAIProvider, Runner } = await load<{
    Agent: Model;
    MCPServerStdio: Server;
    OpenAIProvider: Model;
    Runner: Runner;
  }>('@openai/agents');
  const paperqueue = new MCPServerStdio({ name: 'paperqueue', ...server });
  await paperqueue.connect();
  const modelProvider = new OpenAIProvider({ baseURL: `${model}/v1`, apiKey: 'none' });
  const agent = new Agent({ name: 'reader', model: 'stand-in', mcpServers: [paperqueue] });
  const { finalOutput } = await new Runner({ modelProvider, tracingDisabled: true }).run(agent, PROMPT);
  await paperqueue.close();
  return finalOutput;
}

async function mastra({ server, model }: Given): Promise<string> {
  type Client = new (options: object) => { listTools(): Promise<object>; disconnect(): Promise<void> };
  type Agent = new (options: object) => { generate(prompt: string): Promise<{ text: string }> };
  const { MCPClient } = await load<{ MCPClient: Client }>('@mastra/mcp');
  const { Agent } = await load<{ Agent: Agent }>('@mastra/core/agent');
  const client = new MCPClient({ servers: { paperqueue: server } });
  const agent = new Agent({
    id: 'reader',
    name: 'reader',
    instructions: 'Find papers.',
    model: { id: 'loopback/stand-in', url: `${model}/v1`, apiKey: 'none' },
    tools: await client.listTools(),
  });
  const { text } = await agent.generate(PROMPT);
  await client.disconnect();
  return text;
}

const DRIVERS: Record<string, (given: Given) => Promise<string>> = { langchain, aiSdk, openaiAgents, mastra };

const drive = DRIVERS[process.argv[2] ?? ''];
if (drive === undefined) throw new Error(`no driver ${process.argv[2]}`);
process.stdout.write(await drive(JSON.parse(process.env.HOSTS_GIVEN ?? '{}')));
