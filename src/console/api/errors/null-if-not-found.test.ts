import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { nullIfUnknown, UNKNOWN_TO_LOYALTY } from './null-if-not-found.ts';

const refused = (status: number) => Promise.reject(new ApiError({ kind: 'refused', status }));

test('what is there is what was read', async () => {
  expect(await nullIfUnknown(Promise.resolve('a member'), UNKNOWN_TO_LOYALTY)).toBe('a member');
});

test.each([400, 404])('a refusal with %i says that there is none', async (status) => {
  expect(await nullIfUnknown(refused(status), UNKNOWN_TO_LOYALTY)).toBeNull();
});

test('any other failure is one', async () => {
  await expect(nullIfUnknown(refused(503), UNKNOWN_TO_LOYALTY)).rejects.toMatchObject({
    status: 503,
  });
  await expect(nullIfUnknown(refused(400), [404])).rejects.toMatchObject({ status: 400 });
  const fault = Promise.reject(new TypeError('x is undefined'));
  await expect(nullIfUnknown(fault, UNKNOWN_TO_LOYALTY)).rejects.toThrow(TypeError);
});
