import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXPORT_FORMATS } from '../../src/formats/format-facts.ts';
import { libraryFolder } from '../helpers/library-folder.ts';
import type { DRIVERS, Driver } from '../helpers/mcp-clients.ts';
import { realRecords } from '../helpers/real-papers.ts';
import { some } from '../helpers/runs.ts';
import { ScriptedService } from '../helpers/scripted-service.ts';

/** Resources, templates, completions and prompts, as clients of both protocol eras ask for them. */

const FORMATS: [ending: string, mimeType: string][] = [
  ...Object.values(EXPORT_FORMATS).map(({ ending, mimeType }): [string, string] => [ending, mimeType]),
  ['html', 'text/html'],
];

/** Where several drivers share the formats, each reads some of them: what is in them does not depend on the client. */
export function describeResources(drivers: typeof DRIVERS, isShared = false): void {
  const formatsOf = (place: number) =>
    isShared ? FORMATS.filter((_, at) => at % drivers.length === place) : some(FORMATS);
  describe.each(drivers.map(([name, open], place) => [name, open, place] as const))(
    'beside tools, driven by %s',
    (_, open, place) => {
      const folder = libraryFolder();
      let service: ScriptedService;
      let driver: Driver;

      beforeAll(async () => {
        service = await new ScriptedService({ papers: realRecords() }).start();
        driver = await open({
          PAPERQUEUE_BASE_URL: service.baseUrl,
          PAPERQUEUE_TOKEN: service.token,
          PAPERQUEUE_DATA_DIR: folder,
          PAPERQUEUE_REQUESTS_PER_MINUTE: '6000',
        });
        for (const limit of [100, 200])
          await driver.call('keyword_search', { keywords: ['brain', 'memory', 'rat'], limit });
      });

      afterAll(async () => {
        await driver.close();
        await service.stop();
      });

      const read = async (uri: string) => (await driver.readResource({ uri })).contents;

      it('lists the jobs and the templates', async () => {
        const { resources } = await driver.listResources();
        expect(resources.map(({ uri }) => uri)).toEqual([
          'paperqueue://jobs',
          'ui://paperqueue/papers.html',
          'skill://literature-review/SKILL.md',
          'skill://literature-review/references/checking.md',
          'skill://literature-review/references/systematic-review.md',
          'paperqueue://jobs/J2',
          'paperqueue://jobs/J1',
        ]);
        const { resourceTemplates } = await driver.listResourceTemplates();
        expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
          'paperqueue://jobs/{ref}',
          'paperqueue://jobs/{ref}/papers.{format}',
          'paperqueue://jobs/{ref}/view.json',
          'paperqueue://papers/{ref}/text',
          'paperqueue://jobs/{ref}/receipt',
        ]);
      });

      it('reads the jobs, and a job with its first papers', async () => {
        const [jobs] = await read('paperqueue://jobs');
        expect(JSON.parse(jobs?.text ?? '').jobs).toMatchObject([
          { ref: 'J2', cost: 2 },
          { ref: 'J1', cost: 1 },
        ]);
        const [job] = await read('paperqueue://jobs/J1');
        expect(JSON.parse(job?.text ?? '')).toMatchObject({
          job: { ref: 'J1', status: 'success' },
          page: { count: 50, nextOffset: 50 },
        });
      });

      it.each(formatsOf(place))('reads all papers as %s', async (ending, mimeType) => {
        const [contents] = await read(`paperqueue://jobs/J1/papers.${ending}`);
        expect(contents).toMatchObject({ uri: `paperqueue://jobs/J1/papers.${ending}`, mimeType });
        const dois = (contents?.text ?? '').match(/10\.\d{4,9}\//g) ?? [];
        expect(dois.length).toBeGreaterThanOrEqual(150);
      });

      it('reads a receipt as JSON and as Markdown, of one job and of all', async () => {
        const [json, markdown] = await read('paperqueue://jobs/J2/receipt');
        expect(JSON.parse(json?.text ?? '').searches).toMatchObject([{ ref: 'J2', request: { query: 'limit=200' } }]);
        expect(markdown).toMatchObject({ mimeType: 'text/markdown', text: expect.stringContaining('## J2') });
        const [all] = await read('paperqueue://jobs/all/receipt');
        const { totals, prisma } = JSON.parse(all?.text ?? '');
        expect(totals).toMatchObject({ searches: 2, creditsCharged: { basic: 3 } });
        expect(prisma).toMatchObject({ identified: [{ records: 400 }], removed: { duplicates: 200 }, toScreen: 200 });
      });

      it.each([
        ['paperqueue://jobs/J99', /no job "J99".*search/s],
        ['paperqueue://jobs/J1/papers.docx', /bib, ris, csl\.json/],
        ['paperqueue://jobs/J99/papers.bib', /no job "J99"/],
        ['paperqueue://nothing', /not found/i],
      ])('refuses %s with words that help', async (uri, words) => {
        await expect(read(uri)).rejects.toThrow(words);
      });

      it('completes references and formats', async () => {
        const ref = { type: 'ref/resource' as const, uri: 'paperqueue://jobs/{ref}/papers.{format}' };
        const values = async (argument: { name: string; value: string }) =>
          (await driver.complete({ ref, argument })).completion.values;
        expect(await values({ name: 'ref', value: '' })).toEqual(['J2', 'J1']);
        expect(await values({ name: 'ref', value: 'j1' })).toEqual(['J1']);
        expect(await values({ name: 'format', value: 'cs' })).toEqual(['csl.json', 'csv']);
        const prompt = { type: 'ref/prompt' as const, name: 'refine_search' };
        const job = await driver.complete({ ref: prompt, argument: { name: 'job', value: 'J' } });
        expect(job.completion.values).toEqual(['J2', 'J1']);
      });

      it('has three prompts, each naming the tools in order and how to cite', async () => {
        const { prompts } = await driver.listPrompts();
        expect(
          prompts.map(({ name, arguments: args }) => [
            name,
            args?.map((arg) => `${arg.name}${arg.required ? '' : '?'}`),
          ]),
        ).toEqual([
          ['literature_review', ['topic', 'years?']],
          ['find_evidence', ['claim']],
          ['refine_search', ['job', 'wish?']],
        ]);
        const values = { topic: 'sleep', claim: 'Naps help.', job: 'J1' };
        const order: Record<string, string[]> = {
          literature_review: [
            'estimate_credits',
            'combined_search',
            'get_job',
            'read_paper',
            'find',
            'quote',
            'export_papers',
            'receipt',
          ],
          find_evidence: ['combined_search', 'get_job', 'abstract', 'export_papers', 'receipt'],
          refine_search: ['get_job', 'where', 'estimate_credits', 'list_jobs', 'export_papers'],
        };
        for (const { name, arguments: args = [] } of prompts) {
          const given = Object.fromEntries(
            args.filter(({ required }) => required).map((arg) => [arg.name, values[arg.name as keyof typeof values]]),
          );
          const { messages } = await driver.getPrompt({ name, arguments: given });
          const text = messages[0]?.content.text ?? '';
          const places = (order[name] ?? []).map((word) => text.indexOf(word));
          expect(places, name).toEqual([...places].sort((a, b) => a - b));
          expect(
            places.every((place) => place >= 0),
            name,
          ).toBe(true);
          expect(text).toContain('[J12-3]');
          expect(text).toContain(Object.values(given)[0]);
        }
      });
    },
  );
}
