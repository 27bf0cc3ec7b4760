import { expect, test } from 'vitest';
import { importMembers } from '#contract/gateway/jobs.ts';
import { createClient } from './client.ts';
import { uploadFile } from './upload-file.ts';

test('uploadFile sends nothing if it was aborted while waiting for the token', async () => {
  const access = Promise.withResolvers<{ accessToken: string; scopes: string[] }>();
  const client = createClient({
    baseUrl: 'http://localhost',
    mediaType: 'application/json',
    accessSource: { access: () => access.promise, renew: () => access.promise },
  });
  const controller = new AbortController();
  const upload = uploadFile(client, importMembers, {
    params: { team_id: '1' },
    query: {},
    file: new Blob(['id']),
    fileName: 'members.csv',
    mediaType: 'text/csv',
    signal: controller.signal,
    onProgress: () => {},
  });
  controller.abort();
  access.resolve({ accessToken: 'token-1', scopes: [] });
  await expect(upload).rejects.toThrow(controller.signal.reason);
});
