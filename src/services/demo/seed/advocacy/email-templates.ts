import { emailTemplates } from '#services/advocacy/email-templates/email-templates-table.ts';
import { addSeconds, DAY_SECONDS } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';

/** Name and subject; one template for each audience. */
const OCCASIONS: readonly [string, string][] = [
  ['Welcome', 'Good to have you with us'],
  ['Confirm your address', 'One click and you are in'],
  ['Thank you for taking part', 'Your entry has arrived'],
  ['You have won', 'You are one of the winners'],
  ['Not this time', 'Thank you for taking part'],
  ['Rights request', 'May we show your photo?'],
  ['Rights granted', 'Thank you for your photo'],
  ['Points about to expire', 'Your points expire soon'],
  ['New tier', 'You have reached a new tier'],
  ['Birthday', 'A small present for your birthday'],
  ['Refer a friend', 'Bring somebody along'],
  ['We miss you', 'It has been a while'],
];
const AUDIENCES = ['', ' (German)', ' (French)', ' (Spanish)', ' (Japanese)'];
const TEAM_2_TEMPLATES = 4;

/** Seeds a team's email templates: 60 for team 1, four for any other. */
export async function seedEmailTemplates(db: Queries, teamId: number, now: Date): Promise<void> {
  const all = AUDIENCES.flatMap((audience) =>
    OCCASIONS.map(([name, subject]) => ({ name: `${name}${audience}`, subject })),
  );
  const list = teamId === 1 ? all : all.slice(0, TEAM_2_TEMPLATES);
  await db.insert(emailTemplates).values(
    list.map((template, index) => {
      const createdAt = addSeconds(now, -(400 - index * 5) * DAY_SECONDS);
      const updatedAt = addSeconds(createdAt, index * 3600);
      return { ...template, html: htmlOf(template.subject), teamId, createdAt, updatedAt };
    }),
  );
}

function htmlOf(subject: string): string {
  return `<!doctype html>
<html>
  <body style="margin: 0; background: #f3f1ec; font-family: Arial, sans-serif; color: #1b1916">
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0">
      <tr>
        <td align="center" style="padding: 32px 16px">
          <table role="presentation" width="100%" style="max-width: 520px; background: #ffffff; border-radius: 8px">
            <tr>
              <td style="padding: 32px">
                <h1 style="margin: 0 0 12px; font-size: 22px">${subject}</h1>
                <p style="margin: 0 0 20px; line-height: 1.5">Hello {{first_name}}, here is what is new at {{team_name}}.</p>
                <a href="https://northwind.example/" style="padding: 10px 16px; border-radius: 6px; background: #0b6e5b; color: #ffffff; text-decoration: none">See more</a>
              </td>
            </tr>
          </table>
        </td>
      </tr>
    </table>
  </body>
</html>
`;
}
