import type { APIRequestContext, Page } from '@playwright/test';
import { expect, IS_FULL_RUN, test } from '../fixtures.ts';
import { expectAccessible, expectAccessibleAndResponsive } from '../support/accessibility.ts';
import { navigateTo } from '../support/every-page.ts';
import { expectSuccess } from '../support/expect-success.ts';
import { confirmPassword } from '../support/factors.ts';
import { openFilter } from '../support/filters.ts';
import { readOutbox } from '../support/outbox.ts';
import { ADMIN, signIn, submitPassword, VIEWER } from '../support/sign-in.ts';
import { statusMessage } from '../support/status-message.ts';
import { DESKTOP } from '../support/viewports.ts';

const INVITED = 'ines@patron.test';
const PASSWORD = 'quiet lantern over water';

test('an invited person joins the team, gets another role and is removed', async ({
  page,
  browser,
  request,
}) => {
  await signIn(page, '/teams/1/people');
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Invite' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Email').fill(VIEWER.email);
  await form.getByLabel('Role').selectOption('Viewer');
  await form.getByRole('button', { name: 'Send invitation' }).click();
  await confirmPassword(page, ADMIN.password);
  await expect(form.getByText('This person is already on the team.')).toBeVisible();
  await form.getByLabel('Email').fill(INVITED);
  await form.getByRole('button', { name: 'Send invitation' }).click();
  await expect(statusMessage(page, INVITED)).toBeVisible();
  const people = page.getByRole('table', { name: 'People' });
  const invitation = people.getByRole('row', { name: INVITED });
  await expect(invitation).toContainText('Invited, expires');
  await page.setViewportSize({ width: 320, height: 800 });
  const status = invitation.getByRole('cell', { name: 'Invited, expires' });
  expect(await status.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0);
  await page.setViewportSize(DESKTOP);

  const firstLink = await readInvitation(request, INVITED, 1);
  await page.getByRole('button', { name: `Actions for ${INVITED}` }).click();
  await page.getByRole('menuitem', { name: 'Resend invitation' }).click();
  await expect(statusMessage(page, `We sent a new invitation to ${INVITED}`)).toBeVisible();
  const link = await readInvitation(request, INVITED, 2);
  const visitor = await browser.newContext();
  const visitorPage = await visitor.newPage();
  await visitorPage.goto(firstLink);
  await expect(visitorPage.getByRole('alert')).toBeVisible();
  await visitorPage.goto(link);
  await expectAccessibleAndResponsive(visitorPage);
  const withoutScripts = await browser.newContext({ javaScriptEnabled: false });
  const plainPage = await withoutScripts.newPage();
  await plainPage.goto(link);
  await plainPage.getByLabel('New password').fill('password1234');
  await plainPage.getByRole('button', { name: 'Set password' }).click();
  await expect(plainPage.getByRole('alert')).toContainText('too common');
  await plainPage.getByLabel('New password').fill(PASSWORD);
  await plainPage.getByRole('button', { name: 'Set password' }).press('Enter');
  const team = await plainPage.getByRole('link', { name: /^Open / }).getAttribute('href');
  await withoutScripts.close();
  await visitorPage.goto(link);
  await expect(visitorPage.getByRole('alert')).toContainText('already used');
  // Another browser than that in which the password was set.
  await visitorPage.goto(team ?? '');
  await submitPassword(visitorPage, { email: INVITED, password: PASSWORD });
  await expect(visitorPage).toHaveURL(/\/teams\/1\/overview/);
  await visitorPage.getByRole('button', { name: /^You, .+@/ }).waitFor();
  await visitorPage.goto(new URL('/teams/1/people', page.url()).href);
  const colleagues = visitorPage.getByRole('table', { name: 'People' });
  await expect(colleagues.getByRole('row', { name: /Ada Marsh/ })).toContainText('Administrator');
  await expect(colleagues.getByRole('columnheader', { name: 'Joined' })).toBeVisible();
  await expect(colleagues.getByRole('columnheader', { name: 'Second step' })).toHaveCount(0);
  await expect(visitorPage.getByRole('button', { name: /^Actions for/ })).toHaveCount(0);
  const invite = visitorPage.getByRole('button', { name: 'Invite' });
  await expect(invite).toHaveAccessibleDescription(/Ask Ada Marsh/);
  await visitor.close();

  await page.reload();
  await page.getByRole('button', { name: 'Actions for Ines' }).click();
  await page.getByRole('menuitem', { name: 'Change role' }).click();
  await page.getByRole('combobox', { name: 'Role' }).selectOption('Administrator');
  await page.getByRole('button', { name: 'Change role' }).click();
  // The page was loaded again.
  await confirmPassword(page, ADMIN.password);
  const changed = statusMessage(page, "Ines's role is now Administrator");
  await changed.getByRole('button', { name: 'Undo' }).click();
  await expect(statusMessage(page, /Ines's role is now (?!Administrator)/)).toBeVisible();
  await expect(page.getByRole('row', { name: /ines/ })).not.toContainText('Administrator');

  await test.step('an administrator who gives up the role loses its pages immediately', async () => {
    const chooseRole = async (target: Page, role: string) => {
      await target.getByRole('button', { name: 'Actions for Ines' }).click();
      await target.getByRole('menuitem', { name: 'Change role' }).click();
      await target.getByRole('combobox', { name: 'Role' }).selectOption(role);
      await target.getByRole('button', { name: 'Change role' }).click();
    };
    await chooseRole(page, 'Administrator');
    await expect(page.getByRole('row', { name: /ines/ })).toContainText('Administrator');
    const context = await browser.newContext();
    const ownPage = await context.newPage();
    const ines = { email: INVITED, password: PASSWORD };
    await signIn(ownPage, new URL('/teams/1/people', page.url()).href, { as: ines });
    await chooseRole(ownPage, 'Viewer');
    await confirmPassword(ownPage, PASSWORD);
    await expect(ownPage.getByRole('row', { name: /Ines/ })).toContainText('Viewer');
    await expect(ownPage.getByRole('button', { name: /^Actions for/ })).toHaveCount(0);
    await context.close();
  });
  await page.getByRole('button', { name: 'Actions for Ines' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(statusMessage(page, 'Ines was removed')).toBeVisible();

  await test.step('a user without a team gets the same message at every address', async () => {
    const context = await browser.newContext();
    const ownPage = await context.newPage();
    const address = new URL('/teams/1/members', page.url()).href;
    await signIn(ownPage, address, { as: { email: INVITED, password: PASSWORD } });
    await expect(ownPage.getByText(/^Ada Marsh removed you from Northwind on /)).toBeVisible();
    await context.close();
  });

  await test.step('the last administrator learns that they can not leave', async () => {
    await expect(people.getByRole('row', { name: /Ada Marsh/ })).toContainText('You');
    await page.getByRole('button', { name: 'Actions for Ada Marsh' }).click();
    for (const name of [/^Change role/, /^Leave team/]) {
      const item = page.getByRole('menuitem', { name });
      await expect(item).toHaveAttribute('aria-disabled', 'true');
      await expect(item).toContainText('This is the last administrator');
    }
    await page.keyboard.press('Escape');
  });

  await test.step('the audit log shows it, filters and exports it', async () => {
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Audit log' })
      .click();
    const log = page.getByRole('table', { name: 'Audit log' });
    await expect(log.getByRole('row', { name: /removed .* from the team/ })).toContainText(
      'Ada Marsh',
    );
    const actions = await openFilter(page, 'Action');
    await expect(actions.getByRole('searchbox', { name: 'Search actions' })).toBeFocused();
    await page.keyboard.type('a role');
    await expect(actions.getByText('Removed a person')).toHaveCount(0);
    await actions.getByText('Changed a role').click();
    await expect(log.getByRole('row', { name: /removed .* from the team/ })).toHaveCount(0);
    await expectAccessible(page);
    await log
      .getByRole('link', { name: / changed the role of / })
      .first()
      .click();
    await expect(page.getByRole('dialog')).toContainText('Administrator');
    // The link works whatever the list shows.
    await page.goto(`${new URL(page.url()).pathname}?action=person.delete`);
    await expect(page.getByRole('dialog')).toContainText('Administrator');
    await page.goto('/teams/1/audit-log/999999');
    await expect(page.getByRole('dialog')).toContainText('Change not found');
    await page.keyboard.press('Escape');
    // Also people who are in none of the rows can be chosen.
    await (await openFilter(page, 'Person')).getByText('Vera Lindqvist').click();
    await expect(page.getByText('Person is Vera Lindqvist')).toBeVisible();
    // Days are in local time, the last one included.
    const day = await page.evaluate(() => new Date().toLocaleDateString('sv'));
    const dates = await openFilter(page, 'Date');
    await dates.getByLabel('First day').fill(day);
    await dates.getByLabel('Last day').fill('2020-01-01');
    await dates.getByRole('button', { name: 'Apply' }).click();
    await expect(dates.getByLabel('Last day')).toHaveAccessibleDescription(/on or after the first/);
    await expectAccessible(page);
    await dates.getByLabel('First day').fill('');
    await dates.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('Date is until Jan 1, 2020')).toBeVisible();
    await page.goto(`/teams/1/audit-log${new URL(page.url()).search.replace('2020', '2040')}`);
    await expect(log.getByRole('row', { name: /removed .* from the team/ })).toHaveCount(0);
    await page.getByRole('button', { name: /^Remove the Person filter/ }).click();
    await expect(log.getByRole('row', { name: /removed .* from the team/ })).toBeVisible();
    await page.goto('/teams/1/audit-log?from=51&cursor=999999');
    await expect(page.getByRole('button', { name: 'First page' })).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    expect((await download).suggestedFilename()).toMatch(/^audit-log-northwind-[\d-]{10}\.csv$/);
  });
});

test('a user with an account accepts an invitation by signing in, unless it is withdrawn', async ({
  page,
  browser,
  request,
}) => {
  const omar = { email: 'omar@patron.test', password: PASSWORD };
  await signIn(page, '/teams/1/people');
  const invite = async () => {
    await page.getByRole('button', { name: 'Invite' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Email').fill(omar.email);
    await form.getByLabel('Role').selectOption('Viewer');
    await form.getByRole('button', { name: 'Send invitation' }).click();
  };
  await invite();
  await confirmPassword(page, ADMIN.password);
  const link = new URL(await readInvitation(request, omar.email, 1));
  const token = link.searchParams.get('token') ?? '';
  await expectSuccess(
    await request.post(link.origin + link.pathname, { form: { token, password: PASSWORD } }),
  );
  await page.reload();
  await page.getByRole('button', { name: 'Actions for omar' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await confirmPassword(page, ADMIN.password);
  await expect(statusMessage(page, 'omar was removed')).toBeVisible();

  await invite();
  await page.getByRole('button', { name: `Actions for ${omar.email}` }).click();
  await page.getByRole('menuitem', { name: 'Withdraw' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByRole('row', { name: omar.email })).toHaveCount(0);
  const withdrawn = await request.get(await readInvitation(request, omar.email, 2));
  expect(withdrawn.status()).toBe(400);

  await invite();
  const context = await browser.newContext();
  const ownPage = await context.newPage();
  await ownPage.goto(await readInvitation(request, omar.email, 3));
  await ownPage.getByRole('link', { name: 'Continue to Patron' }).click();
  await submitPassword(ownPage, omar);
  await expect(ownPage.getByText(`You are signed in as ${omar.email}.`)).toBeVisible();
  await expectAccessibleAndResponsive(ownPage);
  await ownPage.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(statusMessage(ownPage, 'as Viewer')).toBeVisible();
  await expect(ownPage).toHaveURL(/\/teams\/1\/overview/);
  await context.close();
});

/** Waits until `count` invitations were sent. @returns the link of the newest one */
async function readInvitation(
  request: APIRequestContext,
  to: string,
  count: number,
): Promise<string> {
  let text = '';
  await expect(async () => {
    const messages = await readOutbox(request, to);
    const invitations = messages.filter(({ subject }) => subject?.startsWith('Join '));
    expect(invitations).toHaveLength(count);
    text = invitations[0]?.text ?? '';
  }).toPass();
  const link = /http\S+/.exec(text)?.[0];
  if (link === undefined) throw new Error('The invitation contains no link');
  return link;
}

test('a panel whose data cannot be loaded says why', async ({ page, patron }) => {
  test.skip(!IS_FULL_RUN);
  await signIn(page, '/teams/1/audit-log/1', { scopes: ['identity'] });
  const panel = page.getByRole('dialog');
  await expect(panel).toContainText("You don't have access to changes");
  await navigateTo(page, '/teams/1/people/invite');
  await expect(panel).toContainText("You don't have access to people");

  await signIn(page, '/teams/1/boards');
  await patron.withoutServices(async () => {
    await navigateTo(page, '/teams/1/people/invite');
    await expect(panel.getByRole('alert')).toContainText("Couldn't load the roles");
    await expect(panel.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
  // Without a click, as soon as the services respond.
  await expect(panel.getByRole('combobox', { name: 'Role' })).toContainText('Viewer');
});

test('a promoted colleague works on without signing out, in every tab', async ({
  page,
  browser,
}) => {
  await signIn(page, '/teams/1/people');
  const context = await browser.newContext();
  const own = await context.newPage();
  const other = await context.newPage();
  const address = (path: string) => new URL(path, page.url()).href;
  await signIn(own, address('/teams/1/accounts'), { as: VIEWER });
  await other.goto(address('/teams/1/domains'));
  await expect(other.getByRole('heading', { level: 1, name: 'Domains' })).toBeVisible();
  const addDomain = other.getByRole('button', { name: 'Add domain' });
  await expect(addDomain).toHaveAttribute('aria-disabled', 'true');

  await changeRole(page, 'Administrator');
  await confirmPassword(page, ADMIN.password);
  await expect(statusMessage(page, 'is now Administrator')).toBeVisible();
  // In both tabs together: the message disappears after seconds.
  await Promise.all(
    [own, other].map(async (tab) => {
      // As when the user returns to the tab.
      await tab.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
      await expect(statusMessage(tab, /changed from Viewer to Administrator/)).toBeVisible();
      await expect(tab.getByText("You're now an administrator of Northwind.")).toBeVisible();
    }),
  );
  await expectAccessible(own);
  await own.getByRole('button', { name: 'Apply now' }).click();
  for (const tab of [own, other])
    await expect(tab.getByText("You're now an administrator of Northwind.")).toHaveCount(0);
  await expect(addDomain).not.toHaveAttribute('aria-disabled');
  await addDomain.click();
  await other.getByLabel('Domain name').fill('promoted.brand.test');
  await other.keyboard.press('Enter');
  await expect(statusMessage(other, 'promoted.brand.test was added')).toBeVisible();
  await context.close();
  await changeRole(page, 'Viewer');
  await expect(statusMessage(page, 'is now Viewer')).toBeVisible();
});

test('several people are invited together, and appear when they join', async ({
  page,
  browser,
  request,
}) => {
  await signIn(page, '/teams/1/people/invite');
  const form = page.getByRole('dialog');
  await form.getByLabel('Email').fill('jo@patron.test, not an address');
  await form.getByLabel('Role').selectOption('Viewer');
  await form.getByRole('button', { name: 'Send invitation' }).click();
  await expect(form.getByText('“not” is not an email address')).toBeVisible();
  await form.getByLabel('Email').fill(`jo@patron.test, ${VIEWER.email}; kim@patron.test`);
  await form.getByRole('button', { name: 'Send invitation' }).click();
  await confirmPassword(page, ADMIN.password);
  await expect(statusMessage(page, 'We sent 2 invitations')).toBeVisible();
  await expect(form).toContainText(`${VIEWER.email}: This person is already on the team.`);
  await expect(form.getByLabel('Email')).toHaveValue(VIEWER.email);
  // Nothing that was typed is lost: everything else was sent.
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  const people = page.getByRole('table', { name: 'People' });
  for (const name of ['jo', 'kim']) {
    await expect(people.getByRole('row', { name: `${name}@patron.test` })).toContainText('Invited');
  }

  const link = await readInvitation(request, 'jo@patron.test', 1);
  const visitor = await browser.newContext();
  const visitorPage = await visitor.newPage();
  await visitorPage.goto(link);
  await visitorPage.getByLabel('New password').fill(PASSWORD);
  await visitorPage.getByRole('button', { name: 'Set password' }).click();
  await visitorPage.getByRole('link', { name: /^Open / }).click();
  // Signed in without typing the password again.
  await expect(visitorPage).toHaveURL(/\/teams\/1\/overview/);
  await visitorPage.getByRole('button', { name: /^You, .+@/ }).waitFor();
  await visitor.close();
  await expect(people.getByRole('row', { name: /jo@patron\.test/ })).toContainText(/just now|ago/, {
    timeout: 20_000,
  });
  await page.reload();
  await page.getByRole('button', { name: 'Notifications', exact: true }).click();
  const recent = page.getByRole('dialog', { name: 'Notifications' }).getByRole('list', {
    name: 'Recent',
  });
  await expect(
    recent.getByRole('link', { name: 'jo accepted the invitation to the team' }),
  ).toBeVisible();
});

async function changeRole(page: Page, role: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions for Vera Lindqvist' }).click();
  await page.getByRole('menuitem', { name: 'Change role' }).click();
  await page.getByRole('combobox', { name: 'Role' }).selectOption(role);
  await page.getByRole('button', { name: 'Change role' }).click();
}
