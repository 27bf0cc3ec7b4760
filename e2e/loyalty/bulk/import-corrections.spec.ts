import { DIRECTORY_BUILDING_MS, expect, directoryTest as test } from '../../fixtures.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { expectNoSidewaysScroll } from '../../support/overflow.ts';
import { signIn } from '../../support/sign-in.ts';

const MEMBERS = '/teams/1/members';

test('invalid cells of a file are corrected where they are shown, and checked again', async ({
  page,
}) => {
  await signIn(page, MEMBERS);
  await expect(page.getByText(/^1–100 of/)).toBeVisible({ timeout: DIRECTORY_BUILDING_MS });
  await page.getByRole('button', { name: 'Import' }).click();
  const header = 'member_id,first_name,email_address,birthdate,custom_attributes.shoe_size\n';
  const rows = 'FIX-1,Ida,nowhere,,large\nFIX-1,Ivo,ivo@example.test,,40\nFIX-3,Eva,,May,\n';
  await page.getByLabel('CSV file').setInputFiles({
    name: 'summer.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${header}${rows}FIX-4,Uma,,,wide\n`),
  });
  await page.getByRole('button', { name: 'Check file' }).click();
  await expect(page.getByRole('list', { name: 'Warnings' })).toHaveText(
    'shoe_size: Most members have a number here. Check row 5.',
  );
  const email = page.getByLabel('Email, row 2');
  await expect(email).toHaveAccessibleDescription(/Enter an email address/);
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  const save = page.getByRole('button', { name: 'Save and check again' });
  await expect(save).toHaveAccessibleDescription('Correct a cell first');

  await email.fill('ida@example.test');
  await page.getByLabel('Member ID, row 3').fill('FIX-2');
  await page.getByRole('link', { name: 'Jobs' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  // Then, the focus is on the link again.
  await expect(page.getByRole('link', { name: 'Jobs' })).toBeFocused();
  await page.getByLabel('Birthday, row 4').fill('Mayday');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Import 3 members' })).toBeVisible();
  await expect(page.getByLabel('Birthday, row 4')).toHaveValue('Mayday');
  await page.getByLabel('Birthday, row 4').fill('05/20/1990');
  await save.click();
  await expect(page.getByRole('button', { name: 'Import 4 members' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByRole('button', { name: 'Import 4 members' }).click();
  await expect(page.getByText('4 members imported.')).toBeVisible();
});
