/** The contract for the journal port over the functions of a server. */
import { newServer } from './pglite.ts';
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

portContract('the server of a team', serverWorld);
