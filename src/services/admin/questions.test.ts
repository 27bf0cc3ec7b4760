import { beforeAll, expect, test, vi } from 'vitest';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { startAdmin, type TestAdmin } from './testing/start-admin.ts';

const NAMED = ['--name', 'Northwind', '--referral-base-url', 'https://shop.example.com/r/'];
const PROGRAM = ['--program', 'northwind'];

describeBothStorages('a command that asks', (storage) => {
  let admin: TestAdmin;
  beforeAll(async () => {
    admin = await startAdmin(storage);
    await admin.runOk(['programs', 'create', 'northwind', ...NAMED]);
    await admin.runOk(['people', 'create', 'ana@example.com'], { stdin: 'a long new password\n' });
  });

  // Without a terminal the operator can't agree.
  test.each([
    ['people', 'delete', 'ana@example.com'],
    ['roles', 'delete', 'Editor', '--team', '1'],
    ['clients', 'delete', 'shop'],
    ['tiers', 'delete', 'Gold', ...PROGRAM],
    ['api-keys', 'revoke', '1', ...PROGRAM],
    ['webhooks', 'delete', '1', ...PROGRAM],
  ])('%s %s has no transaction open while it waits for a confirmation', async (...args) => {
    const begin = vi.spyOn(storage.db, 'transaction');
    expect(await admin.runError(args)).toMatch(/\? Add --yes to confirm$/);
    expect(begin).not.toHaveBeenCalled();
    begin.mockRestore();
  });

  test.each([
    ['people', 'create', 'bo@example.com'],
    ['people', 'set-password', 'ana@example.com'],
    ['webhooks', 'create', 'https://shop.example.com', ...PROGRAM, '--own-secret'],
    ['connections', 'create', '1', ...PROGRAM, '--base-url', 'https://loyalty.example.com/v2'],
  ])('%s %s has no transaction open while a secret is typed', async (...args) => {
    const external = await startAdmin(storage, { hasTeams: false });
    const begin = vi.spyOn(storage.db, 'transaction');
    expect(await external.runError(args)).toMatch(/: provide it as a line on stdin$/);
    expect(begin).not.toHaveBeenCalled();
    begin.mockRestore();
  });
});
