import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '#console/api/errors/api-error.ts';
import type { Session } from '#console/session/session-model.ts';
import { createStepUp, type StepUp } from './step-up.ts';

const MINUTE = 60_000;
let accessToken: string;
let stepUp: StepUp;
const pinAccessToken = vi.fn();

beforeEach(() => {
  accessToken = 'access-1';
  const current = () => ({ accessToken, scopes: [], expiresAt: Date.now() + 60 * MINUTE });
  stepUp = createStepUp({ current, pinAccessToken } as unknown as Session);
});

function confirm(idToken: string) {
  stepUp.confirm({ idToken, accessToken, expiresAt: Date.now() + 15 * MINUTE });
}

const stepUpRequired = () =>
  new ApiError({ kind: 'error-response', status: 403, errors: [{ code: '403' }] });

describe('withIdToken', () => {
  test('asks once for all waiting writes, and not again while it is valid', async () => {
    const asked = vi.fn();
    stepUp.subscribe(() => asked(stepUp.getState().isAsking));
    const writes = ['a', 'b', 'c'].map((name) =>
      stepUp.withIdToken(async (idToken) => name + idToken),
    );
    expect(stepUp.getState().isAsking).toBe(true);
    confirm('-1');
    expect(await Promise.all(writes)).toEqual(['a-1', 'b-1', 'c-1']);
    expect(await stepUp.withIdToken(async (idToken) => idToken)).toBe('-1');
    expect(asked.mock.calls.filter(([isAsking]) => isAsking)).toHaveLength(1);
    expect(stepUp.getState().confirmedUntil).toBeGreaterThan(Date.now());
  });

  test('asks again after the confirmation was ended', async () => {
    const first = stepUp.withIdToken(async (idToken) => idToken);
    confirm('first');
    expect(await first).toBe('first');
    stepUp.end();
    expect(stepUp.getState()).toEqual({ isAsking: false, confirmedUntil: undefined });
    const second = stepUp.withIdToken(async (idToken) => idToken);
    expect(stepUp.getState().isAsking).toBe(true);
    confirm('second');
    expect(await second).toBe('second');
  });

  test('asks again and repeats the write when the service rejects the token', async () => {
    const write = vi.fn(async (idToken: string) => {
      if (idToken === 'old') throw stepUpRequired();
      return idToken;
    });
    const result = stepUp.withIdToken(write);
    confirm('old');
    await vi.waitFor(() => expect(stepUp.getState().isAsking).toBe(true));
    confirm('new');
    expect(await result).toBe('new');
    expect(write.mock.calls).toEqual([['old'], ['new']]);
  });

  test('gives up when the second token is rejected too', async () => {
    const result = stepUp.withIdToken(async () => {
      throw stepUpRequired();
    });
    const rejected = expect(result).rejects.toMatchObject({ status: 403 });
    confirm('first');
    await vi.waitFor(() => expect(stepUp.getState().isAsking).toBe(true));
    confirm('second');
    await rejected;
    expect(stepUp.getState().isAsking).toBe(false);
  });

  test('rethrows any other error and keeps the confirmation', async () => {
    const failure = new ApiError({ kind: 'error-response', status: 422 });
    const result = stepUp.withIdToken(async () => {
      throw failure;
    });
    confirm('first');
    await expect(result).rejects.toBe(failure);
    expect(stepUp.getState().confirmedUntil).toBeDefined();
  });

  test('asks again for a new access token', async () => {
    confirm('old');
    accessToken = 'access-2';
    const result = stepUp.withIdToken(async (idToken) => idToken);
    expect(stepUp.getState().isAsking).toBe(true);
    confirm('new');
    expect(await result).toBe('new');
  });

  test('rejects all waiting writes when the user cancels', async () => {
    const writes = [1, 2].map(() => stepUp.withIdToken(async () => 'sent'));
    const rejected = Promise.all(
      writes.map((write) => expect(write).rejects.toMatchObject({ name: 'AbortError' })),
    );
    stepUp.cancel();
    await rejected;
    expect(stepUp.getState().isAsking).toBe(false);
  });
});

test('a confirmation pins the access token until it expires', () => {
  confirm('first');
  expect(pinAccessToken.mock.lastCall?.[0]).toBe(stepUp.getState().confirmedUntil);
});

test('a confirmation expires', () => {
  vi.useFakeTimers();
  confirm('first');
  vi.advanceTimersByTime(15 * MINUTE);
  expect(stepUp.getState().confirmedUntil).toBeUndefined();
  vi.useRealTimers();
});
