import { expect, IS_FULL_RUN, test } from '../fixtures.ts';
import { expectAccessible, expectAccessibleAndResponsive } from '../support/accessibility.ts';
import { navigateTo } from '../support/every-page.ts';
import { confirmPassword } from '../support/factors.ts';
import { readOutbox } from '../support/outbox.ts';
import { ADMIN, OUTSIDER, signIn, VIEWER } from '../support/sign-in.ts';
import { statusMessage } from '../support/status-message.ts';

const NEW_EMAIL = 'vera@patron.test';

test('the email address changes after a review and the password, and the old one undoes it', async ({
  page,
  browser,
  request,
}) => {
  await signIn(page, '/profile', { as: VIEWER });
  await expect(page).toHaveTitle(/^Profile/);
  const email = page.getByLabel('Email');
  const save = page.getByRole('button', { name: 'Save' });
  await expect(email).toHaveValue(VIEWER.email);
  await expect(save).toHaveAccessibleDescription('No changes to save');

  await test.step('an invalid or taken address is reported at the field', async () => {
    await email.fill('vera');
    await save.click();
    await expect(email).toHaveAttribute('aria-invalid', 'true');
    await email.fill(ADMIN.email);
    await save.click();
    await expect(page.getByLabel('Confirm new address')).toHaveAccessibleDescription(/again/);
    await page.getByLabel('Confirm new address').fill(NEW_EMAIL);
    await expect(page.getByLabel('Confirm new address')).toHaveAccessibleDescription(/don't match/);
    await page.getByLabel('Confirm new address').fill(ADMIN.email);
    await save.click();
    await confirmPassword(page, VIEWER.password);
    await expect(page.getByText('This email address is already in use.')).toBeVisible();
    await expect(email).toBeFocused();
  });

  await email.fill(NEW_EMAIL);
  await page.getByLabel('Confirm new address').fill(NEW_EMAIL);
  const main = page.getByRole('main');
  await expect(main.getByRole('definition').filter({ hasText: VIEWER.email })).toBeVisible();
  await expect(main.getByRole('definition').filter({ hasText: NEW_EMAIL })).toBeVisible();
  await expectAccessible(page);
  await save.click();
  await expect(statusMessage(page, NEW_EMAIL)).toBeVisible();
  await expect(save).toHaveAccessibleDescription('No changes to save');
  await expect(save).toBeFocused();
  await expect(page.getByRole('button', { name: `You, ${NEW_EMAIL}` })).toBeVisible();
  await page.reload();
  await expect(email).toHaveValue(NEW_EMAIL);
  await expect(async () => {
    for (const to of [VIEWER.email, NEW_EMAIL]) {
      const [newest] = await readOutbox(request, to);
      expect(newest?.text).toContain(NEW_EMAIL);
    }
  }).toPass();

  await test.step('the new address is verified with a code', async () => {
    await expect(page.getByRole('heading', { name: 'Not verified yet' })).toBeVisible();
    const code = page.getByLabel('Code');
    const verify = page.getByRole('button', { name: 'Verify' });
    await expect(page.getByRole('button', { name: /^Send again/ })).toBeVisible();
    const [sent] = await readOutbox(request, NEW_EMAIL);
    const sentCode = /\d{6}/.exec(sent?.text ?? '')?.[0] ?? '';
    await code.fill(sentCode === '000000' ? '000001' : '000000');
    await verify.click();
    await expect(code).toHaveAccessibleDescription(/wrong or has expired/);
    await expectAccessibleAndResponsive(page);
    await code.fill(sentCode);
    await verify.click();
    await expect(statusMessage(page, 'is verified')).toBeVisible();
    await expect(code).toBeHidden();
  });

  await test.step('reminders can be switched off and on', async () => {
    const reminders = page.getByRole('checkbox', { name: 'Remind me about expiring accounts' });
    await expect(reminders).toBeChecked();
    await reminders.press('Space');
    await expect(statusMessage(page, 'no longer remind you')).toBeVisible();
    await expect(reminders).toBeFocused();
    await page.reload();
    await expect(reminders).not.toBeChecked();
    await reminders.check();
    await expect(statusMessage(page, "We'll remind you")).toBeVisible();
  });

  await test.step('the old address undoes the change, without JavaScript', async () => {
    const [notice] = await readOutbox(request, VIEWER.email);
    const link = /http\S+undo-email-change\S+/.exec(notice?.text ?? '')?.[0] ?? '';
    const owner = await browser.newContext({ javaScriptEnabled: false });
    const ownerPage = await owner.newPage();
    await ownerPage.goto(link);
    await expect(ownerPage.getByRole('main')).toContainText(`sign in with ${VIEWER.email} again`);
    await ownerPage.getByRole('button', { name: 'Undo change' }).press('Enter');
    await expect(ownerPage.getByRole('heading', { name: 'Email change undone' })).toBeVisible();
    await owner.close();
    // Everyone is signed out: an intruder may know the password.
    await page.reload();
    await expect(page.getByLabel('Password')).toBeVisible();
    await page.goto(link);
    await expect(page.getByRole('alert')).toContainText('already used');
    await expectAccessibleAndResponsive(page);
    await expect(async () => {
      const subjects = (await readOutbox(request, NEW_EMAIL)).map(({ subject }) => subject);
      expect(subjects).toContain('Your Patron email change was undone');
    }).toPass();
  });
});

test('the name changes without the password, and the team sees it', async ({ page }) => {
  await signIn(page, '/teams/2/people', { as: OUTSIDER });
  const people = page.getByRole('table', { name: 'People' });
  await expect(people.getByRole('row').filter({ hasText: OUTSIDER.email })).toBeVisible();
  await navigateTo(page, '/profile');
  const name = page.getByLabel('Name');
  const save = page.getByRole('button', { name: 'Save' });
  await expect(name).not.toHaveValue('');
  await expect(save).toHaveAccessibleDescription('No changes to save');

  await name.fill(' ');
  await save.click();
  await expect(name).toHaveAccessibleDescription(/Enter your name/);
  await expect(name).toBeFocused();
  await name.fill('  Zoë Ní Ḃriain ');
  await expectAccessibleAndResponsive(page);
  await save.click();
  await expect(statusMessage(page, 'Your name is now Zoë Ní Ḃriain')).toBeVisible();
  await expect(save).toHaveAccessibleDescription('No changes to save');

  await navigateTo(page, '/teams/2/people');
  await expect(people.getByRole('row').filter({ hasText: OUTSIDER.email })).toContainText('Zoë');
  await page.goto('/profile');
  await expect(name).toHaveValue('Zoë Ní Ḃriain');
});

test('name and email are saved together, and a canceled password saves neither', async ({
  page,
}) => {
  await signIn(page, '/profile', { as: OUTSIDER });
  const [name, email] = [page.getByLabel('Name'), page.getByLabel('Email')];
  await name.fill('Olga');
  await email.fill('olga@patron.test');
  await page.getByLabel('Confirm new address').fill('olga@patron.test');
  const save = page.getByRole('button', { name: 'Save' });
  await save.click();
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(name).toHaveValue('Olga');
  await save.click();
  await confirmPassword(page, OUTSIDER.password);
  await expect(statusMessage(page, 'Your name is now Olga')).toBeVisible();
  await expect(statusMessage(page, 'You now sign in with olga@patron.test')).toBeVisible();
  await page.reload();
  await expect(name).toHaveValue('Olga');
  await expect(email).toHaveValue('olga@patron.test');

  // Other tests share the server.
  await email.fill(OUTSIDER.email);
  await page.getByLabel('Confirm new address').fill(OUTSIDER.email);
  await save.click();
  await confirmPassword(page, OUTSIDER.password);
  await expect(statusMessage(page, OUTSIDER.email)).toBeVisible();
});

test('a deployment without account settings has no name', async ({ page, patron }) => {
  test.skip(!IS_FULL_RUN);
  await patron.withConsoleConfig(
    (config) => {
      delete config.extensions?.account;
    },
    async () => {
      await signIn(page, '/profile', { as: VIEWER });
      await expect(page.getByLabel('Email')).toHaveValue(VIEWER.email);
      await expect(page.getByLabel('Name')).toHaveCount(0);
    },
  );
});

test('a typed address survives a canceled password dialog', async ({ page }) => {
  await signIn(page, '/profile', { as: VIEWER });
  await page.getByLabel('Email').fill(NEW_EMAIL);
  await page.getByLabel('Confirm new address').fill(NEW_EMAIL);
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(NEW_EMAIL);
  await expect(page.getByRole('alert')).toHaveCount(0);

  await page.getByRole('link', { name: 'Security' }).click();
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(NEW_EMAIL);
});

test('failed requests of the page show errors with a retry', async ({ page, patron }) => {
  test.skip(!IS_FULL_RUN);
  await signIn(page, '/teams/1/boards', { as: VIEWER });
  await patron.withoutServices(async () => {
    await navigateTo(page, '/profile');
    await expect(page.getByRole('alert')).toContainText([
      "Couldn't load your profile",
      "Couldn't load your reminders",
    ]);
  });
  await page.getByRole('button', { name: 'Try again' }).last().click();
  await expect(page.getByRole('checkbox', { name: /^Remind me/ })).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Name')).toBeVisible();
});
