// Plain requests to a simulator, in which the test chooses every header and byte.
import http from 'node:http';
import net from 'node:net';
import { onTestFinished } from 'vitest';
import { type Dialect, formOf } from '../../src/api/contract/dialect.ts';
import { commonHeaders } from '../../src/api/contract/family.ts';
import type { Operation } from '../../src/api/contract/operation.ts';
import { type Input, type OperationId, operations } from '../../src/api/contract/operations.ts';
import { buildRequest, type RequestInput } from '../../src/api/contract/request.ts';
import { Secret } from '../../src/lib/redact.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from '../../src/sim/simulator.ts';

export interface Sent {
  readonly method: string;
  /** Path and query, exactly as sent. */
  readonly target: string;
  /** A list sends the header once for each value. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
}

export interface Got {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
}

export type Person = Simulator['customers'][number];

export function send(url: string, { method, target, headers, body }: Sent): Promise<Got> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const list = Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : [...value],
    ]);
    const request = http.request(
      { hostname, port, method, path: target, headers: Object.fromEntries(list), agent: false },
      response => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    request.on('error', reject);
    // Node does not send the length of a GET body.
    if (method === 'GET' && body !== undefined && headers['content-length'] === undefined)
      request.setHeader('content-length', Buffer.byteLength(body));
    request.end(body);
  });
}

/** The answer on a bare connection, and how it ended: closed, reset, or still open when `enough` returned true. */
export interface Bare {
  readonly bytes: Buffer;
  readonly chunks: number;
  readonly ended: 'closed' | 'reset' | 'open';
}

export function bare(
  url: string,
  sent: Sent,
  enough: (bytes: Buffer) => boolean = () => false,
): Promise<Bare> {
  const { hostname, port, host } = new URL(url);
  return new Promise(resolve => {
    const chunks: Buffer[] = [];
    const socket = net.connect(Number(port), hostname);
    const done = (ended: Bare['ended']): void => {
      socket.destroy();
      resolve({ bytes: Buffer.concat(chunks), chunks: chunks.length, ended });
    };
    socket.on('data', chunk => {
      chunks.push(Buffer.from(chunk));
      if (enough(Buffer.concat(chunks))) done('open');
    });
    socket.on('end', () => done('closed'));
    socket.on('error', () => done('reset'));
    const lines = Object.entries(sent.headers).map(([name, value]) => `${name}: ${String(value)}`);
    socket.write(`${sent.method} ${sent.target} HTTP/1.1\r\nhost: ${host}\r\n${lines.join('\r\n')}\r\n\r\n`);
  });
}

export interface Desk {
  readonly sim: Simulator;
  token: string;
  /** A valid request for this customer, by default the first. */
  good<Id extends OperationId>(id: Id, input: Input<Id>, person?: Person): Sent;
  ask<Id extends OperationId>(id: Id, input: Input<Id>, person?: Person): Promise<Got>;
  /** A POST to the simulator's own controls. */
  control(path: string, order: unknown, method?: string): Promise<Got>;
}

/** A simulator for one test, with a signed-in client. It closes when the test ends. */
export async function openDesk(options: SimulatorOptions = {}, started?: Simulator): Promise<Desk> {
  const desk = await startDesk(options, started);
  onTestFinished(() => desk.sim.close());
  return desk;
}

/** A running simulator with a signed-in client. */
export async function startDesk(options: SimulatorOptions = {}, started?: Simulator): Promise<Desk> {
  const sim = started ?? (await startSimulator({ clock: '2026-11-20T09:00:00Z', ...options }));
  let made = 0;
  const { dialect } = options;
  const good: Desk['good'] = (id, input, person = customer(sim, 0)) => {
    made += 1;
    const requestId = `7b0d6a54-4f0a-4d53-9a0e-${String(made).padStart(12, '0')}`;
    return request({ sim, token: desk.token, requestId, dialect }, id, input, person);
  };
  const desk: Desk = {
    sim,
    token: '',
    good,
    ask: (id, input, person) => send(sim.url, good(id, input, person)),
    control: (path, order, method = 'POST') =>
      send(sim.url, {
        method,
        target: `/__sim${path}`,
        headers: { 'content-type': 'application/json' },
        ...(method === 'POST' && { body: JSON.stringify(order) }),
      }),
  };
  await signIn(desk);
  return desk;
}

/** Signs in with a fresh token, whatever the faults. Keeps the old token if the login is refused. */
export async function signIn(desk: Desk): Promise<void> {
  const got = await send(desk.sim.url, desk.good('login', {})).catch(() => undefined);
  const token = /"token":"([^"]+)"/.exec(got?.text ?? '')?.[1];
  if (token !== undefined) desk.token = token;
}

export function customer(sim: Simulator, i: number): Person {
  const person = sim.customers[i];
  if (person === undefined) throw new RangeError(`there is no customer ${i}`);
  return person;
}

interface Sender {
  readonly sim: Simulator;
  readonly token: string;
  readonly requestId: string;
  readonly dialect: Partial<Dialect> | undefined;
}

function request(sender: Sender, id: OperationId, input: RequestInput, person: Person): Sent {
  const { sim, token, requestId, dialect } = sender;
  const operation: Operation = operations[id];
  // The tests choose the scope of a login.
  const spoken = { ...dialect, scope: 'none' };
  const built = buildRequest(operation, input, { baseUrl: '', dialect: spoken, requestId: sender.requestId });
  if (!built.ok) throw new Error(`${id}: ${built.field} ${built.reason}`);
  const caller = {
    ...sim.credentials,
    apiKey: new Secret(sim.credentials.apiKey),
    requestId,
    token: new Secret(token),
    userId: person.userId,
    onBehalfOf: person.onBehalfOf,
  };
  const common = commonHeaders(operation, formOf(operation, spoken)).flatMap(
    ({ name, value }): [string, string][] => {
      const text = value(caller);
      return text === undefined ? [] : [[name, text]];
    },
  );
  return {
    method: built.method,
    target: built.url,
    headers: { ...Object.fromEntries(common), ...built.headers },
    ...(built.body !== undefined && { body: built.body }),
  };
}
