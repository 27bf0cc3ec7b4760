import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SignatureCheck } from '#contract/gateway/webhook-checks.ts';
import { processEvents } from '#services/gateway/inbox/process/process-events.ts';
import {
  envelope,
  signWebhook,
  tierUpgrade,
  WEBHOOK_SECRET,
} from '#services/gateway/testing/sign-webhook.ts';
import { startInbox, type TestInbox } from '#services/gateway/testing/start-inbox.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

describeStorages('webhook tools', (context) => {
  let inbox: TestInbox;
  beforeAll(async () => {
    inbox = await startInbox(context.storage);
    inbox.users.set('viewer', { teamIds: [1], scopes: ['webhooks:read'], canWrite: false });
  });
  afterAll(() => inbox?.close());
  beforeEach(() => inbox.clear());

  const post = (path: string, body: unknown, token = 'all') =>
    inbox.call(`/teams/1/${path}`, {
      method: 'POST',
      token,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
  const check = async (body: unknown) =>
    (await (await post('webhook-checks', body)).json()) as SignatureCheck;

  describe('signature check', () => {
    test('names the mistake of a received request', async () => {
      const body = envelope([tierUpgrade('E-1')]);
      await inbox.deliver(body, { secret: `${WEBHOOK_SECRET}\n` });
      await inbox.deliver(body, { algorithm: 'sha256' });
      await inbox.deliver(body, { nonce: String(inbox.clock.now().getTime() - 2_400_000) });
      await inbox.deliver(body);
      const requests = (await inbox.listRequests()).data.reverse();
      const causes = await Promise.all(
        requests.map(async ({ id }) => (await check({ webhook_request_id: id })).cause),
      );
      expect(causes).toEqual(['secret_whitespace', 'algorithm', 'stale', null]);
    });

    test('checks a pasted request, also by users who can only view', async () => {
      const body = envelope([]);
      const { nonce = '', 'x-loyalty-signature': signature = '' } = signWebhook(
        body,
        inbox.clock.now(),
      );
      expect(await check({ body, nonce, signature })).toMatchObject({ valid: true, cause: null });
      const response = await post('webhook-checks', { body, nonce: '1', signature }, 'viewer');
      expect(await response.json()).toMatchObject({ valid: false, cause: 'unknown' });
      expect((await inbox.listRequests()).total).toBe(0);
    });

    test('accepts a request whose other signature matches, as while a secret is replaced', async () => {
      const body = envelope([]);
      const sign = (secret = WEBHOOK_SECRET) =>
        signWebhook(body, inbox.clock.now(), { secret })['x-loyalty-signature'] ?? '';
      const { nonce = '' } = signWebhook(body, inbox.clock.now());
      const wrong = { signature: sign('another secret'), other_signature: sign('a third one') };
      expect(await check({ body, nonce, ...wrong })).toMatchObject({ valid: false });
      const pasted = { body, nonce, ...wrong, other_signature: ` ${sign()} ` };
      expect(await check(pasted)).toMatchObject({
        valid: true,
        explanation: expect.stringContaining('x-loyalty-signature-other matches'),
      });
    });

    test('rejects unknown requests, those of other teams, and incomplete ones', async () => {
      await inbox.deliver(envelope([]), { teamId: 2, secret: 'the secret of team 2' });
      const ofTeam2 = (await (
        await inbox.call('/teams/2/webhook-requests', { token: 'two' })
      ).json()) as { data: { id: string }[] };
      for (const id of [ofTeam2.data[0]?.id, '999999', 'x']) {
        expect((await post('webhook-checks', { webhook_request_id: id })).status).toBe(404);
      }
      expect((await post('webhook-checks', { body: '{}' })).status).toBe(422);
      expect((await post('webhook-checks', {}, 'nobody')).status).toBe(401);
    });
  });

  describe('test events', () => {
    const send = async (changes: Record<string, unknown>) => {
      const body = { event_type: 'event_member_tierupgrade', member_id: 'M-1', ...changes };
      const response = await post('webhook-tests', body);
      expect(response.status).toBe(200);
      const { data } = (await response.json()) as {
        data: { deliveries: { webhook_request_id: string; verdict: string }[] };
      };
      return data.deliveries;
    };

    test.each([
      ['good', ['accepted'], 1],
      ['duplicate', ['accepted', 'duplicate'], 1],
      ['bad_signature', ['bad_signature'], 0],
      ['stale', ['stale'], 0],
      ['batch', ['accepted'], 3],
    ])('of the case %s arrive with the outcomes %j', async (testCase, outcomes, events) => {
      const deliveries = await send({ case: testCase });
      expect(deliveries.map(({ verdict }) => verdict)).toEqual(outcomes);
      const requests = (await inbox.listRequests()).data.reverse();
      expect(requests.map(({ id }) => id)).toEqual(
        deliveries.map(({ webhook_request_id: id }) => id),
      );
      expect(requests.every(({ test: isTest, ip }) => isTest && ip === null)).toBe(true);
      // Attempts of one request have the same id, whatever their outcome.
      const ids = requests.map((each) => each.request_id ?? each.claimed_request_id);
      expect([new Set(ids).size, ids.includes(null)]).toEqual([1, false]);
      const listed = await inbox.listEvents();
      expect([listed.total, listed.data.every((event) => event.test)]).toEqual([events, true]);
    });

    test('are listed and counted apart from the others', async () => {
      await inbox.deliver(envelope([tierUpgrade('E-1'), tierUpgrade('E-2')]));
      await send({ case: 'duplicate' });
      const totalsOf = async (filter: string) => [
        (await inbox.listEvents(filter)).total,
        (await inbox.listRequests(filter)).total,
      ];
      expect(await totalsOf('')).toEqual([3, 3]);
      expect(await totalsOf('?test=false')).toEqual([2, 1]);
      expect(await totalsOf('?test=true')).toEqual([1, 2]);
      expect((await inbox.call('/teams/1/webhook-events?test=no')).status).toBe(400);
    });

    test('are processed without changing what is known about a member', async () => {
      await inbox.deliver(envelope([tierUpgrade('E-1')]));
      inbox.clock.advance(60);
      await send({});
      while (await processEvents(inbox.dependencies.db, inbox.clock, silentLog));
      const { data } = (await (await inbox.call('/teams/1/webhook-events/E-1')).json()) as {
        data: { member_facts: { event_id: string } };
      };
      expect(data.member_facts.event_id).toBe('E-1');
      expect((await inbox.listEvents('?state=processed')).total).toBe(2);
    });

    test('need the right to write', async () => {
      const body = { event_type: 'event_member_tierupgrade' };
      expect((await post('webhook-tests', body, 'viewer')).status).toBe(403);
      expect((await post('webhook-tests', { ...body, case: 'odd' })).status).toBe(422);
    });
  });
});
