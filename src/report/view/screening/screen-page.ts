import { withFullStop } from '../../../lib/line.ts';
import { STAGES } from '../../../review/protocol.ts';
import { createSealedAsk, takeSeal } from '../ask-sealed.ts';
import { button, element } from '../dom.ts';
import { count } from '../facts.ts';
import { type Ask, createAsk, createKeeping, partOf, replacePart, type Turn } from './ask-turn.ts';
import { createOutbox, type Outbox, type SentDecision } from './decision-outbox.ts';
import { type Card, createDeck } from './deck.ts';
import { followScreenKeys } from './screen-keys.ts';

/**
 * Screens records one after the other. Loads the next ones before they are needed, so that the reader never waits.
 */

type Decision = 'include' | 'exclude' | 'maybe';
/** The last action, and the decision before it. */
type Step = { ref: string; before: SentDecision | undefined };
type OnSent = {
  onAnswer(turn: Turn, batch: readonly SentDecision[]): void;
  onEmpty(): void;
  onFailure(error: unknown): void;
};
type OpenOutbox = (count: () => number, on: OnSent) => Outbox;

const AGAIN_MS = 2_000;
const PAST: Record<Decision, string> = { include: 'Included', exclude: 'Excluded', maybe: 'Maybe' };

/** Takes over the form of a review's page. `screen` contains the server's URL and the reader. */
export function followScreen(screen: HTMLElement): void {
  const { stage = '', order = '', keep = '' } = screen.dataset;
  const seal = takeSeal(screen);
  const ask = createAsk(createSealedAsk(seal.turn, seal), { stage, order });
  const onUnsealed = () => {
    if (document.getElementById('unsealed')) return;
    const text =
      'This browser kept something as decisions that no page of this data folder had kept. It was not taken: another program may have had the address. What is not decided comes again.';
    screen.before(element('p', { id: 'unsealed', class: 'problem', role: 'alert' }, text));
  };
  const openAt =
    (at: string): OpenOutbox =>
    (countToRequest, on) =>
      createOutbox<Turn>({
        kept: localStorage,
        key: `paperqueue ${keep} ${at}`,
        ...createKeeping(seal, `${keep} ${at}`, (body) => ask(body, at)),
        onUnsealed,
        send: (batch) =>
          ask({ decisions: batch.map(({ title: _, ...decision }) => decision), next: countToRequest() }, at),
        ...on,
      });
  const form = document.querySelector<HTMLFormElement>('#decide');
  if (form) decideBy(form, ask, openAt(stage));
  // Sends what another tab, or this one before a crash, could not send.
  for (const each of STAGES) {
    if (each === stage && form) continue;
    const left = openAt(each)(() => 0, { onAnswer: () => {}, onEmpty: () => {}, onFailure: () => {} });
    void left.flush();
  }
}

function decideBy(form: HTMLFormElement, ask: Ask, open: OpenOutbox): void {
  const part = (id: string) => document.getElementById(id) as HTMLElement;
  const [box, status, unsaved] = [part('card'), part('told'), part('unsaved')];
  const note = form.querySelector('textarea') as HTMLTextAreaElement;
  const reasons = [...document.querySelectorAll<HTMLInputElement>('input[name="reason"][form="decide"]')];
  const deck = createDeck();
  const { cards, decided, drafts } = deck;
  const steps: Step[] = [];
  let isAsking = false;

  const isWaiting = () => box.dataset.waiting !== undefined;
  const chosen = () => reasons.filter(({ checked }) => checked).map(({ value }) => value);
  /** Reasons of the current decision that have no checkbox, because their criteria were retired. */
  const unmarkable = (before: SentDecision | undefined, decision: Decision) =>
    before?.decision !== decision
      ? []
      : (before.reasons?.filter((each) => !reasons.some(({ value }) => value === each)) ?? []);

  const receive = (turn: Turn, isAll: boolean) => {
    replacePart(turn.panel);
    replacePart(turn.flow);
    const added = turn.cards.filter(({ html }) => deck.add(partOf(html)));
    if (isAll && added.length === 0) deck.isOver = true;
    if (isWaiting()) goOn();
  };

  const outbox = open(deck.countToRequest, {
    onEmpty: () => hideWaiting(),
    onAnswer(turn, batch) {
      if (batch.some(({ ref }) => ref === unsaved.dataset.refused)) delete unsaved.dataset.refused;
      hideWaiting();
      // Decisions sent again after a lost answer may be refused as repeated; only the last one on a record counts. A
      // withdrawal and the decision that replaces it count as one.
      const isLast = (ref: string) => {
        const sent = batch.filter((each) => each.ref === ref);
        return sent.length === 1 || (sent.length === 2 && sent[0]?.decision === 'withdraw');
      };
      const refused = turn.refused.filter(({ ref, code }) => code !== 'nothing-to-withdraw' && isLast(ref));
      for (const { ref, why } of refused) sayRefused(ref, why, batch);
      receive(turn, false);
      look();
    },
    onFailure(error) {
      const many = outbox.hasKept()
        ? 'Decisions wait'
        : count(outbox.waiting.length, 'decision waits', 'decisions wait');
      const why = error instanceof Error ? error.message : error;
      say(
        // After a restart on another port, the browser has nothing that was stored for this one.
        `${many} to be saved: ${why}. Kept in this browser, and sent again by itself. If paperqueue has ended, start it with: paperqueue ui --port ${location.port}`,
        button({}, () => void outbox.flush(), 'Send now'),
      );
    },
  });

  /** A message that is already shown is not repeated. */
  const say = (text: string, ...actions: Node[]) => {
    if (!unsaved.hidden && unsaved.dataset.says === text) return;
    unsaved.dataset.says = text;
    delete unsaved.dataset.refused;
    unsaved.replaceChildren(`${text} `, ...actions);
    unsaved.hidden = false;
  };

  /** A refusal is shown until the record is decided on again. */
  const hideWaiting = () => {
    if (unsaved.dataset.refused === undefined) unsaved.hidden = true;
  };

  const sayRefused = (ref: string, why: string, batch: readonly SentDecision[]) => {
    // The decision that it should have replaced remains valid.
    const before = batch.some((each) => each.ref === ref && each.decision === 'withdraw')
      ? steps.findLast((step) => step.ref === ref)?.before
      : undefined;
    if (before) decided.set(ref, before);
    else decided.delete(ref);
    const found = deck.indexOf(ref);
    const title = batch.find((each) => each.ref === ref)?.title ?? ref;
    say(`Not recorded: ${title}. ${why}`, ...(found < 0 ? [] : [button({}, () => show(found), 'Show it')]));
    unsaved.dataset.refused = ref;
  };

  const show = (index: number) => {
    const card = cards[index];
    if (!card) return;
    const former = cards[deck.at];
    if (former && former !== card && !isWaiting() && !decided.has(former.ref))
      drafts.set(former.ref, { reasons: chosen(), note: note.value });
    deck.at = index;
    delete box.dataset.waiting;
    const hadFocus = box.contains(document.activeElement);
    const standing = decided.get(card.ref);
    const { reasons: marked = [], note: text = '' } = standing ?? drafts.get(card.ref) ?? {};
    card.node.querySelector('.standing')?.remove();
    if (standing) card.node.append(standingLine(standing));
    box.replaceChildren(card.node);
    for (const reason of reasons) reason.checked = marked.includes(reason.value);
    note.value = text;
    if (hadFocus) card.node.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
    if (card.node.getBoundingClientRect().top < 0) card.node.scrollIntoView();
    look();
  };

  /** Shows the next undecided record; without one, waits for it or ends. */
  const goOn = (): Card | undefined => {
    const next = deck.nextOpen();
    if (next >= 0) {
      show(next);
      return cards[next];
    }
    box.dataset.waiting = '';
    const ends = deck.isOver && outbox.waiting.length === 0;
    box.replaceChildren(ends ? 'All read.' : 'The next record comes …');
    if (ends) location.assign(nextAddress());
    else look();
    return undefined;
  };

  /** Requests more records if few are left. Requests that send decisions ask for records, too. */
  const look = () => {
    if (!deck.needsMore() || isAsking || outbox.waiting.length > 0) return;
    isAsking = true;
    ask({ next: deck.countToRequest() }).then(
      (turn) => {
        isAsking = false;
        receive(turn, true);
      },
      () => {
        isAsking = false;
        if (isWaiting()) setTimeout(look, AGAIN_MS);
      },
    );
  };

  const decide = (decision: Decision) => {
    const card = cards[deck.at];
    if (!card || isWaiting()) return;
    const { ref, title } = card;
    const before = decided.get(ref);
    const because = [...chosen(), ...unmarkable(before, decision)];
    const text = note.value.trim();
    const made = {
      ref,
      title,
      decision,
      // Reasons or a note that were removed are sent as empty.
      ...((because.length > 0 || before?.reasons) && { reasons: because }),
      ...((text || before?.note) && { note: text }),
    };
    outbox.add(...withdrawal(before, decision), made);
    decided.set(ref, made);
    steps.push({ ref, before });
    drafts.delete(ref);
    note.blur();
    const next = goOn();
    const why = because.length > 0 ? ` (${because.join(', ')})` : '';
    const said = withFullStop(`${PAST[decision]}: ${title}${why}`);
    status.textContent = `${said}${next ? ` Next: ${next.title}` : ''}`;
    void outbox.flush();
  };

  /** Undoes the last step of this page, else the reader's last decision. */
  const undo = async () => {
    const step = steps.pop();
    if (!step) return undoEarlier();
    const { ref, before } = step;
    const now = decided.get(ref);
    const last = outbox.waiting.at(-1);
    const isUnsent = last !== undefined && last === now && outbox.takeBack() !== undefined;
    if (!isUnsent && now) outbox.add({ ref, title: now.title, decision: 'withdraw' }, ...(before ? [before] : []));
    // Restores the replaced decision, unless its withdrawal is being sent just now.
    else if (before && now && withdrawal(before, now.decision).length > 0 && !outbox.takeBack()) outbox.add(before);
    if (now) drafts.set(ref, { reasons: now.reasons ?? [], note: now.note ?? '' });
    if (before) decided.set(ref, before);
    else decided.delete(ref);
    show(deck.indexOf(ref));
    status.textContent = `Taken back: ${now?.decision}: ${now?.title}`;
    void outbox.flush();
  };

  /** Never repeated automatically: if the answer was lost, a second request would undo another decision. */
  const undoEarlier = async () => {
    try {
      const turn = await ask({ undo: true, next: deck.countToRequest() });
      const { undone } = turn;
      if (undone) {
        decided.delete(undone.ref);
        const drawn = turn.cards.find(({ ref }) => ref === undone.ref);
        if (drawn) deck.add(partOf(drawn.html), deck.at);
        show(deck.indexOf(undone.ref));
      }
      receive(turn, false);
      status.textContent = undone
        ? `Taken back: ${undone.decision}: ${undone.title}`
        : 'There is nothing to take back.';
    } catch {
      status.textContent = 'Nothing was taken back: paperqueue does not answer.';
    }
  };

  const skip = () => {
    if (isWaiting()) return;
    const isLast = deck.at + 1 >= cards.length;
    const isOnly = deck.open().every((card) => card === cards[deck.at]);
    if (!isLast) show(deck.at + 1);
    else if (!isOnly) goOn();
    status.textContent = isLast && isOnly ? 'No other record is here.' : (cards[deck.at]?.title ?? '');
  };
  const back = () => {
    if (isWaiting() || deck.at > 0) show(isWaiting() ? cards.length - 1 : deck.at - 1);
    status.textContent = cards[deck.at]?.title ?? '';
  };

  deck.add(box.firstElementChild as HTMLElement);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const { value } = event.submitter as HTMLButtonElement;
    if (value === 'undo') void undo();
    else decide(value as Decision);
  });
  followScreenKeys({ decide, undo: () => void undo(), skip, back, toReason: (index) => reasons[index]?.click(), note });
  addEventListener('online', () => void outbox.flush());
  addEventListener('beforeunload', (event) => {
    if (outbox.waiting.length > 0) event.preventDefault();
  });
  void outbox.flush().then(look);
}

/** The current decision is withdrawn before another is made; `maybe` is replaced. */
function withdrawal(before: SentDecision | undefined, decision: SentDecision['decision']): SentDecision[] {
  if (!before || before.decision === 'maybe' || before.decision === decision) return [];
  return [{ ref: before.ref, title: before.title, decision: 'withdraw' }];
}

function standingLine({ decision, reasons = [], note }: SentDecision): HTMLElement {
  const details = [...reasons, note].filter(Boolean).join(', ');
  const text = `You decided: ${decision}${details && ` (${details})`}. Another decision replaces that.`;
  return element('p', { class: 'standing' }, text);
}

/** The URL of the review's page, which chooses record and stage itself. */
function nextAddress(): string {
  const address = new URL(location.href);
  for (const name of ['record', 'stage', 'said']) address.searchParams.delete(name);
  address.hash = '';
  return address.href;
}
