import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { type Client, createClient } from '#services/loyalty/testing/client.ts';
import { startLoyalty, type TestLoyalty } from '#services/loyalty/testing/start-loyalty.ts';
import type { Storage } from '#services/platform/database/database.ts';
import { startAdmin, type TestAdmin } from './start-admin.ts';

interface Store {
  readonly storage: Storage;
}

/** A service and the admin command on the same storage. Read its properties only in tests and hooks. */
interface AdminFixture<Service> {
  readonly service: Service;
  readonly admin: TestAdmin;
}

export function createLoyaltyFixture(
  store: Store,
  changes: Parameters<typeof startAdmin>[1] = {},
): AdminFixture<TestLoyalty> {
  return createFixture(store, startLoyalty, changes);
}

export function createAdvocacyFixture(store: Store): AdminFixture<TestAdvocacy> {
  return createFixture(store, startAdvocacy, {});
}

function createFixture<Service extends TestLoyalty | TestAdvocacy>(
  store: Store,
  startService: (storage: Storage) => Promise<Service>,
  changes: Parameters<typeof startAdmin>[1],
): AdminFixture<Service> {
  let service: Service;
  let admin: TestAdmin;
  beforeAll(async () => {
    service = await startService(store.storage);
    admin = await startAdmin(store.storage, { ...service.dependencies, ...changes });
  });
  afterAll(() => service?.close());
  return {
    get service() {
      return service;
    },
    get admin() {
      return admin;
    },
  };
}

interface TestProgram {
  readonly partnerId: string;
  /** A client with an API key of the program. */
  readonly client: Client;
  /** Command line with `--program` of this program. */
  args(...commandLine: string[]): string[];
}

/**
 * Creates a new loyalty program before each test.
 * @param settings options of `programs create`
 */
export function createProgramFixture(
  fixture: AdminFixture<TestLoyalty>,
  settings = ['--name', 'A', '--referral-base-url', 'https://x.com/'],
): TestProgram {
  let serial = 0;
  let partnerId: string;
  let client: Client;
  const args = (...args: string[]) => [...args, '--program', partnerId];
  beforeEach(async () => {
    serial += 1;
    partnerId = `acme-${serial}`;
    await fixture.admin.runOk(['programs', 'create', partnerId, ...settings]);
    const key = await fixture.admin.runJson(args('api-keys', 'create', 'test'));
    const { api_key } = key as { api_key: string };
    const credentials = { 'api-key': api_key, 'partner-id': partnerId };
    client = createClient(fixture.service.baseUrl, credentials);
  });
  return {
    get partnerId() {
      return partnerId;
    },
    get client() {
      return client;
    },
    args,
  };
}
