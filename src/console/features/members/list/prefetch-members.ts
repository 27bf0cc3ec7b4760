import type { Prefetch } from '#console/api/prefetch.ts';
import { membersQuery } from '#console/features/members/members-queries.ts';
import { parseMembersView } from './members-view.ts';

/** Reads the page of the list that the address asks for. */
export const prefetchMembers: Prefetch = ({ api, queryClient, params, search }) =>
  queryClient.prefetchQuery(membersQuery(api, params.teamId ?? '', parseMembersView(search)));
