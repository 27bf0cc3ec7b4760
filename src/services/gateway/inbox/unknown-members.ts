import { and, eq, inArray } from 'drizzle-orm';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { directoryMembers } from '#services/gateway/directory/directory-members-table.ts';
import { directoryStates } from '#services/gateway/directory/directory-states-table.ts';
import type { ListedEventRow } from './inbox-events.ts';

type EventMember = Pick<ListedEventRow, 'memberId' | 'receivedAt' | 'isTest'>;

/**
 * Looks up the members of a team's events. The result says whether an event is about none, according
 * to a directory that was read after it was received: before, the member may just have been added.
 */
export async function findUnknownMembers(
  { db, directoryPollSeconds }: Pick<GatewayDependencies, 'db' | 'directoryPollSeconds'>,
  teamId: number,
  events: readonly EventMember[],
): Promise<(event: EventMember) => boolean> {
  const isNever = () => false;
  const ids = new Set(events.flatMap(({ memberId, isTest }) => (isTest ? [] : (memberId ?? []))));
  if (ids.size === 0 || directoryPollSeconds === 0) return isNever;
  const [state] = await db
    .select({ currentAt: directoryStates.currentAt })
    .from(directoryStates)
    .where(eq(directoryStates.teamId, teamId));
  const currentAt = state?.currentAt;
  if (!currentAt) return isNever;
  const { memberId } = directoryMembers;
  const members = await db
    .select({ memberId })
    .from(directoryMembers)
    .where(and(eq(directoryMembers.teamId, teamId), inArray(memberId, [...ids])));
  const known = new Set(members.map((member) => member.memberId));
  return (event) =>
    event.memberId !== null &&
    !event.isTest &&
    event.receivedAt < currentAt &&
    !known.has(event.memberId);
}
