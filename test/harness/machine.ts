// The files of an administrator, in a folder of a test.

import fs from 'node:fs';
import path from 'node:path';
import { type MachineRead, readMachine } from '../../src/system/machine.ts';
import type { MachinePlace } from '../../src/system/machine-place.ts';
import { temporaryFolder } from './folder.ts';

const nowhere: MachinePlace = { folder: '/nowhere/purser', administrator: 0, top: '/nowhere' };

export const noFiles: MachineRead = {
  ok: true,
  machine: {
    place: nowhere,
    policyFile: '/nowhere/purser/policy.json',
    configFile: '/nowhere/purser/config.json',
  },
};

/** A folder that stands for the system's. The user of the test is its administrator. */
export function machineFolder(): MachinePlace {
  const top = temporaryFolder();
  const folder = path.join(top, 'purser');
  fs.mkdirSync(folder, { mode: 0o755 });
  return { folder, administrator: process.getuid?.(), top };
}

export function put(place: MachinePlace, name: string, content: object | string, mode = 0o644): string {
  const file = path.join(place.folder, name);
  fs.writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  fs.chmodSync(file, mode);
  return file;
}

export async function machineWith(policy?: object, config?: object): Promise<MachineRead> {
  const place = machineFolder();
  if (policy) put(place, 'policy.json', policy);
  if (config) put(place, 'config.json', config);
  return readMachine(place);
}
