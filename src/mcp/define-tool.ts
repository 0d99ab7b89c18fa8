import type { StandardSchemaWithJSON, ToolAnnotations } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { invalidInput } from '../contract/errors.ts';
import { invalidFields } from '../contract/invalid.ts';
import type { CallOptions, UseCases } from '../jobs/use-cases.ts';

/** What a tool may do; its annotations follow from this and are never typed by hand. */
type Safety = 'spends' | 'writes' | 'reads';

const ANNOTATIONS: Record<Safety, ToolAnnotations> = {
  // Nothing is ever destroyed, which clients otherwise assume of a tool that is not read-only.
  spends: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
  // One new file at most, in our own folder.
  writes: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  reads: { readOnlyHint: true, openWorldHint: true },
};

/** What a handler gets beside its input. */
type ToolContext = Required<Pick<CallOptions, 'signal'>> &
  Pick<CallOptions, 'onProgress' | 'drainSignal' | 'maxWaitSeconds'> & {
    /** A person has agreed to go over the daily cap. */
    overCap: boolean;
    /** Opened at the first call; wrong arguments are refused before that. */
    useCases: () => Promise<UseCases>;
  };

export type Tool = {
  name: string;
  title: string;
  description: string;
  annotations: ToolAnnotations;
  /** Whether a call may take credits. */
  spends: boolean;
  inputSchema: StandardSchemaWithJSON<unknown>;
  outputSchema: StandardSchemaWithJSON<unknown>;
  /** Checks the arguments, all wrong fields at once (INVALID_INPUT), and runs the tool. */
  call(args: unknown, context: ToolContext): Promise<object>;
};

export type ToolDefinition<Input> = {
  name: string;
  title: string;
  safety: Safety;
  description: string;
  input: z.ZodType<Input>;
  output: z.ZodType;
  run(input: Input, context: ToolContext): Promise<object>;
};

export function defineTool<Input>(definition: ToolDefinition<Input>): Tool {
  const { name, title, safety, description, input, output, run } = definition;
  const inputJson = jsonSchema(input, 'input');
  return {
    name,
    title,
    description,
    annotations: ANNOTATIONS[safety],
    spends: safety === 'spends',
    inputSchema: advertise(inputJson),
    outputSchema: advertise(jsonSchema(output, 'output')),
    async call(args, context) {
      const parsed = input.safeParse(args ?? {});
      if (!parsed.success) throw invalidInput(invalidFields(parsed.error, Object.keys(inputJson.properties ?? {})));
      return run(parsed.data, context);
    },
  };
}

type JsonSchema = Record<string, unknown> & { properties?: Record<string, unknown> };

/**
 * The JSON Schema of a zod schema, without what no client needs: the list of tools is paid for in every conversation.
 */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const json = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    override: ({ jsonSchema: part }) => {
      if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum;
      if (part.minimum === Number.MIN_SAFE_INTEGER) delete part.minimum;
      if (part.minItems === 1) delete part.minItems;
      if (part.minLength === 1) delete part.minLength;
      if (part.properties && Object.keys(part.properties).length === 0) delete part.properties;
      // An unknown key is refused by name when it comes; saying so in advance is no help to anyone.
      delete part.additionalProperties;
    },
  });
  delete json.$schema;
  return json as JsonSchema;
}

/**
 * A schema for the SDK to show but not to check: its own check knows nothing of our error codes and of the rule that
 * all wrong fields are named at once.
 */
function advertise(json: JsonSchema): StandardSchemaWithJSON<unknown> {
  return {
    '~standard': {
      version: 1,
      vendor: 'paperqueue',
      validate: (value) => ({ value }),
      jsonSchema: { input: () => json, output: () => json },
    },
  };
}
