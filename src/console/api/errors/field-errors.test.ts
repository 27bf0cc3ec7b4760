import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { splitFieldErrors } from './field-errors.ts';

const taken = { detail: 'Is taken', pointer: '/data/attributes/name' };

test('splitFieldErrors assigns an error to the field of its pointer only', () => {
  const error = new ApiError({ kind: 'error-response', status: 422, errors: [taken] });
  expect(splitFieldErrors(error, ['name'], "It wasn't added")).toEqual({
    fields: { name: 'Is taken' },
    formError: undefined,
  });
});

test('splitFieldErrors leaves errors of other fields to the form', () => {
  const other = { detail: 'Is wrong', pointer: '/data/attributes/other' };
  const error = new ApiError({ kind: 'error-response', status: 422, errors: [taken, other] });
  const { fields, formError } = splitFieldErrors(error, ['name'], "It wasn't added");
  expect(fields).toEqual({ name: 'Is taken' });
  expect(formError?.detail).toContain('Is wrong');
  expect(formError?.detail).not.toContain('Is taken');
});

test('splitFieldErrors leaves errors without pointers and network errors to the form', () => {
  for (const error of [
    new ApiError({ kind: 'error-response', status: 403 }),
    new ApiError({ kind: 'network' }),
  ]) {
    const { fields, formError } = splitFieldErrors(error, ['name'], "It wasn't added");
    expect(fields).toEqual({});
    expect(formError?.title).toBe("It wasn't added");
  }
});
