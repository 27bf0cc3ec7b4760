import { and, eq, inArray } from 'drizzle-orm';
import { MENTIONS_MAX, type Mention, type Mentions } from '#contract/gateway/personal-data.ts';
import { savedViewMentions } from '#services/advocacy/account/saved-view-mentions.ts';
import { directoryMembers } from '#services/gateway/directory/directory-members-table.ts';
import {
  directoryMentions,
  fileNameMentions,
  jobMentions,
  requestMentions,
} from '#services/gateway/personal-data/mentions.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import { attributeMentions, reasonMentions } from '#services/loyalty/personal-data/mentions.ts';
import { recordAudit } from '#services/platform/audit/record-audit.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { auditMentions } from '#services/platform/personal-data/audit-mentions.ts';
import {
  findName,
  type MentionSource,
  type NamedMember,
  type NamingText,
} from '#services/platform/personal-data/mentions.ts';
import type { Subject } from './find-subject.ts';

const SOURCES: readonly MentionSource[] = [
  reasonMentions,
  attributeMentions,
  directoryMentions,
  savedViewMentions,
  fileNameMentions,
  jobMentions,
  requestMentions,
  auditMentions,
];

/** How long a person waits. */
const LISTED_MS = 1_500;
const COUNTED_MAX = 10_000;
/** Times the members of a batch, less than its lease. */
const COUNTED_MS = 15_000;

/** The texts elsewhere that name a member. */
export async function listMentions(
  db: Database,
  teamId: number,
  subject: Subject,
): Promise<Mentions> {
  const member = await toNamedMember(db, teamId, subject);
  const { found, complete } = await search(db, member, { most: MENTIONS_MAX, timeMs: LISTED_MS });
  return { data: found.map(({ source, text }) => toMention(source, text, member)), complete };
}

/** Counts the texts that stay when a member is erased, while its email address is known. */
export async function countMentions(
  db: Database,
  teamId: number,
  subject: Subject,
): Promise<{ count: number; complete: boolean }> {
  const member = await toNamedMember(db, teamId, subject);
  const limits = { most: COUNTED_MAX, timeMs: COUNTED_MS };
  const { found, complete } = await search(db, member, limits);
  return { count: found.length, complete };
}

/**
 * Empties one text that names the member.
 * @returns whether there was such a text of ours
 */
export function removeMention(
  { db, clock }: { db: Database; clock: Clock },
  { teamId, subject, mention }: { teamId: number; subject: Subject; mention: string },
): Promise<boolean> {
  const separator = mention.indexOf(':');
  const [kind, id] = [mention.slice(0, separator), mention.slice(separator + 1)];
  const row = Number.parseInt(id, 10);
  const source = SOURCES.find((each) => each.kind === kind && each.remove);
  if (!source || !Number.isSafeInteger(row)) return Promise.resolve(false);
  return db.transaction(async (tx) => {
    const member = await toNamedMember(tx, teamId, subject);
    const { texts } = await source.read(tx, member, row - 1);
    const text = texts.find((each) => each.id === id);
    if (!text) return false;
    await source.remove?.(tx, text, clock.now());
    const { memberId, serviceId, partnerId } = subject;
    await recordAudit(tx, {
      action: 'personal_data.remove_mention',
      subject: { type: 'member', id: memberId, serviceId },
      changes: [{ field: 'mention', after: `${kind} ${row}` }],
      teamId,
      ...(partnerId === null ? {} : { partnerId }),
    });
    return true;
  });
}

/** Searches in short steps, each of which leaves the database to others. */
async function search(
  db: Queries,
  member: NamedMember,
  { most, timeMs }: { most: number; timeMs: number },
) {
  const found: { source: MentionSource; text: NamingText }[] = [];
  const deadline = performance.now() + timeMs;
  for (const source of SOURCES) {
    let after: number | undefined = 0;
    while (after !== undefined) {
      if (performance.now() > deadline) return { found, complete: false };
      const { texts, next } = await source.read(db, member, after);
      found.push(...texts.map((text) => ({ source, text })));
      if (found.length > most) return { found: found.slice(0, most), complete: false };
      after = next;
    }
  }
  return { found, complete: true };
}

/** Characters of a text that are shown on each side of the name. */
const CONTEXT = 80;

function toMention(source: MentionSource, { id, link, text }: NamingText, member: NamedMember) {
  const at = Math.max(findName(text, member), 0);
  const [from, until] = [Math.max(at - CONTEXT, 0), at + CONTEXT];
  const excerpt = `${from > 0 ? '…' : ''}${text.slice(from, until)}${until < text.length ? '…' : ''}`;
  const removable = source.remove !== undefined;
  return {
    kind: source.kind,
    id: `${source.kind}:${id}`,
    link,
    text: excerpt,
    removable,
  } satisfies Mention;
}

async function toNamedMember(db: Queries, teamId: number, subject: Subject): Promise<NamedMember> {
  return { ...subject, teamId, emailAddress: await findEmailAddress(db, subject) };
}

async function findEmailAddress(
  db: Queries,
  { serviceId, partnerId, teamIds }: Subject,
): Promise<string> {
  if (serviceId === null) return '';
  const { emailAddress } = directoryMembers;
  const [row] =
    partnerId === null
      ? await db
          .select({ emailAddress })
          .from(directoryMembers)
          .where(
            and(
              inArray(directoryMembers.teamId, teamIds),
              eq(directoryMembers.serviceId, serviceId),
            ),
          )
          .limit(1)
      : await db
          .select({ emailAddress: members.emailAddress })
          .from(members)
          .where(eq(members.serviceId, serviceId));
  return row?.emailAddress ?? '';
}
