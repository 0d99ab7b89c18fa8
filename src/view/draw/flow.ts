import { element } from '../dom.ts';
import type { Model } from '../model.ts';
import { grouped } from '../summary.ts';

/**
 * The flow diagram of PRISMA 2020: what the search knows, and empty boxes for what people will do. None where the data
 * does not tell what was identified.
 */
export function drawFlow({ data }: Model): Element | undefined {
  if (!data.flow || data.flow.identified.length === 0) return undefined;
  const { identified, duplicates, byAutomation, otherReasons, toScreen, leftOut } = data.flow;
  const records = identified.reduce((sum, one) => sum + one.records, 0);
  const reasons = Object.entries(leftOut).map(([reason, papers]) => `${reason} ${papers}`);
  const filtered = [`n = ${byAutomation}`, reasons.join(', ')].filter(Boolean).join(': ');
  return element(
    'section',
    { id: 'flow' },
    element('h2', {}, 'Flow of records (PRISMA 2020)'),
    element(
      'ol',
      { class: 'flow' },
      stage(
        'Identification',
        box(
          'Records identified',
          records,
          identified.map((one) => `${one.database} (n = ${one.records})`),
        ),
        box('Records removed before screening', duplicates + byAutomation + otherReasons, [
          `duplicates (n = ${duplicates})`,
          `by automation tools (${filtered})`,
          `other reasons (n = ${otherReasons})`,
        ]),
      ),
      stage('Screening', box('Records screened', toScreen), box('Records excluded')),
      stage('', box('Reports sought for retrieval'), box('Reports not retrieved')),
      stage('', box('Reports assessed for eligibility'), box('Reports excluded, with reasons')),
      stage('Included', box('Studies included in review')),
    ),
  );
}

function stage(name: string, ...boxes: HTMLElement[]): HTMLElement {
  return element('li', {}, ...(name ? [element('h3', {}, name)] : []), element('div', {}, ...boxes));
}

function box(name: string, number?: number, lines: readonly string[] = []): HTMLElement {
  const n = number === undefined ? 'n = ______ (to be filled in)' : `n = ${grouped(number)}`;
  const list = lines.length > 0 && element('ul', {}, ...lines.map((line) => element('li', {}, line)));
  return element(
    'div',
    { class: number === undefined ? 'box blank' : 'box' },
    element('strong', {}, name),
    element('span', {}, n),
    list,
  );
}
