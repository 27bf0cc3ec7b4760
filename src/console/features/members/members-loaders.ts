import type { CreateLoader } from '#console/api/create-loader.ts';
import { parseMembersView } from './list/members-view.ts';
import { memberQuery, membersQuery } from './members-queries.ts';

export const membersLoader: CreateLoader =
  ({ api, queryClient }) =>
  ({ params: { teamId = '' }, request }) => {
    const view = parseMembersView(new URL(request.url).searchParams);
    void queryClient.prefetchQuery(membersQuery(api, teamId, view));
    return null;
  };

export const memberLoader: CreateLoader =
  ({ api, queryClient }) =>
  ({ params: { teamId = '', memberId = '' }, request }) => {
    const { language } = parseMembersView(new URL(request.url).searchParams);
    void queryClient.prefetchQuery(memberQuery(api, teamId, memberId, language));
    return null;
  };
