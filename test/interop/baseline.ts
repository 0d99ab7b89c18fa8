/**
 * What the conformance suite finds against us, and why each finding is none. The suite was written for SDKs, which
 * serve a set of tools, prompts and resources that it names; a product serves its own. A finding counts as explained
 * only under its own id and with the words that its group expects, so that another failure of the same check is still
 * one.
 */

export type Explained = { why: string; says: RegExp; checks: readonly string[] };

export const REVISIONS = ['2025-11-25', '2026-07-28'] as const;
export type Revision = (typeof REVISIONS)[number];

const SEARCHES = 'The scenario calls a tool that only the suite’s own fixture server has; ours are searches.';
const PROMPTS = 'The scenario asks for a prompt of the fixture server; ours are three others.';
const RESOURCES = 'The scenario reads a resource of the fixture server; ours are jobs and their papers.';

/** Fixtures that both revisions ask for. */
const FIXTURES: readonly Explained[] = [
  {
    why: SEARCHES,
    says: /Tool '?(test_\w+|json_schema_2020_12_tool)'? not found/,
    checks: [
      'json-schema-2020-12:json-schema-2020-12-tool-found',
      'tools-call-audio:tools-call-audio',
      'tools-call-embedded-resource:tools-call-embedded-resource',
      'tools-call-error:tools-call-error',
      'tools-call-image:tools-call-image',
      'tools-call-mixed-content:tools-call-mixed-content',
      'tools-call-simple-text:tools-call-simple-text',
      'tools-call-with-progress:tools-call-with-progress',
    ],
  },
  {
    why: PROMPTS,
    says: /Prompt test_\w+ not found/,
    checks: [
      'completion-complete:completion-complete',
      'prompts-get-embedded-resource:prompts-get-embedded-resource',
      'prompts-get-simple:prompts-get-simple',
      'prompts-get-with-args:prompts-get-with-args',
      'prompts-get-with-image:prompts-get-with-image',
    ],
  },
  {
    why: RESOURCES,
    says: /Resource not found: test:\/\//,
    checks: [
      'resources-read-binary:resources-read-binary',
      'resources-read-text:resources-read-text',
      'resources-templates-read:resources-templates-read',
    ],
  },
];

export const BASELINE: Record<Revision, readonly Explained[]> = {
  '2025-11-25': [
    ...FIXTURES,
    {
      why: SEARCHES,
      says: /Tool test_\w+ not found/,
      checks: [
        'elicitation-sep1034-defaults:elicitation-sep1034-general',
        'elicitation-sep1330-enums:elicitation-sep1330-general',
        'tools-call-elicitation:tools-call-elicitation',
        'tools-call-sampling:tools-call-sampling',
      ],
    },
    {
      why: 'Logging to the client is deprecated and not among our capabilities: the log is on stderr.',
      says: /Method not found/,
      checks: ['logging-set-level:logging-set-level', 'tools-call-with-logging:tools-call-with-logging'],
    },
    {
      why: 'Subscribing to resources is optional and not among our capabilities: a job is waited for with get_job.',
      says: /Method not found/,
      checks: ['resources-subscribe:resources-subscribe', 'resources-unsubscribe:resources-unsubscribe'],
    },
    {
      why: 'This revision is served without sessions, on purpose: any process on the data folder answers any request.',
      says: /^$/,
      checks: [
        'server-sse-multiple-streams:server-sse-multiple-streams-session',
        'server-sse-polling:server-sse-polling-session',
      ],
    },
    {
      why: 'Without sessions no stream can be resumed, so none is primed for it; the same search again re-attaches to its job.',
      says: /^Server did not send (priming event|retry field)/,
      checks: ['server-sse-polling:server-sse-priming-event', 'server-sse-polling:server-sse-retry-field'],
    },
  ],
  '2026-07-28': [
    ...FIXTURES,
    {
      why: 'Multi round trips are tested with tools and a prompt of the fixture server; our only one asks about the daily cap.',
      says: /(Tool|Prompt) test_input_required_\w+ not found/,
      checks: [
        'input-required-result-basic-elicitation:sep-2322-elicitation-incomplete',
        'input-required-result-basic-list-roots:sep-2322-list-roots-incomplete',
        'input-required-result-basic-sampling:sep-2322-sampling-incomplete',
        'input-required-result-capability-check:sep-2322-respect-client-capabilities',
        'input-required-result-ignore-extra-params:sep-2322-ignore-unexpected-params',
        'input-required-result-multiple-input-requests:sep-2322-multiple-inputs-incomplete',
        'input-required-result-non-tool-request:sep-2322-non-tool-incomplete',
        'input-required-result-request-state:sep-2322-request-state-incomplete',
        'input-required-result-result-type:sep-2322-result-type-included',
      ],
    },
    {
      why: 'The same: what these check begins with an answer of such a tool.',
      says: /InputRequiredResult/,
      checks: [
        'input-required-result-missing-input-response:sep-2322-missing-response-rerequests',
        'input-required-result-multi-round:sep-2322-multi-round-r1',
        'input-required-result-tampered-state:sep-2322-reject-tampered-state',
      ],
    },
    {
      why: 'No argument of our tools is mirrored into a header (x-mcp-header): there is nothing that could be checked.',
      says: /server exposes no tool with x-mcp-header/,
      checks: [
        'http-custom-header-server-validation:sep-2243-server-decode-base64',
        'http-custom-header-server-validation:sep-2243-server-no-xmcp-tool',
        'http-custom-header-server-validation:sep-2243-server-reject-invalid-param-chars',
        'http-custom-header-server-validation:sep-2243-server-reject-param-mismatch',
        'http-custom-header-server-validation:sep-2243-server-validate-param-match',
      ],
    },
    {
      why: 'Four checks of statelessness need diagnostic tools of the fixture server; the others of the scenario pass.',
      says: /does not list the diagnostic tool/,
      checks: [
        'server-stateless:sep-2575-http-server-no-independent-requests-on-stream',
        'server-stateless:sep-2575-missing-capability-http-400',
        'server-stateless:sep-2575-server-no-log-without-loglevel',
        'server-stateless:sep-2575-server-rejects-undeclared-capability',
      ],
    },
    {
      why: 'Tasks are tested with tools of the fixture server; test/e2e/tasks.slow.test.ts tests ours, by raw frames.',
      says: /Tool (slow_compute|greet|failing_job|protocol_error_job|confirm_delete|multi_input|test_tool_with_task) not found/,
      checks: [
        'tasks-capability-negotiation:sep-2663-server-rejects-undeclared-client',
        'tasks-capability-negotiation:tasks-per-request-meta-opt-in',
        'tasks-dispatch-and-envelope:sep-2663-durable-create-strong-consistency',
        'tasks-dispatch-and-envelope:sep-2663-legacy-task-param-ignored',
        'tasks-dispatch-and-envelope:tasks-immediate-result-shortcut',
        'tasks-dispatch-and-envelope:tasks-result-type-complete-on-non-task-responses',
        'tasks-dispatch-and-envelope:tasks-server-directed-creation-no-hint',
        'tasks-lifecycle:sep-2663-cancel-ack-empty-result',
        'tasks-lifecycle:sep-2663-result-type-task-on-create',
        'tasks-lifecycle:sep-2663-tasks-get-status-failed',
        'tasks-lifecycle:sep-2663-tool-error-uses-completed-status',
        'tasks-lifecycle:tasks-cancel-terminal-idempotent-ack',
        'tasks-lifecycle:tasks-sync-tool-call',
        'tasks-mrtr-composition:sep-2663-mrtr-synchronous-before-task-creation',
        'tasks-mrtr-input:sep-2663-tasks-get-status-input-required',
        'tasks-mrtr-input:tasks-mrtr-partial-fulfillment',
        'tasks-mrtr-input:tasks-mrtr-tasks-update-resumes',
        'tasks-request-headers:sep-2663-routing-headers-accepted-on-tasks-get',
        'tasks-request-headers:tasks-headers-tolerate-mcp-method-on-tools-call',
        'tasks-request-state-removal:tasks-request-state-removal-setup',
        'tasks-wire-fields:tasks-no-related-task-meta-on-inlined-result',
        'tasks-wire-fields:tasks-wire-field-renames',
      ],
    },
    {
      why: 'The same: these go on with a task that the step before them could not make.',
      says: /no task was created by the preceding step|routing-task fixture from Check 2 unavailable/,
      checks: [
        'tasks-lifecycle:sep-2663-tasks-get-status-completed',
        'tasks-lifecycle:sep-2663-tasks-get-status-working',
        'tasks-request-headers:sep-2663-server-rejects-mismatched-mcp-name-on-tasks-get',
        'tasks-wire-fields:tasks-no-early-ttl-expiry',
      ],
    },
    {
      why: 'Wants -32021 from a tool that cannot do without tasks; an unknown tool is -32602, and all of ours can do without.',
      says: /tools\/call for failing_job returned error code -32602/,
      checks: ['tasks-required-task-error:sep-2663-server-returns-missing-capability-when-required'],
    },
  ],
};
