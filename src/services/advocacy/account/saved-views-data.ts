import { and, asc, inArray, or } from 'drizzle-orm';
import { mentionsInText, mentionsReferrer } from '#services/platform/personal-data/mentions.ts';
import type {
  DataSubject,
  PersonalDataSection,
} from '#services/platform/personal-data/personal-data.ts';
import { savedViews } from './saved-views-table.ts';

/** A view that searches for a person is deleted with the person's data. */
const findsPerson = (subject: DataSubject) =>
  and(
    inArray(savedViews.teamId, subject.teamIds),
    or(
      mentionsInText(savedViews.search, subject),
      mentionsInText(savedViews.name, subject),
      mentionsReferrer(savedViews.search, subject),
    ),
  );

/** Views of the members list, whose search may be an email address or a name. */
export const savedViewsData: PersonalDataSection = {
  name: 'saved_views',
  tables: [savedViews],
  async read(db, subject) {
    const { name, search } = savedViews;
    return db
      .select({ name, search })
      .from(savedViews)
      .where(findsPerson(subject))
      .orderBy(asc(savedViews.id));
  },
  async erase(tx, subject) {
    const deleted = await tx
      .delete(savedViews)
      .where(findsPerson(subject))
      .returning({ id: savedViews.id });
    return deleted.length;
  },
};
