import { and, asc, eq, gt, inArray, isNotNull, ne, or } from 'drizzle-orm';
import { REJECTED_OUTCOMES } from '#contract/gateway/inbox.ts';
import { directoryMembers } from '#services/gateway/directory/directory-members-table.ts';
import { inboxDeliveries } from '#services/gateway/inbox/inbox-deliveries-table.ts';
import { type GatewayJob, gatewayJobs } from '#services/gateway/jobs/jobs-table.ts';
import { lockForUpdate } from '#services/platform/database/lock-for-update.ts';
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

/** What selected the members of jobs, and the reasons for the points that they gave. */
export const jobMentions: MentionSource = {
  kind: 'job',
  async read(db, member, after) {
    const { id, summary, change, endedAt, teamId } = gatewayJobs;
    const { isNext, next } = await nextRows(db, id, after);
    const rows = await db
      .select({ id, summary, change, endedAt })
      .from(gatewayJobs)
      .where(
        and(
          isNext,
          eq(teamId, member.teamId),
          or(jsonContainsName(summary, member), jsonContainsName(change, member)),
        ),
      )
      .orderBy(id);
    const texts = rows.flatMap((row) =>
      textsOfJob(row).map(([place, text]) => ({
        id: `${row.id}:${place}`,
        link: `/teams/${member.teamId}/jobs/${row.id}`,
        text,
      })),
    );
    return { texts: texts.filter(({ text }) => findName(text, member) !== -1), next };
  },
  async remove(tx, { id: place }) {
    const [job, field, ...key] = place.split(':');
    const { id, summary, change } = gatewayJobs;
    const isJob = eq(id, Number(job));
    const [row] = await lockForUpdate(
      tx.select({ summary, change }).from(gatewayJobs).where(isJob),
    );
    if (!row) return;
    const { checked, asked } = parseTexts(row);
    if (field === 'filter') delete checked.filter?.[key.join(':')];
    if (field === 'points_reason') checked.points_reason = REMOVED_REASON;
    if (field === 'reason' && asked.points) asked.points.reason = REMOVED_REASON;
    await tx
      .update(gatewayJobs)
      .set({
        summary: JSON.stringify(checked),
        change: row.change === null ? null : JSON.stringify(asked),
      })
      .where(isJob);
  },
};

/** Points need a reason, also when the job is repeated. */
const REMOVED_REASON = 'Removed';

interface JobTexts {
  checked: { filter?: Record<string, string>; points_reason?: string };
  asked: { points?: { reason: string } };
}

const parseTexts = ({ summary, change }: Pick<GatewayJob, 'summary' | 'change'>): JobTexts => ({
  checked: JSON.parse(summary) as JobTexts['checked'],
  asked: JSON.parse(change ?? '{}') as JobTexts['asked'],
});

function textsOfJob(job: Pick<GatewayJob, 'summary' | 'change'>): [place: string, text: string][] {
  const { checked, asked } = parseTexts(job);
  const { referrer: _key, ...filter } = checked.filter ?? {};
  return [
    ...Object.entries(filter).map(([name, value]): [string, string] => [`filter:${name}`, value]),
    ['points_reason', checked.points_reason ?? ''],
    ['reason', asked.points?.reason ?? ''],
  ];
}

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
