import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/**
 * Judges answers by an OpenAPI document: which operation was asked, and whether it lists this status with this body.
 */

type Json = Record<string, unknown>;
type Response = { content?: { 'application/json': { schema: Json } }; headers?: Record<string, Json> };
type Operation = {
  operationId?: string;
  parameters?: { name: string; in: string }[];
  requestBody?: { content: { 'application/json': { schema: Json } } };
  responses: Record<string, { $ref?: string }>;
};

export type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json>; responses: Record<string, Response> };
};

type AskedFor = {
  method: string;
  /** Path and query string. */
  target: string;
  body?: string | Uint8Array | undefined;
};

type Answered = { status: number; contentType: string; text: string; headers: Headers };

export type Judge = {
  /** What is wrong with an answer; undefined when the document lists it. */
  problem(asked: AskedFor, answer: Answered): string | undefined;
  /** The operation that was asked, as `POST /v1/...`; `other` for what the document does not have. */
  operationOf(asked: AskedFor): string;
};

/** Statuses for what no operation of the document is about, beside those that the operations of the same path list. */
const NOT_AN_OPERATION = { unknownPath: [401, 404, 413], otherMethod: [401, 405, 413] };

export function createJudge(document: Document): Judge {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  const compiled = new Map<object, ValidateFunction>();
  const validator = (schema: Json): ValidateFunction => {
    const known = compiled.get(schema);
    if (known) return known;
    const alone = JSON.stringify({ ...schema, $defs: document.components.schemas });
    const validate = ajv.compile(JSON.parse(alone.replaceAll('#/components/schemas/', '#/$defs/')));
    compiled.set(schema, validate);
    return validate;
  };
  const templates = Object.entries(document.paths).map(([path, item]) => {
    const pattern = path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+');
    return { path, item, isPlain: !path.includes('{'), pattern: new RegExp(`^${pattern}$`) };
  });
  /** Items of the path, those without parameters first, as OpenAPI asks. */
  const itemsAt = (target: string) => {
    const pathname = target.split('?')[0] as string;
    const fitting = templates.filter(({ pattern }) => pattern.test(pathname));
    return fitting.sort((a, b) => Number(b.isPlain) - Number(a.isPlain));
  };
  const find = ({ method, target }: AskedFor) => {
    const name = method === 'HEAD' ? 'get' : method.toLowerCase();
    const place = itemsAt(target).find(({ item }) => item[name]);
    return place && { path: place.path, operation: place.item[name] as Operation };
  };
  const responseOf = (operation: Operation, status: number): Response | undefined => {
    const given = operation.responses[String(status)];
    if (!given?.$ref) return given as Response | undefined;
    return document.components.responses[given.$ref.split('/').at(-1) as string];
  };

  const problemOfBody = (response: Response, { method }: AskedFor, { text, contentType, headers }: Answered) => {
    if (method === 'HEAD') return text === '' ? undefined : 'an answer to HEAD with a body';
    if (!/^application\/json\b/.test(contentType)) return `content type ${contentType || 'missing'}`;
    const schema = response.content?.['application/json'].schema;
    if (!schema) return 'the document lists no body';
    const validate = validator(schema);
    if (!validate(JSON.parse(text))) return `body: ${ajv.errorsText(validate.errors)}: ${text.slice(0, 200)}`;
    const missing = Object.keys(response.headers ?? {}).filter((name) => !headers.has(name));
    return missing.length > 0 ? `headers missing: ${missing.join(', ')}` : undefined;
  };

  /** Nothing that the document refuses may be accepted. */
  const problemOfAccepted = (operation: Operation, { target, body }: AskedFor): string | undefined => {
    const declared = (operation.parameters ?? [])
      .filter((parameter) => parameter.in === 'query')
      .map(({ name }) => name);
    const names = [...new URLSearchParams(target.split('?').slice(1).join('?')).keys()];
    const unknown = names.filter((name, index) => !declared.includes(name) || names.indexOf(name) !== index);
    if (unknown.length > 0) return `accepted with unknown or repeated parameters: ${unknown.join(', ')}`;
    const schema = operation.requestBody?.content['application/json'].schema;
    if (!schema) return undefined;
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
    const validate = validator(schema);
    return validate(trimmed(JSON.parse(text))) ? undefined : `accepted: ${ajv.errorsText(validate.errors)}`;
  };

  return {
    operationOf: (asked) => {
      const found = find(asked);
      return found ? `${asked.method} ${found.path}` : 'other';
    },
    problem(asked, answer) {
      const found = find(asked);
      if (!found) return problemOfOther(itemsAt(asked.target), asked, answer);
      const response = responseOf(found.operation, answer.status);
      if (!response) return `status ${answer.status} is not listed`;
      const problem = problemOfBody(response, asked, answer);
      if (problem !== undefined || answer.status !== 200 || asked.method === 'HEAD') return problem;
      return asked.method === 'POST' ? problemOfAccepted(found.operation, asked) : undefined;
    },
  };

  function problemOfOther(items: ReturnType<typeof itemsAt>, asked: AskedFor, answer: Answered): string | undefined {
    const { status } = answer;
    if (asked.method === 'OPTIONS' && items.length > 0 && status === 204) {
      return answer.headers.has('allow') && answer.text === '' ? undefined : 'OPTIONS without Allow, or with a body';
    }
    const possible = items.length > 0 ? NOT_AN_OPERATION.otherMethod : NOT_AN_OPERATION.unknownPath;
    if (!possible.includes(status)) return `status ${status} where no operation is`;
    if (status === 405 && !answer.headers.has('allow')) return '405 without Allow';
    const operations = items.flatMap(({ item }) => Object.values(item));
    const listed = operations.map((operation) => responseOf(operation, status)).find((response) => response);
    if (items.length > 0 && !listed) return `status ${status} is listed nowhere at this path`;
    const response = listed ?? (document.components.responses[String(status)] as Response);
    return problemOfBody(response, asked, answer);
  }
}

/** Surrounding blanks of keywords and query do not count. */
function trimmed(body: Json): Json {
  const { keywords, query } = body;
  const trim = (value: unknown) => (typeof value === 'string' ? value.trim() : value);
  return {
    ...body,
    ...(Array.isArray(keywords) ? { keywords: keywords.map(trim) } : {}),
    ...(typeof query === 'string' ? { query: trim(query) } : {}),
  };
}
