/** undici.ts: the parts of undici that Purser uses. undici's index also loads fetch, mocks and caches, which slows every start. */

import connect from 'undici/lib/api/api-connect.js';
import request from 'undici/lib/api/api-request.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';

// undici's index would add these methods. Purser uses `request`, and undici uses `connect` for a proxy.
Dispatcher.prototype.connect = connect;
Dispatcher.prototype.request = request;

export { default as buildConnector } from 'undici/lib/core/connect.js';
export { default as errors } from 'undici/lib/core/errors.js';
export { default as Agent } from 'undici/lib/dispatcher/agent.js';
export { default as EnvHttpProxyAgent } from 'undici/lib/dispatcher/env-http-proxy-agent.js';
export type { Dispatcher };
