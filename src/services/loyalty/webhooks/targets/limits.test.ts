import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createApiKey, listApiKeys, revokeApiKey } from '#services/loyalty/programs/api-keys.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { createProgram } from '#services/loyalty/testing/program.ts';
import { webhookTargets } from '#services/loyalty/webhooks/webhook-targets-table.ts';
import { ConflictError } from '#services/platform/operator-error.ts';
import { createEncryption } from '#services/platform/secrets/encryption.ts';
import { createKeyring } from '#services/platform/secrets/keyring.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { addWebhook, removeWebhook } from './change-webhooks.ts';
import { createWebhookTarget } from './webhook-targets.ts';

const encryption = createEncryption(await createKeyring());

describeBothStorages('limits of a program', (storage) => {
  const add = (program: Program) =>
    addWebhook(storage.db, encryption, program, {
      url: 'https://shop.example/hook',
      eventTypes: null,
      allowPrivateAddress: false,
    });
  const countWebhooks = ({ id }: Program) =>
    storage.db.$count(webhookTargets, eq(webhookTargets.programId, id));
  /** How many of the calls, which run together, are rejected as conflicts. */
  const countConflicts = async (calls: Promise<unknown>[]): Promise<number> => {
    const outcomes = await Promise.allSettled(calls);
    const reasons = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(reasons.every((reason) => reason instanceof ConflictError)).toBe(true);
    return reasons.length;
  };

  test('allow 20 webhooks, however many are added at a time, and each program its own', async () => {
    const { program } = await createProgram(storage.db);
    const { program: other } = await createProgram(storage.db);
    const calls = Array.from({ length: 25 }, () => add(program));
    expect(await countConflicts([...calls, add(other)])).toBe(5);
    expect([await countWebhooks(program), await countWebhooks(other)]).toEqual([20, 1]);
    await expect(add(program)).rejects.toThrow('A program has at most 20 webhooks');
  });

  test('keep the webhooks of a program that has more already', async () => {
    const { program } = await createProgram(storage.db);
    const target = { programId: program.id, url: 'https://shop.example/hook', secret: 'x' };
    for (let n = 0; n < 22; n += 1) await createWebhookTarget(storage.db, encryption, target);
    await expect(add(program)).rejects.toThrow(ConflictError);
    const { id } = await createWebhookTarget(storage.db, encryption, target);
    await removeWebhook(storage.db, program, id);
    expect(await countWebhooks(program)).toBe(22);
  });

  test("allow 50 keys that are not revoked, besides Patron's own", async () => {
    const { program } = await createProgram(storage.db);
    const existing = (await listApiKeys(storage.db, program.id)).length;
    const create = () => createApiKey(storage.db, program, 'The shop');
    const calls = Array.from({ length: 53 }, create);
    expect(await countConflicts(calls)).toBe(3 + existing);
    const [first] = await listApiKeys(storage.db, program.id);
    await revokeApiKey(storage.db, program, first?.id ?? 0, new Date());
    await create();
    await expect(create()).rejects.toThrow('A program has at most 50 API keys');
  });
});
