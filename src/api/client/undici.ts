/** undici.ts: the parts of undici that Purser uses. Its index also loads fetch, mocks and caches, which takes time at every start. */

import connect from 'undici/lib/api/api-connect.js';
import request from 'undici/lib/api/api-request.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';

// Its index gives every dispatcher all of its methods. Purser requests, and undici connects through a proxy.
Dispatcher.prototype.connect = connect;
Dispatcher.prototype.request = request;

export { default as buildConnector } from 'undici/lib/core/connect.js';
export { default as errors } from 'undici/lib/core/errors.js';
export { default as Agent } from 'undici/lib/dispatcher/agent.js';
export { default as EnvHttpProxyAgent } from 'undici/lib/dispatcher/env-http-proxy-agent.js';
export type { Dispatcher };
