import { beforeAll, describe, expect, test } from 'vitest';
import { type Context, currentContext, runInContext } from '#services/platform/context.ts';
import { createEncryption, type Encryption } from '#services/platform/secrets/encryption.ts';
import { createKeyring } from '#services/platform/secrets/keyring.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import { CALLER_HEADER, forwardedHeaders, identifyForwardedCaller } from './forwarded-caller.ts';

const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const ANA = {
  actor: { kind: 'user', id: '5', name: 'Ana' },
  clientId: 'patron-console',
  teamId: 1,
  ip: '203.0.113.9',
} satisfies Context;

describe('a request that the gateway passes on', () => {
  const clock = createTestClock();
  let encryption: Encryption;
  beforeAll(async () => {
    encryption = createEncryption(await createKeyring());
  });

  /** What the receiving service knows about the caller. */
  function identify(header: string | undefined, keys = encryption): Context {
    const context = { ip: '10.0.0.1' };
    return runInContext(context, () => {
      identifyForwardedCaller({ encryption: keys, clock }, header);
      return currentContext();
    });
  }

  test('keeps its ID, its trace and its caller', () => {
    const context = { requestId: 'from-the-browser', traceparent: TRACEPARENT, ...ANA };
    const headers = runInContext(context, () => forwardedHeaders({ encryption, clock }));
    expect(headers).toMatchObject({
      'x-request-id': 'from-the-browser',
      traceparent: TRACEPARENT,
    });
    expect(JSON.stringify(headers)).not.toContain('Ana');
    expect(identify(headers[CALLER_HEADER])).toEqual(ANA);
  });

  test('has no caller if the header is forged, from other keys or old', async () => {
    const header = forwardedHeaders({ encryption, clock }, ANA)[CALLER_HEADER] ?? '';
    const unknown = { ip: '10.0.0.1' };
    expect(identify(`${header}x`)).toEqual(unknown);
    expect(identify(undefined)).toEqual(unknown);
    expect(identify(header, createEncryption(await createKeyring()))).toEqual(unknown);
    clock.advance(301);
    expect(identify(header)).toEqual(unknown);
  });

  test('of a job has no address', () => {
    const { ip: _, ...job } = ANA;
    const headers = forwardedHeaders({ encryption, clock }, job);
    expect(identify(headers[CALLER_HEADER])).toEqual({ ...job, ip: undefined });
  });
});
