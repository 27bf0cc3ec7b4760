import { expect, test } from 'vitest';
import { PROVIDER_STEP_UP_ERRORS } from '#contract/account/provider-step-up.ts';
import { adviseOtherWays, providerFailureMessage } from './ways-to-confirm.ts';

const ALL = { ways: ['password', 'passkey', 'sso'], provider: 'Acme' };

test('each failure of the window has its sentence, and offers the other ways', () => {
  const failures = [...PROVIDER_STEP_UP_ERRORS, 'blocked', 'closed'];
  const messages = failures.map((failure) => providerFailureMessage(failure, ALL));
  expect(new Set(messages.map(({ title }) => title)).size).toBe(failures.length);
  for (const { detail } of messages)
    expect(detail).toMatch(/enter your password,? or use a passkey\.$/i);
});

test('a user without another way reads what to do', () => {
  const only = { ways: ['sso'], provider: 'Acme' };
  expect(providerFailureMessage('old_auth_time', only)).toEqual({
    title: "Acme didn't ask you to sign in again",
    detail: 'Sign out of Acme and try again.',
  });
  expect(providerFailureMessage('no_auth_time', only)).toEqual({
    title: "Acme didn't say when you signed in",
    detail: 'Ask your Patron administrator for help.',
  });
});

test('an unknown failure of a newer service is one that can be tried again', () => {
  const options = { ways: ['sso', 'password'], provider: 'single sign-on' };
  expect(providerFailureMessage('toString', options)).toEqual({
    title: "Confirming with single sign-on didn't work",
    detail: 'Try again or enter your password.',
  });
  expect(providerFailureMessage('unavailable', options).title).toBe(
    "Single sign-on can't be reached right now",
  );
});

test('a passkey that was not used leaves the other ways', () => {
  expect(adviseOtherWays('try again', 'passkey', ALL)).toBe(
    'Try again, continue with Acme, or enter your password.',
  );
});
