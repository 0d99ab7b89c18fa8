/**
 * What services may answer, as data: written from Part D of the service contract, and beyond its lists. Nothing here
 * knows how the client reads.
 */

type Papers = readonly unknown[];

const SOME_OTHERS = [
  { title: 'An old work', year: 1950, doi: '10.5555/old.1' },
  { title: 'Another old work', year: 1951, doi: '10.5555/old.2' },
];

/** Answers about a finished job. */
export const FINISHED: Record<string, (papers: Papers) => unknown> = {
  ...Object.fromEntries(
    [
      ...['success', 'SUCCESS', 'succeeded', 'Successful', 'complete', 'completed', 'Completed', 'COMPLETED', 'done'],
      ...['finished', 'ready', 'ok', 'available', 'job_completed', 'job-done', 'JobFinished', 'processing complete'],
      ...['simmering', 'ENDED', '7', 'completed with errors'],
    ].map((word) => [`the word ${word}`, (results: Papers) => ({ status: word, results })]),
  ),
  ...Object.fromEntries(
    ['papers', 'data', 'items', 'articles', 'records', 'documents', 'works', 'hits'].map((name) => [
      `the list ${name}`,
      (papers: Papers) => ({ status: 'completed', [name]: papers }),
    ]),
  ),
  'a bare list': (papers) => papers,
  'no word at all': (results) => ({ results }),
  'state at the top': (results) => ({ state: 'DONE', results }),
  'jobStatus at the top': (results) => ({ jobStatus: 'Finished', results }),
  job_status: (results) => ({ job_status: 'COMPLETED', results }),
  'data around all': (papers) => ({ data: { status: 'completed', papers } }),
  'data and job around all': (results) => ({ data: { job: { status: 'completed', results } } }),
  'payload, and the word beside it': (items) => ({ status: 'done', payload: { items } }),
  'a word as an object with a name, and output': (papers) => ({
    job: { status: { name: 'Completed' } },
    output: { papers },
  }),
  'a word as an object with a code': (results) => ({ status: { code: 'COMPLETED', message: 'all is well' }, results }),
  'an envelope that is ok': (results) => ({ status: 'ok', code: 200, data: { state: 'completed', results } }),
  'a code of HTTP': (results) => ({ status: 200, data: { results } }),
  'the number 2': (results) => ({ status: 2, results }),
  'true as a state': (results) => ({ status: true, results }),
  'done as a flag': (results) => ({ done: true, results }),
  'an object by id': (papers) => ({
    status: 'completed',
    results: Object.fromEntries(papers.map((paper, nth) => [`paper-${nth}`, paper])),
  }),
  'lists by source': (papers) => ({ status: 'completed', results: { first: papers, second: [] } }),
  'JSON in a text': (results) => ({ data: JSON.stringify({ status: 'completed', results }) }),
  'a whole answer in a text': (results) => JSON.stringify({ status: 'completed', results }),
  'entries that are texts of JSON': (papers) => ({
    status: 'done',
    results: papers.map((each) => JSON.stringify(each)),
  }),
  "Elastic's hits": (papers) => ({
    hits: {
      total: { value: papers.length, relation: 'eq' },
      hits: papers.map((_source, nth) => ({ _id: `e${nth}`, _source })),
    },
  }),
  "Solr's documents": (docs) => ({ responseHeader: { status: 0 }, response: { numFound: docs.length, docs } }),
  "GraphQL's edges": (papers) => ({
    data: { job: { status: 'COMPLETED', results: { edges: papers.map((node) => ({ node })) } } },
  }),
  "JSON:API's attributes": (papers) => ({
    meta: { status: 'done' },
    data: papers.map((attributes, nth) => ({ type: 'papers', id: `${nth}`, attributes })),
  }),
  'scores beside papers': (papers) => ({
    state: 'completed',
    matches: papers.map((paper, nth) => ({ score: 1 - nth / 100, paper })),
  }),
  'a list of one job': (results) => [{ jobId: 'x', status: 'completed', results }],
  'groups with titles': (papers) => ({
    status: 'completed',
    clusters: [
      { title: 'Nearest', papers: papers.slice(0, 2) },
      { title: 'Further', papers: papers.slice(2) },
    ],
  }),
  'another name of a list': (papers) => ({ status: 'completed', answer: { publicationsFound: papers } }),
  'a request beside it': (results) => ({
    status: 'success',
    request: { keywords: ['a', 'b'] },
    total: results.length,
    results,
  }),
  'a failure with papers': (results) => ({ status: 'timed out', results }),
  'a list of jobs': (results) => ({ jobs: [{ id: 'x', status: 'completed', results }] }),
  'jobs by their ids': (papers) => ({ jobs: { x: { status: 'completed', papers } } }),
  'a result with a state and an output': (output) => ({ result: { status: 'COMPLETE', output } }),
  "JSON:API's job": (papers) => ({ data: { type: 'jobs', id: '1', attributes: { state: 'completed', papers } } }),
  "JSON:API's included papers": (papers) => ({
    data: { type: 'jobs', id: '1', attributes: { state: 'completed' } },
    included: papers.map((attributes, nth) => ({ type: 'papers', id: `${nth}`, attributes })),
  }),
  "GraphQL's job in edges": (papers) => ({ data: { job: { edges: [{ node: { status: 'DONE', papers } }] } } }),
  "GraphQL's nodes": (nodes) => ({ data: { searchJob: { state: 'FINISHED', papers: { nodes } } } }),
  "HAL's embedded papers": (papers) => ({
    status: 'finished',
    _embedded: { 'ex:papers': papers },
    _links: { self: { href: '/x' } },
  }),
  "OData's value": (value) => ({ '@odata.context': 'x', status: 'Succeeded', value }),
  'bibliographic items': (papers) => ({ status: 'ok', bibliographic_items: papers }),
  'papers by their ids, and nothing else': (papers) =>
    Object.fromEntries(papers.map((paper, nth) => [`paper-${nth}`, paper])),
  'an execution with its output as text': (papers) => ({
    executionArn: 'arn',
    status: 'SUCCEEDED',
    output: JSON.stringify({ papers }),
  }),
  'a lambda with its body as text': (results) => ({
    statusCode: 200,
    body: JSON.stringify({ status: 'completed', results }),
  }),
  "Celery's result": (result) => ({ task_id: 'x', state: 'SUCCESS', result }),
  "Celery's task": (papers) => ({ task_id: 'x', task_status: 'SUCCESS', task_result: { papers } }),
  'messages with content': (papers) => ({
    status: 'completed',
    output: [{ type: 'message', content: [{ type: 'text', text: JSON.stringify({ papers }) }] }],
  }),
  'a long-running operation': (papers) => ({ name: 'operations/x', done: true, response: { papers } }),
  'four wrappers': (papers) => ({ response: { body: { data: { attributes: { status: 'completed', papers } } } } }),
  "Crossref's message": (items) => ({ status: 'ok', message: { 'total-results': items.length, items } }),
  "Europe PMC's list": (result) => ({ hitCount: result.length, resultList: { result } }),
  "Web of Science's records": (REC) => ({ Data: { Records: { records: { REC } } } }),
  'a code, a message and a list': (list) => ({ code: 0, msg: 'success', data: { list } }),
  groups: (papers) => ({
    status: 'completed',
    groups: [
      { name: 'A', papers: papers.slice(0, 3) },
      { name: 'B', papers: papers.slice(3) },
    ],
  }),
  'pages in one answer': (papers) => ({
    status: 'completed',
    pages: [
      { page: 1, papers: papers.slice(0, 3) },
      { page: 2, papers: papers.slice(3) },
    ],
  }),
  'an object for each source': (papers) => ({
    status: 'completed',
    results: { openalex: { count: 3, papers: papers.slice(0, 3) }, arxiv: { count: 2, papers: papers.slice(3) } },
  }),
  'sections by name': (papers) => ({
    status: 'completed',
    sections: { top: { items: papers.slice(0, 3) }, other: { items: papers.slice(3) } },
  }),
  batches: (papers) => ({ status: 'completed', batches: [papers.slice(0, 3), papers.slice(3)] }),
  'papers in two wrappers each': (papers) => ({
    status: 'completed',
    results: papers.map((paper) => ({ hit: { paper } })),
  }),
  'facets with titles first': (papers) => ({
    status: 'completed',
    facets: { year: [{ title: '2016', count: 3 }] },
    suggestions: [{ title: 'owls at night' }],
    papers,
  }),
  'an envelope of SOAP': (Paper) => ({
    'soap:Envelope': {
      'soap:Header': { MessageID: 'm-1' },
      'soap:Body': { GetResultsResponse: { GetResultsResult: { Status: 'Completed', Papers: { Paper } } } },
    },
  }),
  'what went in, and what was left out, before the papers': (papers) => ({
    status: 'completed',
    seed_papers: SOME_OTHERS,
    excluded: SOME_OTHERS,
    included: papers,
  }),
  'parts of a page of results': (organic) => ({
    status: 'completed',
    content: { results: { organic, paid: [], related: SOME_OTHERS } },
  }),
  'news beside': (papers) => ({ status: 'completed', results: { news: SOME_OTHERS, papers } }),
  'people among the included': (papers) => ({
    data: { type: 'searches', id: '1', attributes: { status: 'completed' } },
    included: [
      ...papers.map((attributes, nth) => ({ type: 'papers', id: `${nth}`, attributes })),
      { type: 'people', id: 'p-1', attributes: { name: 'Jane Smith' } },
    ],
  }),
  'a search that is over by a flag': (papers) => ({
    id: 'x',
    is_partial: false,
    is_running: false,
    response: { hits: { total: { value: papers.length }, hits: papers.map((_source) => ({ _source })) } },
  }),
  'papers under names of their own': (papers) => ({
    response: papers.map((response) => ({ response, score: 1, snippet: 'owls' })),
    elapsed_seconds: 0.2,
  }),
  'a history of states': (papers) => ({
    status: 'completed',
    history: [{ status: 'queued' }, { status: 'running' }],
    papers,
  }),
};

/** Answers about a job that failed, and the reason that has to be told. */
export const FAILED: Record<string, { body: unknown; reason?: string }> = {
  ...Object.fromEntries(
    [
      ...['error', 'ERROR', 'errored', 'failed', 'FAILED', 'failure', 'cancelled', 'canceled', 'aborted', 'rejected'],
      ...[
        'expired',
        'timeout',
        'timed out',
        'TIMED_OUT',
        'TimedOut',
        'dead',
        'killed',
        'job_failed',
        'processing failed',
      ],
    ].map((word) => [`the word ${word}`, { body: { status: word, message: 'no scraper' }, reason: 'no scraper' }]),
  ),
  'an error as text': { body: { status: 'failed', error: 'the index is down' }, reason: 'the index is down' },
  'an error as object': { body: { state: 'FAILED', error: { message: 'index down' } }, reason: 'index down' },
  'a list of errors': { body: { status: 'failed', errors: [{ message: 'index down' }] }, reason: 'index down' },
  'a reason in a wrapper': {
    body: { data: { job: { status: 'failed', failure_reason: 'out of memory' } } },
    reason: 'out of memory',
  },
  'a word as object': { body: { status: { name: 'Failed', message: 'killed by admin' } }, reason: 'killed by admin' },
  'an envelope that is ok': { body: { status: 'ok', job: { state: 'failed', reason: 'quota' } }, reason: 'quota' },
  'no reason and no results': { body: { status: 'error', results: [] } },
  'a list of jobs': { body: { jobs: [{ id: 'x', status: 'failed', reason: 'index down' }] }, reason: 'index down' },
  "GraphQL's job": {
    body: { data: { job: { edges: [{ node: { status: 'FAILED', failureMessage: 'index down' } }] } } },
    reason: 'index down',
  },
  "Celery's exception": {
    body: { state: 'FAILURE', result: { exc_type: 'ValueError', exc_message: ['index down'] } },
    reason: 'index down',
  },
  'an error and its cause': {
    body: { status: 'FAILED', cause: 'index down', error: 'TaskFailed' },
    reason: 'index down',
  },
  "Bull's failed job": { body: { state: 'failed', failedReason: 'index down' }, reason: 'index down' },
  'what it wrote': { body: { state: 'CRASHED', stderr: 'index down' }, reason: 'index down' },
  'the reason of an end': {
    body: { status: 'cancelled', cancelReason: 'index down' },
    reason: 'index down',
  },
  'no memory': { body: { status: 'out_of_memory', message: 'index down' }, reason: 'index down' },
  'the last error': { body: { status: 'failed', last_error: 'index down' }, reason: 'index down' },
  'details of an error': {
    body: { status: 'failed', errorDetails: { reason: 'index down' } },
    reason: 'index down',
  },
  'a sentence as state': { body: { status: 'failed: index down' }, reason: 'index down' },
  'a query of Athena': {
    body: {
      QueryExecution: {
        QueryExecutionId: 'x',
        Status: { State: 'FAILED', StateChangeReason: 'index down', AthenaError: { ErrorCategory: 2 } },
      },
    },
    reason: 'index down',
  },
  'a workflow of Temporal': {
    body: {
      workflowExecutionInfo: { execution: { workflowId: 'x' }, status: 'WORKFLOW_EXECUTION_STATUS_FAILED' },
      failure: { message: 'index down' },
    },
    reason: 'index down',
  },
  'a search with its metadata': {
    body: { search_metadata: { id: 'x', status: 'Error' }, search_parameters: { q: 'owls' }, error: 'index down' },
    reason: 'index down',
  },
  'a run with its conclusion': {
    body: { id: 3, status: 'completed', conclusion: 'failure', message: 'index down' },
    reason: 'index down',
  },
  'a build with its result': { body: { building: false, result: 'FAILURE', number: 3 } },
  'a run of Databricks': {
    body: { run_id: 1, state: { life_cycle_state: 'TERMINATED', result_state: 'FAILED', state_message: 'index down' } },
    reason: 'index down',
  },
  'an answer of SOAP': {
    body: {
      'soap:Envelope': { 'soap:Body': { R: { S: { JobId: 'x', Status: 'Failed', ErrorMessage: 'index down' } } } },
    },
    reason: 'index down',
  },
  'a fault with its details': {
    body: { state: 'failed', fault: { faultcode: 'x', faultstring: 'index down', detail: { ErrorCode: '17' } } },
    reason: 'index down',
  },
  'a list of errors as an object': {
    body: { status: 'failed', errors: { object: 'list', data: [{ code: 'bad_line', message: 'index down' }] } },
    reason: 'index down',
  },
  'a traceback': {
    body: { status: 'failed', result: null, exc_info: 'Traceback\nIndexError: index down' },
    reason: 'index down',
  },
  'a state with a message': {
    body: { id: 'x', state: { type: 'CRASHED', name: 'Crashed', message: 'index down' } },
    reason: 'index down',
  },
  'a failure as a flag': { body: { failed: true, message: 'index down' }, reason: 'index down' },
  ...Object.fromEntries(
    ['terminated', 'crashed', 'not successful', 'unsuccessful', 'REVOKED', 'denied', 'INVALID', 'skipped'].map(
      (word) => [`the word ${word}`, { body: { status: word, message: 'no scraper' }, reason: 'no scraper' }],
    ),
  ),
};

/** Answers about a job that runs. */
export const RUNNING: Record<string, unknown> = {
  ...Object.fromEntries(
    [
      ...['queued', 'PENDING', 'waiting', 'created', 'submitted', 'accepted', 'scheduled', 'starting', 'started'],
      ...['running', 'Processing', 'in progress', 'IN_PROGRESS', 'inProgress', 'working', 'active', 'retrying'],
      ...['simmering', 'not ready', 'almost done', 'unknown', 'refused', 'retrying after timeout'],
    ].map((word) => [`the word ${word}`, { status: word }]),
  ),
  'an envelope that is a success': { status: 'success', data: { status: 'processing' } },
  'an envelope that is ok': { status: 'ok', job: { state: 'queued' } },
  'no word': { jobId: 'x', progress: 0.3 },
  'a flag': { done: false },
  'an answer whose result is a success': { result: 'success', jobId: 'x', progress: 30 },
  'papers so far, by a flag': {
    id: 'x',
    is_partial: true,
    is_running: true,
    response: { hits: { hits: [{ _source: { title: 'A first paper', year: 2020 } }] } },
  },
  'papers so far, a flag and a word of the answer': {
    status: 'ok',
    isRunning: true,
    results: [{ title: 'A first paper', year: 2020 }],
  },
  'a run of Databricks with a task that is over': {
    run_id: 1,
    state: { life_cycle_state: 'RUNNING' },
    tasks: [{ run_id: 2, state: { life_cycle_state: 'TERMINATED', result_state: 'SUCCESS' } }],
  },
  'papers so far': { status: 'running', results: [{ title: 'A first paper', year: 2020 }] },
  'sources with titles': { status: 'queued', progress: [{ source: 'a', title: 'Source A' }] },
  'half of it': { status: '50% complete' },
  'a list of jobs': { jobs: [{ id: 'x', status: 'running' }] },
  'an envelope that is a success, and a message': {
    status: 'success',
    message: 'The job is still running',
    data: null,
  },
  'an envelope with an empty list, and a message': { status: 'ok', message: 'Search in progress', results: [] },
  "GraphQL's job": { data: { job: { edges: [{ node: { status: 'RUNNING', papers: null } }] } } },
  'an operation': { name: 'operations/x', done: false, metadata: { step: 3 } },
  'no error': { status: 'running', error: null, errors: [], failed: false },
  'a step that failed': { status: 'running', steps: [{ name: 'a', status: 'failed' }] },
  'a task': { task_id: 'x', task_status: 'STARTED', task_result: null },
};

/** Answers to a creation, and the id that they name. */
export const CREATED: Record<string, { status?: number; text: string; headers?: Record<string, string>; id: string }> =
  {
    jobId: { text: '{"jobId":"abc-1"}', id: 'abc-1' },
    job_id: { status: 201, text: '{"job_id":"abc-1","status":"queued"}', id: 'abc-1' },
    id: { status: 202, text: '{"id":"abc-1"}', id: 'abc-1' },
    uuid: { text: '{"uuid":"0b9f-11"}', id: '0b9f-11' },
    'a number': { text: '{"jobId":4711}', id: '4711' },
    'a number beyond 2^53': { status: 201, text: '{"id": 12345678901234567890123}', id: '12345678901234567890123' },
    'in data': { text: '{"data":{"id":"abc-1"}}', id: 'abc-1' },
    'in job': { text: '{"id":"request-9","job":{"id":"abc-1"}}', id: 'abc-1' },
    'in two wrappers': { text: '{"response":{"data":{"jobId":"abc-1"}}}', id: 'abc-1' },
    'beside the id of the request': { text: '{"id":"request-9","result":{"job_id":17}}', id: '17' },
    'as the job itself': { text: '{"job":"abc-1"}', id: 'abc-1' },
    'as Mongo gives it': { text: '{"_id":{"$oid":"65f0c0ffee65f0c0ffee65f0"}}', id: '65f0c0ffee65f0c0ffee65f0' },
    'in JSON-RPC': { text: '{"jsonrpc":"2.0","id":1,"result":{"id":"abc-1"}}', id: 'abc-1' },
    'in an address': { status: 202, text: '{"status":"queued","statusUrl":"/api/v1/job/abc-1"}', id: 'abc-1' },
    'in the header Location': { status: 201, text: '{}', headers: { Location: '/api/v1/job/abc-1' }, id: 'abc-1' },
    'in a text of JSON': { text: '"{\\"jobId\\":\\"abc-1\\"}"', id: 'abc-1' },
    'in a list of jobs': { text: '{"jobs":[{"id":"abc-1","status":"queued"}]}', id: 'abc-1' },
    "as JSON:API's data": { text: '{"data":{"type":"jobs","id":"abc-1"},"meta":{"id":"request-9"}}', id: 'abc-1' },
    "under GraphQL's mutation": { text: '{"data":{"createJob":{"id":"abc-1"}}}', id: 'abc-1' },
    "in HAL's links": { text: '{"_links":{"self":{"href":"/api/v1/job/abc-1"}}}', id: 'abc-1' },
    'in an address of the state': { text: '{"pollUrl":"/api/v1/job/abc-1/status?x=1"}', id: 'abc-1' },
    'of an execution': { text: '{"requestId":"r-1","executionId":"abc-1"}', id: 'abc-1' },
    'behind a guard': { text: `)]}',\n{"jobId":"abc-1"}`, id: 'abc-1' },
    'behind an endless loop': { text: 'for(;;);{"jobId":"abc-1"}', id: 'abc-1' },
    'in a call of a function': { text: '/**/jQuery.cb_1({"jobId":"abc(1)"});\n', id: 'abc(1)' },
    'as the only name': { text: '{"name":"-Nabc"}', id: '-Nabc' },
    'as a bare text': { text: 'abc-1', id: 'abc-1' },
    'in a list of one': { text: '["abc-1"]', id: 'abc-1' },
    'of one search in a list': { text: '{"data":[{"id":"abc-1"}]}', id: 'abc-1' },
    'as the key of the job': { text: '{"jobs":{"abc-1":{"status":"queued"}}}', id: 'abc-1' },
    'as the name of an operation': { text: '{"name":"operations/abc-1","done":false}', id: 'abc-1' },
    'in a list of links': { text: '{"links":[{"rel":"self","href":"/api/v1/job/abc-1"}]}', id: 'abc-1' },
    'in the header Content-Location': {
      status: 202,
      text: '',
      headers: { 'Content-Location': '/api/v1/job/abc-1' },
      id: 'abc-1',
    },
    'with blanks': { text: '{"jobId":" abc-1 "}', id: 'abc-1' },
    'in a list of ids': { text: '{"jobIds":["abc-1"]}', id: 'abc-1' },
    'of a snapshot': { text: '{"snapshot_id":"abc-1"}', id: 'abc-1' },
    'of an execution by name': { text: '{"QueryExecutionId":"abc-1"}', id: 'abc-1' },
    'as an ARN': {
      text: '{"executionArn":"arn:aws:states:execution:abc-1","startDate":1}',
      id: 'arn:aws:states:execution:abc-1',
    },
    'of a statement': { text: '{"statement_id":"abc-1","status":{"state":"PENDING","id":7}}', id: 'abc-1' },
    'as a handle': {
      status: 202,
      text: '{"code":"333334","message":"Running.","statementHandle":"abc-1","statementStatusUrl":"/x/abc-1"}',
      id: 'abc-1',
    },
    'beside the run of a workflow': { text: '{"workflow_run_id":"wf-9","id":"abc-1"}', id: 'abc-1' },
    'of a run beside its definition': {
      text: '{"dag_id":"search","dag_run_id":"abc-1","state":"queued"}',
      id: 'abc-1',
    },
    'in an address that ends with a slash': { text: '{"url":"/api/v1/job/abc-1/","pk":"abc-1"}', id: 'abc-1' },
    'beside no number': { text: '{"jobId":"abc-1","eta":NaN,"note":"NaN","cost":-Infinity}', id: 'abc-1' },
    'in the header Operation-Location': {
      status: 202,
      text: '',
      headers: { 'Operation-Location': 'https://x.example/operations/abc-1?api-version=1' },
      id: 'abc-1',
    },
    'with junk': {
      text: '{"ok":true,"error":null,"warnings":[],"jobId":"abc-1","job":{"status":"queued"}}',
      id: 'abc-1',
    },
  };
