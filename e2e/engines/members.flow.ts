import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { click, expect, expectGone, fill, open, see, test } from './engine-test.ts';
import type { Target } from './find-element.ts';

const heading = (name: string | RegExp): Target => ({ role: 'heading', name });

test('members are searched, filtered, edited, imported and exported', async ({
  engine,
  patron,
  tab,
}) => {
  const members = `${patron.url}/teams/1/members`;
  await open(tab, members);
  const all: Target = { role: 'text', name: /^1–100 of [45],\d{3}$/ };
  await see(tab, all);
  const search: Target = { role: 'field', name: 'Search members' };
  await fill(tab, search, 'vikram.bhatt35@example.test');
  await expectGone(tab, all);
  const found: Target = { role: 'link', name: /^Vikram Bhatt/ };
  await click(tab, found);
  await see(tab, heading(/^Vikram Bhatt/));
  await tab.back();
  await see(tab, found);
  await open(tab, members);
  const filter = (name: string): Target => ({ role: 'dialog', name });
  await click(tab, { role: 'button', name: 'Filter' });
  await click(tab, { role: 'button', name: 'Status', within: filter('Filter') });
  await click(tab, { role: 'button', name: /^Blocked/, within: filter('Status') });
  await see(tab, { role: 'row', name: /Blocked/ });
  await expectGone(tab, { role: 'row', name: /Active/ });

  // The Enter key sends a form.
  await open(tab, `${members}/M-000004/edit`);
  await fill(tab, { role: 'field', name: 'Last name' }, 'Engine');
  await tab.press('Enter');
  await see(tab, heading(/ Engine$/));
  await expectGone(tab, { role: 'dialog', name: /^Edit / });

  const file = join(engine.downloads, 'new-members.csv');
  writeFileSync(file, 'member_id,first_name,email_address\nENG-1,Ida,ida@example.test\n');
  await open(tab, `${members}/import`);
  await (await see(tab, { role: 'field', name: 'CSV file' })).chooseFile(file);
  await click(tab, { role: 'button', name: 'Check file' });
  await click(tab, { role: 'button', name: 'Import 1 member' });
  await see(tab, { role: 'text', name: /^1 member imported\.$/ });

  await open(tab, `${members}?status=blocked`);
  await see(tab, { role: 'row', name: /Blocked/ });
  await click(tab, { role: 'button', name: 'Export' });
  const dialog: Target = { role: 'dialog', name: 'Export members' };
  await click(tab, { role: 'button', name: 'Export', within: dialog });
  const findExport = () =>
    readdirSync(engine.downloads).find((name) => /^members-.*\d{4}-\d\d-\d\d\.csv$/.test(name));
  await expect.poll(findExport).toBeDefined();
  const content = () => readFileSync(join(engine.downloads, findExport() ?? ''), 'utf8');
  await expect.poll(content).toMatch(/^\ufeffmember_id,/);
});
