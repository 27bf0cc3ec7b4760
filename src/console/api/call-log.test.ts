import { expect, test } from 'vitest';
import { getCalls, recordCall } from './call-log.ts';

test('the call log keeps no secrets of a body or address in memory', async () => {
  const body = JSON.stringify({
    name: 'Shop',
    current_password: 'hunter-22',
    credentials: { access_token: 'shpat_1' },
  });
  const url = 'https://patron.test/api/v2/me?id_token=step-up&include=teams';
  const request = { method: 'PATCH', url, mediaType: 'application/json', body };
  await expect(recordCall(request, () => Promise.reject(new Error('canceled')))).rejects.toThrow(
    'canceled',
  );
  expect(getCalls()[0]).toMatchObject({
    url: 'https://patron.test/api/v2/me?include=teams',
    body: JSON.stringify({
      name: 'Shop',
      current_password: '(secret)',
      credentials: { access_token: '(secret)' },
    }),
  });
});
