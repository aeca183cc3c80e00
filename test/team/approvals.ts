/** Two consoles in pseudo-terminals, with an approval rule. */
import { pgLink } from '../../src/journal/postgres/pg-link.ts';
import { acceptRule, proposeRule } from '../../src/journal/postgres/rules.ts';
import { clock, type Stage } from './stage.ts';
import { twoConsoles } from './two-consoles.ts';

export async function approvals({ cluster, address, newService, figures }: Stage): Promise<void> {
  const { simulator, service, userId, beneficiary } = await newService();
  const as = (user: string) => pgLink(address(user), clock);
  const [ben, cy] = [as('ben'), as('cy')];
  await twoConsoles({
    ...{ folder: cluster.folder, port: cluster.port, simulator, userId, beneficiary },
    figure: figures.tell,
    // Two persons are needed to make a rule.
    async setRule(minutes) {
      const rule = { operation: 'payout.create', over: '20', votes: 1, minutes };
      const proposed = await proposeRule(ben, service, rule);
      if (proposed.ok) await acceptRule(cy, service, proposed.number);
    },
  });
  await Promise.all([ben.close(), cy.close()]);
  await simulator.close();
}
