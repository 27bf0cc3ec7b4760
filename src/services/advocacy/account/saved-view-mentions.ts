import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import {
  findName,
  type MentionSource,
  nextRows,
} from '#services/platform/personal-data/mentions.ts';
import { savedViews } from './saved-views-table.ts';

const { id, teamId, name, search } = savedViews;

/** Names of saved views, and what they search for. */
export const savedViewMentions: MentionSource = {
  kind: 'saved_view',
  async read(db, member, after) {
    const { isNext, next } = await nextRows(db, id, after);
    const rows = await db
      .select({ id, name, search })
      .from(savedViews)
      .where(and(isNext, eq(teamId, member.teamId)))
      .orderBy(id);
    const texts = rows.flatMap((row) => {
      const link = `/teams/${member.teamId}/members?${row.search}`;
      return [
        { id: `${row.id}:name`, link, text: row.name, searched: row.name },
        { id: `${row.id}:search`, link, text: row.search, searched: decode(row.search) },
      ];
    });
    return { texts: texts.filter(({ searched }) => findName(searched, member) !== -1), next };
  },
  async remove(tx, { id: place, text }) {
    const [view, column] = place.split(':');
    // A view needs a name, and a user has one view of each.
    const [values, isUnchanged] =
      column === 'name'
        ? [{ name: `View ${randomUUID().slice(0, 8)}` }, eq(name, text)]
        : [{ search: '' }, eq(search, text)];
    await tx
      .update(savedViews)
      .set(values)
      .where(and(eq(id, Number(view)), isUnchanged));
  },
};

const decode = (query: string) => [...new URLSearchParams(query).values()].join('\n');
