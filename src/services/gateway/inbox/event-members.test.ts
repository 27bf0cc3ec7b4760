import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { directoryStates } from '#services/gateway/directory/directory-states-table.ts';
import { writeMembers } from '#services/gateway/directory/write-members.ts';
import { createReplayClient } from '#services/gateway/testing/replay-client.ts';
import { envelope, tierUpgrade } from '#services/gateway/testing/sign-webhook.ts';
import { startInbox, type TestInbox } from '#services/gateway/testing/start-inbox.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { processEvents } from './process/process-events.ts';

describeBothStorages('members of events', (context) => {
  let inbox: TestInbox;
  beforeAll(async () => {
    inbox = await startInbox(context.storage);
  });
  afterAll(() => inbox?.close());
  beforeEach(async () => {
    await inbox.clear();
    const now = inbox.clock.now();
    await context.db.delete(directoryStates);
    await context.db.insert(directoryStates).values({ teamId: 1, nextAttemptAt: now });
  });

  /** The directory reads a member, a second after what was before. */
  const readMember = async (memberId: string, tier: string) => {
    inbox.clock.advance(1);
    const member = {
      id: `service-${memberId}`,
      member_id: memberId,
      member_status: 'active' as const,
      tier_info: { loyalty_tier_id: tier, loyalty_tier_name: tier },
    };
    const read = { members: [member], readAt: inbox.clock.now() };
    await context.db.transaction((tx) => writeMembers(tx, 1, [read], silentLog));
  };
  /** The directory has read all members by now. */
  const completeDirectory = async () => {
    inbox.clock.advance(1);
    const currentAt = inbox.clock.now();
    await context.db
      .update(directoryStates)
      .set({ currentAt })
      .where(eq(directoryStates.teamId, 1));
  };
  const upgrade = (id: string, memberId: string, tier: string) =>
    tierUpgrade(id, {
      member_id: memberId,
      last_modified_date: inbox.clock.now().toISOString(),
      tier_info: { loyalty_tier_name: tier },
    });
  const process = () => processEvents(context.db, inbox.clock, silentLog);
  /** A member is upgraded, a second after what was before. */
  const receive = async (id: string, tier: string) => {
    inbox.clock.advance(1);
    await inbox.deliver(envelope([upgrade(id, 'M-1', tier)]));
    await process();
  };
  const previousTiers = async () =>
    Object.fromEntries(
      (await inbox.listEvents()).data.map(({ id, previous_tier }) => [id, previous_tier]),
    );

  test('have the tier before an upgrade, from the directory and from earlier events', async () => {
    await readMember('M-1', 'Bronze');
    await receive('E-1', 'Silver');
    await receive('E-2', 'Gold');
    expect(await previousTiers()).toEqual({ 'E-1': 'Bronze', 'E-2': 'Silver' });
  });

  test('have the tier before an upgrade that the directory has read already', async () => {
    await readMember('M-1', 'Bronze');
    await readMember('M-1', 'Silver');
    await receive('E-1', 'Silver');
    // A downgrade sends no event.
    await readMember('M-1', 'Bronze');
    await receive('E-2', 'Gold');
    expect(await previousTiers()).toEqual({ 'E-1': 'Bronze', 'E-2': 'Bronze' });
  });

  test('have the tiers before several upgrades that arrive together', async () => {
    await readMember('M-1', 'Bronze');
    inbox.clock.advance(1);
    const events = [upgrade('E-1', 'M-1', 'Silver'), upgrade('E-2', 'M-1', 'Gold')];
    await inbox.deliver(envelope(events));
    await process();
    expect(await previousTiers()).toEqual({ 'E-1': 'Bronze', 'E-2': 'Silver' });
  });

  test('have no tier before an upgrade that is older than what is known', async () => {
    const late = envelope([upgrade('E-late', 'M-1', 'Silver')]);
    await readMember('M-1', 'Gold');
    await inbox.deliver(late);
    await process();
    expect(await previousTiers()).toEqual({ 'E-late': null });
  });

  test('keep the tier before an upgrade when it is replayed', async () => {
    await readMember('M-1', 'Bronze');
    await receive('E-1', 'Silver');
    await receive('E-2', 'Gold');
    const replays = createReplayClient(inbox);
    await replays.post('/teams/1/webhook-events/E-1/replay');
    await process();
    await replays.start();
    await replays.drain();
    expect(await previousTiers()).toEqual({ 'E-1': 'Bronze', 'E-2': 'Silver' });
  });

  test('are unknown if a directory that was read later has no such member', async () => {
    await readMember('M-1', 'Bronze');
    await inbox.deliver(
      envelope([upgrade('E-1', 'M-1', 'Silver'), upgrade('E-2', 'GHOST', 'Gold')]),
    );
    await process();
    const unknown = async () =>
      Object.fromEntries(
        (await inbox.listEvents()).data.map(({ id, unknown_member }) => [id, unknown_member]),
      );
    // The member may just have been added.
    expect(await unknown()).toEqual({ 'E-1': false, 'E-2': false });
    await completeDirectory();
    expect(await unknown()).toEqual({ 'E-1': false, 'E-2': true });
    const response = await inbox.call('/teams/1/webhook-events/E-2');
    expect(await response.json()).toMatchObject({ data: { unknown_member: true } });
  });
});
