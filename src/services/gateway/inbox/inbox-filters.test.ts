import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteDeliveriesOf, eventNames, fillInbox } from '#services/gateway/testing/fill-inbox.ts';
import { envelope, tierUpgrade } from '#services/gateway/testing/sign-webhook.ts';
import { startInbox, type TestInbox } from '#services/gateway/testing/start-inbox.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

describeBothStorages('filters of the inbox', (context) => {
  let inbox: TestInbox;
  let times: string[];
  beforeAll(async () => {
    inbox = await startInbox(context.storage);
    times = await fillInbox(inbox);
  });
  afterAll(() => inbox?.close());

  test('filters events by member, type, state and time, alone and combined', async () => {
    const found = async (query: Record<string, string>) => {
      const { data, total } = await inbox.listEvents(`?${new URLSearchParams(query)}`);
      expect(total).toBe(data.length);
      return eventNames(data);
    };
    const [first = '', second = '', third = ''] = times;
    expect(await found({ member_id: 'M-1' })).toEqual(['E-2', 'E-1']);
    expect(await found({ event_type: 'event_campaign_entered' })).toEqual(['E-3', 'E-2']);
    expect(await found({ since: second })).toEqual(['malformed', 'E-4', 'E-3', 'E-2']);
    expect(await found({ until: second })).toEqual(['E-1']);
    expect(await found({ since: first, until: third, member_id: 'M-1' })).toEqual(['E-2', 'E-1']);
    expect(await found({ member_id: 'M-9' })).toEqual([]);
    expect(await found({ state: 'malformed' })).toEqual(['malformed']);
    expect(await found({ state: 'pending', since: third })).toEqual(['E-4']);
  });

  test('filters requests by member, verdict, type and time, alone and combined', async () => {
    const total = async (query: Record<string, string>) =>
      (await inbox.listRequests(`?${new URLSearchParams(query)}`)).total;
    expect(await total({ verdict: 'accepted' })).toBe(3);
    expect(await total({ verdict: 'stale' })).toBe(0);
    const received =
      (await total({ verdict: 'accepted' })) + (await total({ verdict: 'duplicate' }));
    expect(await total({ verdict: 'rejected' })).toBe((await total({})) - received);
    expect(await total({ event_type: 'event_member_tierupgrade' })).toBe(2);
    expect(await total({ verdict: 'accepted', since: times[1] ?? '' })).toBe(2);
    expect(await total({ member_id: 'M-1' })).toBe(2);
    expect(await total({ member_id: 'M-2', event_type: 'event_campaign_entered' })).toBe(1);
    expect(await total({ member_id: 'M-2', since: times[2] ?? '', verdict: 'accepted' })).toBe(1);
    // Rejected requests have no member.
    expect(await total({ member_id: 'M-1', verdict: 'malformed' })).toBe(0);
    expect(await total({ member_id: 'M-9' })).toBe(0);
  });

  test('finds duplicates by their member, but not a member of another team', async () => {
    const member_id = 'M-again';
    const body = envelope([tierUpgrade('E-again', { member_id })]);
    await inbox.deliver(body);
    await inbox.deliver(body);
    await inbox.deliver(body, { teamId: 2, secret: 'the secret of team 2' });
    const { data, total } = await inbox.listRequests('?member_id=M-again');
    expect(data.map(({ verdict }) => verdict)).toEqual(['duplicate', 'accepted']);
    expect(total).toBe(2);
    await deleteDeliveriesOf(context.db, 'E-again');
  });

  test('a request names all types of its events, and is found by each', async () => {
    const other = { id: 'T-2', event_type: 'event_of_another_kind', data: {} };
    await inbox.deliver(envelope([tierUpgrade('T-1'), other, tierUpgrade('T-3')]));
    const { data } = await inbox.listRequests('?event_type=event_of_another_kind');
    expect(data).toMatchObject([
      {
        event_type: 'event_member_tierupgrade',
        event_types: ['event_member_tierupgrade', 'event_of_another_kind'],
        response_status: 200,
        test: false,
      },
    ]);
    const types = await (await inbox.call('/teams/1/webhook-event-types')).json();
    expect(types).toMatchObject({
      data: expect.arrayContaining(['event_member_tierupgrade', 'event_of_another_kind']),
    });
  });

  test('the attempts of a request are found by its id, rejected ones too', async () => {
    const body = envelope([tierUpgrade('A-1')], { request_id: 'r-7' });
    await inbox.deliver(body, { secret: 'another' });
    await inbox.deliver(body);
    await inbox.deliver(envelope([tierUpgrade('A-2')], { request_id: 'r-8' }));
    const { data } = await inbox.listRequests('?request_id=r-7');
    expect(data.map(({ verdict, response_status }) => [verdict, response_status])).toEqual([
      ['accepted', 200],
      ['bad_signature', 401],
    ]);
    expect(data[0]?.ip).toMatch(/127\.0\.0\.1/);
    for (const { duration_ms: duration } of data) expect(duration).toBeGreaterThanOrEqual(0);
  });

  test('events are found by text in their data, and by their request', async () => {
    await inbox.deliver(
      envelope([tierUpgrade('S-1', { member_id: 'M-1', first_name: 'Anna żoë_%' })]),
    );
    await inbox.deliver(envelope([tierUpgrade('S-1'), tierUpgrade('S-2')], { request_id: 'r-2' }));
    const idsOf = async (query: string) => (await inbox.listEvents(query)).data.map(({ id }) => id);
    expect(await idsOf(`?q=${encodeURIComponent('żoë_%')}`)).toEqual(['S-1']);
    expect(await idsOf('?q=aNNa')).toEqual(['S-1']);
    expect(await idsOf(`?q=${encodeURIComponent('żoë%%')}`)).toEqual([]);
    const [latest] = (await inbox.listRequests()).data;
    expect(await idsOf(`?webhook_request_id=${latest?.id}`)).toEqual(['S-2', 'S-1']);
    expect(await idsOf('?webhook_request_id=none')).toEqual([]);
  });
});
