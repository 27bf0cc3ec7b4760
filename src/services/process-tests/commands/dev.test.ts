import { once } from 'node:events';
import { utimesSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findFreePort } from '#services/platform/testing/free-ports.ts';
import { migratedDirectory } from '#services/platform/testing/migrated-directory.ts';
import { runCommand } from '#services/testing/run-command.ts';

const READY_MS = 60_000;

/** Saves a file without changing its content. */
function touch(path: string): void {
  const now = new Date();
  utimesSync(new URL(`../../../${path}`, import.meta.url), now, now);
}

/** The messages that the dev server sends to its pages. */
async function receiveUpdates(url: string): Promise<unknown[]> {
  const client = await (await fetch(`${url}/@vite/client`)).text();
  const token = /wsToken = "([^"]+)"/.exec(client)?.[1] ?? '';
  const socket = new WebSocket(`${url.replace('http', 'ws')}/?token=${token}`, 'vite-hmr');
  onTestFinished(() => socket.close());
  const updates: unknown[] = [];
  socket.addEventListener('message', ({ data }) => updates.push(JSON.parse(String(data))));
  await once(socket, 'open');
  return updates;
}

test(
  'npm run dev hot-reloads the console and restarts the services on changes',
  async () => {
    const port = String(await findFreePort());
    const url = `http://127.0.0.1:${port}`;
    const dev = runCommand(
      'dev',
      {
        PORT: String(await findFreePort()),
        PATRON_DEMO: '0',
        PATRON_DATA_DIR: await migratedDirectory(),
      },
      '--port',
      port,
    );
    const waitForStarts = (times: number) =>
      dev.waitForOutput(
        new RegExp(`(?:"url":"http://localhost:${port}".+"msg":"ready"[^]*){${times}}`),
        READY_MS,
      );
    await waitForStarts(1);
    await dev.waitForOutput(
      new RegExp(`^Patron is ready at http://localhost:${port}$`, 'm'),
      READY_MS,
    );
    expect(dev.output()).not.toContain(url);
    // One origin: the dev server proxies the services' addresses and serves the console's.
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect((await fetch(`${url}/config.json`)).headers.get('content-type')).toMatch(/json/);
    expect(await (await fetch(`${url}/teams/1/members`)).text()).toContain('/@vite/client');

    const updates = await receiveUpdates(url);
    const button = 'console/ui/button/button.tsx';
    expect((await fetch(`${url}/src/${button}`)).status).toBe(200);
    touch(button);
    const update = expect.objectContaining({ type: 'js-update', path: `/src/${button}` });
    await vi.waitFor(
      () => expect(updates).toContainEqual({ type: 'update', updates: [update] }),
      READY_MS,
    );

    touch('services/platform/clock.ts');
    await waitForStarts(2);
    touch('contract/endpoint.ts');
    await waitForStarts(3);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);

    dev.stop();
    expect(await dev.exited).toBe(0);
  },
  2 * READY_MS,
);
