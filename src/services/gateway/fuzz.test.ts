import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import * as directoryEndpoints from '#contract/gateway/directory.ts';
import * as valueEndpoints from '#contract/gateway/directory-values.ts';
import * as inboxEndpoints from '#contract/gateway/inbox.ts';
import * as replayEndpoints from '#contract/gateway/inbox-replays.ts';
import * as jobEndpoints from '#contract/gateway/jobs.ts';
import * as checkEndpoints from '#contract/gateway/webhook-checks.ts';
import * as activities from '#contract/loyalty/activities.ts';
import * as members from '#contract/loyalty/members/members.ts';
import { isEndpoint } from '#services/platform/testing/contract-endpoints.ts';
import { fuzzEndpoint } from '#services/platform/testing/fuzz/fuzz-endpoint.ts';
import type { Target } from '#services/platform/testing/fuzz/fuzz-request.ts';
import type { RawRequest, RawResponse } from '#services/platform/testing/send-raw.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { encodePosition } from './directory/directory-cursor.ts';
import { directoryStates } from './directory/directory-states-table.ts';
import { NO_FILTERS } from './inbox/inbox-events.ts';
import { startReplay } from './inbox/replay/inbox-replays-store.ts';
import { insertJob } from './jobs/insert-job.ts';
import { envelope, tierUpgrade } from './testing/sign-webhook.ts';
import { startInbox, type TestInbox } from './testing/start-inbox.ts';
import { startUpstream, type TestUpstream } from './testing/start-upstream.ts';

const PROXIED = [...Object.values<unknown>(members), ...Object.values<unknown>(activities)]
  .filter(isEndpoint)
  .map((endpoint) => ({ ...endpoint, path: `/teams/:team_id/loyalty/v2${endpoint.path}` }));
const OWN = [
  directoryEndpoints,
  valueEndpoints,
  jobEndpoints,
  inboxEndpoints,
  replayEndpoints,
  checkEndpoints,
].flatMap((part) => Object.values<unknown>(part));
/** Successful only for a file, or a job in a certain state. */
const NEEDS_STATE = new Set(['importMembers', 'correctJobRows', 'startJob', 'retryJob', 'undoJob']);
const ENDPOINTS = [...PROXIED, ...OWN.filter(isEndpoint)];

/** advocacy.md, Errors: the gateway's own error responses. */
const errorSchema = z.strictObject({
  errors: z.array(z.looseObject({ id: z.string(), status: z.string(), code: z.string() })),
});

function expectGateway({ status, headers, body }: RawResponse, { method }: RawRequest): void {
  expect(headers['x-request-id']).toBeTruthy();
  if (method === 'HEAD' || status === 204) {
    expect(body).toBe('');
    return;
  }
  if (status < 400) {
    expect(headers['content-type']).toMatch(/^application\/json(; charset=utf-8)?$/);
    expect(headers['cache-control']).toBe('no-store');
    JSON.parse(body);
    return;
  }
  expect(headers['content-type']).toBe('application/vnd.api+json');
  const { errors } = z.parse(errorSchema, JSON.parse(body));
  expect(errors[0]?.status).toBe(String(status));
  if (status === 405) expect(headers.allow).toMatch(/^[A-Z]+(, [A-Z]+)*$/);
}

describeBothStorages('random requests to the gateway', (storage) => {
  let upstream: TestUpstream;
  let inbox: TestInbox;
  let target: Target;

  beforeAll(async () => {
    upstream = await startUpstream();
    inbox = await startInbox(storage.storage, { loyaltyBaseUrl: upstream.url });
    const ids = Array.from({ length: 20 }, (_, n) => `E-${n}`);
    for (const id of ids) {
      await inbox.deliver(envelope([tierUpgrade(id)], { request_id: `request-of-${id}` }));
    }
    const requests = (await inbox.listRequests()).data;
    // Below the limit, so that another one can be started.
    const replays = [1, 2, 3].map(() =>
      startReplay(storage.db, inbox.clock, { teamId: 1, filters: NO_FILTERS, expected: undefined }),
    );
    const time = inbox.clock.now().toISOString();
    // A complete directory without members, and a job.
    const at = inbox.clock.now();
    await storage.db
      .insert(directoryStates)
      .values({ teamId: 1, nextAttemptAt: at, completeAt: at, currentAt: at });
    const user = { id: '1', name: 'Ada' };
    const job = await insertJob(storage.db, inbox.clock, { teamId: 1, user }, { kind: 'export' });
    target = {
      mountPath: '/gateway',
      mediaType: 'application/json',
      headers: { authorization: 'Bearer all' },
      params: {
        team_id: ['1'],
        job_id: [String(job.id)],
        event_id: ids,
        request_id: requests.map(({ id }) => id),
        replay_id: (await Promise.all(replays)).map((replay) => String(replay?.id)),
        member: ['M-1'],
        activity: ['buy'],
      },
      samples: {
        idParam: ['member_id'],
        start_cursor: ['1', encodePosition('name', { rank: 0, key: '', row: 0 })],
        sort: ['name'],
        count: ['1', '200'],
        q: ['ada'],
        points_min: ['-5'],
        points_max: ['100'],
        enrolled_from: ['2026-01-01'],
        enrolled_to: ['2026-12-31'],
        changed_from: ['2026-01-01'],
        changed_to: ['2026-12-31'],
        first_purchase_from: ['2026-01-01'],
        last_purchase_to: ['2026-12-31'],
        birthday_month: ['2', '2,12'],
        subscription: ['subscribed'],
        has_email: ['true'],
        has_phone: ['false'],
        revenue_min: ['12.5'],
        expiring_within: ['30'],
        expiring_month: ['2026-03'],
        fields: ['revenue', 'custom_attributes.size'],
        event_type: ['event_member_tierupgrade'],
        verdict: ['accepted', 'stale'],
        state: ['running'],
        member_id: ['M-1'],
        since: [time],
        until: [time],
      },
    };
  });
  afterAll(async () => {
    await inbox?.close();
    await upstream?.close();
  });

  test.each(ENDPOINTS.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s responds as documented and never fails',
    async (_id, endpoint) => {
      const statuses = await fuzzEndpoint(inbox.url, endpoint, target, expectGateway);
      if (!NEEDS_STATE.has(endpoint.id)) expect(statuses).toContain(endpoint.status);
    },
  );

  test('the keys are sent only with operations of the specification', () => {
    for (const { url, headers } of upstream.received) {
      expect(url).toMatch(/^\/v2\/loyalty\/(members|activities)(\/[^/?]+(\/activities)?)?(\?|$)/);
      expect(headers).not.toHaveProperty('authorization');
    }
  });
});
