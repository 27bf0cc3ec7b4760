import { expect, test } from 'vitest';
import { EXPORT_COLUMNS } from '#contract/gateway/member-csv.ts';
import { guessTargets } from './import-columns.ts';
import { recognizeSystem } from './known-systems.ts';

const SHOPIFY =
  'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,' +
  'Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,' +
  'Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags';
const MAILCHIMP =
  'Email Address,First Name,Last Name,Address,Phone Number,Birthday,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,' +
  'CONFIRM_IP,LATITUDE,LONGITUDE,GMTOFF,DSTOFF,TIMEZONE,CC,REGION,UNSUB_TIME,LAST_CHANGED,LEID,EUID,NOTES,TAGS';
const KLAVIYO =
  'Email,Klaviyo ID,First Name,Last Name,Organization,Title,Phone Number,Address,Address 2,City,State / Region,Country,' +
  'Zip Code,Email Marketing Consent,SMS Marketing Consent,First Active,Last Active,Profile Created On';

const matched = (header: string) => {
  const names = header.split(',');
  return Object.fromEntries(
    guessTargets(names).flatMap((target, index) => (target === '' ? [] : [[target, names[index]]])),
  );
};

test.each([
  [SHOPIFY, 'Shopify'],
  [MAILCHIMP, 'Mailchimp'],
  [KLAVIYO, 'Klaviyo'],
  [`\ufeff${EXPORT_COLUMNS.join(',')}`.slice(1), 'Patron'],
  ['Customer ID,First Name,Email,Accepts Email Marketing,Tags', undefined],
  ['member_id,birthdate,member_tags', undefined],
])('the export %j is of %s', (header, name) => {
  expect(recognizeSystem(header.split(','))?.name).toBe(name);
});

test('a Shopify export is matched, with the phone of the customer', () => {
  expect(matched(SHOPIFY)).toMatchObject({
    member_id: 'Customer ID',
    email_subscription_status: 'Accepts Email Marketing',
    phone_number: 'Phone',
    'address.line1': 'Default Address Address1',
    'address.line2': 'Default Address Address2',
    'address.city': 'Default Address City',
    'address.state': 'Default Address Province Code',
    'address.country': 'Default Address Country Code',
    'address.postal_code': 'Default Address Zip',
    member_tags: 'Tags',
  });
});

test('a Mailchimp export is matched, with its one-cell address and who unsubscribed', () => {
  expect(matched(MAILCHIMP)).toMatchObject({
    member_id: 'EUID',
    email_address: 'Email Address',
    address: 'Address',
    birthdate: 'Birthday',
    email_opt_out: 'UNSUB_TIME',
    member_tags: 'TAGS',
  });
});

test('a Klaviyo export is matched, with its consent', () => {
  expect(matched(KLAVIYO)).toMatchObject({
    member_id: 'Klaviyo ID',
    email_subscription_status: 'Email Marketing Consent',
    'address.line1': 'Address',
    'address.line2': 'Address 2',
    'address.state': 'State / Region',
    'address.postal_code': 'Zip Code',
  });
});
