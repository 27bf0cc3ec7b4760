import { flushCompileCache } from 'node:module';
import { GATEWAY_PATH } from '#services/gateway/gateway-addresses.ts';
import { importRoute } from '#services/gateway/jobs/import/import-route.ts';
import { jobClaims } from '#services/gateway/jobs/job-claims.ts';
import { jobsRoutes } from '#services/gateway/jobs/jobs-routes.ts';
import { startJobsWorker } from '#services/gateway/jobs/jobs-worker.ts';
import { GATEWAY_LIMITS } from '#services/gateway/limits.ts';
import { testConfig } from '#services/gateway/testing/start-gateway.ts';
import { systemClock } from '#services/platform/clock.ts';
import { openEmbedded } from '#services/platform/database/embedded/embedded.ts';
import { openPostgres } from '#services/platform/database/postgres/postgres.ts';
import { createServer } from '#services/platform/http/server.ts';
import { registerJsonApi } from '#services/platform/json-api/json-api.ts';
import { createLog } from '#services/platform/log.ts';
import { createEncryption } from '#services/platform/secrets/encryption.ts';
import { openKeyring } from '#services/platform/secrets/open-keyring.ts';

// A process with the jobs of team 1, for tests that kill it. Every request is its administrator's.
const { PATRON_DATA_DIR = '', DATABASE_URL, PORT } = process.env;
const log = createLog('warn');
const { db, kind, listen } =
  DATABASE_URL === undefined
    ? await openEmbedded(PATRON_DATA_DIR)
    : await openPostgres(DATABASE_URL, log);
const url = `http://localhost:${PORT}`;
const ADMINISTRATOR = { kind: 'administrator' } as const;
const dependencies = {
  db,
  databaseKind: kind,
  listen,
  log,
  clock: systemClock,
  encryption: createEncryption(await openKeyring(PATRON_DATA_DIR)),
  authorizeTeamMember: async () => ({
    teamId: 1,
    user: { id: '1', name: 'admin@patron.test' },
    role: ADMINISTRATOR,
  }),
  findRole: async () => ADMINISTRATOR,
  knowsRoles: true,
  consoleConfig: testConfig,
  publicUrl: url,
  consoleDirectory: '',
  loyaltyBaseUrl: '',
  directoryPollSeconds: 60,
  servesLoyalty: false,
  limits: GATEWAY_LIMITS,
};

const server = createServer(log);
await server.register(
  async (app) => {
    registerJsonApi(app);
    jobsRoutes(app, dependencies);
    await app.register(async (uploads) => importRoute(uploads, dependencies));
  },
  { prefix: GATEWAY_PATH },
);
await server.listen({ port: Number(PORT), host: 'localhost' });
// As `releaseClaims` does for all of Patron.
if (DATABASE_URL === undefined) await jobClaims.releaseAll(db, systemClock.now());
await startJobsWorker(dependencies);
// Node saves its compile cache at a normal exit, which this process never reaches.
flushCompileCache();
process.send?.({ url });
