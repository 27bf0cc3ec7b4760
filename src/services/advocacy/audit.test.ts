import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { MESSAGE_TEXT_CONTEXT } from '#services/platform/messages/messages.ts';
import { messages } from '#services/platform/messages/messages-table.ts';
import {
  ADVOCACY_FOLDERS,
  listWriteEndpoints,
} from '#services/platform/testing/contract-endpoints.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';
import {
  ORIGIN,
  returnFromThirdParty,
  startNewConnection,
  startReauthorization,
} from './testing/connect-flow.ts';
import { startAdvocacy, TEST_DOMAIN_POLICY, type TestAdvocacy } from './testing/start-advocacy.ts';
import { startConnectService } from './testing/start-connect-service.ts';
import { createWriteRequests } from './testing/write-requests.ts';
import { users } from './users/users-table.ts';

/** Their events are those of the user's security, tested in security-events.test.ts and passkeys.test.ts. */
const PROOFS = ['exchangeToken', 'issueIdToken', 'confirmWithPasskey', 'finishProviderStepUp'];
/** They change nothing that anybody sees. */
const CHALLENGES = ['createPasskeyOptions', 'createStepUpOptions', 'startProviderStepUp'];
const writes = listWriteEndpoints((folder) => ADVOCACY_FOLDERS.includes(folder)).filter(
  (id) => !PROOFS.includes(id) && !CHALLENGES.includes(id),
);

const LINK_IN_NAME = 'evil.example';

describeStorages('audit events of the advocacy service (decisions.md, 47)', (store) => {
  let service: TestAdvocacy;
  let writer: Awaited<ReturnType<typeof createWriteRequests>>;

  beforeAll(async () => {
    service = await startAdvocacy(store.storage, { domainPolicy: TEST_DOMAIN_POLICY });
    writer = await createWriteRequests(service);
    const name = `Open www.${LINK_IN_NAME}\n\nThe Security Team`;
    await store.db.update(users).set({ name }).where(eq(users.id, writer.user.userId));
  });
  afterAll(() => service.close());

  test('the requests are those of all write endpoints', () => {
    expect(Object.keys(writer.requests).sort()).toEqual(writes);
  });

  test.each(writes)('%s records one event, with its actor and without secrets', async (id) => {
    const write = await writer.requests[id]?.();
    if (!write) throw new Error(`There is no request of ${id}`);
    const before = await store.db.$count(auditEvents);
    await writer.send(write);
    expect(await store.db.$count(auditEvents)).toBe(before + 1);
    const [event] = await store.db
      .select()
      .from(auditEvents)
      .orderBy(desc(auditEvents.id))
      .limit(1);
    expect(event).toMatchObject({
      actorKind: 'user',
      actorId: String(writer.user.userId),
      requestId: expect.any(String),
      ip: expect.any(String),
    });
    expect([event?.teamId, event?.userId]).toContainEqual(expect.any(Number));
    expect(JSON.stringify(event)).not.toMatch(/a secret|quiet lantern|argon2|password_hash/);
  });

  test('no email about them has the address in a name', async () => {
    const { encryption } = service.dependencies;
    const emails = await store.db.select().from(messages).where(eq(messages.channel, 'email'));
    const texts = emails.map(({ subject, text }) =>
      [subject, encryption.decrypt(text ?? '', MESSAGE_TEXT_CONTEXT)].join('\n'),
    );
    expect(texts.join('\n')).toContain(
      `"Open www. evil. example The Security Team" (${writer.user.email})`,
    );
    expect(texts.filter((text) => text.includes(LINK_IN_NAME))).toEqual([]);
  });

  test('an account connected or reauthorized at its network records one event', async () => {
    const connecting = await startConnectService(store.storage);
    onTestFinished(() => connecting.close());
    connecting.nextAccount();
    const query = `origin=${ORIGIN}`;
    const recorded = async (page: URL, status = 200) => {
      const before = await store.db.$count(auditEvents);
      expect((await returnFromThirdParty(page)).status).toBe(status);
      const events = await store.db.select().from(auditEvents).orderBy(auditEvents.id);
      return events.slice(before);
    };
    const connectPage = await startNewConnection(connecting.team, `type=chirp&${query}`);
    const created = await recorded(connectPage);
    expect(created).toEqual([
      expect.objectContaining({ action: 'account.create', actorKind: 'user' }),
    ]);
    const id = Number(created[0]?.subjectId);
    const reauthorized = await recorded(await startReauthorization(connecting.team, id, query));
    expect(reauthorized).toEqual([
      expect.objectContaining({
        action: 'account.reauthorize',
        subjectId: String(id),
        subjectName: expect.stringMatching(/ \(Chirp @\S+\)$/),
      }),
    ]);
    expect(JSON.stringify([created, reauthorized])).not.toContain('their-token');
    expect(await recorded(connectPage, 400)).toEqual([]);
  });

  test.each(['updateDomain', 'changePersonRole', 'updateEmailSettings', 'updateProfile'])(
    '%s records nothing if it changes nothing',
    async (id) => {
      const write = await writer.requests[id]?.();
      if (!write) throw new Error(`There is no request of ${id}`);
      const first = await writer.send(write);
      const before = await store.db.$count(auditEvents);
      service.clock.advance(1);
      expect(await writer.send(write)).toEqual(first);
      expect(await store.db.$count(auditEvents)).toBe(before);
    },
  );

  test('a rejected change records nothing', async () => {
    const before = await store.db.$count(auditEvents);
    const { post, resource, send, teamPath } = writer;
    const duplicate = post(`${teamPath}/domains`, resource('domain', { name: 'no domain' }));
    await expect(send(duplicate)).rejects.toThrow('422');
    expect(await store.db.$count(auditEvents)).toBe(before);
  });
});
