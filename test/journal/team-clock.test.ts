/** Steps of the server's clock, and a newer version of the team journal: what a running console does. */
import { describe, expect, test } from 'vitest';
import { payout, requestId } from './parts.ts';
import { newTeam, type Team } from './team-parts.ts';

const verdict = { by: 'sam', verdict: 'DONE', evidence: 'the statement', note: '' } as const;

describe('the clock of the server steps', () => {
  async function unknownOf(team: Team, desk = team.desk()) {
    const journal = await desk.open();
    await journal.prepare(payout(1));
    await journal.sent(requestId(1));
    await journal.settle(requestId(1), 'UNKNOWN');
    await team.pass(6000);
    return journal;
  }

  test('an hour ahead: nobody resolves an entry before real time has passed', async () => {
    const team = newTeam();
    const journal = await unknownOf(team);
    team.server.advance(3_600_000);
    await team.pass(6000);
    expect(await journal.resolve(requestId(1), verdict)).toMatchObject({
      barred: expect.stringContaining("this machine and of the team's server differ by 60 min"),
    });
    const other = await team.desk('ben').open();
    expect(await other.resolve(requestId(1), verdict)).toMatchObject({
      barred: expect.stringContaining('60 min'),
    });
  });

  test('an hour behind this machine: the machine resolves nothing', async () => {
    const team = newTeam();
    const desk = team.desk();
    const { wall } = desk.clock;
    Object.assign(desk.clock, { wall: () => wall() + 3_600_000 });
    const journal = await unknownOf(team, desk);
    expect(await journal.resolve(requestId(1), verdict)).toMatchObject({
      barred: expect.stringContaining('60 min'),
    });
  });

  test('by half a minute: an entry can be resolved 75 s later', async () => {
    const team = newTeam();
    const journal = await unknownOf(team);
    team.server.advance(30_000);
    await team.pass(6000);
    expect(await journal.resolve(requestId(1), verdict)).toMatchObject({
      barred: expect.stringContaining("The server's clock has just changed"),
    });
    await team.pass(61_000);
    expect(await journal.resolve(requestId(1), verdict)).toHaveProperty('barred');
    await team.pass(15_000);
    expect((await journal.resolve(requestId(1), verdict)).ok).toBe(true);
  });

  test('an hour back: nobody sends until an administrator opens the log, and then dead leases and requests have ended', async () => {
    const team = newTeam();
    const [journal, dead] = [await team.desk().open(), team.desk('ben')];
    const ben = await dead.open();
    await ben.prepare(payout(1));
    await ben.sent(requestId(1));
    dead.die();
    team.server.advance(-3_600_000);
    expect(await journal.prepare(payout(2))).toMatchObject({
      barred: expect.stringContaining('was put back'),
    });
    await team.server.admin(
      "SET ROLE purser_owner; SELECT purser.reopen(1, 'the clock is right'); RESET ROLE",
    );
    await team.pass(15_000);
    expect(await journal.get(requestId(1))).toMatchObject({ value: { state: 'UNKNOWN' } });
    expect((await journal.prepare(payout(3))).ok).toBe(true);
  });
});

test('a console says that the team journal has a newer version before the next write', async () => {
  const team = newTeam();
  const journal = await team.desk().open();
  expect(await journal.recover()).toEqual({ recovered: [] });
  await team.server.admin(
    "UPDATE purser.version SET number = 99, reads_from = 99; UPDATE purser.consoles SET lease_until = '-infinity'",
  );
  await team.pass(6000);
  const newer = expect.stringContaining('The team journal has a newer version. Close Purser');
  expect(await journal.recover()).toMatchObject({ unwritable: newer });
  expect(await journal.recover()).toEqual({ recovered: [] });
  expect(await journal.approvals.waiting()).toMatchObject({ final: true, unreadable: newer });
});
