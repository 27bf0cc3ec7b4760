import { once } from 'node:events';
import { request as httpRequest, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { GATEWAY_LIMITS } from '#services/gateway/limits.ts';
import {
  type ConnectedGateway,
  startConnectedGateway,
} from '#services/gateway/testing/start-connected-gateway.ts';
import { startGateway, type TestGateway } from '#services/gateway/testing/start-gateway.ts';
import { respondOk, type TestUpstream } from '#services/gateway/testing/start-upstream.ts';
import { sendRaw } from '#services/platform/testing/send-raw.ts';

const MEMBERS = '/teams/1/loyalty/v2/loyalty/members';

describe('the loyalty gateway', () => {
  let connected: ConnectedGateway;
  let upstream: TestUpstream;
  let gateway: TestGateway;

  beforeAll(async () => {
    // Never times out, so that only the client can end an upstream request.
    const limits = { ...GATEWAY_LIMITS, upstreamTotalMs: 600_000 };
    connected = await startConnectedGateway({ limits });
    ({ gateway, upstream } = connected);
  }, 60_000);
  afterAll(() => connected?.close());
  beforeEach(() => {
    upstream.respond = respondOk;
  });

  test('aborts the upstream request when the client disconnects', async () => {
    const { promise: reached, resolve: reach } = Promise.withResolvers<ServerResponse>();
    // Never ends by itself.
    upstream.respond = (_request, response) => {
      response.writeHead(200).write('{');
      reach(response);
    };
    const client = httpRequest(`${gateway.url}/gateway${MEMBERS}`, {
      headers: { authorization: 'Bearer all' },
    });
    client.on('error', () => {});
    client.end();
    const closed = once(await reached, 'close');
    client.destroy();
    await closed;
  });

  test('does not call the upstream if the client disconnects before authorization', async () => {
    const [authorizing, authorized] = [
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
    ];
    const slowGateway = await startGateway(connected.storage, {
      encryption: gateway.dependencies.encryption,
      authorizeTeamMember: async () => {
        authorizing.resolve();
        await authorized.promise;
        return { teamId: 1, user: { id: '1', name: 'Ada' }, role: { kind: 'administrator' } };
      },
    });
    const disconnected = slowGateway.nextDisconnect();
    const client = httpRequest(`${slowGateway.url}/gateway${MEMBERS}`);
    client.on('error', () => {});
    client.end();
    await authorizing.promise;
    const seen = upstream.received.length;
    client.destroy();
    await disconnected;
    authorized.resolve();
    // A request that is authorized later reaches the upstream alone.
    expect((await slowGateway.call(MEMBERS)).status).toBe(200);
    expect(upstream.received).toHaveLength(seen + 1);
    await slowGateway.close();
  });

  test('responds to a client that waits long after its request has ended', async () => {
    upstream.respond = async (request, response) => {
      // Time is the subject here: long after the gateway has read the whole request.
      await sleep(150);
      respondOk(request, response);
    };
    const { status } = await sendRaw(gateway.url, {
      method: 'POST',
      path: `/gateway${MEMBERS}`,
      headers: { authorization: 'Bearer all', 'content-length': '0' },
    });
    expect(status).toBe(200);
  });
});
