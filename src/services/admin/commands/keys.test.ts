import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startAdmin } from '#services/admin/testing/start-admin.ts';
import { encryptedCredentials } from '#services/advocacy/accounts/account-credentials.ts';
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
import { MESSAGE_TEXT_CONTEXT } from '#services/platform/messages/messages.ts';
import type { EncryptedColumn } from '#services/platform/secrets/encrypted-column.ts';
import { createEncryption } from '#services/platform/secrets/encryption.ts';
import { createKeyring } from '#services/platform/secrets/keyring.ts';
import { openKeyring } from '#services/platform/secrets/open-keyring.ts';
import { type Reencryption, reencrypt } from '#services/platform/secrets/reencrypt.ts';
import { rotateKeys } from '#services/platform/secrets/rotate-keys.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import { fillEncryptedColumns, newAccount } from '#services/testing/fill-encrypted-columns.ts';

/** A rotation takes effect after a minute; processes look at the file every five seconds. */
const ACTIVATION = 60;
const LOOK = 5;
const DAY = 86_400;

describeStorages('admin keys', (store) => {
  const empty = () =>
    store.db.execute(
      sql`truncate teams, users, domains, messages, local_authorities, acme_accounts,
        loyalty_connections, loyalty_programs restart identity cascade`,
    );

  /** A database with something encrypted in each column, and a directory with the keys of it. */
  async function setUp() {
    await empty();
    const dataDirectory = temporaryDirectory();
    const clock = createTestClock();
    const keyring = await openKeyring(dataDirectory, { clock });
    const keys = { dataDirectory, keyring };
    const encryption = createEncryption(keyring);
    const admin = await startAdmin(store.storage, { clock, encryption }, keys);
    const filled = await fillEncryptedColumns({ db: store.db, clock, keyring });
    const rotate = () => rotateKeys(dataDirectory, { clock });
    return { dataDirectory, clock, keyring, rotate, admin, ...filled };
  }

  /** Every value of a column, opened. @throws where one does not open. */
  async function openAll(column: EncryptedColumn, dataDirectory: string): Promise<string[]> {
    const { table, value, parts, contextOf } = column;
    const clock = createTestClock();
    clock.advance(10 * DAY);
    const encryption = createEncryption(await openKeyring(dataDirectory, { clock }));
    const rows = await store.db.select({ value, ...parts }).from(table);
    return rows.map((row) => encryption.decrypt(row.value as string, contextOf(row))).sort();
  }

  /** The columns of the whole database with a value that an encryption key's id begins. */
  async function columnsUnder(keyId = ''): Promise<string[]> {
    const { rows } = await store.db.execute<{ place: string; found: boolean }>(sql`
      select format('%I.%I', table_name, column_name) as place,
        (xpath('//found/text()', query_to_xml(format(
          'select exists (select from %I where starts_with(%I, %L)) as found',
          table_name, column_name, ${`${keyId}.`}::text), true, true, '')))[1]::text = 'true' as found
      from information_schema.columns
      where table_schema = 'public' and data_type = 'text'`);
    return rows.flatMap(({ place, found }) => (found ? [place] : [])).sort();
  }

  test('leave nothing that an old key is needed for, and nothing that can not be read', async () => {
    const { admin, clock, dataDirectory, keyring, rotate } = await setUp();
    const old = keyring.encryption[0];
    const before = await Promise.all(ENCRYPTED_COLUMNS.map((each) => openAll(each, dataDirectory)));
    // All that is encrypted, and nothing else, is in the list of what is encrypted anew.
    expect(await columnsUnder(old?.id)).toEqual(ENCRYPTED_COLUMNS.map(({ name }) => name).sort());

    await rotate();
    clock.advance(ACTIVATION + LOOK);
    expect(await admin.json(['keys', 'reencrypt'])).toEqual(
      ENCRYPTED_COLUMNS.map(({ name }, index) => ({
        column: name,
        reencrypted: before[index]?.length,
        unreadable: 0,
      })),
    );
    expect(await columnsUnder(old?.id)).toEqual([]);
    const again = (await admin.json(['keys', 'reencrypt'])) as Reencryption[];
    expect(again.every(({ reencrypted }) => reencrypted === 0)).toBe(true);

    clock.advance(DAY);
    expect(await admin.json(['keys', 'retire'])).toEqual({ retired: 1, waiting: 0 });
    expect(readFileSync(join(dataDirectory, 'keys.json'), 'utf8')).not.toContain(old?.key);
    const after = await Promise.all(ENCRYPTED_COLUMNS.map((each) => openAll(each, dataDirectory)));
    expect(after).toEqual(before);
  });

  test('encrypt anew beside a process that writes, reads and deletes what is encrypted', async () => {
    const { admin, clock, dataDirectory, keyring, rotate, teamId, accounts } = await setUp();
    const old = keyring.encryption[0]?.id;
    const other = createEncryption(await openKeyring(dataDirectory, { clock }));
    await rotate();
    clock.advance(ACTIVATION + LOOK);

    const dependencies = { db: store.db, clock, encryption: other };
    const expected = accounts.map((_, number) => `token ${number}`);
    let isOver = false;
    let turn = 0;
    const work = async () => {
      for (; !isOver || turn <= 20; turn += 1) {
        const number = (turn * 37) % accounts.length;
        const account = accounts[number];
        if (!account) continue;
        expected[number] = `renewed ${turn}`;
        await reauthorizeAccount(dependencies, account, newAccount(number, `renewed ${turn}`));
        if (turn >= 20) continue;
        const last = accounts.pop();
        expected.pop();
        if (last) await removeAccount(store.db, last);
        await insertAccount(dependencies, teamId, newAccount(1000 + turn, 'added'));
      }
    };
    const working = work();
    await admin.done(['keys', 'reencrypt']);
    // How many depends on the machine; that it was not before or after does not.
    expect(turn).toBeGreaterThan(5);
    isOver = true;
    await working;

    expect(await columnsUnder(old)).toEqual([]);
    const opened = await openAll(encryptedCredentials, dataDirectory);
    const tokens = opened.map((credentials) => JSON.parse(credentials).accessToken);
    expect(tokens.sort()).toEqual([...expected, ...Array(20).fill('added')].sort());
  });

  test('stopped half-way leave all readable, and do the rest when repeated', async () => {
    const { admin, clock, dataDirectory, keyring, rotate } = await setUp();
    const before = await openAll(encryptedCredentials, dataDirectory);
    await rotate();
    clock.advance(ACTIVATION + LOOK);
    let writes = 0;
    const dying = new Proxy(store.db, {
      get(db, name) {
        if (name === 'execute' && ++writes > 100) throw new Error('The process died');
        return Reflect.get(db, name, db);
      },
    });
    await expect(reencrypt(dying, keyring, ENCRYPTED_COLUMNS)).rejects.toThrow('died');
    expect(await openAll(encryptedCredentials, dataDirectory)).toEqual(before);
    clock.advance(DAY);
    expect(await admin.refused(['keys', 'retire'])).toMatch(/^\d+ stored values .*reencrypt/);

    const [credentials] = (await admin.json(['keys', 'reencrypt'])) as Reencryption[];
    expect(credentials?.reencrypted).toBe(before.length - 100);
    expect(await admin.json(['keys', 'retire'])).toEqual({ retired: 1, waiting: 0 });
    expect(await openAll(encryptedCredentials, dataDirectory)).toEqual(before);
  });

  test('wait until the new keys are used, and keep the old ones for a day', async () => {
    const { admin, clock, dataDirectory, rotate } = await setUp();
    expect(await admin.json(['keys', 'retire'])).toEqual({ retired: 0, waiting: 0 });
    await rotate();
    expect(await admin.refused(['keys', 'reencrypt'])).toMatch(/used from 20\S+Z on/);
    expect(await admin.json(['keys', 'retire'])).toEqual({ retired: 0, waiting: 0 });
    clock.advance(ACTIVATION + LOOK);
    await admin.done(['keys', 'reencrypt']);
    expect(await admin.json(['keys', 'retire'])).toEqual({ retired: 0, waiting: 1 });
    // A second rotation does not prolong the day of the first.
    clock.advance(DAY / 2);
    await rotate();
    clock.advance(DAY / 2);
    await admin.done(['keys', 'reencrypt']);
    expect(await admin.json(['keys', 'retire'])).toEqual({ retired: 1, waiting: 1 });
    clock.advance(DAY / 2 + ACTIVATION);
    expect(await admin.json(['keys', 'retire'])).toEqual({ retired: 1, waiting: 0 });
    expect((await openKeyring(dataDirectory, { clock })).encryption).toHaveLength(1);
  });

  test('are not retired by the word of a database that they do not belong to', async () => {
    const { admin, clock, rotate } = await setUp();
    await rotate();
    clock.advance(ACTIVATION + DAY);
    await empty();
    expect(await admin.refused(['keys', 'retire'])).toMatch(
      /^Nothing in this database .*keys.json/,
    );
  });

  test('recovery codes outlive the key that their hashes came from', async () => {
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
    clock.advance(ACTIVATION + DAY);
    await admin.done(['keys', 'reencrypt']);
    await admin.done(['keys', 'retire']);
    await rotate();
    for (const keyring of [await openKeyring(dataDirectory, { clock }), admin.services.keyring]) {
      const code = codes.pop() ?? '';
      const dependencies = { ...admin.services, keyring };
      expect(await consumeRecoveryCode(store.db, dependencies, userId, code)).toBe(true);
    }
  });

  test('name what no key opens, encrypt the rest anew and keep no key for it', async () => {
    const { admin, clock, rotate } = await setUp();
    const foreign = createEncryption(await createKeyring());
    await store.db.execute(sql`
      update messages set text = ${foreign.encrypt('Hello', MESSAGE_TEXT_CONTEXT)}`);
    await rotate();
    clock.advance(ACTIVATION + DAY);
    const { code, output, said } = await admin.run(['keys', 'reencrypt']);
    expect(code).toBe(1);
    expect(output).toMatch(/^messages\.text +0 +1$/m);
    expect(output).toMatch(/^accounts\.credentials +250 +0$/m);
    expect(said).toMatch(/^error: Values that no key opens: 1; /);
    expect(await admin.json(['keys', 'retire'])).toEqual({ retired: 1, waiting: 0 });
  });
});
