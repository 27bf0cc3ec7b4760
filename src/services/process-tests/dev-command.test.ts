import { once } from 'node:events';
import { utimesSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findFreePort } from '#services/platform/testing/free-ports.ts';
import { migratedDirectory } from '#services/platform/testing/migrated-directory.ts';
import { runCommand } from '#services/testing/run-command.ts';

const READY_MS = 60_000;

/** What an editor does that saves a file, without another content. */
function save(path: string): void {
  const now = new Date();
  utimesSync(new URL(`../../${path}`, import.meta.url), now, now);
}

/** What the dev server tells the pages that it serves, as they listen to it. */
async function listen(url: string): Promise<unknown[]> {
  const client = await (await fetch(`${url}/@vite/client`)).text();
  const token = /wsToken = "([^"]+)"/.exec(client)?.[1] ?? '';
  const socket = new WebSocket(`${url.replace('http', 'ws')}/?token=${token}`, 'vite-hmr');
  onTestFinished(() => socket.close());
  const told: unknown[] = [];
  socket.addEventListener('message', ({ data }) => told.push(JSON.parse(String(data))));
  await once(socket, 'open');
  return told;
}

test(
  'the dev server replaces what changes in the console, and the services start again with what changes in them',
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
    const starts = (times: number) =>
      dev.waitForOutput(
        new RegExp(`(?:"url":"http://localhost:${port}".+"msg":"ready"[^]*){${times}}`),
        READY_MS,
      );
    await starts(1);
    await dev.waitForOutput(new RegExp(`${url}/`), READY_MS);
    // One origin: the services' addresses are passed on, the console's are the dev server's own.
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect((await fetch(`${url}/config.json`)).headers.get('content-type')).toMatch(/json/);
    expect(await (await fetch(`${url}/teams/1/members`)).text()).toContain('/@vite/client');

    const told = await listen(url);
    const button = 'console/ui/button.tsx';
    expect((await fetch(`${url}/src/${button}`)).status).toBe(200);
    save(button);
    const update = expect.objectContaining({ type: 'js-update', path: `/src/${button}` });
    await vi.waitFor(
      () => expect(told).toContainEqual({ type: 'update', updates: [update] }),
      READY_MS,
    );

    save('services/platform/clock.ts');
    await starts(2);
    save('contract/endpoint.ts');
    await starts(3);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);

    dev.stop();
    expect(await dev.ended).toBe(0);
  },
  2 * READY_MS,
);
