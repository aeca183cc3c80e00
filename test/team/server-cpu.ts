/** The CPU time of a server's processes. Linux only. */
import fs from 'node:fs';
import type { Cluster } from './cluster.ts';

/** Measures until the returned function is called. Processes that end meanwhile do not count. */
export function cpuOf({ processes }: Pick<Cluster, 'processes'>) {
  const used = (): ReadonlyMap<number, number> =>
    new Map(
      processes().flatMap(pid => {
        try {
          const [ns] = fs.readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
          return [[pid, Number(ns) / 1e6] as const];
        } catch {
          return [];
        }
      }),
    );
  const before = used();
  const begun = performance.now();
  return () => {
    const all = [...used()].map(([pid, ms]) => ms - (before.get(pid) ?? 0));
    return {
      ms: all.reduce((one, other) => one + other, 0),
      seconds: (performance.now() - begun) / 1000,
    };
  };
}
