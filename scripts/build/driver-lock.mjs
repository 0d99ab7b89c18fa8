/**
 * What npm needs to fetch the SQLite driver of a Node without one: the packages that this repository is tested with, by
 * version and hash, of which npm takes the one for its machine. Those of libsql do not state for which C library they
 * are, so that npm would fetch both.
 */
export function driverLock({ packages }) {
  const entries = Object.fromEntries(reachable(packages, 'libsql').map((name) => [name, packages[place(name)]]));
  const dependencies = { libsql: entries.libsql.version };
  const locked = Object.entries(entries).map(([name, { dev, ...entry }]) => [
    place(name),
    { ...entry, resolved: addressOf(name, entry), ...libcOf(name) },
  ]);
  return {
    'package.json': { private: true, dependencies },
    'package-lock.json': { lockfileVersion: 3, packages: { '': { dependencies }, ...Object.fromEntries(locked) } },
  };
}

const place = (name) => `node_modules/${name}`;

function reachable(packages, name) {
  const { dependencies, optionalDependencies } = packages[place(name)];
  return [
    name,
    ...Object.keys({ ...dependencies, ...optionalDependencies }).flatMap((each) => reachable(packages, each)),
  ];
}

/** npm replaces this host with that of its own registry. */
function addressOf(name, { version }) {
  return `https://registry.npmjs.org/${name}/-/${name.split('/').at(-1)}-${version}.tgz`;
}

function libcOf(name) {
  const [, kind] = /linux-\w+-(gnu|musl)/.exec(name) ?? [];
  return kind ? { libc: [kind === 'gnu' ? 'glibc' : 'musl'] } : {};
}
