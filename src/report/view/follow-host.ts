import type { Bridge } from './bridge.ts';
import { button, element } from './dom.ts';

/** The host's description of its environment; each message may contain only a part. */
export type HostContext = {
  theme?: string;
  styles?: { variables?: Record<string, string | undefined> };
  displayMode?: string;
  availableDisplayModes?: string[];
  containerDimensions?: { maxHeight?: number };
  safeAreaInsets?: Record<'top' | 'right' | 'bottom' | 'left', number>;
};

/** Height of a frame in a conversation, if the host sets no limit: 300 papers would be too long. */
const MAX_INLINE_HEIGHT = 800;

/** Follows the host's theme, colours, size and display mode, and reports the page's height. */
export function followHost(page: Document, bridge: Bridge, onMode: (isFull: boolean) => void) {
  const { documentElement: html, body } = page;
  const context: HostContext = {};
  const request = async (mode: 'inline' | 'fullscreen') => {
    const now = await bridge.ask<{ mode: string }>('ui/request-display-mode', { mode }).catch(() => undefined);
    if (now) follow({ displayMode: now.mode });
  };
  const leave = button({ class: 'box-button', hidden: true }, () => request('inline'), 'Leave full screen');
  body.prepend(element('div', { class: 'host' }, leave));
  /** Requests full-screen mode; a host without it shows everything in place of the card. */
  const expand = async () => {
    if (context.availableDisplayModes?.includes('fullscreen')) await request('fullscreen');
    else onMode(true);
  };

  let lastHeight = 0;
  const reportHeight = () => {
    const limit = context.containerDimensions?.maxHeight ?? MAX_INLINE_HEIGHT;
    const height = Math.min(Math.ceil(html.getBoundingClientRect().height), limit);
    if (height === lastHeight || context.displayMode === 'fullscreen') return;
    lastHeight = height;
    bridge.tell('ui/notifications/size-changed', { height });
  };
  const follow = (change: HostContext) => {
    Object.assign(context, change);
    const { theme, styles, displayMode, safeAreaInsets } = context;
    if (theme) html.dataset.theme = theme;
    for (const [name, value] of Object.entries(styles?.variables ?? {}))
      if (name.startsWith('--') && value) html.style.setProperty(name, value);
    for (const [side, pixels] of Object.entries(safeAreaInsets ?? {}))
      body.style.setProperty(`padding-${side}`, `${pixels}px`);
    leave.hidden = displayMode !== 'fullscreen';
    if (change.displayMode) onMode(displayMode === 'fullscreen');
    reportHeight();
  };
  new ResizeObserver(() => requestAnimationFrame(reportHeight)).observe(html);
  return { follow, expand };
}
