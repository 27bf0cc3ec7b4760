import { eq } from 'drizzle-orm';
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
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

describeBothStorages('the default authentication factor', (store) => {
  let service: TestAdvocacy;
  let user: FactorsUser;
  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    user = await createFactorsUser(service);
  });

  const defaults = async () => {
    const { body } = await user.list();
    const factors: { id: string; meta?: { default?: boolean } }[] = body.data;
    return factors.filter(({ meta }) => meta?.default).map(({ id }) => id);
  };
  const addApp = async () => {
    const { id, attributes } = (await user.create(OTP)).body.data;
    const code = oneTimePassword(attributes.provisioning_url, service.clock.now());
    await user.verify(id, { otp_attempt: code });
    return id;
  };

  test('is chosen by the user, and recorded with the method and the browser', async () => {
    const email = (await user.create(EMAIL)).body.data.id;
    const app = await addApp();
    expect(await defaults()).toEqual([email]);
    expect((await user.setDefault(app)).status).toBe(204);
    expect(await defaults()).toEqual([app]);
    expect((await user.setDefault(app)).status).toBe(204);
    const events = await store.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.action, 'factor.set_default'));
    const own = events.filter(({ userId }) => userId === user.userId);
    expect(own).toEqual([
      expect.objectContaining({ subjectName: 'Authenticator app', userAgent: 'node' }),
    ]);
  });

  test('is never a pending factor, a recovery code or the factor of someone else', async () => {
    const email = (await user.create(EMAIL)).body.data.id;
    const pending = (await user.create(sms(randomNumber()))).body.data.id;
    const codes = (await user.create(RECOVERY)).body.data.id;
    const stranger = await createFactorsUser(service);
    const theirs = (await stranger.create(EMAIL)).body.data.id;
    for (const id of [pending, codes, theirs]) {
      expect((await user.setDefault(id)).status).toBe(404);
    }
    expect(await defaults()).toEqual([email]);
  });
});
