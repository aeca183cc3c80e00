/** Two consoles in pseudo-terminals, where a rule of approval is in force. */
import { pgLink } from '../../src/journal/postgres/pg-link.ts';
import { clock, type Stage } from './stage.ts';
import { twoConsoles } from './two-consoles.ts';

export async function approvals({ cluster, admin, address, newService, figures }: Stage): Promise<void> {
  const { simulator, service, userId, beneficiary } = await newService();
  await admin.script('GRANT purser_approver TO ben, cy');
  const as = (user: string) => pgLink(address(user), clock);
  const [ben, cy] = [as('ben'), as('cy')];
  const of = [service.baseUrl, service.clientId] as const;
  await twoConsoles({
    ...{ folder: cluster.folder, port: cluster.port, simulator, userId, beneficiary },
    figure: figures.tell,
    // Two persons make a rule.
    async setRule(minutes) {
      const rule = [...of, 'payout.create', null, '20', 1, minutes] as const;
      const [proposed] = await ben.rows(
        "SELECT purser.propose_rule($1, $2, $3, $4, $5, $6, $7)->>'number' AS number",
        ...rule,
      );
      await cy.rows('SELECT purser.accept_rule($1, $2, $3)', ...of, Number(proposed?.['number']));
    },
  });
  await Promise.all([ben.close(), cy.close()]);
  await simulator.close();
}
