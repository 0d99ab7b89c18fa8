/**
 * The four ways in which the products ask a model, as far as a conversation with tools needs them: what a request
 * offers and says, and how a turn of the model is written back, whole or as a stream of events.
 */

type Json = { readonly [key: string]: unknown };

/**
 * What the model does next: call a tool of the product's list, or say something. Frameworks take two turns of one id
 * for the same.
 */
export type Turn = { id: string } & ({ call: OfferedTool; args: object } | { say: string });

/** A tool as the product names it to the model; Codex puts those of a server under a namespace. */
export type OfferedTool = { name: string; namespace?: string };

/** What a request hands to the model. */
export type Handed = {
  tools: OfferedTool[];
  /** What the tools answered, in order, as the model reads it. */
  results: string[];
};

export type Dialect = {
  path: RegExp;
  read(body: Json): Handed;
  isStream(body: Json, path: string): boolean;
  whole(turn: Turn): object;
  /** Server-sent events: name (or none) and data. */
  events(turn: Turn): [name: string | undefined, data: object][];
};

const MODEL = 'stand-in';

function list(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter((one): one is Json => typeof one === 'object' && one !== null) : [];
}

/** The text of a content that may be a string, parts with texts, or any other JSON. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts = list(content);
  if (parts.length > 0 && parts.every(({ text }) => typeof text === 'string'))
    return parts.map(({ text }) => text).join('\n');
  return JSON.stringify(content ?? '');
}

const chatUsage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

function chatMessage(turn: Turn): object {
  if ('say' in turn) return { role: 'assistant', content: turn.say };
  const called = { name: turn.call.name, arguments: JSON.stringify(turn.args) };
  return {
    role: 'assistant',
    content: null,
    tool_calls: [{ index: 0, id: turn.id, type: 'function', function: called }],
  };
}

const chatEnd = (turn: Turn) => ('say' in turn ? 'stop' : 'tool_calls');
const chatBase = ({ id }: Turn) => ({ id: `chat_${id}`, created: 0, model: MODEL });

/** OpenAI's chat completions, which most frameworks and every compatible server speak. */
const chat: Dialect = {
  path: /\/chat\/completions$/,
  read: ({ tools, messages }) => ({
    tools: list(tools).map((tool) => ({ name: String((tool.function as Json | undefined)?.name) })),
    results: list(messages)
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => textOf(content)),
  }),
  isStream: ({ stream }) => stream === true,
  whole: (turn) => ({
    ...chatBase(turn),
    object: 'chat.completion',
    choices: [{ index: 0, message: chatMessage(turn), finish_reason: chatEnd(turn) }],
    usage: chatUsage,
  }),
  events: (turn) => {
    const chunk = (delta: object, finish_reason: string | null) => ({
      ...chatBase(turn),
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason }],
    });
    return [
      [undefined, chunk(chatMessage(turn), null)],
      [undefined, { ...chunk({}, chatEnd(turn)), usage: chatUsage }],
    ];
  },
};

function responseItem(turn: Turn): object {
  if ('say' in turn) {
    const content = [{ type: 'output_text', text: turn.say, annotations: [] }];
    return { type: 'message', id: `msg_${turn.id}`, role: 'assistant', status: 'completed', content };
  }
  const called = { ...turn.call, arguments: JSON.stringify(turn.args) };
  return { type: 'function_call', id: `fc_${turn.id}`, call_id: turn.id, status: 'completed', ...called };
}

function response(turn: Turn): object {
  const details = { input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 0 } };
  return {
    id: `resp_${turn.id}`,
    object: 'response',
    created_at: 0,
    model: MODEL,
    status: 'completed',
    output: [responseItem(turn)],
    usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2, ...details },
  };
}

/** OpenAI's responses. */
const responses: Dialect = {
  path: /\/responses$/,
  read: ({ tools, input }) => ({
    tools: list(tools).flatMap((tool): OfferedTool[] =>
      tool.type === 'namespace'
        ? list(tool.tools).map(({ name }) => ({ name: String(name), namespace: String(tool.name) }))
        : [{ name: String(tool.name) }],
    ),
    results: list(input)
      .filter(({ type }) => type === 'function_call_output')
      .map(({ output }) => textOf(output)),
  }),
  isStream: ({ stream }) => stream === true,
  whole: response,
  events: (turn) => {
    const item = responseItem(turn);
    return [
      [
        'response.created',
        { type: 'response.created', response: { id: `resp_${turn.id}`, status: 'in_progress', output: [] } },
      ],
      ['response.output_item.added', { type: 'response.output_item.added', output_index: 0, item }],
      ['response.output_item.done', { type: 'response.output_item.done', output_index: 0, item }],
      ['response.completed', { type: 'response.completed', response: response(turn) }],
    ];
  },
};

function block(turn: Turn): Json {
  if ('say' in turn) return { type: 'text', text: turn.say };
  return { type: 'tool_use', id: turn.id, name: turn.call.name, input: turn.args };
}

const messageEnd = (turn: Turn) => ('say' in turn ? 'end_turn' : 'tool_use');
const messageBase = ({ id }: Turn) => ({ id: `msg_${id}`, type: 'message', role: 'assistant', model: MODEL });
const messageUsage = { input_tokens: 1, output_tokens: 1 };

/** Anthropic's messages. */
const messages: Dialect = {
  path: /\/messages$/,
  read: ({ tools, messages: said }) => ({
    tools: list(tools).map(({ name }) => ({ name: String(name) })),
    results: list(said)
      .flatMap(({ content }) => list(content))
      .filter(({ type }) => type === 'tool_result')
      .map(({ content }) => textOf(content)),
  }),
  isStream: ({ stream }) => stream === true,
  whole: (turn) => ({
    ...messageBase(turn),
    content: [block(turn)],
    stop_reason: messageEnd(turn),
    usage: messageUsage,
  }),
  events: (turn) => {
    const isText = 'say' in turn;
    const empty = isText ? { type: 'text', text: '' } : { ...block(turn), input: {} };
    const delta = isText
      ? { type: 'text_delta', text: turn.say }
      : { type: 'input_json_delta', partial_json: JSON.stringify(turn.args) };
    const events = [
      { type: 'message_start', message: { ...messageBase(turn), content: [], stop_reason: null, usage: messageUsage } },
      { type: 'content_block_start', index: 0, content_block: empty },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: messageEnd(turn), stop_sequence: null }, usage: messageUsage },
      { type: 'message_stop' },
    ];
    return events.map((event) => [event.type, event]);
  },
};

function candidate(turn: Turn): object {
  const part =
    'say' in turn ? { text: turn.say } : { functionCall: { id: turn.id, name: turn.call.name, args: turn.args } };
  const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
  return { candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }], usageMetadata };
}

/** Google's generateContent. */
const generate: Dialect = {
  path: /:(generateContent|streamGenerateContent)$/,
  read: ({ tools, contents }) => ({
    tools: list(tools)
      .flatMap(({ functionDeclarations }) => list(functionDeclarations))
      .map(({ name }) => ({ name: String(name) })),
    results: list(contents)
      .flatMap(({ parts }) => list(parts))
      .filter(({ functionResponse }) => functionResponse !== undefined)
      .map(({ functionResponse }) => {
        const { output, ...rest } = (functionResponse as { response: Json }).response;
        return textOf(output ?? rest);
      }),
  }),
  isStream: (_, path) => path.endsWith(':streamGenerateContent'),
  whole: candidate,
  events: (turn) => [[undefined, candidate(turn)]],
};

export const DIALECTS: readonly Dialect[] = [chat, responses, messages, generate];
