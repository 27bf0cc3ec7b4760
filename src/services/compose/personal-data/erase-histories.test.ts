import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { webhookTargets } from '#services/loyalty/webhooks/webhook-targets-table.ts';
import { DAY_SECONDS } from '#services/platform/clock.ts';
import { expectFigures } from '#services/platform/database/testing/expect-figures.ts';
import { propertyRuns } from '#services/platform/testing/fuzz/property-runs.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { expectOthersUnchanged, expectRepeatable } from '#services/testing/database/aftermath.ts';
import { type Dump, dumpDatabase, restoreDatabase } from '#services/testing/database/dump.ts';
import { applyErasureList } from './erasure-list.ts';
import { findTeamSubject, type Subject } from './find-subject.ts';
import { queueErasure } from './queue-erasures.ts';
import { History, type Person } from './testing/history.ts';
import { anyStep, type Step } from './testing/history-steps.ts';
import { countMarkers, createIsAbout, findPeople } from './testing/rows-about.ts';
import { startErasures, type TestErasures } from './testing/start-erasures.ts';

interface Choice {
  who: number;
  variant: number;
}

const anySteps = fc.array(anyStep, { minLength: 8, maxLength: 24 });
const anyChoices = fc.array(fc.record({ who: fc.nat(29), variant: fc.nat(29) }), {
  minLength: 1,
  maxLength: 3,
});

/** A member is deleted by one team, whose ID another one gets, while the second team's directory still has the first. */
const REUSED: [Step[], Choice[]][] = [
  [
    [
      { kind: 'add', program: 0, id: 2, other: 0, variant: 0 },
      { kind: 'delete', program: 0, id: 2, other: 0, variant: 1 },
      { kind: 'add', program: 0, id: 2, other: 0, variant: 0 },
    ],
    [{ who: 1, variant: 17 }],
  ],
];

describeBothStorages('erasures after any history', (store) => {
  let erasures: TestErasures;
  let programs: ConstructorParameters<typeof History>[2];
  let empty: Dump;

  beforeAll(async () => {
    erasures = await startErasures(store.storage);
    const scopes = ['teams:read', 'teams:write', 'webhooks:read', 'webhooks:write'];
    erasures.gateway.users.set('all', { teamIds: [1, 2, 3], scopes, canWrite: true });
    // Two teams share a program.
    programs = [
      { ...(await erasures.connect(1, 3)), teamIds: [1, 3] },
      { ...(await erasures.connect(2)), teamIds: [2] },
    ];
    const target = { url: 'https://shop.example/hook', encryptedSecret: 'encrypted' };
    await store.db
      .insert(webhookTargets)
      .values(programs.map(({ id: programId }) => ({ ...target, programId })));
    await erasures.gateway.update();
    empty = await dumpDatabase(store.db);
  }, 60_000);
  afterAll(() => erasures?.close());

  /** Erases one person and compares the rest. */
  async function erase(history: History, person: Person, variant: number): Promise<void> {
    const { gateway, dependencies, service, work } = erasures;
    const { program, memberId, serviceId } = person;
    const teamId = program.teamIds[variant % program.teamIds.length] as number;
    const others = history.people.filter((each) => each !== person);
    const keys = { memberId, serviceId };
    const subject = (await findTeamSubject(gateway.dependencies, teamId, keys)) as Subject;
    const before = await dumpDatabase(store.db);
    if (person.deletedAt) await queueErasure(dependencies, subject, teamId);
    else expect(await service.erase(teamId, memberId)).toBeDefined();
    await work();
    await history.setAuditTimes();
    const after = await dumpDatabase(store.db);

    expect(findPeople(after, [person])).toEqual({});
    expect(countMarkers(after, others)).toEqual(countMarkers(before, others));
    await expectOthersUnchanged(store.db, before, createIsAbout(before, person, others));
    await expectRepeatable(store.db, async () => {
      await queueErasure(dependencies, subject, teamId);
      await work();
      await history.setAuditTimes();
    });
  }

  /** A webhook request that comes after the erasure. */
  async function receiveLate(history: History, person: Person, variant: number): Promise<void> {
    const { program, memberId } = person;
    const hasIdAlone = variant % 3 === 2;
    if (hasIdAlone && history.findActive(program, memberId)) return;
    for (const teamId of program.teamIds) await history.receive(teamId, [person], variant);
  }

  let running: Promise<void> | undefined;

  async function check(steps: Step[], choices: Choice[]): Promise<void> {
    const { gateway, loyalty, dependencies, work } = erasures;
    await restoreDatabase(store.db, empty);
    const history = new History(store.db, erasures, programs);
    for (const step of steps) await history.take(step);
    const erased: Person[] = [];
    const backup = await dumpDatabase(store.db);
    for (const { who, variant } of choices) {
      const left = history.people.filter((each) => !erased.includes(each));
      const person = left[who % Math.max(1, left.length)];
      if (!person) break;
      await erase(history, person, variant);
      erased.push(person);
      if (!person.deletedAt) person.deletedAt = loyalty.clock.now();
      if (variant % 4 === 0) await history.crawl();
      await receiveLate(history, person, variant);
      expect(findPeople(await dumpDatabase(store.db), erased)).toEqual({});
    }
    await expectFigures(store.db);

    const others = history.people.filter((each) => !erased.includes(each));
    await restoreDatabase(store.db, backup);
    await applyErasureList(gateway.dependencies, dependencies.dataDirectory);
    await work();
    const restored = await dumpDatabase(store.db);
    expect(findPeople(restored, erased)).toEqual({});
    expect(countMarkers(restored, others)).toEqual(countMarkers(backup, others));

    loyalty.clock.advance(31 * DAY_SECONDS);
    await work();
    const later = await dumpDatabase(store.db);
    const members = others.filter(({ deletedAt }) => !deletedAt);
    expect(
      findPeople(
        later,
        history.people.filter((each) => !members.includes(each)),
      ),
    ).toEqual({});
    expect(countMarkers(later, members)).toEqual(countMarkers(backup, members));
    await expectFigures(store.db);
  }

  test('change what is about the member, and nothing else', async () => {
    const property = fc.asyncProperty(anySteps, anyChoices, (...history) => {
      running = check(...history);
      return running;
    });
    try {
      await fc.assert(property, {
        numRuns: propertyRuns(60),
        interruptAfterTimeLimit: process.env.PATRON_TEST_ALL === '1' ? 60_000 : 20_000,
        examples: REUSED,
      });
    } finally {
      // An interrupted check continues, in the same database.
      await running?.catch(() => undefined);
    }
  }, 300_000);
});
