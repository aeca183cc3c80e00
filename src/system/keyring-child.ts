// The process that uses the system's keyring. If D-Bus never answers, only this process hangs, and Purser kills it.

import { readFileSync, writeSync } from 'node:fs';
import { carryOut, type KeyringOrder } from './keyring-order.ts';

// Only systemKeyring starts this process. The text on standard input is its order.
const order = JSON.parse(readFileSync(0, 'utf8')) as KeyringOrder;
// The package would load any machine code that this variable names.
delete process.env['NAPI_RS_NATIVE_LIBRARY_PATH'];
const answer = await carryOut(order, () => import('@napi-rs/keyring'), process.platform);
writeSync(1, `${JSON.stringify(answer)}\n`);
process.exit();
