import type { DataProvider } from 'react-admin';
import { accessToken } from '../../page-session.ts';

const BASE = '/gateway/teams/1/loyalty/v2';

interface MembersResponse {
  data: { total: number; next_cursor: string; members: { id: string }[] };
}

/** Where each page of the list begins, as far as it was read. */
const cursors = new Map<number, string>();

/** The members of the same API, for the one page that is measured. */
export const dataProvider = {
  async getList(_resource: string, { pagination, filter }: Parameters<DataProvider['getList']>[1]) {
    const { page = 1, perPage = 100 } = pagination ?? {};
    const query = new URLSearchParams({ count: String(perPage) });
    if (filter.status) query.set('member_status', filter.status);
    if (filter.tags) query.set('member_tags', JSON.stringify({ contain_any_of: filter.tags }));
    const cursor = cursors.get(page);
    if (cursor) query.set('start_cursor', cursor);
    const response = await fetch(`${BASE}/loyalty/members?${query}`, {
      headers: { authorization: `Bearer ${await accessToken()}` },
    });
    const { data }: MembersResponse = await response.json();
    cursors.set(page + 1, data.next_cursor);
    return { data: data.members, total: data.total };
  },
} as unknown as DataProvider;
