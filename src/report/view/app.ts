import type { ViewData } from '../data/report-data.ts';
import { type Bridge, connectHost } from './bridge.ts';
import type { Keep, KeptDecisions } from './decide/keep.ts';
import { element } from './dom.ts';
import { drawAnswerCard } from './draw/answer-card.ts';
import { drawReport } from './draw/draw-report.ts';
import { followHost, type HostContext } from './follow-host.ts';
import { callTool, type HostCapabilities, hostActions, hostKeep } from './host-actions.ts';
import { createModel, type Model } from './model.ts';
import { type Answer, readAnswer, type ToolResult, toView } from './read-answers.ts';
import { followTheme } from './theme.ts';

/**
 * The view in a host with MCP Apps: reads the papers of one search in a way that the host allows, and draws them.
 */

const HOST_MS = 5_000;
/** The server itself waits; if it does not, this is the interval between requests. */
const WAIT_SECONDS = 20;
const PAUSE_MS = 3_000;
const PAGE_PAPERS = 50;

type Input = { keywords?: string[]; query?: string; ref?: string; relation?: string; newSince?: string };

async function start(root: HTMLElement): Promise<void> {
  let input: Input = {};
  let can: HostCapabilities = {};
  let isOver = false;
  const say = (text: string) => root.replaceChildren(element('p', { class: 'state', role: 'status' }, text));
  let model: Model | undefined;
  let isFull = false;
  /** Redraws the card or the whole report with a new model; handlers drawn earlier become inactive. */
  const redraw = (data: ViewData) => {
    model = createModel(data, model);
    const actions = { ...hostActions(bridge, can), keep };
    if (isFull) drawReport(root, model, actions);
    else root.replaceChildren(drawAnswerCard(model, actions, openAll));
  };
  const openAll = async (index?: number) => {
    await expand();
    if (index !== undefined) model?.open(index);
  };
  let keep: Keep;
  const draw = (data: ViewData, kept?: KeptDecisions): void => {
    model = undefined;
    keep = hostKeep(bridge, can, data, kept);
    redraw(data);
  };

  const show = async (result: ToolResult): Promise<void> => {
    const data = result._meta?.['paperqueue/view'];
    if (data) return draw(data, result._meta?.['paperqueue/decisions']);
    const answer = readAnswer(result);
    if (result.isError) return say([answer.error?.message, answer.error?.next].filter(Boolean).join(' '));
    if (!answer.job) return say('This answer has no papers to show.');
    const finished = await waitForJob(answer);
    if (isOver || !finished) return;
    const { ref = '' } = finished.job ?? {};
    draw((await readView(bridge, can, ref, input)) ?? firstPage(finished));
  };
  const waitForJob = async (first: Answer): Promise<Answer | undefined> => {
    let answer = first;
    while (answer.job?.status !== 'success') {
      const { ref = '', status } = answer.job ?? {};
      if (!can.serverTools || status === 'unknown') return void say(answer.next ?? `${ref}: ${status}`);
      say(`Searching: ${describeInput(input)}`);
      answer = await callTool(bridge, 'get_job', { jobId: ref, waitSeconds: WAIT_SECONDS, ...newOnly(input) });
      if (isOver) return undefined;
      if (answer.job?.status !== 'success') await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    return answer;
  };
  const firstPage = (answer: Answer) => {
    const data = toView(describeInput(input), [answer]);
    const { total = 0 } = answer.page ?? {};
    if (total > data.papers.length) {
      const gap = `This host shows the first ${data.papers.length} of ${total} papers.`;
      data.searches[0]?.notes.unshift(gap);
      data.searches[0]?.gaps.push(gap);
    }
    return data;
  };

  const bridge = connectHost(window, {
    'ui/notifications/tool-input': (params: { arguments?: Input }) => {
      input = params.arguments ?? {};
      say(`Searching: ${describeInput(input)}`);
    },
    'ui/notifications/tool-result': (result: ToolResult) =>
      void show(result).catch((error: Error) => say(`The papers could not be read. ${error.message}`)),
    'ui/notifications/tool-cancelled': () => say('The search was cancelled.'),
    'ui/notifications/host-context-changed': (change: HostContext) => follow(change),
    'ui/resource-teardown': () => {
      isOver = true;
    },
    ping: () => ({}),
  });
  const { follow, expand } = followHost(document, bridge, (full) => {
    if (full === isFull) return;
    isFull = full;
    if (model) redraw(model.data);
  });
  say('Waiting for the papers …');
  const timer = setTimeout(() => say('The host does not answer.'), HOST_MS);
  const { hostCapabilities = {}, hostContext = {} } = await bridge.ask<{
    hostCapabilities?: HostCapabilities;
    hostContext?: HostContext;
  }>('ui/initialize', {
    protocolVersion: '2026-01-26',
    appInfo: { name: 'paperqueue', version: '1' },
    appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
  });
  clearTimeout(timer);
  can = hostCapabilities;
  follow(hostContext);
  bridge.tell('ui/notifications/initialized');
}

function describeInput({ keywords, query, ref, relation }: Input): string {
  return keywords?.join(', ') || query || (ref ? `${relation} of ${ref}` : 'papers');
}

function newOnly({ newSince }: Input): object {
  return newSince ? { where: { notIn: [newSince] } } : {};
}

/** A finished job's data from the server, whole or page by page; undefined if the host allows neither. */
async function readView(
  bridge: Bridge,
  can: HostCapabilities,
  ref: string,
  input: Input,
): Promise<ViewData | undefined> {
  if (can.serverResources && !input.newSince) {
    const uri = `paperqueue://jobs/${ref}/view.json`;
    const read = await bridge.ask<{ contents: { text: string }[] }>('resources/read', { uri }).catch(() => undefined);
    if (read) return JSON.parse(read.contents[0]?.text ?? '') as ViewData;
  }
  if (!can.serverTools) return undefined;
  const pages: Answer[] = [];
  for (let offset: number | null = 0; offset !== null; offset = pages.at(-1)?.page?.nextOffset ?? null)
    pages.push(
      await callTool(bridge, 'get_job', { jobId: ref, offset, count: PAGE_PAPERS, facets: false, ...newOnly(input) }),
    );
  return toView(describeInput(input), pages);
}

followTheme(document.documentElement);
const root = document.getElementById('view');
if (root) void start(root);
