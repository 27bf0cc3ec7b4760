import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { ConsoleConfig } from '#contract/gateway/config.ts';
import { authorizeTeamMember, hasIdToken } from '#services/advocacy/authorization.ts';
import { ADVOCACY_PATH } from '#services/advocacy/dependencies.ts';
import { authorizeLogReader } from '#services/advocacy/export-tokens/authorize-log-reader.ts';
import { createIdTokens } from '#services/advocacy/oauth/tokens/id-token.ts';
import { findEffectiveRole } from '#services/advocacy/teams/effective-role.ts';
import type { CallOwnLoyalty, GatewayDependencies } from '#services/gateway/dependencies.ts';
import { startDirectoryWorker } from '#services/gateway/directory/directory-worker.ts';
import { gateway } from '#services/gateway/gateway.ts';
import { startInboxWorker } from '#services/gateway/inbox/inbox-worker.ts';
import { startJobsWorker } from '#services/gateway/jobs/jobs-worker.ts';
import { GATEWAY_LIMITS } from '#services/gateway/limits.ts';
import { createTeamAuthorization } from '#services/gateway/membership/team-authorization.ts';
import type { SharedDependencies, StartWorkers } from './dependencies.ts';
import { LOYALTY_PATH } from './mount-loyalty.ts';
import { startErasureWorker } from './personal-data/erase-members.ts';
import { createPersonalDataService } from './personal-data/personal-data-service.ts';
import { createProgramManagement } from './programs/program-management.ts';

const consoleDirectory = fileURLToPath(new URL('../../../dist', import.meta.url));

/** Mounts the console and the gateway. */
export async function mountGateway(
  server: FastifyInstance,
  shared: SharedDependencies,
  {
    consoleConfig,
    callOwnLoyalty,
  }: { consoleConfig: ConsoleConfig; callOwnLoyalty: CallOwnLoyalty | undefined },
): Promise<{ startWorkers: StartWorkers }> {
  const { environment, storage, clock, log, encryption, keyring, publicUrl, ownUrl } = shared;
  const { db, listen } = storage;
  const idTokens = createIdTokens(keyring, `${publicUrl}${ADVOCACY_PATH}`, clock);
  const dependencies: GatewayDependencies = {
    db,
    databaseKind: storage.kind,
    listen,
    clock,
    log,
    encryption,
    authorizeTeamMember: environment.advocacy
      ? createTeamAuthorization(environment.advocacy.baseUrl, clock)
      : async (request, operation) => {
          const caller = await authorizeTeamMember({ db, clock }, operation, request);
          const { teamId, userId, name, role } = caller;
          return { teamId, user: { id: String(userId), name }, role };
        },
    authorizeLogReader: environment.advocacy
      ? undefined
      : (request, operation) => authorizeLogReader({ db, clock }, operation, request),
    // An external service only reports what an access token may do, which a job outlives.
    findRole: environment.advocacy
      ? async () => ({ kind: 'manager' })
      : (teamId, userId) => findEffectiveRole(db, { teamId, userId: Number(userId) }),
    knowsRoles: environment.advocacy === undefined,
    hasIdToken: environment.advocacy
      ? undefined
      : (request) => hasIdToken({ db, clock, idTokens }, request),
    programs:
      environment.loyaltyUrl === undefined
        ? createProgramManagement({
            db,
            clock,
            encryption,
            allowPrivateAddresses: environment.demo,
            ownOrigin: publicUrl,
            allowedNetworks: environment.webhookAllowedNetworks,
          })
        : undefined,
    consoleConfig,
    publicUrl,
    consoleDirectory,
    // A loyalty service in this process is called directly, not through the public address.
    loyaltyBaseUrl:
      environment.loyaltyUrl ??
      `${environment.roles.has('loyalty') ? ownUrl : publicUrl}${LOYALTY_PATH}`,
    directoryPollSeconds: environment.directoryPollSeconds,
    servesLoyalty: environment.loyaltyUrl === undefined,
    callOwnLoyalty: environment.loyaltyUrl === undefined ? callOwnLoyalty : undefined,
    limits: GATEWAY_LIMITS,
  };
  const personalData = createPersonalDataService(dependencies);
  await gateway(server, { ...dependencies, personalData });
  return {
    startWorkers: async () => [
      await startInboxWorker(dependencies),
      startDirectoryWorker(dependencies),
      await startJobsWorker(dependencies),
      await startErasureWorker({
        ...dependencies,
        deletedMemberDays: environment.deletedMemberDays,
        dataDirectory: environment.dataDirectory,
        deleteElsewhere: personalData.deleteElsewhere,
      }),
    ],
  };
}
