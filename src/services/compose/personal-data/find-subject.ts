import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { directoryMembers } from '#services/gateway/directory/directory-members-table.ts';
import { loyaltyConnections } from '#services/gateway/loyalty/loyalty-connections-table.ts';
import { type IdHolder, listIdHolders } from '#services/gateway/personal-data/id-holders.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import { listMembersWithData } from '#services/loyalty/personal-data/members-data.ts';
import { programs } from '#services/loyalty/programs/programs-table.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import type { DataSubject } from '#services/platform/personal-data/personal-data.ts';

export interface SubjectDependencies {
  db: Queries;
  clock: Clock;
  /** Whether teams without their own URL have this deployment's loyalty service. */
  servesLoyalty: boolean;
}

type Connection = Pick<typeof loyaltyConnections.$inferSelect, 'baseUrl' | 'partnerId'>;
export type Subject = Omit<DataSubject, 'pseudonym'>;

/** The keys of a member; without the service's id, of the one that has the ID or had it last. */
interface MemberKeys {
  memberId: string;
  serviceId?: string | undefined;
}

/** A member of a team's program; undefined if the team has none. */
export async function findTeamSubject(
  dependencies: SubjectDependencies,
  teamId: number,
  keys: MemberKeys,
): Promise<Subject | undefined> {
  const [connection] = await dependencies.db
    .select()
    .from(loyaltyConnections)
    .where(eq(loyaltyConnections.teamId, teamId));
  return connection && findSubject(dependencies, connection, keys);
}

/** A member of this deployment's loyalty service. */
export function findOwnSubject(
  dependencies: Omit<SubjectDependencies, 'servesLoyalty'>,
  { member, partnerId }: Awaited<ReturnType<typeof listMembersWithData>>[number],
): Promise<Subject> {
  const { memberId, serviceId } = member;
  const connection = { baseUrl: null, partnerId };
  return findSubject({ ...dependencies, servesLoyalty: true }, connection, { memberId, serviceId });
}

/** Finds a member again in a restored database, by the digests of the service's ids. */
export async function findRestoredSubject(
  dependencies: SubjectDependencies,
  digests: string[],
): Promise<Subject | undefined> {
  const { db } = dependencies;
  const [own] = await listMembersWithData(db, hasDigest(members.serviceId, digests), 1);
  if (own) return findOwnSubject(dependencies, own);
  const { teamId, memberId, serviceId } = directoryMembers;
  const [copy] = await db
    .select({ connection: loyaltyConnections, memberId, serviceId })
    .from(directoryMembers)
    .innerJoin(loyaltyConnections, eq(loyaltyConnections.teamId, teamId))
    .where(hasDigest(serviceId, digests))
    .limit(1);
  return copy && findSubject(dependencies, copy.connection, copy);
}

const hasDigest = (column: PgColumn, digests: string[]): SQL =>
  inArray(sql`encode(sha256(convert_to(${column}, 'UTF8')), 'hex')`, digests);

async function findSubject(
  { db, clock, servesLoyalty }: SubjectDependencies,
  { baseUrl, partnerId }: Connection,
  { memberId, serviceId }: MemberKeys,
): Promise<Subject> {
  const teamIds = await listTeams(db, { baseUrl, partnerId });
  const isOwn = servesLoyalty && baseUrl === null;
  const own = isOwn ? await listOwnHolders(db, partnerId, memberId) : [];
  const holders = own.length > 0 ? own : await listIdHolders(db, teamIds, memberId);
  const index = serviceId === undefined ? 0 : holders.findIndex((h) => h.serviceId === serviceId);
  const [holder, earlier] = [holders[index], holders[index + 1]];
  // Nobody knows whose the entries are if another member seems to have the ID, too.
  const from = earlier && (earlier.hadUntil ?? clock.now());
  return {
    teamIds,
    partnerId: isOwn ? partnerId : null,
    serviceId: serviceId ?? holder?.serviceId ?? null,
    memberId,
    from: from?.toISOString() ?? null,
    until: index > 0 ? (holder?.hadUntil?.toISOString() ?? null) : null,
  };
}

/** The members of our own service that have or had an ID, the last one first. */
async function listOwnHolders(
  db: Queries,
  partnerId: string,
  memberId: string,
): Promise<IdHolder[]> {
  const rows = await listMembersWithData(
    db,
    and(eq(programs.partnerId, partnerId), eq(members.memberId, memberId)),
  );
  return rows
    .map(({ member: { serviceId, deletedAt } }) => ({ serviceId, hadUntil: deletedAt }))
    .reverse();
}

/** The program of a member, as it is stored in the connections to it. */
export async function findProgram(
  db: Queries,
  { partnerId, teamIds }: Subject,
): Promise<Connection> {
  if (partnerId !== null) return { baseUrl: null, partnerId };
  return one(
    await db
      .select()
      .from(loyaltyConnections)
      .where(inArray(loyaltyConnections.teamId, teamIds))
      .limit(1),
  );
}

async function listTeams(db: Queries, { baseUrl, partnerId }: Connection): Promise<number[]> {
  const isSame =
    baseUrl === null ? isNull(loyaltyConnections.baseUrl) : eq(loyaltyConnections.baseUrl, baseUrl);
  const rows = await db
    .select({ teamId: loyaltyConnections.teamId })
    .from(loyaltyConnections)
    .where(and(eq(loyaltyConnections.partnerId, partnerId), isSame));
  return rows.map(({ teamId }) => teamId);
}
