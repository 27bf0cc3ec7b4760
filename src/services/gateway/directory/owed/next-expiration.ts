import { parseDate } from '#contract/loyalty/dates.ts';
import type { Member } from '#contract/loyalty/members/member.ts';

/** The first points that expire today or later; undefined if there are none. */
export function findNextExpiration({ points_expiration_schedule: schedule }: Member, now: Date) {
  const today = now.toISOString().slice(0, 10);
  return (schedule ?? [])
    .flatMap((entry) => {
      const day = entry.expiration_date ? parseDate(entry.expiration_date) : null;
      const isNext = day !== null && day.iso.slice(0, 10) >= today && (entry.points ?? 0) > 0;
      return isNext ? [{ ...entry, day: day.iso }] : [];
    })
    .sort((a, b) => (a.day < b.day ? -1 : 1))
    .map(({ day: _, ...entry }) => entry)
    .at(0);
}
