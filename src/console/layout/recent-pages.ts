import * as z from 'zod/mini';
import { storedPreference } from '#console/ui/hooks/stored-preference.ts';

const recentSchema = z.catch(
  z.array(
    z.object({
      path: z.string(),
      /** Its heading. */
      title: z.string(),
    }),
  ),
  [],
);
type RecentPage = z.output<typeof recentSchema>[number];

const MAX_RECENT = 8;

/** Titles are names of members: others who use this browser don't see them, and they go at sign-out. */
const preferenceOf = (userId: string) => storedPreference(`recent-pages.${userId}`);

/** The items that a user opened last in this browser, newest first. */
export function listRecentPages(userId: string): readonly RecentPage[] {
  const text = preferenceOf(userId).read();
  try {
    return recentSchema.parse(JSON.parse(text ?? '[]'));
  } catch {
    return [];
  }
}

export function rememberPage(userId: string, page: RecentPage): void {
  const others = listRecentPages(userId).filter(({ path }) => path !== page.path);
  preferenceOf(userId).write(JSON.stringify([page, ...others].slice(0, MAX_RECENT)));
}

export function forgetPages(userId: string): void {
  preferenceOf(userId).write(null);
}
