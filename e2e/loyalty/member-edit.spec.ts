import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { createMember, updateMember } from '../support/loyalty.ts';
import { signIn } from '../support/sign-in.ts';
import { statusMessage } from '../support/status-message.ts';

const MEMBERS = '/teams/1/members';

/** The body of the first POST request that an action sends. */
async function requestBody(page: Page, action: () => Promise<unknown>): Promise<unknown> {
  const request = page.waitForRequest((sent) => sent.method() === 'POST');
  await action();
  return (await request).postDataJSON();
}
const panelOf = (page: Page) => page.getByRole('dialog');
const save = (panel: Locator) => panel.getByRole('button', { name: 'Save' }).click();

test('a member is added, edited, blocked, reactivated, opted out and deleted', async ({ page }) => {
  await signIn(page, MEMBERS);
  await page.getByRole('button', { name: 'Add member' }).click();
  const panel = page.getByRole('dialog', { name: 'Add member' });
  await panel.getByLabel('Member ID').fill('M-000004');
  await panel.getByLabel('First name').fill('Ines');
  await panel.getByLabel('Email').fill('ines');
  // Checked while the form is filled in.
  await expect(panel.getByLabel('Member ID')).toHaveAccessibleDescription(/another member/);
  await panel.getByLabel('Phone').fill('0049 30 5550100');
  await expect(panel.getByLabel('Phone')).toHaveAccessibleDescription(/saved as \+49-305550100\./);
  await panel.getByLabel('Birthday').fill('2/9/2999');
  await panel.getByLabel('Anniversary').fill('9.2.1990');
  await expect(panel.getByLabel('Anniversary')).toHaveAccessibleDescription(/Feb 9, 1990/);
  await expect(panel.getByLabel('Birthday')).toHaveAccessibleDescription(/in the past/);
  await panel.getByLabel('Birthday').fill('2/9');
  await expect(panel.getByLabel('Email')).toHaveAccessibleDescription(/Enter an email address/);
  await panel.getByLabel('Email').fill('ines@example.test');
  // What was typed is replaced by the suggestion.
  await panel.getByLabel('Tags').fill('vi');
  const suggestions = panel.getByRole('group', { name: 'Suggestions' });
  await suggestions.getByRole('button', { name: 'vip', exact: true }).click();
  await expect(panel.getByLabel('Tags')).toBeFocused();
  await panel.getByLabel('Tags').fill('founder');
  // Empty sections are folded.
  await expect(panel.getByLabel('Line 1')).toBeHidden();
  await panel.getByText('Address', { exact: true }).click();
  await panel.getByLabel('Line 1').fill('1 Canal Street');
  await panel.getByRole('button', { name: 'Add attribute' }).click();
  await panel.getByLabel('Name', { exact: true }).fill('shoe_size');
  await panel.getByLabel('Type').selectOption('Number');
  await panel.getByLabel('Value').fill('big');
  // The error appears below the value without moving the button away from the pointer.
  await panel.getByRole('button', { name: 'Add attribute' }).click();
  await expect(panel.getByRole('group', { name: 'New attribute' })).toHaveCount(1);
  await expect(panel.getByRole('textbox', { name: 'Name', exact: true }).last()).toBeVisible();
  await panel.getByRole('button', { name: 'Remove attribute' }).last().click();
  await panel.getByLabel("Referrer's code").fill('NOBODY');
  await expect(panel.getByLabel('Value')).toHaveAccessibleDescription(/Enter a number/);
  await panel.getByLabel('Value').fill('39');
  await panel.getByRole('button', { name: 'Add attribute' }).click();
  await panel.getByRole('button', { name: 'Remove attribute' }).last().click();
  await expect(panel.getByRole('button', { name: 'Add attribute' })).toBeFocused();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Add member' }).click();
  await expect(panel.getByLabel("Referrer's code")).toHaveAccessibleDescription(
    /no member with this code/,
  );
  await expect(panel.getByLabel("Referrer's code")).toBeFocused();
  await panel.getByLabel("Referrer's code").fill('DEMO00004');
  await panel.getByRole('button', { name: 'Add member' }).click();
  await expect(panel.getByLabel('Member ID')).toHaveAccessibleDescription(/another member/);
  await panel.getByLabel('Member ID').fill('E2E-1');
  await panel.getByRole('button', { name: 'Add member' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ines' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Custom attributes' })).toContainText(
    'shoe_size39',
  );
  await expect(page.getByRole('region', { name: 'Tags' })).toContainText('vipfounder');

  await page.getByRole('button', { name: 'Edit' }).click();
  await panelOf(page).getByLabel('Last name').fill('Aalto');
  expect(await requestBody(page, () => save(panelOf(page)))).toEqual({ last_name: 'Aalto' });
  const name = page.getByRole('heading', { level: 1 });
  await expect(name).toHaveText('Ines Aalto');
  await expect(page).toHaveTitle('Ines Aalto · Patron');
  await statusMessage(page, 'was updated').getByRole('button', { name: 'Undo' }).click();
  await expect(statusMessage(page, 'The change to Ines was undone')).toBeVisible();
  await expect(name).toHaveText('Ines');
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.reload();
  await expect(panelOf(page).getByLabel('Last name')).toBeVisible();
  await expect(page).toHaveTitle('Edit Ines · Ines · Patron');
  await panelOf(page).getByLabel('Last name').fill('Aalto');
  await save(panelOf(page));
  await expect(name).toHaveText('Ines Aalto');
  await page.getByRole('button', { name: 'Edit' }).click();
  await save(panelOf(page));
  await expect(statusMessage(page, 'Nothing changed for Ines Aalto')).toBeVisible();

  const confirmAction = async (item: string, consequence: RegExp, button: string) => {
    await page.getByRole('button', { name: 'Actions for Ines Aalto' }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
    await expect(page.getByRole('alertdialog')).toContainText(consequence);
    await page.getByRole('alertdialog').getByRole('button', { name: button }).click();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  };
  await confirmAction('Block', /can't earn or redeem points/, 'Block member');
  await expect(page.getByText('Only active members can earn points.')).toBeVisible();
  const undo = statusMessage(page, 'Ines Aalto is blocked').getByRole('button', { name: 'Undo' });
  await undo.click();
  await expect(statusMessage(page, 'Ines Aalto is active again')).toBeVisible();
  await expect(page.getByText('Only active members can earn points.')).toHaveCount(0);
  await confirmAction('Block', /can't earn or redeem points/, 'Block member');
  await page
    .getByRole('region', { name: 'Blocked' })
    .getByRole('button', { name: 'Reactivate' })
    .click();
  await page.getByRole('button', { name: 'Reactivate member' }).click();
  await expect(page.getByRole('region', { name: 'Blocked' })).toHaveCount(0);
  await confirmAction('Block', /can't earn or redeem points/, 'Block member');
  await confirmAction('Reactivate', /earn and redeem points again/, 'Reactivate member');
  await expect(page.getByText(/\d+ of 37 active activities/)).toBeVisible();
  await confirmAction('Mark as opted out', /chose to leave/, 'Mark as opted out');
  await confirmAction('Delete', /The member ID E2E-1 can then be used again/, 'Delete member');
  await expect(page.getByRole('heading', { level: 1, name: 'Members' })).toBeVisible();
  await page.goto(`${MEMBERS}/E2E-1`);
  await expect(page.getByRole('heading', { name: 'Member not found' })).toBeVisible();
});

test("someone else's changes are kept, and a conflict asks first", async ({
  page,
  request,
  patron,
}) => {
  await createMember(request, patron.url, {
    member_id: 'E2E-2',
    first_name: 'Noor',
    member_tags: ['vip'],
    address: { line1: '1 Canal Street', city: 'Bern' },
  });
  await signIn(page, `${MEMBERS}/E2E-2/edit`);
  const panel = panelOf(page);
  await panel.getByLabel('Tags').fill('mine');
  await panel.getByLabel('Line 1').fill('2 Canal Street');
  await panel.getByLabel('First name').fill('Noora');
  await updateMember(request, patron.url, 'E2E-2', {
    first_name: 'Nour',
    last_name: 'Haddad',
    member_tags: ['vip', 'theirs'],
    address: { city: 'Basel' },
  });

  await save(panel);
  const warning = panel.getByRole('alert');
  await expect(warning).toContainText('Someone else updated this member');
  await expect(warning).toContainText('First name: was “Noor”, yours “Noora”, theirs “Nour”.');
  await expect(warning).toBeFocused();
  const firstName = panel.getByLabel('First name', { exact: true });
  await expect(firstName).toHaveValue('Noora');
  await expect(firstName).toHaveAccessibleDescription('Someone else changed this to “Nour”');
  await expect(firstName).not.toHaveAttribute('aria-invalid');
  // Fields that were not touched have their current values.
  await expect(panel.getByLabel('Last name')).toHaveValue('Haddad');
  await expect(panel.getByLabel('City')).toHaveValue('Basel');
  await expect(panel.getByLabel('Line 1')).toHaveValue('2 Canal Street');
  await expect(panel.getByRole('button', { name: /theirs$/ })).toBeVisible();
  await expectAccessible(page);
  await warning.getByRole('button', { name: 'Use theirs for First name' }).click();
  await expect(firstName).toHaveValue('Nour');
  await firstName.fill('Noora');

  expect(await requestBody(page, () => save(panel))).toMatchObject({
    first_name: 'Noora',
    member_tags: ['vip', 'theirs', 'mine'],
    address: { line1: '2 Canal Street', city: 'Basel' },
  });
  await expect(page.getByRole('heading', { level: 1, name: 'Noora Haddad' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Tags' })).toContainText('viptheirsmine');
  const saved = statusMessage(page, 'Noora Haddad was updated');
  await expect(saved).toBeVisible();

  await updateMember(request, patron.url, 'E2E-2', { first_name: 'Nina' });
  await saved.getByRole('button', { name: 'Undo' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: "The change wasn't undone" }),
  ).toContainText('Someone else has since changed First name to “Nina”.');
  await expect(page.getByRole('heading', { level: 1, name: 'Nina Haddad' })).toBeVisible();
});

test('attributes are edited by type, and the type can be changed', async ({
  page,
  request,
  patron,
}) => {
  await createMember(request, patron.url, {
    member_id: 'E2E-3',
    custom_attributes: JSON.stringify({
      note: 'one\ntwo',
      size: 39,
      interests: ['tea', 'chess'],
      mixed: ['a', 1],
      untouched: 'x',
    }),
  });
  await signIn(page, `${MEMBERS}/E2E-3/edit`);
  const panel = panelOf(page);
  const value = (name: string) => panel.getByRole('textbox', { name, exact: true });
  await expect(value('note')).toHaveValue('one\ntwo');
  await panel.getByRole('group', { name: 'size' }).getByLabel('Type').selectOption('Text');
  await value('size').fill('large');
  await value('interests').fill('tea\nrunning');
  await value('mixed').fill('["a", {}]');
  await value('interests').focus();
  await expect(value('mixed')).toHaveAccessibleDescription(
    /must be a string, a number or an array of them/,
  );
  await value('mixed').fill('["b", 2]');
  const body = (await requestBody(page, () => save(panel))) as { custom_attributes: string };
  expect(Object.keys(body)).toEqual(['custom_attributes']);
  expect(JSON.parse(body.custom_attributes)).toEqual({
    size: 'large',
    interests: ['tea', 'running'],
    mixed: ['b', 2],
  });
  await expect(page.getByRole('region', { name: 'Custom attributes' })).toContainText('sizelarge');
});

test('a tier change explains its effects, and an invalid tier is reported at its field', async ({
  page,
}) => {
  await signIn(page, `${MEMBERS}/M-000007/edit`);
  const panel = panelOf(page);
  const tier = panel.getByLabel('Tier', { exact: true });
  await expect(tier.getByRole('option', { name: 'Gold' })).toBeAttached();
  await tier.selectOption('Gold');
  await expect(tier).toHaveAccessibleDescription(
    /^Moves \S+ down from \w+, with [\d,]+ qualified points?\. Points don't change, and the tier is recalculated the next time/,
  );
  await tier.selectOption('Other (enter ID)');
  await panel.getByLabel('Tier ID').fill('nowhere');
  await save(panel);
  await expect(panel.getByLabel('Tier ID')).toHaveAccessibleDescription(/no such tier/);
  await expect(panel.getByLabel('Tier ID')).toBeFocused();

  await tier.selectOption('Gold');
  await save(panel);
  await expect(page.getByRole('region', { name: 'Tier' })).toContainText('Gold');
});
