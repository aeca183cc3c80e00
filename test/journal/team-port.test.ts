/** The contract for the journal port over a team's journal: the server and a local file on each machine. */
import type { Journal } from '../../src/journal/journal.ts';
import { type PortWorld, portContract } from './port-contract.ts';
import { type Desk, newTeam } from './team-parts.ts';

function teamWorld(): PortWorld {
  const team = newTeam();
  const desks = new Map<Journal, Desk>();
  return {
    async open() {
      const desk = team.desk();
      const journal = await desk.open();
      desks.set(journal, desk);
      return journal;
    },
    die(journal) {
      team.server.die(journal);
      desks.get(journal)?.die();
    },
    advance(ms) {
      team.server.advance(ms);
      for (const { clock } of desks.values()) clock.advance(ms);
    },
  };
}

portContract('the journal of a team', teamWorld);
