import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { LOYALTY_NOT_FOUND_STATUSES, nullIfNotFound } from './null-if-not-found.ts';

const refused = (status: number) =>
  Promise.reject(new ApiError({ kind: 'error-response', status }));

test('what is there is what was read', async () => {
  expect(await nullIfNotFound(Promise.resolve('a member'), LOYALTY_NOT_FOUND_STATUSES)).toBe(
    'a member',
  );
});

test.each([400, 404])('a refusal with %i says that there is none', async (status) => {
  expect(await nullIfNotFound(refused(status), LOYALTY_NOT_FOUND_STATUSES)).toBeNull();
});

test('any other failure is one', async () => {
  await expect(nullIfNotFound(refused(503), LOYALTY_NOT_FOUND_STATUSES)).rejects.toMatchObject({
    status: 503,
  });
  await expect(nullIfNotFound(refused(400), [404])).rejects.toMatchObject({ status: 400 });
  const fault = Promise.reject(new TypeError('x is undefined'));
  await expect(nullIfNotFound(fault, LOYALTY_NOT_FOUND_STATUSES)).rejects.toThrow(TypeError);
});
