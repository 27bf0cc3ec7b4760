import { socialFeeds } from '#services/advocacy/accounts/social-feeds-table.ts';
import { boardSocialFeeds, boards } from '#services/advocacy/boards/boards-table.ts';
import { createRandom } from '#services/demo/seed/random.ts';
import { addSeconds, DAY_SECONDS } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import { seedAccounts } from './accounts.ts';
import { seedEmailTemplates } from './email-templates.ts';

interface SeedOptions {
  now: Date;
  encryption: Encryption;
}

const FEEDS = 22;
const BOARDS_1 = [
  'Home page wall',
  'Store screens',
  'Summer campaign',
  'Customer reviews',
  'Careers',
  'Trail stories',
  'Newsletter picks',
];
const BOARDS_2 = ['Café screens'];

/**
 * Seeds accounts, social feeds, boards and email templates of teams 1 and 2, which must exist.
 */
export async function seedAdvocacy(db: Queries, { now, encryption }: SeedOptions): Promise<void> {
  for (const teamId of [1, 2]) {
    const accounts = await seedAccounts(db, { teamId, now, encryption });
    const feedIds = await seedFeeds(db, teamId, accounts, now);
    await seedBoards(db, teamId, feedIds, now);
    await seedEmailTemplates(db, teamId, now);
  }
}

/** Feeds from every third account, so that most accounts can be deleted and some can't. */
async function seedFeeds(
  db: Queries,
  teamId: number,
  accounts: readonly { id: number; name: string; label: string }[],
  now: Date,
): Promise<number[]> {
  const used = accounts.filter((_account, index) => index % 3 === 0).slice(0, FEEDS);
  const rows = await db
    .insert(socialFeeds)
    .values(
      used.map(({ id, name, label }, index) => {
        const createdAt = addSeconds(now, -(200 - index * 7) * DAY_SECONDS);
        return {
          teamId,
          accountId: id,
          name: `${name} on ${label}`,
          createdAt,
          updatedAt: createdAt,
        };
      }),
    )
    .returning({ id: socialFeeds.id });
  return rows.map(({ id }) => id);
}

async function seedBoards(
  db: Queries,
  teamId: number,
  feedIds: readonly number[],
  now: Date,
): Promise<void> {
  const random = createRandom(teamId);
  const names = teamId === 1 ? BOARDS_1 : BOARDS_2;
  const rows = await db
    .insert(boards)
    .values(
      names.map((name, index) => {
        const createdAt = addSeconds(now, -(180 - index * 20) * DAY_SECONDS);
        return { teamId, name, createdAt, updatedAt: createdAt };
      }),
    )
    .returning({ id: boards.id });
  const links = rows.flatMap(({ id: boardId }) => {
    const chosen = new Set(
      Array.from({ length: random.integer(2, 6) }, () => random.pick(feedIds)),
    );
    return [...chosen].map((socialFeedId) => ({ boardId, socialFeedId }));
  });
  await db.insert(boardSocialFeeds).values(links);
}
