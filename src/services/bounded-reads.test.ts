import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type Endpoint, readsMany } from '#contract/endpoint.ts';
import { contractEndpoints } from '#services/platform/testing/contract-endpoints.ts';

/** They find what their path or the caller names, by a key. */
const OF_ONE = [
  'editAccountRedirect',
  'getAccount',
  'getActivity',
  'getCurrentUser',
  'getDomain',
  'getDomainSetup',
  'getEmailSettings',
  'getErasure',
  'getInboxDelivery',
  'getInboxEvent',
  'getInboxReplay',
  'getJob',
  'getMember',
  'getProfile',
  'getProgram',
  'getTeamRules',
  'getWebhookDelivery',
  'newAccountRedirect',
];
/** Everything about one member, on demand of an administrator who confirmed it. */
const OF_ONE_MEMBER = ['getPersonalData'];

const reads = contractEndpoints
  .map(({ endpoint }) => endpoint)
  .filter(({ method }) => method === 'GET');

/** Whether a response's `data` is a list. */
function isList({ response }: Endpoint): boolean {
  if (!response) return false;
  const schema = z.toJSONSchema(response, { io: 'input', unrepresentable: 'any' }) as {
    properties?: { data?: { type?: string } };
  };
  return schema.properties?.data?.type === 'array';
}

test('each operation that lists or counts items is bounded in number and time', () => {
  expect(reads.filter(isList).filter((endpoint) => !readsMany(endpoint))).toEqual([]);
  const others = reads.filter((endpoint) => !readsMany(endpoint)).map(({ id }) => id);
  expect(others.sort()).toEqual([...OF_ONE, ...OF_ONE_MEMBER].sort());
});
