import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Api } from './api/api.ts';
import type { Client } from './api/client.ts';
import { requestUrl } from './api/request-url.ts';
import { CURRENT_USER, FIRST_MEMBERS } from './begin-first-reads.ts';
import { parseMembersView } from './features/members/list/members-view.ts';
import { membersQuery } from './features/members/members-queries.ts';
import { currentUserQuery } from './session/current-user.ts';

/** What is asked for, by its address under the service's. */
function recordRequests() {
  const asked: string[] = [];
  const client: Client = {
    request: (endpoint, { params = {}, query = {} }) => {
      asked.push(requestUrl('', endpoint, { ...(params as object) }, { ...(query as object) }));
      return new Promise(() => {});
    },
  };
  const api: Api = { advocacy: client, loyalty: () => client, inbox: undefined };
  return { api, asked };
}

test('what is begun is what the pages ask for', async () => {
  const { api, asked } = recordRequests();
  const queryClient = new QueryClient();
  void queryClient.prefetchQuery(currentUserQuery(api));
  void queryClient.prefetchQuery(membersQuery(api, '1', parseMembersView(new URLSearchParams())));
  await expect.poll(() => asked).toEqual([CURRENT_USER, FIRST_MEMBERS]);
});
