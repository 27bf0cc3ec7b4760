import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { getActivity, listActivities } from '#contract/loyalty/activities.ts';
import { createMember, getMember, listMembers } from '#contract/loyalty/members/members.ts';
import { apiKeys } from '#services/loyalty/programs/programs-table.ts';
import { type Client, createClient } from '#services/loyalty/testing/client.ts';
import { createProgram } from '#services/loyalty/testing/program.ts';
import { startLoyalty, type TestLoyalty } from '#services/loyalty/testing/start-loyalty.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

describeStorages('error responses', (storage) => {
  let service: TestLoyalty;
  let client: Client;
  let credentials: Record<string, string>;
  let foreign: Record<string, string>;

  beforeAll(async () => {
    service = await startLoyalty(storage.storage);
    ({ credentials } = await createProgram(storage.db));
    ({ credentials: foreign } = await createProgram(storage.db));
    client = createClient(service.baseUrl, credentials);
  });
  afterAll(() => service.close());

  test('are the same 401 for a missing or wrong key or partner, or one of another program', async () => {
    const wrong = [
      {},
      { 'api-key': credentials['api-key'] ?? '' },
      { 'partner-id': credentials['partner-id'] ?? '' },
      { ...credentials, 'api-key': 'wrong' },
      { ...credentials, 'partner-id': '' },
      { ...credentials, 'partner-id': foreign['partner-id'] ?? '' },
      { ...credentials, 'api-key': foreign['api-key'] ?? '' },
      { ...credentials, 'partner-id': `${credentials['partner-id']}é` },
    ];
    const responses = await Promise.all(
      wrong.map((headers) => createClient(service.baseUrl, headers).callRejected(listMembers)),
    );
    const [first] = responses;
    expect(first).toMatchObject({
      status: 401,
      error: { error_code: '401', error: 'ERROR_UNAUTHORIZED' },
    });
    for (const response of responses) expect(response).toEqual(first);
  });

  test('are 401 immediately after a key is revoked', async () => {
    const made = await createProgram(storage.db);
    const revoked = createClient(service.baseUrl, made.credentials);
    await revoked.call(listActivities);
    await storage.db.update(apiKeys).set({ revokedAt: service.clock.now() });
    expect((await revoked.callRejected(listActivities)).status).toBe(401);
    await storage.db.update(apiKeys).set({ revokedAt: null });
  });

  test.each([
    [404, 'ERROR_NOT_FOUND', { method: 'GET', path: '/loyalty/none' }, {}],
    [405, 'ERROR_METHOD_NOT_ALLOWED', { method: 'DELETE', path: '/loyalty/members' }, {}],
    [405, 'ERROR_METHOD_NOT_ALLOWED', { method: 'PATCH', path: '/loyalty/members/M-1' }, {}],
    [413, 'ERROR_REQUEST_TOO_LARGE', createMember, { body: 'x'.repeat(1024 * 1024 + 1) }],
    [
      415,
      'ERROR_UNSUPPORTED_MEDIA_TYPE',
      createMember,
      { body: '{}', headers: { 'content-type': 'text/plain' } },
    ],
    [
      415,
      'ERROR_UNSUPPORTED_MEDIA_TYPE',
      createMember,
      { body: '{}', headers: { 'content-type': 'application/json; charset=latin1' } },
    ],
  ] as const)('with status %i are %s', async (status, error, endpoint, call) => {
    const response = await client.send(endpoint, call);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(response.headers.get('x-request-id')).toBeTruthy();
    expect(await response.json()).toMatchObject({ error_code: String(status), error });
  });

  test.each([
    [503, 'ERROR_UNAVAILABLE', Object.assign(new Error('no database'), { code: 'ECONNREFUSED' })],
    [500, 'ERROR_INTERNAL', new Error('a secret of the database')],
  ])(
    'with status %i have the parameter shape and reveal nothing',
    async (status, error, failure) => {
      const select = vi.spyOn(storage.db, 'select').mockImplementation(() => {
        throw failure;
      });
      const rejected = await client.callRejected(listMembers).finally(() => select.mockRestore());
      expect(rejected).toMatchObject({ status, error: { error_code: String(status), error } });
      expect(JSON.stringify(rejected)).not.toContain(failure.message);
    },
  );

  test('with status 405 list the allowed methods', async () => {
    const response = await client.send({ method: 'PATCH', path: '/loyalty/activities' });
    expect(response.headers.get('allow')).toBe('GET, HEAD');
  });

  test.each([
    '\0',
    '\ud800',
    '__proto__',
    'constructor',
    '%',
    '../x',
    'x'.repeat(400),
    '9'.repeat(40),
    "'--",
  ])('are normal for a member or activity with the id %j', async (name) => {
    for (const query of [{}, { idParam: 'member_id', language: '__proto__' }]) {
      const path = `/loyalty/members/${encodeURIComponent(name.toWellFormed())}`;
      const response = await client.send({ method: 'GET', path }, { query });
      expect(response.status).toBe(400);
    }
    const params = { activity: name.toWellFormed() };
    const { status, error } = await client.callRejected(getActivity, {
      params,
      query: { idParam: 'activity_id' },
    });
    expect(status).toBe(400);
    expect(error.message).toMatch(/^activity_id: /);
  });

  test('reject an idParam other than a single member_id', async () => {
    const wrong: [string, string][][] = [
      [['idParam', 'email']],
      [['idParam', '']],
      [
        ['idParam', 'member_id'],
        ['idParam', 'member_id'],
      ],
    ];
    for (const query of wrong) {
      const { status, error } = await client.callRejected(getMember, {
        params: { member: 'M' },
        query,
      });
      expect(status).toBe(400);
      expect(error.message).toMatch(/^idParam: /);
    }
  });
});
