import { REVIEWS_PATH } from '../contract/operations.ts';
import type { ANSWERS } from './answer-schemas.ts';
import { answer, type Json, json, jsonSchema, operation, pathParameter, schemaRef } from './openapi-parts.ts';
import { REVIEW_BODIES } from './routes/review-bodies.ts';

const ROLE_RULES =
  'The log is append-only, and each event has the hash of all before it. Events are of the account that sends them: a person has its name, an assistant ' +
  'its name, a slash and a name of its own. The owner alone opens a review, changes its criteria and protocol, adds records and invites.';

/** Reviews that members share. */
export function reviewPaths(): Json {
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
  const appendEvents = about('appendReviewEvents', ['Where the log ends now', 'ReviewEnd'], WRITES, {
    ...body('events'),
    description: ROLE_RULES,
  });
  const conflict = {
    '409': answer('The log has gone on; nothing was added', schemaRef('ReviewConflict')),
    '422': answer('The member has added all that one member may', schemaRef('Error')),
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
      get: about('reviewRecords', ['A part of the records that came after the nth event', 'ReviewRecords'], [], {
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
