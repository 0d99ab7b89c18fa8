import { parentPort } from 'node:worker_threads';

// Stands for the thread that searches: it does what a search's query names.
const outcome = (notes) => JSON.stringify({ papers: [{ title: 'A' }], notes });

parentPort.on('message', (order) => {
  if (order === 'close') process.exit();
  if ('abort' in order) {
    parentPort.postMessage({ search: order.abort, failure: { message: 'broken off', stack: undefined } });
    return;
  }
  const { search } = order;
  switch (order.request.body.query) {
    case 'die':
      throw new Error('this thread is broken');
    case 'wait':
      parentPort.postMessage({ search, progress: [{ source: 'openalex', state: 'asked' }] });
      break;
    case 'key':
      parentPort.postMessage({ search, outcome: outcome([order.scraperKey]) });
      break;
    default:
      parentPort.postMessage({ search, outcome: outcome([]) });
  }
});
