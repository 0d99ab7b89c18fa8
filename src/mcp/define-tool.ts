import type { StandardSchemaWithJSON, ToolAnnotations } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { invalidInput, PaperqueueError } from '../contract/errors.ts';
import { invalidFields } from '../contract/invalid.ts';
import type { Advice } from '../contract/notes.ts';
import type { Reviews } from '../jobs/reviewing/reviewing.ts';
import type { CallOptions, UseCases } from '../jobs/use-cases.ts';
import { once } from '../lib/once.ts';
import { WHERE_NAMES } from '../papers/filters/where.ts';

/** The page that hosts with MCP Apps draw for a result. */
export const VIEW_URI = 'ui://paperqueue/papers.html';

/** What a tool may do. Its annotations follow from this and are never written by hand. */
type Safety = 'spends' | 'writes' | 'keeps' | 'reads';

const ANNOTATIONS: Record<Safety, ToolAnnotations> = {
  // Clients assume that a tool which is not read-only destroys something, unless it says otherwise.
  spends: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
  // At most one new file in the data folder.
  writes: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  // Adds papers and texts to the user's library; nothing there is lost.
  keeps: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
  reads: { readOnlyHint: true, openWorldHint: true },
};

/** What a handler receives beside its input. */
type ToolContext = Required<Pick<CallOptions, 'signal'>> &
  Pick<CallOptions, 'onProgress' | 'drainSignal' | 'maxWaitSeconds'> & {
    /** When the call arrived (ISO 8601): an equal search that ended since was running beside it. */
    startedAt?: string;
    /** A person has agreed to exceed the daily cap. */
    overCap: boolean;
    /** A person acted in the page that the host draws: no assistant can say so, which writes arguments only. */
    isPerson?: boolean;
    /** Folders whose files may be read; undefined if none may, as over HTTP. */
    fileFolders?: readonly string[] | undefined;
    /** Opens the store on first use; wrong arguments are refused before. */
    useCases: () => Promise<UseCases>;
    /** Likewise. */
    reviews: () => Promise<Reviews>;
  };

type Texts = {
  name: string;
  title: string;
  /** For people: the guide (Markdown) and the forms of hosts. */
  summary: string;
  /** For the model. */
  description: string;
};

export type Tool = Texts & {
  annotations: ToolAnnotations;
  /** Whether a call may take credits. */
  spends: boolean;
  inputSchema: StandardSchemaWithJSON<unknown>;
  /** The answer's main parts with types, for the list of tools. Hosts may show it to the model. */
  outputSchema: StandardSchemaWithJSON<unknown>;
  /** The whole answer, for hosts that generate code. */
  wholeOutputSchema: StandardSchemaWithJSON<unknown>;
  /** For a tool whose result hosts draw: the page that draws it. */
  _meta?: { ui: { resourceUri: string } };
  /** Checks the arguments, all wrong fields at once (INVALID_INPUT), and runs the tool. */
  call(args: unknown, context: ToolContext): Promise<object>;
};

type ToolDefinition<Input, Output extends z.ZodObject> = Texts & {
  safety: Safety;
  input: z.ZodType<Input>;
  /** What the list of tools shows of the input, where `run` checks a part of it itself. */
  shownInput?: z.ZodType;
  output: Output;
  /** The parts of the answer that the list of tools names. */
  main: readonly (string & keyof z.output<Output>)[];
  /** Whether hosts draw its papers, in a frame per call. */
  isDrawn?: boolean;
  /** Further advice on wrong arguments, beside correcting them; undefined if there is none. */
  adviseOnInvalid?(args: Record<string, unknown>): Advice | undefined;
  run(input: Input, context: ToolContext): Promise<object>;
};

/** A tool from its safety class, schemas and handler. */
export function defineTool<Input, Output extends z.ZodObject>(definition: ToolDefinition<Input, Output>): Tool {
  const { safety, input, shownInput = input, output, main, isDrawn, run, adviseOnInvalid, ...texts } = definition;
  const inputJson = jsonSchema(shownInput, 'input');
  const names = Object.keys(inputJson.properties ?? {});
  return {
    ...texts,
    annotations: ANNOTATIONS[safety],
    spends: safety === 'spends',
    inputSchema: advertise(() => inputJson),
    outputSchema: advertise(() => mainParts(output, main)),
    // Only built on request: all of them take a tenth of a start.
    wholeOutputSchema: advertise(once(() => jsonSchema(output, 'output'))),
    ...(isDrawn && { _meta: { ui: { resourceUri: VIEW_URI } } }),
    async call(args, context) {
      const parsed = input.safeParse(args ?? {});
      if (parsed.success) return run(parsed.data, context);
      const refusal = invalidInput(
        invalidFields(parsed.error, names, NESTED_NAMES),
        safety === 'spends' ? 'request' : 'values',
      );
      const advice = adviseOnInvalid?.(Object(args ?? {}));
      if (advice === undefined) throw refusal;
      throw new PaperqueueError({ ...refusal.details, advice: [...refusal.details.advice, advice] });
    },
  };
}

/** Keys of the only nested parameter. */
const NESTED_NAMES = { where: WHERE_NAMES };

type JsonSchema = Record<string, unknown> & { properties?: Record<string, unknown> };

/** The main parts of an answer, each as an object or a list of objects. */
function mainParts({ shape }: z.ZodObject, names: readonly string[]): JsonSchema {
  return { type: 'object', properties: Object.fromEntries(names.map((name) => [name, outline(shape[name])])) };
}

function outline(schema: z.core.$ZodType | undefined): JsonSchema {
  if (schema instanceof z.ZodOptional) return outline(schema.unwrap());
  if (schema instanceof z.ZodArray) return { type: 'array', items: outline(schema.element) };
  return { type: schema?._zod.def.type };
}

const MIN_RARE_MAXIMUM = 300;
const MIN_RARE_LENGTH = 10_000;

/** The JSON Schema of a zod schema, shortened: every conversation pays for the list of tools. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const json = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    override: ({ jsonSchema: part }) => {
      // Limits that hardly any call reaches are only checked, not advertised.
      if ((part.maximum ?? 0) >= MIN_RARE_MAXIMUM) delete part.maximum;
      if ((part.maxItems ?? 0) >= MIN_RARE_MAXIMUM) delete part.maxItems;
      if ((part.maxLength ?? 0) >= MIN_RARE_LENGTH) delete part.maxLength;
      // Counts and offsets are obviously not negative.
      if (part.minimum === Number.MIN_SAFE_INTEGER || part.minimum === 0 || part.minimum === 1) delete part.minimum;
      if (part.exclusiveMinimum === 0) delete part.exclusiveMinimum;
      if (part.minItems === 1) delete part.minItems;
      if (part.minLength === 1) delete part.minLength;
      if (part.properties && Object.keys(part.properties).length === 0) delete part.properties;
      // Unknown keys are refused by name when they come; answers may gain keys.
      if (part.additionalProperties === false) delete part.additionalProperties;
      if (io === 'output') delete part.propertyNames;
    },
  });
  delete json.$schema;
  return json as JsonSchema;
}

/** A schema that the SDK shows but does not check: `call` does, with our error codes and all wrong fields at once. */
function advertise(json: () => JsonSchema): StandardSchemaWithJSON<unknown> {
  return {
    '~standard': {
      version: 1,
      vendor: 'paperqueue',
      validate: (value) => ({ value }),
      jsonSchema: { input: json, output: json },
    },
  };
}
