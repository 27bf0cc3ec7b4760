import { expect, test, vi } from 'vitest';
import { migratedDirectory } from '#services/platform/testing/migrated-directory.ts';
import { demoDirectory } from '#services/testing/demo-data.ts';
import { startPatronProcess } from '#services/testing/patron-process.ts';
import { listReferenceExamples } from '#services/testing/reference-examples.ts';

test('the first try of every operation in the reference succeeds on the demo data', async () => {
  const { url } = await startPatronProcess({
    PATRON_DATA_DIR: await demoDirectory(),
    PATRON_DIRECTORY_POLL_SECONDS: '60',
  });
  const { examples, access } = await listReferenceExamples(url);
  expect(examples.length).toBeGreaterThan(50);
  // The gateway deletes the member that the loyalty API has deleted; streams have no end.
  const later = new Set([
    'gatewayCreateMember',
    'gatewayDeleteMember',
    'streamInboxEvents',
    'streamJobs',
  ]);
  const inOrder = examples
    .filter((example) => !later.has(example.id))
    .sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));

  // Jobs need the directory of members, which is built after the first start.
  await vi.waitFor(async () => {
    const facets = await fetch(`${url}/gateway/teams/1/directory/facets`, {
      headers: { authorization: `Bearer ${access}` },
    });
    expect(await facets.json()).toMatchObject({ directory: { state: 'current' } });
  }, 120_000);

  const failures: unknown[] = [];
  for (const { id: operation, url: address, method, init, isReady, statuses } of inOrder) {
    const response = await fetch(address, { method, ...init });
    const text = await response.text();
    const isExpected = isReady
      ? response.ok
      : response.status < 500 && statuses.includes(String(response.status));
    if (!isExpected) failures.push([operation, response.status, text.slice(0, 300)]);
  }
  expect(failures).toEqual([]);
}, 300_000);

test('the reference is the same in every role, and has no other documents', async () => {
  const { url } = await startPatronProcess({
    PATRON_DEMO: '0',
    PATRON_ROLES: 'console',
    PATRON_DATA_DIR: await migratedDirectory(),
  });
  const page = await fetch(`${url}/docs`);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; script-src 'self'/,
  );
  expect(page.headers.get('content-security-policy')).not.toContain('unsafe');
  expect(page.headers.get('cross-origin-opener-policy')).toBe('same-origin');
  for (const api of ['advocacy', 'loyalty', 'gateway']) {
    expect((await fetch(`${url}/docs/${api}.json`)).status).toBe(200);
  }
  for (const path of ['/docs/json', '/docs/yaml', '/docs/static/index.html', '/docs/none']) {
    expect([path, (await fetch(`${url}${path}`)).status]).toEqual([path, 404]);
  }
}, 60_000);
