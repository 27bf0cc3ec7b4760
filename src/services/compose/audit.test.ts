import { eq, gt, max } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GATEWAY_LIMITS } from '#services/gateway/limits.ts';
import { saveLoyaltyConnection } from '#services/gateway/save-loyalty-connection.ts';
import { envelope, signWebhook, tierUpgrade } from '#services/gateway/testing/sign-webhook.ts';
import { startJobs, type TestJobs } from '#services/gateway/testing/start-jobs.ts';
import { programs } from '#services/loyalty/programs/programs-table.ts';
import { addMembers, createProgram } from '#services/loyalty/testing/program.ts';
import { startLoyalty, type TestLoyalty } from '#services/loyalty/testing/start-loyalty.ts';
import { deliveries } from '#services/loyalty/webhooks/deliveries-table.ts';
import { outboundEvents } from '#services/loyalty/webhooks/outbound-events-table.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { updateContext } from '#services/platform/context.ts';
import {
  ADVOCACY_FOLDERS,
  listWriteEndpoints,
} from '#services/platform/testing/contract-endpoints.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createPersonalDataService } from './personal-data/personal-data-service.ts';
import { createProgramManagement } from './programs/program-management.ts';

/** Endpoints with POST that change nothing. */
const READS = ['checkWebhook'];
/** Whatever the advocacy service doesn't implement, so that no new folder is left out. */
const writes = listWriteEndpoints((folder) => !ADVOCACY_FOLDERS.includes(folder)).filter(
  (id) => !READS.includes(id),
);
const SECRET = 'patron-test-webhook-secret';
/** Nothing listens there. */
const WEBHOOK = { url: 'http://127.0.0.1:1/hook' };
const ANA = { kind: 'user', id: '5', name: 'Ana' } as const;

interface Write {
  method: string;
  path: string;
  body?: unknown;
  mediaType?: string;
}

describeBothStorages('audit events of gateway and loyalty service (decisions.md, 47)', (store) => {
  let loyalty: TestLoyalty;
  let gateway: TestJobs;
  let credentials: Record<string, string>;
  let serial = 0;

  beforeAll(async () => {
    loyalty = await startLoyalty(store.storage);
    const created = await createProgram(store.db);
    credentials = created.credentials;
    const shared = {
      db: store.db,
      clock: loyalty.clock,
      encryption: loyalty.dependencies.encryption,
      servesLoyalty: true,
      loyaltyBaseUrl: loyalty.baseUrl,
      limits: GATEWAY_LIMITS,
    };
    gateway = await startJobs(store.storage, {
      ...shared,
      personalData: createPersonalDataService(shared),
      authorizeTeamMember: async () => {
        updateContext({ actor: ANA, teamId: 1 });
        return { teamId: 1, user: ANA, role: { kind: 'administrator' } };
      },
      hasIdToken: async () => true,
      programs: createProgramManagement({
        ...loyalty.dependencies,
        allowPrivateAddresses: true,
        ownOrigin: 'https://patron.test',
      }),
    });
    await saveLoyaltyConnection(store.db, loyalty.dependencies.encryption, 1, {
      baseUrl: undefined,
      partnerId: created.program.partnerId,
      apiKey: credentials['api-key'] ?? '',
      webhookSecret: SECRET,
    });
    await addMembers(store.db, created.program.id, [{ memberId: 'M-1' }, { memberId: 'M-2' }]);
    await gateway.update();
  });
  afterAll(async () => {
    await gateway?.close();
    await loyalty?.close();
  });

  const headersOf = ({ body, mediaType = 'application/json' }: Write): Record<string, string> =>
    body === undefined ? {} : { 'content-type': mediaType };
  const bodyOf = ({ body }: Write) =>
    body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
  const read = async (response: Response) => {
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  const send = async (write: Write) => {
    const { method, path } = write;
    return read(await gateway.call(path, { method, headers: headersOf(write), ...bodyOf(write) }));
  };
  const sendDirectly = async (write: Write) => {
    const { method, path } = write;
    const headers = { ...credentials, ...headersOf(write) };
    return read(await fetch(`${loyalty.baseUrl}${path}`, { method, headers, ...bodyOf(write) }));
  };
  const post = (path: string, body?: unknown): Write => ({ method: 'POST', path, body });
  const newMemberId = () => {
    serial += 1;
    return `N-${serial}`;
  };
  const createdMember = async () => {
    const memberId = newMemberId();
    await sendDirectly(post('/loyalty/members', { member_id: memberId, member_status: 'active' }));
    return `/loyalty/members/${memberId}?idParam=member_id`;
  };
  const createdJob = async (data: object = { kind: 'export' }) => {
    const job = { selection: { filter: {} }, ...data };
    return `/teams/1/jobs/${(await send(post('/teams/1/jobs', { data: job }))).data.id}`;
  };
  const receivedEvent = async () => {
    const id = newMemberId();
    const body = envelope([tierUpgrade(id)], { request_id: id });
    const headers = signWebhook(body, loyalty.clock.now(), { secret: SECRET });
    const url = `${gateway.url}/gateway/teams/1/webhooks/loyalty`;
    expect((await fetch(url, { method: 'POST', body, headers })).status).toBe(200);
    return id;
  };
  const createdWebhook = async () =>
    `/teams/1/program/webhooks/${(await send(post('/teams/1/program/webhooks', WEBHOOK))).data.id}`;
  const failedDelivery = async () => {
    const webhook = await createdWebhook();
    const now = loyalty.clock.now();
    const [row] = await store.db
      .insert(deliveries)
      .values({
        targetId: Number(webhook.split('/').at(-1)),
        requestId: newMemberId(),
        body: '{"events":[]}',
        state: 'failed',
        nextAttemptAt: now,
        createdAt: now,
      })
      .returning({ id: deliveries.id });
    return { webhook, delivery: row?.id };
  };
  const importFile = (): Write => ({
    method: 'POST',
    path: '/teams/1/jobs/import',
    body: `member_id,first_name\r\n${newMemberId()},Jo\r\n`,
    mediaType: 'text/csv',
  });

  /** A request that succeeds, for each endpoint of the gateway alone. */
  const gatewayRequests: Record<string, () => Promise<Write>> = {
    createJob: async () =>
      post('/teams/1/jobs', { data: { kind: 'export', selection: { filter: {} } } }),
    importMembers: async () => importFile(),
    startJob: async () => {
      const { data } = await send(importFile());
      await gateway.work();
      return post(`/teams/1/jobs/${data.id}/start`);
    },
    correctJobRows: async () => {
      const { data } = await send(importFile());
      await gateway.work();
      const path = `/teams/1/jobs/${data.id}/rows`;
      return { method: 'PATCH', path, body: { data: [{ row: 2, cells: { first_name: 'Al' } }] } };
    },
    cancelJob: async () => post(`${await createdJob()}/cancel`),
    undoJob: async () => {
      const job = await createdJob({ kind: 'change', change: { add_tags: [newMemberId()] } });
      await gateway.work();
      return post(`${job}/undo`);
    },
    retryJob: async () => {
      const job = await createdJob({ kind: 'delete' });
      await send(post(`${job}/cancel`));
      return post(`${job}/retry`);
    },
    replayInboxEvent: async () => post(`/teams/1/webhook-events/${await receivedEvent()}/replay`),
    startInboxReplay: async () =>
      post('/teams/1/webhook-events/replay', { since: '2026-01-01T00:00:00Z' }),
    stopInboxReplay: async () => {
      const since = { since: '2026-01-01T00:00:00Z' };
      const { data } = await send(post('/teams/1/webhook-events/replay', since));
      return post(`/teams/1/webhook-replays/${data.id}/stop`);
    },
    sendTestWebhook: async () =>
      post('/teams/1/webhook-tests', { event_type: 'event_member_tierupgrade' }),
    adjustPoints: async () => post('/teams/1/points/M-1', { points: 5, reason: 'Apology' }),
    createApiKey: async () => post('/teams/1/program/api-keys', { name: newMemberId() }),
    createWebhook: async () => post('/teams/1/program/webhooks', WEBHOOK),
    updateWebhook: async () => ({
      method: 'PATCH',
      path: await createdWebhook(),
      body: { paused: true },
    }),
    deleteWebhook: async () => ({ method: 'DELETE', path: await createdWebhook() }),
    rotateWebhookSecret: async () => post(`${await createdWebhook()}/secret`),
    switchWebhookSecret: async () => {
      const webhook = await createdWebhook();
      await send(post(`${webhook}/secret`));
      return post(`${webhook}/secret/switch`);
    },
    resendWebhookEvents: async () => {
      const since = loyalty.clock.now();
      const [program] = await store.db.select().from(programs);
      await store.db.insert(outboundEvents).values({
        programId: program?.id ?? 0,
        eventId: newMemberId(),
        eventType: 'event_campaign_entered',
        data: {} as never,
        createdAt: since,
        batchedAt: since,
      });
      return post(`${await createdWebhook()}/resend`, { since: since.toISOString() });
    },
    retryWebhookDelivery: async () => {
      const { webhook, delivery } = await failedDelivery();
      return post(`${webhook}/deliveries/${delivery}/retry`);
    },
    retryWebhookDeliveries: async () =>
      post(`${(await failedDelivery()).webhook}/retry`, { since: '2026-01-01T00:00:00Z' }),
    testWebhook: async () => post(`${await createdWebhook()}/test`),
    revokeApiKey: async () => {
      const { data } = await send(post('/teams/1/program/api-keys', { name: newMemberId() }));
      return { method: 'DELETE', path: `/teams/1/program/api-keys/${data.id}` };
    },
    setPointValue: async () => ({
      method: 'PATCH',
      path: '/teams/1/directory/point-value',
      body: { amount: 0.01, currency: 'USD' },
    }),
    erasePersonalData: async () => post('/teams/1/personal-data/M-2/erase'),
    removeMention: async () => {
      const path = '/teams/1/personal-data/M-2/mentions';
      await sendDirectly(
        post('/patron/members/M-1/points?idParam=member_id', { points: 1, reason: 'Like M-2' }),
      );
      const { data } = await send({ method: 'GET', path });
      return { method: 'DELETE', path: `${path}/${data.at(0).id}` };
    },
  };
  /** A request that succeeds, for each endpoint of the loyalty service. */
  const loyaltyRequests: Record<string, () => Promise<Write>> = {
    createMember: async () =>
      post('/loyalty/members', { member_id: newMemberId(), member_status: 'active' }),
    updateMember: async () => post(await createdMember(), { first_name: 'Jo' }),
    deleteMember: async () => ({ method: 'DELETE', path: await createdMember() }),
    adjustMemberPoints: async () =>
      post('/patron/members/M-1/points?idParam=member_id', { points: 5, reason: 'Apology' }),
  };

  /** What a request records. */
  async function recordedBy(request: () => Promise<unknown>) {
    const [last] = await store.db.select({ id: max(auditEvents.id) }).from(auditEvents);
    await request();
    return store.db
      .select()
      .from(auditEvents)
      .where(gt(auditEvents.id, last?.id ?? 0))
      .orderBy(auditEvents.id);
  }
  const byAna = expect.objectContaining({
    actorKind: 'user',
    actorId: ANA.id,
    actorName: ANA.name,
    teamId: 1,
    requestId: expect.any(String),
  });

  test('the requests below are those of all write endpoints', () => {
    expect(Object.keys({ ...gatewayRequests, ...loyaltyRequests }).sort()).toEqual(writes);
  });

  test.each(Object.keys(gatewayRequests))('%s records one event, with its actor', async (id) => {
    const write = await gatewayRequests[id]?.();
    expect(await recordedBy(() => send(write as Write))).toEqual([byAna]);
  });

  test.each(['createMember', 'updateMember', 'deleteMember'])(
    '%s through the gateway records one event, with the user',
    async (id) => {
      const write = (await loyaltyRequests[id]?.()) as Write;
      const path = `/teams/1/loyalty/v2${write.path}`;
      expect(await recordedBy(() => send({ ...write, path }))).toEqual([byAna]);
    },
  );

  test.each(Object.keys(loyaltyRequests))(
    '%s with a key records one event, with the client and the key',
    async (id) => {
      const write = (await loyaltyRequests[id]?.()) as Write;
      expect(await recordedBy(() => sendDirectly(write))).toEqual([
        expect.objectContaining({
          actorKind: 'client',
          actorId: expect.stringMatching(/^\d+$/),
          partnerId: credentials['partner-id'],
        }),
      ]);
    },
  );

  test('a job records one event, and one for each member that it changes', async () => {
    const ids: string[] = [];
    for (const _ of [1, 2]) {
      const member = { member_id: newMemberId(), member_status: 'active' };
      ids.push((await send(post('/teams/1/loyalty/v2/loyalty/members', member))).data.id);
    }
    // Jobs of other tests.
    await gateway.work();
    const change = { kind: 'change', selection: { ids }, change: { add_tags: ['new'] } };
    const events = await recordedBy(async () => {
      await send(post('/teams/1/jobs', { data: change }));
      await gateway.work();
    });
    const ofJob = events.filter(({ action }) => action.startsWith('job.'));
    const ofRows = events.filter(({ action }) => action === 'member.update');
    expect([ofJob, ofRows].map((list) => list.map(({ actorId }) => actorId))).toEqual([
      [ANA.id],
      [ANA.id, ANA.id],
    ]);
    // Applied again, it changes nothing.
    const repeated = await recordedBy(async () => {
      await send(post('/teams/1/jobs', { data: change }));
      await gateway.work();
    });
    expect(repeated.map(({ action }) => action)).toEqual(['job.create']);
  });

  test('a job records how its members were selected, and an export what its file has', async () => {
    const recordedFor = async (filter: object, asked = {}) => {
      const data = { kind: 'export', selection: { filter }, ...asked };
      const [event] = await recordedBy(() => send(post('/teams/1/jobs', { data })));
      return event?.changes.map(({ field, after }) => [field, after]);
    };
    const total = ['total', expect.any(Number)];
    expect(await recordedFor({ tag: 'new' })).toEqual([
      total,
      ['filter', { tag: ['new'] }],
      ['format', 'csv'],
    ]);
    expect(await recordedFor({})).toEqual([total, ['format', 'csv']]);
    const asked = { columns: ['member_id', 'email_address'], format: 'csv_plain' };
    expect(await recordedFor({}, asked)).toEqual([
      total,
      ['format', 'csv_plain'],
      ['columns', ['member_id', 'email_address']],
    ]);
  });

  test('no event has a secret', async () => {
    const secrets = [SECRET, credentials['api-key'] ?? ''];
    const all = JSON.stringify(await store.db.select().from(auditEvents));
    for (const secret of secrets) expect(all).not.toContain(secret);
    expect(await store.db.$count(auditEvents, eq(auditEvents.actorKind, 'system'))).toBe(0);
  });
});
