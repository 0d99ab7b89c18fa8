import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

/**
 * The page of a host, for the browser: the official host side draws the view in a frame of its own. `askServer` is the
 * test's; all that the view sends is in `sent`, and what it asked of the host in `asked`.
 */

const DO = {
  openLinks: ['onopenlink', {}],
  downloadFile: ['ondownloadfile', {}],
  message: ['onmessage', {}],
  updateModelContext: ['onupdatemodelcontext', {}],
};

globalThis.openView = async ({ address, capabilities, context }) => {
  const frame = document.createElement('iframe');
  frame.sandbox = 'allow-scripts';
  frame.style = 'width: 100%; height: 800px; border: 0';
  document.body.append(frame);
  const asked = [];
  const sent = [];
  Object.assign(globalThis, { asked, sent });
  addEventListener('message', ({ source, data }) => {
    if (source === frame.contentWindow) sent.push(data);
  });
  if (!capabilities) {
    frame.src = address;
    return;
  }
  const bridge = new AppBridge(null, { name: 'test host', version: '1' }, capabilities, { hostContext: context });
  for (const [capability, [handler, answer]] of Object.entries(DO)) {
    if (!capabilities[capability]) continue;
    bridge[handler] = async (params) => {
      asked.push([capability, params]);
      return answer;
    };
  }
  if (capabilities.serverTools) bridge.oncalltool = (params) => globalThis.askServer('tools/call', params);
  if (capabilities.serverResources) bridge.onreadresource = (params) => globalThis.askServer('resources/read', params);
  bridge.onrequestdisplaymode = async ({ mode }) => ({ mode });
  bridge.onsizechange = ({ height }) => {
    globalThis.height = height;
  };
  const ready = new Promise((resolve) => {
    bridge.oninitialized = resolve;
  });
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.src = address;
  await ready;
  globalThis.bridge = bridge;
};
