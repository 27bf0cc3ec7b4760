import { and, eq, inArray, isNull, ne, not, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { directoryMembers } from '#services/gateway/directory/directory-members-table.ts';
import { loyaltyConnections } from '#services/gateway/loyalty/loyalty-connections-table.ts';
import { listDirectoryMembers } from '#services/gateway/personal-data/directory-data.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import { listMembersWithData } from '#services/loyalty/personal-data/members-data.ts';
import { programs } from '#services/loyalty/programs/programs-table.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import type { DataSubject } from '#services/platform/personal-data/personal-data.ts';

export interface SubjectDependencies {
  db: Database;
  /** Whether teams without their own URL have this deployment's loyalty service. */
  servesLoyalty: boolean;
}

type Connection = Pick<typeof loyaltyConnections.$inferSelect, 'baseUrl' | 'partnerId'>;
type Subject = Omit<DataSubject, 'pseudonym'>;

interface Named {
  firstName: string;
  lastName: string;
  emailAddress: string;
  phoneNumber: string;
}

/** The member of a team's program; undefined if the team has none. */
export async function findTeamSubject(
  dependencies: SubjectDependencies,
  teamId: number,
  memberId: string,
): Promise<Subject | undefined> {
  const [connection] = await dependencies.db
    .select()
    .from(loyaltyConnections)
    .where(eq(loyaltyConnections.teamId, teamId));
  return connection && findSubject(dependencies, connection, memberId);
}

/** The member with an operator's id in a program. */
async function findSubject(
  { db, servesLoyalty }: SubjectDependencies,
  { baseUrl, partnerId }: Connection,
  memberId: string,
): Promise<Subject> {
  const teamIds = await listTeams(db, { baseUrl, partnerId });
  const isOwn = servesLoyalty && baseUrl === null;
  const rows = isOwn
    ? await listMembersWithData(
        db,
        and(eq(programs.partnerId, partnerId), eq(members.memberId, memberId)),
      )
    : [];
  const copies = await listDirectoryMembers(
    db,
    and(inArray(directoryMembers.teamId, teamIds), eq(directoryMembers.memberId, memberId)),
  );
  const found = [...rows.map(({ member }) => member), ...copies];
  const subject = {
    teamIds,
    partnerId: isOwn ? partnerId : null,
    memberIds: [memberId],
    serviceIds: [...new Set(found.map(({ serviceId }) => serviceId))],
  };
  return { ...subject, identifiers: await ownIdentifiers(db, subject, found) };
}

/** A deleted member. If another member has its ID now, the data of the other one isn't included. */
export async function findDeletedSubject(
  db: Database,
  { member, partnerId }: Awaited<ReturnType<typeof listMembersWithData>>[number],
): Promise<Subject> {
  const teamIds = await listTeams(db, { baseUrl: null, partnerId });
  const isReused =
    (await db.$count(
      members,
      and(
        eq(members.programId, member.programId),
        eq(members.memberId, member.memberId),
        isNull(members.erasedAt),
        ne(members.id, member.id),
      ),
    )) > 0;
  const serviceIds = [member.serviceId];
  const subject = { teamIds, partnerId, memberIds: isReused ? [] : [member.memberId], serviceIds };
  const identifiers = isReused ? [] : await ownIdentifiers(db, subject, [member]);
  return { ...subject, identifiers };
}

/** Finds a member again in a restored database, by the digests of the service's ids. */
export async function findRestoredSubject(
  { db, servesLoyalty }: SubjectDependencies,
  digests: string[],
): Promise<Subject | undefined> {
  const [own] = await listMembersWithData(db, hasDigest(members.serviceId, digests), 1);
  if (own) {
    const connection = { baseUrl: null, partnerId: own.partnerId };
    return findSubject({ db, servesLoyalty: true }, connection, own.member.memberId);
  }
  const [copy] = await listDirectoryMembers(db, hasDigest(directoryMembers.serviceId, digests));
  return copy && findTeamSubject({ db, servesLoyalty }, copy.team, copy.memberId);
}

const hasDigest = (column: PgColumn, digests: string[]) =>
  inArray(sql`encode(sha256(convert_to(${column}, 'UTF8')), 'hex')`, digests);

async function listTeams(db: Queries, { baseUrl, partnerId }: Connection): Promise<number[]> {
  const isSame =
    baseUrl === null ? isNull(loyaltyConnections.baseUrl) : eq(loyaltyConnections.baseUrl, baseUrl);
  const rows = await db
    .select({ teamId: loyaltyConnections.teamId })
    .from(loyaltyConnections)
    .where(and(eq(loyaltyConnections.partnerId, partnerId), isSame));
  return rows.map(({ teamId }) => teamId);
}

const identifiersOf = ({ firstName, lastName, emailAddress, phoneNumber }: Named) => ({
  email: emailAddress.toLowerCase(),
  phone: phoneNumber,
  name: firstName === '' || lastName === '' ? '' : `${firstName} ${lastName}`.toLowerCase(),
});

/** The person's identifiers, without those that another member of the program has too. */
async function ownIdentifiers(
  db: Queries,
  { partnerId, teamIds, serviceIds }: Omit<Subject, 'identifiers'>,
  found: Named[],
): Promise<string[]> {
  const all = found.map(identifiersOf);
  const values = new Set(all.flatMap((each) => Object.values(each)).filter((text) => text !== ''));
  if (values.size === 0) return [];
  const texts = [...values];
  const isShared = (columns: Record<keyof Named, PgColumn>): SQL | undefined =>
    or(
      inArray(sql`lower(${columns.emailAddress})`, texts),
      inArray(columns.phoneNumber, texts),
      inArray(sql`lower(${columns.firstName} || ' ' || ${columns.lastName})`, texts),
    );
  const others: Named[] = (
    partnerId === null
      ? []
      : await listMembersWithData(
          db,
          and(
            eq(programs.partnerId, partnerId),
            notInArray(members.serviceId, serviceIds),
            isShared(members),
          ),
        )
  ).map(({ member }) => member);
  const copies = await listDirectoryMembers(
    db,
    and(
      inArray(directoryMembers.teamId, teamIds),
      not(inArray(directoryMembers.serviceId, serviceIds)),
      isShared(directoryMembers),
    ),
  );
  for (const other of [...others, ...copies]) {
    for (const value of Object.values(identifiersOf(other))) values.delete(value);
  }
  return [...values];
}
