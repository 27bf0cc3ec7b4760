import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, expectAccessible, test } from './fixtures.ts';
import { type PatronServer, startPatronServer } from './support/patron-server.ts';
import { signIn } from './support/sign-in.ts';
import { deliver, envelope } from './support/webhooks.ts';

let patron: PatronServer;
test.beforeAll(async () => {
  // Its own: it gets more events than other tests should have to go through.
  patron = await startPatronServer();
});
test.afterAll(() => patron.remove());

test('a replay that runs is found again, stopped without a mouse, and says how far it came', async ({
  page,
  request,
}) => {
  // Enough for it to run for seconds; one request holds so many at most.
  for (const name of ['first', 'second']) {
    const events = Array.from({ length: 15_000 }, (_, index) => ({
      id: `${name}-${index}`,
      event_type: 'event_points_lost',
      data: {},
    }));
    expect(await deliver(request, patron.url, envelope(...events))).toBe(200);
  }
  await signIn(page, undefined, `${patron.url}/teams/1/webhooks`);
  await page.getByRole('button', { name: 'Replay events' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replay events' });
  await dialog.getByRole('button', { name: /^Replay [\d,]+ events$/ }).click();
  const replay = page.getByRole('region', { name: 'Replay' });
  await expect(replay.getByRole('status')).toHaveText(/^Replaying [\d,]+ events$/);

  const navigation = page.getByRole('navigation', { name: 'Main' });
  await navigation.getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await navigation.getByRole('link', { name: 'Webhooks' }).click();
  const stop = replay.getByRole('button', { name: 'Stop replay' });
  await stop.focus();
  await page.keyboard.press('Enter');
  const outcome = replay.getByRole('status');
  await expect(outcome).toHaveText(
    /^Stopped: [\d,]+ of [\d,]+ events were replayed. The others are as they were.$/,
  );
  const words = (await outcome.textContent()) ?? '';
  const [done = 0, total = 0] = (words.match(/[\d,]+/g) ?? []).map((n) =>
    Number(n.replace(',', '')),
  );
  expect(total).toBeGreaterThanOrEqual(30_000);
  expect(done).toBeLessThan(total);
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole('table', { name: 'Webhooks' })).toBeVisible();
  await expect(replay).toBeHidden();
});

test('the notice of a replay that is no longer there is dismissed', async ({ page, request }) => {
  const events = Array.from({ length: 15_000 }, (_, index) => ({
    id: `lost-${index}`,
    event_type: 'event_points_lost',
    data: {},
  }));
  expect(await deliver(request, patron.url, envelope(...events))).toBe(200);
  await signIn(page, undefined, `${patron.url}/teams/1/webhooks`);
  const backup = mkdtempSync(join(tmpdir(), 'patron-backup-'));
  await patron.stop();
  cpSync(patron.directory, backup, { recursive: true });
  await patron.restart();

  await page.getByRole('button', { name: 'Replay events' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replay events' });
  await dialog.getByRole('button', { name: /^Replay [\d,]+ events$/ }).click();
  const replay = page.getByRole('region', { name: 'Replay' });
  await expect(replay.getByRole('status')).toHaveText(/^Replaying [\d,]+ events$/);
  // The database as it was before the replay was started.
  await patron.kill();
  rmSync(patron.directory, { recursive: true });
  cpSync(backup, patron.directory, { recursive: true });
  rmSync(backup, { recursive: true });
  await patron.restart();

  await expect(replay.getByRole('alert')).toContainText("It doesn't exist");
  await replay.getByRole('button', { name: 'Dismiss' }).click();
  await expect(replay).toBeHidden();
});
