import type { Bridge } from './bridge.ts';
import { button, element } from './dom.ts';

/** What a host says of its surroundings; each message may hold a part. */
export type HostContext = {
  theme?: string;
  styles?: { variables?: Record<string, string | undefined> };
  displayMode?: string;
  availableDisplayModes?: string[];
  containerDimensions?: { maxHeight?: number };
  safeAreaInsets?: Record<'top' | 'right' | 'bottom' | 'left', number>;
};

/** Height of a frame in a conversation where the host sets no limit: a list of 300 papers is no message. */
const MAX_INLINE_HEIGHT = 800;

/** Follows theme, colours, room and display mode of the host, and tells it the height that the page needs. */
export function followHost(page: Document, bridge: Bridge): (change: HostContext) => void {
  const { documentElement: html, body } = page;
  const context: HostContext = {};
  const toggle = async () => {
    const mode = context.displayMode === 'fullscreen' ? 'inline' : 'fullscreen';
    const now = await bridge.ask<{ mode: string }>('ui/request-display-mode', { mode }).catch(() => undefined);
    if (now) follow({ displayMode: now.mode });
  };
  const full = button({ hidden: true }, toggle);
  body.prepend(element('div', { class: 'host' }, full));

  let lastHeight = 0;
  const tellHeight = () => {
    const limit = context.containerDimensions?.maxHeight ?? MAX_INLINE_HEIGHT;
    const height = Math.min(Math.ceil(html.getBoundingClientRect().height), limit);
    if (height === lastHeight || context.displayMode === 'fullscreen') return;
    lastHeight = height;
    bridge.tell('ui/notifications/size-changed', { height });
  };
  const follow = (change: HostContext) => {
    Object.assign(context, change);
    const { theme, styles, displayMode, availableDisplayModes = [], safeAreaInsets } = context;
    if (theme) html.dataset.theme = theme;
    for (const [name, value] of Object.entries(styles?.variables ?? {}))
      if (name.startsWith('--') && value) html.style.setProperty(name, value);
    for (const [side, pixels] of Object.entries(safeAreaInsets ?? {}))
      body.style.setProperty(`padding-${side}`, `${pixels}px`);
    full.hidden = !availableDisplayModes.includes('fullscreen');
    full.textContent = displayMode === 'fullscreen' ? 'Leave full screen' : 'Full screen';
    tellHeight();
  };
  new ResizeObserver(() => requestAnimationFrame(tellHeight)).observe(html);
  return follow;
}
