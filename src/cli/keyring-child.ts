// The process that speaks to the system's keyring: a D-Bus that never answers blocks only this one, which is then
// killed.

import { readFileSync, writeSync } from 'node:fs';
import { carryOut, type KeyringOrder } from './keyring-order.ts';

// Only systemKeyring starts this process and writes to it: the text on standard input is its order.
const order = JSON.parse(readFileSync(0, 'utf8')) as KeyringOrder;
const answer = await carryOut(order, () => import('@napi-rs/keyring'), process.platform);
writeSync(1, `${JSON.stringify(answer)}\n`);
process.exit();
