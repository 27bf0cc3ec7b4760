import {
  keepPreviousData,
  QueryClient,
  QueryClientProvider,
  useQuery,
} from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider, useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import { accessToken } from '../page-session.ts';

const memberSchema = z.object({
  id: z.string(),
  member_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email_address: z.string(),
  tier_info: z.object({ loyalty_tier_name: z.string() }),
  available_points: z.number(),
  member_tags: z.array(z.string()),
  member_status: z.string(),
  enrollment_date: z.string(),
});
const membersSchema = z.object({
  data: z.object({ total: z.number(), next_cursor: z.string(), members: z.array(memberSchema) }),
});
const userSchema = z.object({
  data: z.object({ attributes: z.object({ email: z.string() }) }),
});

async function read<Schema extends z.ZodMiniType>(path: string, schema: Schema) {
  const headers = { authorization: `Bearer ${await accessToken()}` };
  return schema.parse(await (await fetch(path, { headers })).json());
}

/** A table of members and the user's address: what Patron's page can't do without, made of the same packages. */
function MembersPage() {
  const [search, setSearch] = useSearchParams();
  const cursor = search.get('cursor') ?? '';
  const { data: user } = useQuery({
    queryKey: ['user'],
    queryFn: () => read('/api/advocacy/v2/me', userSchema),
  });
  const { data: page } = useQuery({
    queryKey: ['members', cursor],
    queryFn: () => {
      const query = new URLSearchParams({
        member_status: 'active',
        count: search.get('count') ?? '100',
        ...(cursor !== '' && { start_cursor: cursor }),
      });
      return read(`/gateway/teams/1/loyalty/v2/loyalty/members?${query}`, membersSchema);
    },
    placeholderData: keepPreviousData,
  });
  const next = () =>
    setSearch((current) => {
      current.set('cursor', page?.data.next_cursor ?? '');
      return current;
    });
  return (
    <>
      <p>{user?.data.attributes.email}</p>
      <button type="button" aria-label="Next page" onClick={next}>
        Next page
      </button>
      <table>
        <tbody>
          {page?.data.members.map((member) => (
            <tr key={member.id}>
              <td>
                {member.first_name} {member.last_name}
              </td>
              <td>{member.member_id}</td>
              <td>{member.email_address}</td>
              <td>{member.tier_info.loyalty_tier_name}</td>
              <td>{member.available_points}</td>
              <td>{member.member_tags.join(', ')}</td>
              <td>{member.member_status}</td>
              <td>{new Date(member.enrollment_date).toLocaleDateString()}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

const router = createBrowserRouter([{ path: '/', element: <MembersPage /> }]);
createRoot(document.getElementById('root') as HTMLElement).render(
  <QueryClientProvider client={new QueryClient()}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
);
