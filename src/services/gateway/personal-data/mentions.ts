import { and, asc, eq, gt, inArray, isNotNull, ne } from 'drizzle-orm';
import { REJECTED_OUTCOMES } from '#contract/gateway/inbox.ts';
import { directoryMembers } from '#services/gateway/directory/directory-members-table.ts';
import { inboxDeliveries } from '#services/gateway/inbox/inbox-deliveries-table.ts';
import { gatewayJobs } from '#services/gateway/jobs/jobs-table.ts';
import {
  containsName,
  findName,
  isInFileName,
  jsonContainsName,
  type MentionSource,
  nextRows,
} from '#services/platform/personal-data/mentions.ts';
import { hasMember, WITHOUT_BODY } from './inbox-data.ts';

/** Rejected requests read at a time; a body has up to 64 KB. */
const BODIES_READ = 20;

/** File names of jobs. */
export const fileNameMentions: MentionSource = {
  kind: 'file_name',
  async read(db, member, after) {
    const { id, fileName, teamId } = gatewayJobs;
    const { isNext, next } = await nextRows(db, id, after);
    const rows = await db
      .select({ id, fileName })
      .from(gatewayJobs)
      .where(and(isNext, eq(teamId, member.teamId), containsName(fileName, member)))
      .orderBy(id);
    const texts = rows.map((row) => ({
      id: String(row.id),
      link: `/teams/${member.teamId}/jobs/${row.id}`,
      text: row.fileName ?? '',
    }));
    return { texts: texts.filter(({ text }) => isInFileName(text, member)), next };
  },
  async remove(tx, { id, text }) {
    await tx
      .update(gatewayJobs)
      .set({ fileName: null })
      .where(and(eq(gatewayJobs.id, Number(id)), eq(gatewayJobs.fileName, text)));
  },
};

/** Bodies of rejected requests that don't have the member by a key. */
export const requestMentions: MentionSource = {
  kind: 'request',
  async read(db, member, after) {
    const { id, body, receivedAt, teamId, verdict } = inboxDeliveries;
    const rows = await db
      .select({ id, body, receivedAt })
      .from(inboxDeliveries)
      .where(
        and(
          eq(teamId, member.teamId),
          inArray(verdict, REJECTED_OUTCOMES),
          isNotNull(body),
          gt(id, after),
        ),
      )
      .orderBy(asc(id))
      .limit(BODIES_READ);
    const texts = rows
      .filter((row) => !hasMember(row, member))
      .map((row) => ({
        id: String(row.id),
        link: `/teams/${member.teamId}/webhooks/requests/${row.id}`,
        text: Buffer.from(row.body ?? []).toString('utf8'),
      }));
    return {
      texts: texts.filter(({ text }) => findName(text, member) !== -1),
      next: rows.length === BODIES_READ ? rows.at(-1)?.id : undefined,
    };
  },
  async remove(tx, { id }) {
    await tx
      .update(inboxDeliveries)
      .set(WITHOUT_BODY)
      .where(eq(inboxDeliveries.id, Number(id)));
  },
};

/** Attributes of other members of another vendor's service. */
export const directoryMentions: MentionSource = {
  kind: 'attribute',
  async read(db, member, after) {
    if (member.partnerId !== null) return { texts: [], next: undefined };
    const { row: id, teamId, serviceId, memberId, document } = directoryMembers;
    const { isNext, next } = await nextRows(db, id, after);
    const rows = await db
      .select({ id, memberId, document })
      .from(directoryMembers)
      .where(
        and(
          isNext,
          eq(teamId, member.teamId),
          ne(serviceId, member.serviceId ?? ''),
          jsonContainsName(document, member),
        ),
      )
      .orderBy(id);
    const texts = rows.flatMap((row) => {
      const { custom_attributes: attributes } = JSON.parse(row.document) as {
        custom_attributes?: Record<string, unknown> | null;
      };
      return Object.entries(attributes ?? {}).map(([name, value]) => ({
        id: `${row.id}:${name}`,
        link: `/teams/${member.teamId}/members/${encodeURIComponent(row.memberId)}`,
        text: typeof value === 'string' ? value : '',
      }));
    });
    return { texts: texts.filter(({ text }) => findName(text, member) !== -1), next };
  },
};
