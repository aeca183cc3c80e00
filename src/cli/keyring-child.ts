// The process that speaks to the system's keyring: a D-Bus that never answers holds up this one, and it is killed.

import { readFileSync, writeSync } from 'node:fs';
import { carryOut, type KeyringOrder } from './keyring-order.ts';

// Written by systemKeyring alone, which starts this: the text on standard input is an order of its.
const order = JSON.parse(readFileSync(0, 'utf8')) as KeyringOrder;
const answer = await carryOut(order, () => import('@napi-rs/keyring'), process.platform);
writeSync(1, `${JSON.stringify(answer)}\n`);
process.exit();
