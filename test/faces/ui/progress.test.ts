import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { JobProgress } from '../../../src/report/data/page-answers.ts';
import { settingsOf, startSources, stopSources } from '../../helpers/sources/world.ts';
import { until } from '../../helpers/until.ts';
import { enter, serveUiHere } from './visit.ts';

/** A server that answers nothing until it is let; then it fails. */
async function startSilent() {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = createServer(async (_request, response) => {
    await released;
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, release, stop: () => server.close() };
}

describe('the progress of a search in embedded mode', () => {
  it('says which sources have answered, in all pages that show it, until the papers are there', async () => {
    const [sources, silent] = [await startSources(), await startSilent()];
    const served = await serveUiHere(settingsOf(sources, undefined, { crossref: silent.url }));
    const visitor = await enter(served.address);
    const { location } = await visitor.post('/searches', { keywords: 'zibbet\nlantern\nquorrel', limit: '100' });
    const job = location ?? '';
    const look = async () => JSON.parse((await visitor.get(`${job}/progress.json`)).text) as JobProgress;
    const waiting = ({ sources: asked }: JobProgress) =>
      asked.flatMap(({ title, gave }) => (gave === undefined ? title : []));

    const running = await until(async () => {
      const progress = await look();
      return waiting(progress).length === 1 && progress;
    }, 'all sources but one');
    expect(running.isOver).toBe(false);
    expect(waiting(running)).toEqual(['Crossref']);
    expect(running.sources.find(({ title }) => title === 'OpenAlex')?.gave).toBeGreaterThan(0);
    expect((await visitor.get(job)).text).toContain('id="progress"');
    // Before the last source has answered, there is something to read.
    const first = running.first.map(({ title }) => title);
    expect(first.length).toBeGreaterThan(0);

    silent.release();
    await until(async () => (await look()).isOver, 'the end');
    expect((await visitor.get(job)).text).toContain('id="view"');
    const { papers } = JSON.parse((await visitor.get(`${job}/view.json`)).text) as { papers: { title: string }[] };
    expect(papers.map(({ title }) => title)).toEqual(expect.arrayContaining(first.slice(0, 3)));
    await served.end();
    silent.stop();
    await stopSources(sources);
  });
});
