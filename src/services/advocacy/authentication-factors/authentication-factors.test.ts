import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createFactorsUser,
  EMAIL,
  type FactorsUser,
  OTP,
  oneTimePassword,
  RECOVERY,
  randomNumber,
  sms,
} from '#services/advocacy/testing/factors-user.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { addSeconds } from '#services/platform/clock.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

describeStorages('authentication factors', (store) => {
  let service: TestAdvocacy;
  let user: FactorsUser;
  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    user = await createFactorsUser(service);
  });

  const advance = (seconds: number) => service.clock.advance(seconds);
  const currentCode = (url: string, steps = 0) =>
    oneTimePassword(url, addSeconds(service.clock.now(), steps * 30));
  const defaults = async () =>
    (await user.list()).body.data
      .filter((factor) => factor.meta.default)
      .map((factor) => factor.id);

  test('a new one-time password is pending, and its otpauth URL is shown only once', async () => {
    const { status, body } = await user.create(OTP);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      type: 'authentication_factor',
      attributes: { status: 'pending', ...OTP, channel: null, external_id: null },
      meta: { default: false },
    });
    expect(body.data.attributes.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const url = new URL(body.data.attributes.provisioning_url);
    expect(url.protocol).toBe('otpauth:');
    expect(url.searchParams.get('secret')).toMatch(/^[A-Z2-7]{32}$/);
    const list = await user.list();
    expect(list.body.data[0]?.attributes.provisioning_url).toBeNull();
  });

  test('the seed is stored encrypted', async () => {
    const { body } = await user.create(OTP);
    const secret = new URL(body.data.attributes.provisioning_url).searchParams.get('secret');
    const { rows } = await store.db.execute(
      `select totp_seed from authentication_factors where id = ${body.data.id}`,
    );
    expect(rows[0]?.totp_seed).toBeTruthy();
    expect(rows[0]?.totp_seed).not.toContain(secret);
  });

  test('an email factor is active immediately, sends nothing and becomes the default', async () => {
    const { body } = await user.create(EMAIL);
    expect(body.data).toMatchObject({
      attributes: { status: 'active', channel: 'email', external_id: null },
      meta: { default: true },
    });
    expect(await user.received(user.email)).toEqual([]);
  });

  test('ten recovery codes are shown once and are never the default', async () => {
    const { body } = await user.create(RECOVERY);
    expect(body.data).toMatchObject({ attributes: { status: 'active' }, meta: { default: false } });
    expect(new Set(body.data.meta.recovery_codes).size).toBe(10);
    const list = await user.list();
    expect(list.body.data[0]?.meta).toEqual({ default: false, recovery_codes_left: 10 });
  });

  test('each type and channel exists at most once', async () => {
    const cases = [
      [OTP, 'type'],
      [RECOVERY, 'type'],
      [EMAIL, 'channel'],
      [sms(randomNumber()), 'channel'],
    ] as const;
    for (const [attributes, name] of cases) {
      expect((await user.create(attributes)).status).toBe(201);
      const second = await user.create(attributes);
      expect(second.status).toBe(422);
      expect(second.body.errors[0].source?.pointer).toBe(`/data/attributes/${name}`);
    }
    expect((await user.list()).body.data).toHaveLength(4);
  });

  test('an invalid combination of type, channel and external_id returns 422 at its attribute', async () => {
    const cases: [object, string][] = [
      [{}, 'type'],
      [{ type: 'fingerprint' }, 'type'],
      [{ type: 'out_of_band' }, 'channel'],
      [{ type: 'one_time_password', channel: 'sms' }, 'channel'],
      [{ ...EMAIL, external_id: '+15551234567' }, 'external_id'],
      [{ type: 'out_of_band', channel: 'sms' }, 'external_id'],
      [{ type: 'out_of_band', channel: 'sms', external_id: '5551234567' }, 'external_id'],
      [{ type: 'out_of_band', channel: 'fax', external_id: '+0123' }, 'external_id'],
    ];
    for (const [attributes, name] of cases) {
      const { status, body } = await user.create(attributes);
      expect([status, body.errors[0].source?.pointer]).toEqual([422, `/data/attributes/${name}`]);
    }
    expect((await user.list()).body.data).toEqual([]);
  });

  test('deletion notifies the user and makes the oldest active factor the default', async () => {
    await user.create(RECOVERY);
    const first = await user.create(EMAIL);
    advance(1);
    const pending = await user.create(sms(randomNumber()));
    const otp = await user.create(OTP);
    const otp_attempt = currentCode(otp.body.data.attributes.provisioning_url);
    await user.verify(otp.body.data.id, { otp_attempt });
    expect(await defaults()).toEqual([first.body.data.id]);

    expect((await user.remove(pending.body.data.id)).status).toBe(204);
    expect(await defaults()).toEqual([first.body.data.id]);
    expect((await user.remove(first.body.data.id)).status).toBe(204);
    expect(await defaults()).toEqual([otp.body.data.id]);
    expect((await user.remove(otp.body.data.id)).status).toBe(204);
    expect(await defaults()).toEqual([]);
    expect((await user.remove(otp.body.data.id)).status).toBe(404);
    const subjects = (await user.received(user.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject?.includes('removed'))).toHaveLength(3);
  });

  test("the list has no parameters and only the caller's factors", async () => {
    const stranger = await createFactorsUser(service);
    await stranger.create(EMAIL);
    const self = `${service.baseUrl}/v2/authentication_factors`;
    const list = await user.call('GET', '/v2/authentication_factors?id_token=secret');
    expect(list.body).toMatchObject({
      data: [],
      links: { self, first: self, next: null, prev: null },
    });
    for (const query of ['page[number]=1', 'sort=id']) {
      const response = await user.call('GET', `/v2/authentication_factors?${query}`);
      expect(response.status).toBe(400);
      expect(response.body.errors[0].source?.parameter).toBe(query.split('=')[0]);
    }
  });

  test('scopes are required, and an id_token for every write', async () => {
    const reader = await createFactorsUser(service, ['authentication_factors:read']);
    expect((await reader.list()).status).toBe(200);
    const rejected = await reader.create(OTP);
    expect([rejected.status, rejected.body.errors[0].code]).toEqual([403, '4030000']);
    const writer = await createFactorsUser(service, ['authentication_factors:write']);
    expect((await writer.list()).status).toBe(403);
    advance(901);
    const expired = await user.create(OTP);
    expect([expired.status, expired.body.errors[0].code]).toEqual([403, '403']);
  });
});
