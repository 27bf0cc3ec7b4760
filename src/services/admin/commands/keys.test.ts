import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createEncryptedDatabase } from '#services/admin/testing/encrypted-database.ts';
import { encryptedCredentials } from '#services/advocacy/accounts/account-credentials.ts';
import { createAccountTypes } from '#services/advocacy/accounts/account-types.ts';
import {
  insertAccount,
  reauthorizeAccount,
  removeAccount,
} from '#services/advocacy/accounts/accounts-store.ts';
import { authenticationFactors } from '#services/advocacy/authentication-factors/authentication-factors-table.ts';
import {
  consumeRecoveryCode,
  createRecoveryCodes,
} from '#services/advocacy/authentication-factors/recovery-codes.ts';
import { ENCRYPTED_COLUMNS } from '#services/compose/encrypted-columns.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { MESSAGE_TEXT_CONTEXT } from '#services/platform/messages/messages.ts';
import { createEncryption } from '#services/platform/secrets/encryption.ts';
import { createKeyring } from '#services/platform/secrets/keyring.ts';
import { openKeyring } from '#services/platform/secrets/open-keyring.ts';
import { type Reencryption, reencrypt } from '#services/platform/secrets/reencrypt.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { newAccount } from '#services/testing/fill-encrypted-columns.ts';

/** In seconds: until a rotation takes effect, and between two reloads of the keys file. */
const ACTIVATION_SECONDS = 60;
const RELOAD_SECONDS = 5;
const DAY_SECONDS = 86_400;

describeBothStorages('admin keys', (store) => {
  const setUp = () => createEncryptedDatabase(store.storage);

  test('each change records one event', async () => {
    const { admin, clock } = await setUp();
    const actionsOf = async (command: string) => {
      const before = await store.db.$count(auditEvents);
      await admin.runOk(['keys', ...command.split(' ')]);
      const events = await store.db.select().from(auditEvents).orderBy(auditEvents.id);
      return events.slice(before).map(({ action, actorKind }) => `${actorKind} ${action}`);
    };
    expect(await actionsOf('rotate')).toEqual(['command key.rotate']);
    clock.advance(ACTIVATION_SECONDS + RELOAD_SECONDS);
    expect(await actionsOf('reencrypt')).toEqual(['command key.reencrypt']);
    // The replaced keys may still be in use.
    expect(await actionsOf('retire')).toEqual([]);
    clock.advance(2 * DAY_SECONDS);
    expect(await actionsOf('retire')).toEqual(['command key.retire']);
  });

  test('reencrypt and retire keep every value readable without the old key', async () => {
    const { admin, clock, dataDirectory, keyring, rotate, decryptAll, columnsWithKey } =
      await setUp();
    const old = keyring.encryption[0];
    const before = await Promise.all(ENCRYPTED_COLUMNS.map(decryptAll));
    // ENCRYPTED_COLUMNS lists all encrypted columns and no other.
    expect(await columnsWithKey(old?.id)).toEqual(ENCRYPTED_COLUMNS.map(({ name }) => name).sort());

    await rotate();
    clock.advance(ACTIVATION_SECONDS + RELOAD_SECONDS);
    expect(await admin.runJson(['keys', 'reencrypt'])).toEqual(
      ENCRYPTED_COLUMNS.map(({ name }, index) => ({
        column: name,
        reencrypted: before[index]?.length,
        unreadable: 0,
      })),
    );
    expect(await columnsWithKey(old?.id)).toEqual([]);
    const again = (await admin.runJson(['keys', 'reencrypt'])) as Reencryption[];
    expect(again.every(({ reencrypted }) => reencrypted === 0)).toBe(true);

    clock.advance(DAY_SECONDS);
    expect(await admin.runJson(['keys', 'retire'])).toEqual({ retired: 1, waiting: 0 });
    expect(readFileSync(join(dataDirectory, 'keys.json'), 'utf8')).not.toContain(old?.key);
    const after = await Promise.all(ENCRYPTED_COLUMNS.map(decryptAll));
    expect(after).toEqual(before);
  });

  test('reencrypt works while a process writes, reads and deletes encrypted values', async () => {
    const {
      admin,
      clock,
      dataDirectory,
      keyring,
      rotate,
      teamId,
      accounts,
      decryptAll,
      columnsWithKey,
    } = await setUp();
    const old = keyring.encryption[0]?.id;
    const other = createEncryption(await openKeyring(dataDirectory, { clock }));
    await rotate();
    clock.advance(ACTIVATION_SECONDS + RELOAD_SECONDS);

    const accountTypes = createAccountTypes([]);
    const dependencies = { db: store.db, clock, encryption: other, accountTypes };
    const expected = accounts.map((_, number) => `token ${number}`);
    let isDone = false;
    let turn = 0;
    const work = async () => {
      for (; !isDone || turn <= 20; turn += 1) {
        const number = (turn * 37) % accounts.length;
        const account = accounts[number];
        if (!account) continue;
        expected[number] = `renewed ${turn}`;
        await reauthorizeAccount(dependencies, account, newAccount(number, `renewed ${turn}`));
        if (turn >= 20) continue;
        const last = accounts.pop();
        expected.pop();
        if (last) await removeAccount(dependencies, last);
        await insertAccount(dependencies, teamId, newAccount(1000 + turn, 'added'));
      }
    };
    const working = work();
    await admin.runOk(['keys', 'reencrypt']);
    // The number depends on the machine, but shows that both ran at the same time.
    expect(turn).toBeGreaterThan(5);
    isDone = true;
    await working;

    expect(await columnsWithKey(old)).toEqual([]);
    const opened = await decryptAll(encryptedCredentials);
    const tokens = opened.map((credentials) => JSON.parse(credentials).accessToken);
    expect(tokens.sort()).toEqual([...expected, ...Array(20).fill('added')].sort());
  });

  test('a stopped reencrypt leaves every value readable and can be repeated', async () => {
    const { admin, clock, keyring, rotate, decryptAll } = await setUp();
    const before = await decryptAll(encryptedCredentials);
    await rotate();
    clock.advance(ACTIVATION_SECONDS + RELOAD_SECONDS);
    let writes = 0;
    const failing = new Proxy(store.db, {
      get(db, name) {
        if (name === 'execute' && ++writes > 100) throw new Error('The process died');
        return Reflect.get(db, name, db);
      },
    });
    await expect(reencrypt(failing, keyring, ENCRYPTED_COLUMNS)).rejects.toThrow('died');
    expect(await decryptAll(encryptedCredentials)).toEqual(before);
    clock.advance(DAY_SECONDS);
    expect(await admin.runError(['keys', 'retire'])).toMatch(/^\d+ stored values .*reencrypt/);

    const [credentials] = (await admin.runJson(['keys', 'reencrypt'])) as Reencryption[];
    expect(credentials?.reencrypted).toBe(before.length - 100);
    expect(await admin.runJson(['keys', 'retire'])).toEqual({ retired: 1, waiting: 0 });
    expect(await decryptAll(encryptedCredentials)).toEqual(before);
  });

  test('reencrypt waits for the new keys, and retire keeps old keys for a day', async () => {
    const { admin, clock, dataDirectory, rotate } = await setUp();
    expect(await admin.runJson(['keys', 'retire'])).toEqual({ retired: 0, waiting: 0 });
    await rotate();
    expect(await admin.runError(['keys', 'reencrypt'])).toMatch(/become active at 20\S+Z\./);
    expect(await admin.runJson(['keys', 'retire'])).toEqual({ retired: 0, waiting: 0 });
    clock.advance(ACTIVATION_SECONDS + RELOAD_SECONDS);
    await admin.runOk(['keys', 'reencrypt']);
    expect(await admin.runJson(['keys', 'retire'])).toEqual({ retired: 0, waiting: 1 });
    // A second rotation does not prolong the day of the first.
    clock.advance(DAY_SECONDS / 2);
    await rotate();
    clock.advance(DAY_SECONDS / 2);
    await admin.runOk(['keys', 'reencrypt']);
    expect(await admin.runJson(['keys', 'retire'])).toEqual({ retired: 1, waiting: 1 });
    clock.advance(DAY_SECONDS / 2 + ACTIVATION_SECONDS);
    expect(await admin.runJson(['keys', 'retire'])).toEqual({ retired: 1, waiting: 0 });
    expect((await openKeyring(dataDirectory, { clock })).encryption).toHaveLength(1);
  });

  test("retire keeps keys that don't belong to the database", async () => {
    const { admin, clock, rotate, empty } = await setUp();
    await rotate();
    clock.advance(ACTIVATION_SECONDS + DAY_SECONDS);
    await empty();
    expect(await admin.runError(['keys', 'retire'])).toMatch(
      /^Nothing in this database .*keys.json/,
    );
  });

  test('recovery codes stay valid after their key is retired', async () => {
    const { admin, clock, dataDirectory, rotate, userId } = await setUp();
    const [factor] = await store.db
      .insert(authenticationFactors)
      .values({
        userId,
        type: 'recovery_code',
        status: 'active',
        isDefault: false,
        createdAt: clock.now(),
      })
      .returning();
    const codes = await createRecoveryCodes(store.db, admin.services, factor?.id ?? 0);
    await rotate();
    clock.advance(ACTIVATION_SECONDS + DAY_SECONDS);
    await admin.runOk(['keys', 'reencrypt']);
    await admin.runOk(['keys', 'retire']);
    await rotate();
    for (const keyring of [await openKeyring(dataDirectory, { clock }), admin.services.keyring]) {
      const code = codes.pop() ?? '';
      const dependencies = { ...admin.services, keyring };
      expect(await consumeRecoveryCode(store.db, dependencies, userId, code)).toBe(true);
    }
  });

  test('reencrypt reports values that no key decrypts and re-encrypts the rest', async () => {
    const { admin, clock, rotate } = await setUp();
    const foreign = createEncryption(await createKeyring());
    await store.db.execute(sql`
      update messages set text = ${foreign.encrypt('Hello', MESSAGE_TEXT_CONTEXT)}`);
    await rotate();
    clock.advance(ACTIVATION_SECONDS + DAY_SECONDS);
    const { code, stdout, stderr } = await admin.run(['keys', 'reencrypt']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^messages\.text +0 +1$/m);
    expect(stdout).toMatch(/^accounts\.credentials +250 +0$/m);
    expect(stderr).toMatch(/^error: Values that no key decrypts: 1\. /);
    expect(await admin.runJson(['keys', 'retire'])).toEqual({ retired: 1, waiting: 0 });
  });
});
