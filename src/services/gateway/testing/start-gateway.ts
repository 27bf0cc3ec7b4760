import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import type { ConsoleConfig } from '#contract/gateway/config.ts';
import { allowsOperation, type EffectiveRole, getOperation } from '#contract/roles/allows.ts';
import type { GatewayDependencies, TeamUser } from '#services/gateway/dependencies.ts';
import { gateway } from '#services/gateway/gateway.ts';
import { GATEWAY_LIMITS } from '#services/gateway/limits.ts';
import { updateContext } from '#services/platform/context.ts';
import type { Storage } from '#services/platform/database/database.ts';
import { createServer, type ServerOptions } from '#services/platform/http/server.ts';
import { forbidden, notFound, unauthorized } from '#services/platform/json-api/errors.ts';
import { createEncryption } from '#services/platform/secrets/encryption.ts';
import { createKeyring } from '#services/platform/secrets/keyring.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { createTestClock, type TestClock } from '#services/platform/testing/test-clock.ts';

interface TestUser {
  teamIds: number[];
  scopes: string[];
  canWrite: boolean;
  /** By default an administrator, or a viewer if they can't write. */
  role?: EffectiveRole;
}

export interface TestGateway {
  /** The server's address, without a trailing slash. */
  url: string;
  clock: TestClock;
  dependencies: GatewayDependencies;
  /** The users by access token; tests add and remove them. */
  users: Map<string, TestUser>;
  /** Calls a path below `/gateway`, by default as a user with all scopes in team 1. */
  call(path: string, init?: RequestInit & { token?: string }): Promise<Response>;
  /** Resolves when the client of the next request has disconnected. */
  nextDisconnect(): Promise<void>;
  close(): Promise<void>;
}

export const testConfig: ConsoleConfig = {
  advocacy: {
    baseUrl: '/api/advocacy',
    authorizeUrl: '/api/advocacy/oauth/authorize',
    tokenUrl: '/api/advocacy/oauth/token',
    clientId: 'patron-console',
    scopes: ['identity', 'teams:read'],
  },
  loyalty: { baseUrl: '/gateway/teams/{team_id}/loyalty/v2', access: 'gateway' },
  accountTypes: [],
};

/**
 * Serves the gateway over real HTTP on a free port, with a test clock.
 * @param changes dependencies to replace, such as limits
 */
export async function startGateway(
  storage: Storage,
  changes: Partial<GatewayDependencies> = {},
  serverOptions: ServerOptions = {},
): Promise<TestGateway> {
  const clock = createTestClock();
  const users = new Map<string, TestUser>([
    ['all', { teamIds: [1], scopes: ALL_SCOPES, canWrite: true }],
  ]);
  const directory = mkdtempSync(join(tmpdir(), 'patron-console-'));
  writeFileSync(join(directory, 'index.html'), '<!doctype html><title>Patron</title>');
  const dependencies: GatewayDependencies = {
    db: storage.db,
    databaseKind: storage.kind,
    listen: storage.listen,
    clock,
    log: silentLog,
    encryption: createEncryption(await createKeyring()),
    authorizeTeamMember: async (request, { id }) => authorize(users, request, id),
    findRole: async () => ({ kind: 'administrator' }),
    knowsRoles: true,
    consoleConfig: testConfig,
    publicUrl: 'https://patron.example.com',
    consoleDirectory: directory,
    loyaltyBaseUrl: 'http://127.0.0.1:1',
    directoryPollSeconds: 60,
    servesLoyalty: false,
    limits: GATEWAY_LIMITS,
    ...changes,
  };
  const server = createServer(dependencies.log, serverOptions);
  await server.register(async (app) => gateway(app, dependencies));
  await server.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  return {
    url,
    clock,
    dependencies,
    users,
    call: (path, { token = 'all', ...init } = {}) => {
      const headers = new Headers(init.headers);
      headers.set('authorization', `Bearer ${token}`);
      return fetch(`${url}/gateway${path}`, { ...init, headers });
    },
    nextDisconnect: async () => {
      const [{ socket }] = (await once(server.server, 'request')) as [IncomingMessage];
      await once(socket, 'close');
    },
    close: async () => {
      await server.close();
      rmSync(directory, { recursive: true });
    },
  };
}

const ALL_SCOPES = ['teams:read', 'teams:write', 'webhooks:read', 'webhooks:write'];

/** Like the advocacy service: other and unknown teams get the same response. */
function authorize(users: Map<string, TestUser>, request: FastifyRequest, id: string): TeamUser {
  const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
  const user = users.get(token);
  if (!user) throw unauthorized();
  const { scope } = getOperation(id);
  if (!user.scopes.includes(scope)) throw forbidden(`The access token lacks the scope ${scope}.`);
  const { team_id: text = '' } = request.params as { team_id?: string };
  if (!/^\d{1,15}$/.test(text)) throw notFound();
  const teamId = Number(text);
  if (!user.teamIds.includes(teamId)) throw forbidden('You do not belong to this team.');
  const { canWrite, role = { kind: canWrite ? 'administrator' : 'viewer' } } = user;
  if (!allowsOperation(role, id)) throw forbidden('Your role does not allow this.');
  updateContext({ teamId });
  return { teamId, user: { id: token, name: `${token}@patron.test` }, role };
}
