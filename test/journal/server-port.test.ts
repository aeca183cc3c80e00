/** The port's contract over the functions of a server. */
import { afterAll } from 'vitest';
import { endServer, newServer } from './pglite.ts';
import { type PortWorld, portContract } from './port-contract.ts';

function serverWorld(): PortWorld {
  const server = newServer();
  let pid = 0;
  return {
    open: () => server.open('ana', ++pid),
    die: journal => server.die(journal),
    advance: ms => server.advance(ms),
  };
}

afterAll(endServer);

portContract('the server of a team', serverWorld);
