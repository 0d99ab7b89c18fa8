import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { SETTING_NAMES } from '../../src/platform/settings/variables.ts';
import { runHere } from '../helpers/run-here.ts';

/** The examples for several machines: what they name has to be there, in them and in the program. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** Asserts that a command line of ours names a command and flags that there are. */
async function expectKnown(words: readonly string[]): Promise<void> {
  const { code, stdout } = await runHere([words[0] as string, '--help'], {});
  expect(code).toBe(0);
  for (const flag of words.filter((word) => word.startsWith('--')))
    expect(stdout, words.join(' ')).toContain(` ${flag}`);
}

describe('deploy/compose.yaml', () => {
  type Service = {
    image: string;
    command?: string[];
    environment?: Record<string, string>;
    volumes?: string[];
    depends_on?: Record<string, { condition: string }>;
    deploy?: { replicas: number };
    healthcheck?: object;
  };
  const { services, volumes } = parse(read('deploy/compose.yaml'), { merge: true }) as {
    services: Record<string, Service>;
    volumes: object;
  };

  it('runs two API processes without jobs, and two workers, by commands that there are', async () => {
    const { api, worker } = services;
    expect([api?.deploy, worker?.deploy]).toEqual([{ replicas: 2 }, { replicas: 2 }]);
    expect(api?.command?.join(' ')).toMatch(/^serve .*--concurrency 0$/);
    expect(worker?.command?.[0]).toBe('work');
    for (const { command } of [api, worker] as Service[]) await expectKnown(command ?? []);
  });

  it('sets variables that there are, and both kinds of process use one database', () => {
    const { api, worker } = services;
    expect(api?.environment).toEqual(worker?.environment);
    expect(SETTING_NAMES).toEqual(expect.arrayContaining(Object.keys(api?.environment ?? {})));
    expect(new URL(api?.environment?.PAPERQUEUE_DATABASE_URL?.replace(/\$\{.*\}/, 'x') ?? '').hostname).toBe(
      'database',
    );
  });

  it('waits for what it names, and mounts what it declares', () => {
    const named = Object.values(services).flatMap(({ depends_on: needed = {} }) => Object.keys(needed));
    expect(Object.keys(services)).toEqual(expect.arrayContaining(named));
    const mounted = Object.values(services).flatMap((service) =>
      (service.volumes ?? []).map((text) => text.split(':')[0]),
    );
    expect(new Set(mounted.filter((name) => !name?.startsWith('.')))).toEqual(new Set(Object.keys(volumes)));
    expect(read('deploy/Caddyfile')).toMatch(/dynamic a api 8787\n/);
    // Else a creation that reached no process cannot be sent to the other one.
    expect(read('deploy/Caddyfile')).toMatch(/request_buffers 512KiB\n/);
    // The image asks its own port for its health, which a worker does not have.
    expect(services.worker?.healthcheck).toEqual({ disable: true });
  });
});

describe('deploy/kubernetes/paperqueue.yaml', () => {
  type Labels = Record<string, string>;
  type Container = {
    name: string;
    image: string;
    args?: string[];
    env?: { name: string }[];
    volumeMounts: { name: string }[];
    readinessProbe?: { httpGet: { path: string; port: string } };
    livenessProbe?: { httpGet: { path: string; port: string } };
    ports?: { name: string; containerPort: number }[];
    securityContext: object;
  };
  type Spec = {
    replicas?: number;
    selector: Labels & { matchLabels?: Labels };
    template: {
      metadata: { labels: Labels };
      spec: {
        containers: Container[];
        volumes: { name: string; configMap?: { name: string } }[];
        terminationGracePeriodSeconds: number;
      };
    };
    scaleTargetRef?: { kind: string; name: string };
    metrics?: { external: { metric: { name: string } } }[];
  };
  type Resource = { kind: string; metadata: { name: string }; spec: Spec; data?: Record<string, string> };
  const documents = parseAllDocuments(read('deploy/kubernetes/paperqueue.yaml'));
  const resources = documents.map((document) => document.toJS() as Resource);
  const deployments = resources.filter(({ kind }) => kind === 'Deployment');
  const pods = deployments.map(({ spec }) => spec.template);
  const ours = pods.flatMap(({ spec }) => spec.containers.filter(({ image }) => image.startsWith('paperqueue:')));

  it('is YAML, with each resource once', () => {
    expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
    const names = resources.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['HorizontalPodAutoscaler paperqueue-worker', 'Service paperqueue']));
  });

  it('runs commands, flags, variables and the version that there are', async () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    expect(ours.map(({ args, image }) => [args?.[0], image])).toEqual([
      ['serve', `paperqueue:${version}`],
      ['work', `paperqueue:${version}`],
    ]);
    for (const { args = [], env = [] } of ours) {
      await expectKnown(args);
      expect(SETTING_NAMES).toEqual(expect.arrayContaining(env.map(({ name }) => name)));
    }
  });

  it('selects pods that there are', () => {
    for (const { kind, metadata, spec } of resources) {
      if (!spec?.selector) continue;
      const wanted = spec.selector.matchLabels ?? spec.selector;
      const found = pods.filter(({ metadata: { labels } }) =>
        Object.entries(wanted).every(([key, value]) => labels[key] === value),
      );
      expect(found, `${kind} ${metadata.name}`).toHaveLength(1);
    }
  });

  it('mounts volumes that there are, into containers without privileges', () => {
    const maps = resources.filter(({ kind }) => kind === 'ConfigMap').map(({ metadata }) => metadata.name);
    for (const { spec } of pods) {
      const mounted = spec.containers.flatMap(({ volumeMounts }) => volumeMounts.map(({ name }) => name));
      expect(new Set(mounted)).toEqual(new Set(spec.volumes.map(({ name }) => name)));
      expect(maps).toEqual(expect.arrayContaining(spec.volumes.flatMap(({ configMap }) => configMap?.name ?? [])));
      for (const { securityContext } of spec.containers)
        expect(securityContext).toMatchObject({ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true });
    }
  });

  it('asks routes that there are, and gives the end the time that the service takes', () => {
    const [api] = ours;
    const probes = [api?.readinessProbe, api?.livenessProbe].map((probe) => probe?.httpGet.path as string);
    expect(probes).toEqual(['/readyz', '/healthz']);
    for (const path of probes) expect(read('src/service/http-app.ts')).toContain(`app.get('${path}'`);
    const [, grace = ''] = /GRACE_MS = ([\d_]+)/.exec(read('src/app/start-service.ts')) ?? [];
    for (const { spec } of pods)
      expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(Number(grace.replaceAll('_', '')) / 1_000);
  });

  it('starts as many workers as a figure of /metrics asks for', () => {
    const scaler = resources.find(({ kind }) => kind === 'HorizontalPodAutoscaler')?.spec;
    expect(deployments.map(({ metadata }) => metadata.name)).toContain(scaler?.scaleTargetRef?.name);
    const [metric] = scaler?.metrics ?? [];
    expect(read('src/service/metrics.ts')).toContain(`'${metric?.external.metric.name}'`);
    // Else every `apply` would undo what the autoscaler did.
    expect(deployments.find(({ metadata }) => metadata.name === 'paperqueue-worker')?.spec.replicas).toBeUndefined();
  });
});
