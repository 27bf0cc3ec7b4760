import type {
  DirectoryFacets,
  DirectoryMember,
  DirectoryStatus,
  SearchMatches,
} from '#contract/gateway/directory.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { updateDirectories } from '#services/gateway/directory/directory-worker.ts';
import { saveSighting } from '#services/gateway/directory/sightings.ts';
import { writeMembers } from '#services/gateway/directory/write-members.ts';
import { saveLoyaltyConnection } from '#services/gateway/save-loyalty-connection.ts';
import type { Storage } from '#services/platform/database/database.ts';
import type { ServerOptions } from '#services/platform/http/server.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

interface DirectoryPage {
  data: DirectoryMember[];
  total: number | null;
  total_about?: boolean;
  next_cursor: string | null;
  more: boolean;
  matching?: SearchMatches;
  directory: DirectoryStatus;
}

export interface TestDirectory extends TestGateway {
  /** @param baseUrl undefined: that of the dependencies */
  connect(
    teamId: number,
    baseUrl: string | undefined,
    credentials?: Record<string, string>,
  ): Promise<void>;
  /** Writes members of a team that has a directory like a crawl, without the loyalty service. */
  write(teamId: number, members: Member[]): Promise<void>;
  /** Works until no team is due. */
  update(): Promise<void>;
  list(query?: Record<string, string>, teamId?: number): Promise<DirectoryPage>;
  /** The member ids of all pages, in order. */
  listIds(query?: Record<string, string>, teamId?: number): Promise<string[]>;
  facets(query?: Record<string, string>): Promise<DirectoryFacets>;
}

/** A gateway with a member directory whose worker runs when a test says so. */
export async function startDirectory(
  storage: Storage,
  changes: Partial<GatewayDependencies> = {},
  serverOptions: ServerOptions = {},
): Promise<TestDirectory> {
  const gateway = await startGateway(storage, changes, serverOptions);
  const { dependencies } = gateway;
  const { db, encryption, log } = dependencies;
  const read = async (path: string, query: Record<string, string>) => {
    const response = await gateway.call(`${path}?${new URLSearchParams(query)}`);
    if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
    return response.json();
  };
  const list = (query: Record<string, string> = {}, teamId = 1) =>
    read(`/teams/${teamId}/directory/members`, query) as Promise<DirectoryPage>;
  const update = async () => {
    while (await updateDirectories(dependencies));
  };
  gateway.users.set('all', {
    teamIds: [1, 2],
    scopes: ['teams:read', 'teams:write'],
    canWrite: true,
  });
  return {
    ...gateway,
    connect: (teamId, baseUrl, credentials = {}) =>
      saveLoyaltyConnection(db, encryption, teamId, {
        baseUrl,
        partnerId: credentials['partner-id'] ?? `partner-${teamId}`,
        apiKey: credentials['api-key'] ?? 'key',
        webhookSecret: 'secret',
      }),
    write: (teamId, members) =>
      db.transaction(async (tx) => {
        const read = { members, readAt: dependencies.clock.now() };
        const { unchanged } = await writeMembers(tx, teamId, [read], log);
        await saveSighting(tx, teamId, unchanged, read.readAt);
      }),
    update,
    list,
    listIds: async (query = {}, teamId = 1) => {
      const ids = [];
      let cursor: string | null = null;
      do {
        const start: Record<string, string> = cursor === null ? {} : { start_cursor: cursor };
        const page: DirectoryPage = await list({ ...query, ...start }, teamId);
        ids.push(...page.data.map((member) => member.member_id));
        cursor = page.next_cursor;
      } while (cursor !== null);
      return ids;
    },
    facets: async (query = {}) =>
      ((await read('/teams/1/directory/facets', query)) as { data: DirectoryFacets }).data,
  };
}
