import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { type Client, createClient } from '#services/loyalty/testing/client.ts';
import { startLoyalty, type TestLoyalty } from '#services/loyalty/testing/start-loyalty.ts';
import type { Storage } from '#services/platform/database/database.ts';
import { startAdmin, type TestAdmin } from './start-admin.ts';

interface Store {
  readonly storage: Storage;
}

/** A service under test and the command, which understand each other; only inside tests and hooks. */
interface AdminScene<Service> {
  readonly service: Service;
  readonly admin: TestAdmin;
}

/** For the tests of a suite: the loyalty service, and the command beside it. */
export function besideLoyalty(
  store: Store,
  changes: Parameters<typeof startAdmin>[1] = {},
): AdminScene<TestLoyalty> {
  return beside(store, startLoyalty, changes);
}

/** For the tests of a suite: the advocacy service, and the command beside it. */
export function besideAdvocacy(store: Store): AdminScene<TestAdvocacy> {
  return beside(store, startAdvocacy, {});
}

function beside<Service extends TestLoyalty | TestAdvocacy>(
  store: Store,
  startService: (storage: Storage) => Promise<Service>,
  changes: Parameters<typeof startAdmin>[1],
): AdminScene<Service> {
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
  /** Calls the service with an API key of the program. */
  readonly client: Client;
  /** A command about the program. */
  of(...words: string[]): string[];
}

/**
 * Before each test, a loyalty program that no other test has touched.
 * @param settings what `programs create` is told of it
 */
export function freshProgram(
  scene: AdminScene<TestLoyalty>,
  settings = ['--name', 'A', '--referral-base-url', 'https://x.com/'],
): TestProgram {
  let serial = 0;
  let partnerId: string;
  let client: Client;
  const of = (...words: string[]) => [...words, '--program', partnerId];
  beforeEach(async () => {
    serial += 1;
    partnerId = `acme-${serial}`;
    await scene.admin.done(['programs', 'create', partnerId, ...settings]);
    const key = await scene.admin.json(of('api-keys', 'create', 'test'));
    const { api_key } = key as { api_key: string };
    const credentials = { 'api-key': api_key, 'partner-id': partnerId };
    client = createClient(scene.service.baseUrl, credentials);
  });
  return {
    get partnerId() {
      return partnerId;
    },
    get client() {
      return client;
    },
    of,
  };
}
