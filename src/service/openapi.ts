import { filtersSchema } from '../contract/filters.ts';
import {
  CLOSE_KEY_PATH,
  CREDITS_PATH,
  JOBS_PATH,
  KEY_HEADER,
  KEY_PATTERN,
  KEYED_JOBS_PATH,
  OPERATION_NAMES,
  OPERATIONS,
  type Operation,
  PAPERS_PATH,
  REVIEWS_PATH,
  takes,
} from '../contract/operations.ts';
import { requestSchema } from '../contract/requests.ts';
import { MAX_CLOSED_KEYS } from '../contract/rules.ts';
import type { ANSWERS } from './answer-schemas.ts';
import {
  answer,
  type Json,
  json,
  jsonSchema,
  operation,
  pathParameter,
  RESPONSES,
  responseRefs,
  SCHEMAS,
  schemaRef,
} from './openapi-parts.ts';
import { REVIEW_BODIES } from './routes/review-bodies.ts';

/** The service as an OpenAPI 3.1 document, generated from the contract's own schemas. */

const SUMMARIES: Record<Operation, string> = {
  combinedSearch: 'Search papers by keywords, by a description, or both',
  keywordSearch: 'Search papers by keywords',
  querySearch: 'Search papers by a description',
};

export function openApiDocument(version: string): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'paperqueue embedded service',
      version,
      description: 'Asynchronous academic paper search: a job is created and charged, then polled or called back.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    paths: {
      ...Object.fromEntries(OPERATION_NAMES.map((name) => [OPERATIONS[name].path, { post: creation(name) }])),
      [CLOSE_KEY_PATH]: { post: closeKey() },
      [KEYED_JOBS_PATH]: { get: keyedJobs() },
      [`${JOBS_PATH}/{jobId}`]: { get: jobStatus() },
      [CREDITS_PATH]: { get: credits() },
      [`${PAPERS_PATH}/search`]: { get: papersByTitle() },
      [`${PAPERS_PATH}/{id}`]: { get: paperById() },
      ...reviewPaths(),
      '/openapi.json': { get: health('This document', ['200'], { type: 'object', required: ['openapi'] }) },
      '/healthz': { get: health('The process answers', ['200']) },
      '/readyz': { get: health('The store can be read and written', ['200', '503']) },
    },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: SCHEMAS,
      responses: RESPONSES,
    },
  };
}

function creation(name: Operation): Json {
  const { needsOneOf } = OPERATIONS[name];
  const body = jsonSchema(requestSchema(name, {}), 'input');
  const starts = [...needsOneOf, ...(takes(name, 'strategy') ? ['strategy'] : [])];
  const anyOf = starts.map((field) => ({ required: [field] }));
  const success = answer('The job was created and charged', schemaRef('Created'));
  return operation(name, SUMMARIES[name], success, ['400', '403', '413', '415'], {
    description: 'Takes 1 credit per 100 results requested (limit), from the pool that the request asks for.',
    parameters: [keyParameter(KEY_OF_CREATION, false), ...filterParameters()],
    requestBody: { required: true, content: json(needsOneOf.length > 1 ? { ...body, anyOf } : body) },
  });
}

const KEY_OF_CREATION =
  'The same creation sent again with its key returns the same jobId and is not charged again; a different one is refused ' +
  `(400). Keys belong to the account and are kept as long as their jobs, as are the latest ${MAX_CLOSED_KEYS} closed ones.`;

const keySchema = { type: 'string', pattern: KEY_PATTERN.source };

function keyParameter(description: string, required: boolean): Json {
  return { name: KEY_HEADER, in: 'header', description, required, schema: keySchema };
}

function closeKey(): Json {
  const success = answer('The job; null if there is none and will be none', schemaRef('ClosedKey'));
  return operation('closeKey', 'The job that was created under a key, for certain', success, ['400'], {
    description:
      'If there is none, the key is closed: a creation with it that arrives later is refused (400) and not charged.',
    parameters: [keyParameter('The key of the creation', true)],
  });
}

function keyedJobs(): Json {
  const summary = 'The latest jobs that were created under a key, newest first, 100 at most';
  return operation('getJobs', summary, answer('The jobs', schemaRef('KeyedJobs')), ['400'], {
    parameters: [{ name: 'idempotencyKey', in: 'query', required: false, schema: keySchema }],
  });
}

/** The query string: lists are comma-separated, and every value follows the contract. */
function filterParameters(): Json[] {
  const { properties } = jsonSchema(filtersSchema, 'input') as { properties: Record<string, Json> };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
    schema,
  }));
}

function jobStatus(): Json {
  const summary = 'The state of a job, with its papers once it succeeded';
  const parameters = [pathParameter('jobId')];
  return operation('jobStatus', summary, answer('The job', schemaRef('JobStatus')), ['404'], { parameters });
}

function credits(): Json {
  const success = answer('The balances; null for a pool without a limit', schemaRef('Credits'));
  return operation('getCredits', 'Credits left, granted, spent and refunded, per pool', success, [], {
    description:
      'A job that fails because of the service is refunded, so a balance can rise again. The sums spent and refunded only grow.',
  });
}

function papersByTitle(): Json {
  const success = answer('The papers', { type: 'array', items: schemaRef('Paper') });
  return operation('papersByTitle', 'Papers with a title, the closest match first', success, ['400'], {
    parameters: [{ name: 'title', in: 'query', required: true, schema: { type: 'string', minLength: 1 } }],
  });
}

function paperById(): Json {
  const parameters = [pathParameter('id')];
  return operation('paperById', 'One paper', answer('The paper', schemaRef('Paper')), ['404'], { parameters });
}

function health(description: string, statuses: readonly string[], schema: Json = schemaRef('Health')): Json {
  const responses = Object.fromEntries(statuses.map((status) => [status, answer(description, schema)]));
  return { summary: description, security: [], responses: { ...responses, ...responseRefs('405') } };
}

const ROLE_RULES =
  'The log is append-only, and each event has the hash of all before it. Each event belongs to the account that sends it: a person acts under the account name, ' +
  'an assistant under that name, a slash and its own name. Only the owner opens a review, changes its criteria and protocol, adds records and invites.';

/** Reviews that members share. */
function reviewPaths(): Json {
  const reviewPath = `${REVIEWS_PATH}/{review}`;
  const query = (name: string) => ({
    name,
    in: 'query',
    required: false,
    schema: { type: 'integer', minimum: 0, default: 0 },
  });
  const body = (name: keyof typeof REVIEW_BODIES) => ({
    requestBody: { required: true, content: json(jsonSchema(REVIEW_BODIES[name], 'input')) },
  });
  const WRITES = ['400', '403', '413', '415'];
  const about = (
    id: string,
    [summary, name]: [string, keyof typeof ANSWERS],
    refusals: string[] = [],
    { parameters = [], ...more }: { parameters?: Json[]; requestBody?: Json; description?: string } = {},
  ) =>
    operation(id, summary, answer(summary, schemaRef(name)), [...refusals, '404'], {
      parameters: [pathParameter('review'), ...parameters],
      ...more,
    });
  const appendEvents = about('appendReviewEvents', ['The new end of the log', 'ReviewEnd'], WRITES, {
    ...body('events'),
    description: ROLE_RULES,
  });
  const conflict = {
    '409': answer('The log has newer events; nothing was added', schemaRef('ReviewConflict')),
    '422': answer('The member has reached the limit of what one member may add', schemaRef('Error')),
  };
  return {
    [REVIEWS_PATH]: {
      get: operation(
        'reviews',
        'Reviews of the account, and invitations',
        answer('The reviews', schemaRef('Reviews')),
        [],
      ),
      post: operation(
        'openReview',
        'Open a review',
        answer('Its number', schemaRef('OpenedReview')),
        [...WRITES, '422'],
        body('opening'),
      ),
    },
    [`${reviewPath}/events`]: {
      get: about('reviewEvents', ['Events after the nth, as many as fit', 'ReviewEvents'], [], {
        parameters: [query('after')],
      }),
      post: { ...appendEvents, responses: { ...(appendEvents.responses as Json), ...conflict } },
    },
    [`${reviewPath}/records`]: {
      get: about('reviewRecords', ['A page of the records added after the nth event', 'ReviewRecords'], [], {
        parameters: [query('after'), query('page')],
      }),
      post: about(
        'uploadReviewRecords',
        ['The part waits for its event', 'ReviewPart'],
        [...WRITES, '409'],
        body('records'),
      ),
    },
    [`${reviewPath}/aside`]: {
      post: about(
        'putReviewAside',
        ['Events after a damage are put aside', 'PutAside'],
        [...WRITES, '409'],
        body('aside'),
      ),
    },
    [`${reviewPath}/members`]: {
      get: about('reviewMembers', ['Members, and invited accounts', 'ReviewMembers']),
      post: about(
        'inviteMember',
        ['The account is invited', 'ReviewMember'],
        [...WRITES, '409', '422'],
        body('invitation'),
      ),
    },
    [`${reviewPath}/members/{name}`]: {
      delete: about('removeMember', ['A reader is removed, or leaves', 'RemovedMember'], ['403'], {
        parameters: [pathParameter('name')],
      }),
    },
    [`${reviewPath}/join`]: { post: about('joinReview', ['The invitation is accepted', 'JoinedReview'], ['422']) },
  };
}
