import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteLoyaltyConnection } from '#services/gateway/loyalty/manage-connections.ts';
import { startJobs, type TestJobs } from '#services/gateway/testing/start-jobs.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

const FILES = new URL('../../testing/customer-exports/', import.meta.url);
/** What the console guesses for the headings of each file. */
const COLUMNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  shopify: {
    'Customer ID': 'member_id',
    'First Name': 'first_name',
    'Last Name': 'last_name',
    Email: 'email_address',
    'Accepts Email Marketing': 'email_subscription_status',
    'Default Address Address1': 'address.line1',
    'Default Address Address2': 'address.line2',
    'Default Address City': 'address.city',
    'Default Address Province Code': 'address.state',
    'Default Address Country Code': 'address.country',
    'Default Address Zip': 'address.postal_code',
    Phone: 'phone_number',
    Tags: 'member_tags',
  },
  mailchimp: {
    'Email Address': 'email_address',
    'First Name': 'first_name',
    'Last Name': 'last_name',
    Address: 'address',
    'Phone Number': 'phone_number',
    Birthday: 'birthdate',
    UNSUB_TIME: 'email_opt_out',
    EUID: 'member_id',
    TAGS: 'member_tags',
  },
  klaviyo: {
    Email: 'email_address',
    'Klaviyo ID': 'member_id',
    'First Name': 'first_name',
    'Last Name': 'last_name',
    'Phone Number': 'phone_number',
    Address: 'address.line1',
    'Address 2': 'address.line2',
    City: 'address.city',
    'State / Region': 'address.state',
    Country: 'address.country',
    'Zip Code': 'address.postal_code',
    'Email Marketing Consent': 'email_subscription_status',
  },
};

function readExport(system: string): string {
  const text = readFileSync(new URL(`${system}.csv`, FILES), 'utf8');
  const end = text.indexOf('\n');
  const header = text.slice(0, end).split(',');
  const names = header.map((cell) => cell.replaceAll('"', ''));
  return names.map((name) => COLUMNS[system]?.[name] ?? name).join() + text.slice(end);
}

const SPRINGFIELD = {
  ...{ line1: '12 Main St', line2: 'Apt 4', city: 'Springfield', postal_code: '62701' },
  country: 'US',
};
const EXPECTED = {
  shopify: [
    {
      ...{ member_id: '7012345678901', first_name: 'Ada', phone_number: '+47-22334451' },
      ...{ email_subscription_status: 'subscribed', member_tags: ['vip'] },
      address: { line1: 'Storgata 1', city: 'Oslo', country: 'NO', postal_code: '0155' },
    },
    {
      ...{ member_id: '7012345678902', last_name: 'Lind, Jr.', phone_number: '+1-2175550143' },
      ...{ email_subscription_status: 'unsubscribed', member_tags: ['vip', 'newsletter'] },
      address: { ...SPRINGFIELD, state: 'IL' },
    },
    { member_id: '7012345678903', first_name: 'Zoë', email_subscription_status: 'unsubscribed' },
  ],
  mailchimp: [
    {
      ...{ member_id: 'a1b2c3d4e5', email_subscription_status: 'unsubscribed' },
      ...{ member_tags: ['VIP', 'Spring Sale'], birthdate: '02/25' },
      address: { ...SPRINGFIELD, state: 'IL' },
    },
    {
      ...{ member_id: 'f6a7b8c9d0', email_subscription_status: 'unsubscribed' },
      ...{ member_tags: ['VIP'] },
      address: { line1: 'Storgata 1', city: 'Oslo', postal_code: '0155', country: 'NO' },
    },
  ],
  klaviyo: [
    {
      ...{ email_address: 'ada.berg@example.test', email_subscription_status: 'subscribed' },
      address: { ...SPRINGFIELD, state: 'Illinois' },
    },
    {
      ...{ email_subscription_status: 'unsubscribed' },
      address: { city: 'Berlin', country: 'DE', postal_code: '10115' },
    },
    { first_name: 'Zoë', email_subscription_status: 'unsubscribed' },
  ],
} as const;

describeBothStorages('the customer export of', (storage) => {
  let program: TestProgram;
  let jobs: TestJobs;
  beforeAll(async () => {
    jobs = await startJobs(storage.storage);
  });
  beforeEach(async () => {
    program = await startProgram([]);
    await deleteLoyaltyConnection(storage.db, 1);
    await jobs.connect(1, program.url);
    await jobs.update();
    return () => program.close();
  });
  afterAll(() => jobs?.close());

  test.each(['shopify', 'mailchimp', 'klaviyo'] as const)(
    '%s comes in whole, but for what the check names, and once more changes nothing',
    async (system) => {
      const file = readExport(system);
      const expected = EXPECTED[system];
      const job = await jobs.upload(file, '?tags=comma');
      expect(job.summary).toMatchObject({ create: expected.length, invalid: 0 });
      expect(job.summary).not.toHaveProperty('warnings');
      const imported = Object.values(COLUMNS[system] ?? {});
      const ignored = job.summary.ignored_columns ?? [];
      expect([...imported, ...ignored].sort()).toEqual(
        file.slice(0, file.indexOf('\n')).split(',').sort(),
      );
      await jobs.move(job, 'start');
      await jobs.work();
      expect(await jobs.get(job)).toMatchObject({ state: 'done', failed: 0 });
      expect([...program.members.values()]).toMatchObject(expected as object);
      const again = await jobs.upload(file, '?tags=comma');
      expect(again.summary).toMatchObject({ create: 0, update: 0, same: expected.length });
    },
  );
});
