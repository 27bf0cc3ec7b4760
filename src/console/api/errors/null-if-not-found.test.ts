import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { LOYALTY_NOT_FOUND_STATUSES, nullIfNotFound } from './null-if-not-found.ts';

const fail = (status: number) => Promise.reject(new ApiError({ kind: 'error-response', status }));

test('nullIfNotFound resolves to the response', async () => {
  expect(await nullIfNotFound(Promise.resolve('a member'), LOYALTY_NOT_FOUND_STATUSES)).toBe(
    'a member',
  );
});

test.each([400, 404])('nullIfNotFound resolves to null for %i', async (status) => {
  expect(await nullIfNotFound(fail(status), LOYALTY_NOT_FOUND_STATUSES)).toBeNull();
});

test('nullIfNotFound rejects with other errors', async () => {
  await expect(nullIfNotFound(fail(503), LOYALTY_NOT_FOUND_STATUSES)).rejects.toMatchObject({
    status: 503,
  });
  await expect(nullIfNotFound(fail(400), [404])).rejects.toMatchObject({ status: 400 });
  const typeError = Promise.reject(new TypeError('x is undefined'));
  await expect(nullIfNotFound(typeError, LOYALTY_NOT_FOUND_STATUSES)).rejects.toThrow(TypeError);
});
