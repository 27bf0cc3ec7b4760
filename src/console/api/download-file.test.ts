import { afterEach, expect, test } from 'vitest';
import { type LocalServer, startLocalServer } from '#console/testing/local-server.ts';
import { getCalls } from './call-log.ts';
import { createClient } from './client.ts';
import { downloadFile } from './download-file.ts';

const RESULT = { id: 'downloadResult', path: '/jobs/:job_id/result.csv', scope: 'teams:read' };

let server: LocalServer;
afterEach(() => server.close());

async function download(respond: Parameters<typeof startLocalServer>[0]): Promise<Blob> {
  server = await startLocalServer(respond);
  const client = createClient({
    baseUrl: server.url,
    mediaType: 'application/json',
    accessSource: {
      access: async () => ({ accessToken: 'token-1', scopes: [] }),
      renew: async () => ({ accessToken: 'token-2', scopes: [] }),
    },
  });
  return downloadFile(client, RESULT, { job_id: '7' }, { rows: 'failed' });
}

test('downloadFile retries once with a new token after 401, and its calls can be inspected', async () => {
  const file = await download(({ headers }) =>
    headers.authorization === 'Bearer token-2' ? { body: 'a,b\n1,2' } : { status: 401, body: {} },
  );
  expect(await file.text()).toBe('a,b\n1,2');
  expect(server.requests.map(({ url }) => url)).toEqual(
    Array(2).fill('/jobs/7/result.csv?rows=failed'),
  );
  const [second, first] = getCalls();
  expect([first, second].map((call) => call?.result?.response?.status)).toEqual([401, 200]);
});

test('downloadFile fails with the error of the service', async () => {
  const body = { errors: [{ code: '404', detail: 'No such job' }] };
  await expect(download(() => ({ status: 404, body }))).rejects.toMatchObject({
    kind: 'error-response',
    status: 404,
    detail: 'No such job',
  });
});

test('downloadFile names the scope that the session lacks', async () => {
  await expect(download(() => ({ status: 403, body: {} }))).rejects.toMatchObject({
    endpoint: 'downloadResult',
    missingScope: 'teams:read',
  });
});
