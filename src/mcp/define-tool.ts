import type { StandardSchemaWithJSON, ToolAnnotations } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { invalidInput, PaperqueueError } from '../contract/errors.ts';
import { defaultError, invalidFields } from '../contract/invalid.ts';
import type { Feature, Features } from '../jobs/features.ts';
import type { Call } from '../jobs/ports/reviews.ts';
import type { CallOptions } from '../jobs/spending/call.ts';
import { once } from '../lib/once.ts';
import { WHERE_NAMES } from '../papers/filters/where.ts';
import type { Listed, ToolName } from '../platform/settings/tool-names.ts';
import type { Advice } from '../wording/notes.ts';

/** The page that hosts with MCP Apps draw for a result. */
export const VIEW_URI = 'ui://paperqueue/papers.html';

/** What a tool may do. Its annotations follow from this and are never written by hand. */
type Safety = 'spends' | 'writes' | 'keeps' | 'reads' | 'readsHere';

type Hints = Required<Omit<ToolAnnotations, 'title' | 'idempotentHint'>> & Pick<ToolAnnotations, 'idempotentHint'>;

/**
 * The hints that directories require are always sent, because clients assume the worst if one is missing.
 * `idempotentHint` is sent only if it is informative: it means nothing for a read-only tool, and without it repeated
 * calls count as separate.
 */
const HINTS: Record<Safety, Hints> = {
  // A fresh search is another job and another charge, but destroys nothing.
  spends: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
  // At most one new file in the data folder, or events appended to a review's log.
  writes: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  // Adds papers and texts to the user's library, each once; destroys nothing there.
  keeps: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  // Queries sources or the service, and changes nothing of the user's.
  reads: { readOnlyHint: true, destructiveHint: false, openWorldHint: true },
  // Reads only this machine's store.
  readsHere: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
};

/** What a handler receives beside its input. */
type ToolContext = Required<Pick<CallOptions, 'signal'>> &
  Pick<CallOptions, 'onProgress' | 'drainSignal' | 'maxWaitSeconds'> & {
    /** When the call arrived (ISO 8601): an equal search that ended since then was running concurrently. */
    startedAt?: string;
    /** A person has agreed to exceed the daily cap. */
    overCap: boolean;
    /**
     * A person acted in the page that the host draws. An assistant cannot claim this, because it only controls the
     * arguments.
     */
    isPerson?: boolean;
    /** Whether the client has had an answer about this job, whose statements need not be repeated. */
    isFollowUp?: (job: string) => boolean;
    /** Folders whose files may be read; undefined if none may, as over HTTP. */
    fileFolders?: readonly string[] | undefined;
  };

/** The features that a tool needs, already opened. */
type Opened<Needs extends keyof Features> = { [Name in Needs]: Feature<Name> };

type Texts = {
  name: ToolName;
  title: string;
  /** For people: used in the guide (Markdown) and in hosts' forms. */
  summary: string;
};

export type Tool = Texts & {
  /** For the model; mentions only tools that it can call, and no price where searches cost nothing. */
  describe(has: Listed, isFree?: boolean): string;
  annotations: ToolAnnotations;
  /** Whether a call may take credits. */
  spends: boolean;
  inputSchema: StandardSchemaWithJSON<unknown>;
  /**
   * Says only that the answer is an object: a model learns its fields from the answer, and model APIs do not accept
   * output schemas.
   */
  outputSchema: StandardSchemaWithJSON<unknown>;
  /** The schema of the whole answer, for hosts that generate code. */
  wholeOutputSchema: StandardSchemaWithJSON<unknown>;
  /** For a tool whose result hosts draw: the page that draws it. */
  _meta?: { ui: { resourceUri: string } };
  /** Validates the arguments, reporting all wrong fields at once (INVALID_INPUT), and runs the tool. */
  call(args: unknown, context: Omit<ToolContext, 'signal'> & { features: Features; call: Call }): Promise<object>;
};

type ToolDefinition<Input, Output extends z.ZodObject, Needs extends keyof Features> = Texts & {
  /** For the model; names no other tool. `{free}` becomes `, free` where searches cost something. */
  description: string;
  /** What it costs, where searches cost something. */
  price?: string;
  /** Sentences about other tools, appended to the description if those are listed. */
  seeAlso?: Partial<Record<ToolName, string>>;
  safety: Safety;
  /** The features that the tool needs; opened once the arguments are valid. */
  needs: readonly Needs[];
  /** Validates the arguments, and is shown in the list of tools. */
  input: z.ZodType<Input>;
  output: Output;
  /** Whether hosts draw its papers, in one frame per call. */
  isDrawn?: boolean;
  /** Further advice on invalid arguments, besides correcting them; undefined if there is none. */
  adviseOnInvalid?(args: Record<string, unknown>): Advice | undefined;
  run(input: Input, context: ToolContext & Opened<Needs>): Promise<object>;
};

/** Creates a tool from its safety class, schemas and handler. */
export function defineTool<Input, Output extends z.ZodObject, Needs extends keyof Features>(
  definition: ToolDefinition<Input, Output, Needs>,
): Tool {
  const {
    safety,
    needs,
    input,
    output,
    isDrawn,
    run,
    adviseOnInvalid,
    description,
    price,
    seeAlso = {},
    ...texts
  } = definition;
  const inputJson = jsonSchema(input, 'input');
  const names = Object.keys(inputJson.properties ?? {});
  return {
    ...texts,
    describe: (has, isFree) => {
      const others = Object.entries(seeAlso).filter(([tool]) => has(tool as ToolName));
      return [description, ...(price && !isFree ? [price] : []), ...others.map(([, sentence]) => sentence)]
        .join(' ')
        .replaceAll('{free}', isFree ? '' : ', free');
    },
    annotations: HINTS[safety],
    spends: safety === 'spends',
    inputSchema: advertise(() => inputJson),
    outputSchema: advertise(() => ({ type: 'object' })),
    // Built only on request: building all of them takes a tenth of the start-up time.
    wholeOutputSchema: advertise(once(() => jsonSchema(output, 'output'))),
    ...(isDrawn && { _meta: { ui: { resourceUri: VIEW_URI } } }),
    async call(args, { features, call, ...context }) {
      const parsed = input.safeParse(readArguments(args, inputJson), { error: defaultError });
      if (parsed.success) {
        const opened = await openFeatures(features, needs, call);
        return run(parsed.data, { ...context, signal: call.signal, ...opened });
      }
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

async function openFeatures<Needs extends keyof Features>(features: Features, needs: readonly Needs[], call: Call) {
  const opened = await Promise.all(needs.map(async (name) => [name, await features[name](call)] as const));
  return Object.fromEntries(opened) as Opened<Needs>;
}

/** Keys of the only nested parameter. */
const NESTED_NAMES = { where: WHERE_NAMES };

type JsonSchema = Record<string, unknown> & { properties?: Record<string, unknown> };

/** The JSON Schema of a zod schema; it forbids every form that zod would refuse. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    override: ({ jsonSchema: part }) => {
      // Larger numbers are accepted, too, and clamped.
      if (part.minimum === Number.MIN_SAFE_INTEGER) delete part.minimum;
      if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum;
      // Surrounding blanks do not count.
      if (io === 'input' && part.minLength === 1) {
        delete part.minLength;
        part.pattern ??= '\\S';
      }
      // An empty list of choices counts as none.
      if (io === 'input' && isChoices(part)) delete part.minItems;
      // An answer of a later version may have more fields.
      if (io === 'output' && part.additionalProperties === false) delete part.additionalProperties;
      // The description states the default, because strict modes refuse the keyword.
      delete part.default;
    },
  });
  return json as JsonSchema;
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a schema is a list of enumerated names. */
function isChoices({ items }: JsonSchema): boolean {
  return Array.isArray((items as JsonSchema | undefined)?.enum);
}

/**
 * The arguments as models mean them, also in `where`: without null and optional empty lists and texts, because models
 * that fill in every parameter send one for no choice; a value sent as text, or a text as number, in the schema's type.
 */
function readArguments(args: unknown, { properties = {} }: JsonSchema): unknown {
  if (!isFields(args)) return args ?? {};
  const entries = Object.entries(args).flatMap(([name, sent]) => {
    const part = properties[name] as JsonSchema | undefined;
    if (part === undefined) return [[name, sent]];
    const value = inTypeOf(part, sent);
    if (value === null || isEmptyAllowed(value, part)) return [];
    if (typeof value === 'number') return [[name, toSafeNumber(value, part)]];
    return [[name, isFields(value) ? readArguments(value, part) : value]];
  });
  return Object.fromEntries(entries);
}

/**
 * The value in the schema's type: `"3"` as 3, a list or object in JSON as itself, choices with commas as a list, 12 as
 * `"12"`, `Good` as `good`.
 */
function inTypeOf(part: JsonSchema, value: unknown): unknown {
  const { type, enum: choices, items, anyOf } = part;
  if (Array.isArray(anyOf)) return anyOf.map((each) => inTypeOf(each, value)).find((read) => read !== value) ?? value;
  if (typeof value === 'number' && type === 'string') return String(value);
  if (Array.isArray(value) && items !== undefined) return value.map((item) => inTypeOf(items as JsonSchema, item));
  if (typeof value !== 'string') return value;
  if (Array.isArray(choices)) return choices.find((each) => isSameName(each, value)) ?? value;
  if (type === 'string' || type === undefined) return value;
  const parsed = tryParse(value);
  const isOfType = type === 'integer' ? typeof parsed === 'number' : kindOf(parsed) === type;
  if (isOfType) return inTypeOf(part, parsed);
  return isChoices(part) ? inTypeOf(part, value.split(',')) : value;
}

function isSameName(one: unknown, other: string): boolean {
  return typeof one === 'string' && one.toLowerCase() === other.trim().toLowerCase();
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Whether a value is an empty list or a blank text on which the schema puts no minimum. */
function isEmptyAllowed(value: unknown, { type, minItems, minLength, pattern, enum: choices }: JsonSchema): boolean {
  if (Array.isArray(value)) return type === 'array' && value.length === 0 && minItems === undefined;
  const isFree = type === 'string' && (minLength ?? pattern ?? choices) === undefined;
  return isFree && typeof value === 'string' && value.trim() === '';
}

/** The service counts nothing with more digits, and the contract accepts no larger number. */
const MAX_NUMBER = 999_999_999_999_999;

/** JSON allows larger integers than JavaScript can represent exactly. */
function toSafeNumber(value: number, { type }: JsonSchema): number {
  return type === 'integer' && Number.isInteger(value) ? Math.max(-MAX_NUMBER, Math.min(value, MAX_NUMBER)) : value;
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
