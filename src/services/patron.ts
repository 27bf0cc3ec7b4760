import { type AddressInfo, createServer as createNetServer } from 'node:net';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import type { ConsoleConfig } from '#contract/gateway/config.ts';
import { VERSION } from '#services/platform/version.ts';
import type { AccountTypes } from './advocacy/accounts/account-types.ts';
import { ADVOCACY_PATH } from './advocacy/dependencies.ts';
import { acmeChallengeRoute } from './advocacy/domains/certificates/acme/acme-challenge-route.ts';
import { createSetupLink } from './advocacy/setup/setup-links.ts';
import { deploymentConsoleConfig } from './compose/console/console-config.ts';
import type { SharedDependencies, StartWorkers } from './compose/dependencies.ts';
import { deploymentAccountTypes } from './compose/deployment-account-types.ts';
import { logExternalServices } from './compose/external-services.ts';
import { createAdvocacyDependencies, mountAdvocacy } from './compose/mount-advocacy.ts';
import { mountGateway } from './compose/mount-gateway.ts';
import { mountLoyalty } from './compose/mount-loyalty.ts';
import { mountReference } from './compose/mount-reference.ts';
import { openDeploymentKeyring } from './compose/open-deployment-keyring.ts';
import { openStorage } from './compose/open-storage.ts';
import { deploymentQueues } from './compose/queues.ts';
import { releaseClaims } from './compose/release-claims.ts';
import { mountDemo, warnIfDemoIsPublic } from './demo/mount-demo.ts';
import { demoAccountProviders } from './demo/provider/demo-networks.ts';
import { DEMO_SIGN_IN } from './demo/seed/advocacy/users.ts';
import { seedDemo } from './demo/seed/seed-demo.ts';
import { switchOffDemo } from './demo/seed/switch-demo.ts';
import type { CallOwnLoyalty } from './gateway/dependencies.ts';
import { keyRecorder } from './platform/audit/record-keys.ts';
import { startAuditSweep } from './platform/audit/sweep-audit.ts';
import { systemClock } from './platform/clock.ts';
import type { Storage } from './platform/database/database.ts';
import { defaultPublicUrl, type Environment } from './platform/environment.ts';
import { sendPlainError } from './platform/http/errors.ts';
import { isLoopback } from './platform/http/loopback.ts';
import { createServer, registerHealthRoutes } from './platform/http/server.ts';
import { startFiguresCheck } from './platform/jobs/check-figures.ts';
import { prepareVacuum } from './platform/jobs/vacuum-embedded.ts';
import type { Worker } from './platform/jobs/worker.ts';
import type { Log } from './platform/log.ts';
import { registerMetrics } from './platform/metrics/metrics.ts';
import { hasDatabaseKeys, startKeyRegistration } from './platform/secrets/database-keys.ts';
import { createEncryption } from './platform/secrets/encryption.ts';

/** How long requests are accepted after the signal to stop; clients need one response to notice. */
const DRAIN_MS = 500;

export interface Patron {
  /** The public address. */
  url: string;
  /** A demo user, in demo mode. */
  demoSignIn: { email: string; password: string } | undefined;
  /** The page that creates the first administrator; undefined once there is a user. */
  setupUrl: string | undefined;
  /** Finishes requests in flight, then stops everything. */
  stop(): Promise<void>;
}

/**
 * Validates the settings, opens the database, mounts the configured roles, and listens.
 *
 * @throws {EnvironmentError | DataDirectoryError | DatabaseUnavailableError} or a system error about the
 *   host or port
 */
export async function startPatron(environment: Environment, log: Log): Promise<Patron> {
  // Fails for a wrong host before anything is opened.
  const freePort = await findFreePort(environment.host);
  const port = environment.port === 0 ? freePort : environment.port;
  const settings = readSettings(environment, port);
  const storage = await openStorage(environment, log);
  try {
    const dependencies = await createDependencies(settings, storage, log);
    const server = createServer(log, { ...environment, drainMs: DRAIN_MS });
    const startWorkers = await mount(server, dependencies, settings);
    await server.listen({
      port,
      host: environment.host,
      // Users open the public address, which the last line has.
      listenTextResolver: (address) => `Patron ${VERSION} listening at ${address}`,
    });
    await releaseClaims(storage, systemClock);
    const workers = await startWorkers();
    const setupUrl = environment.roles.has('advocacy')
      ? await createSetupLink(storage.db, systemClock, `${dependencies.publicUrl}${ADVOCACY_PATH}`)
      : undefined;
    log.info({ url: dependencies.publicUrl, database: storage.kind }, 'ready');
    warnIfInsecure(dependencies.publicUrl, log);
    void logExternalServices(environment, log);
    return {
      url: dependencies.publicUrl,
      demoSignIn: environment.demo ? DEMO_SIGN_IN : undefined,
      setupUrl,
      stop: () => stop(server, workers, storage),
    };
  } catch (error) {
    await storage.close();
    throw error;
  }
}

/** The environment and the files that it names, validated. */
interface Settings extends Pick<SharedDependencies, 'environment' | 'publicUrl' | 'ownUrl'> {
  accountTypes: AccountTypes;
  consoleConfig: ConsoleConfig;
}

function readSettings(environment: Environment, port: number): Settings {
  const isWildcard = environment.host === '0.0.0.0' || environment.host === '::';
  const ownHost = isWildcard ? '127.0.0.1' : environment.host;
  const addresses = {
    environment,
    publicUrl: environment.publicUrl ?? defaultPublicUrl({ port }),
    ownUrl: `http://${ownHost.includes(':') ? `[${ownHost}]` : ownHost}:${port}`,
  };
  const demoProviders = environment.demo ? demoAccountProviders(addresses) : [];
  const accountTypes = deploymentAccountTypes(environment.accountProvidersFile, demoProviders);
  const consoleConfig = deploymentConsoleConfig(addresses, accountTypes);
  return { ...addresses, accountTypes, consoleConfig };
}

async function createDependencies(
  { environment, publicUrl, ownUrl }: Settings,
  storage: Storage,
  log: Log,
): Promise<SharedDependencies> {
  const keyring = await openDeploymentKeyring(environment, storage, log);
  const encryption = createEncryption(keyring);
  return { environment, storage, clock: systemClock, log, keyring, encryption, publicUrl, ownUrl };
}

/** Mounts the configured roles and returns a function that starts their workers. */
async function mount(
  server: FastifyInstance,
  dependencies: SharedDependencies,
  { accountTypes, consoleConfig }: Settings,
): Promise<StartWorkers> {
  const { environment, storage } = dependencies;
  const advocacyDependencies = createAdvocacyDependencies(dependencies, accountTypes);
  const { clock, log, keyring } = dependencies;
  const starts: StartWorkers[] = [
    async () => [
      startKeyRegistration({ db: storage.db, clock, log }, keyring, keyRecorder),
      startAuditSweep({ db: storage.db, clock, log, auditDays: environment.auditDays }),
      startFiguresCheck({ db: storage.db, log }),
    ],
  ];
  if (storage.kind === 'embedded') {
    const startVacuum = prepareVacuum(server, { db: storage.db, log });
    starts.push(async () => [startVacuum()]);
  }
  // Responses with secrets are shorter than the threshold, and event streams are not compressed. Request
  // bodies are not decompressed: webhook signatures cover the received bytes.
  await server.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 2048,
    globalDecompression: false,
  });
  registerMetrics(server, {
    token: environment.metricsToken,
    isDemo: environment.demo,
    storage,
    queues: deploymentQueues(storage.db, environment),
    log,
  });
  registerHealthRoutes(server, {
    isHealthy: storage.isHealthy,
    ping: storage.ping,
    hasDatabaseKeys: () => hasDatabaseKeys(storage.db, keyring),
  });
  acmeChallengeRoute(server, { db: storage.db, clock });
  if (environment.demo) {
    await seedDemo(dependencies);
    await mountDemo(server, dependencies);
    warnIfDemoIsPublic(dependencies);
  } else {
    await switchOffDemo({ ...dependencies, db: storage.db });
  }
  if (environment.roles.has('advocacy')) {
    const { startWorkers } = await mountAdvocacy(server, dependencies, advocacyDependencies);
    starts.push(startWorkers);
  }
  let callOwnLoyalty: CallOwnLoyalty | undefined;
  if (environment.roles.has('loyalty')) {
    const loyalty = await mountLoyalty(server, dependencies);
    starts.push(loyalty.startWorkers);
    callOwnLoyalty = loyalty.callOwnLoyalty;
  }
  await mountReference(server, dependencies, consoleConfig);
  if (environment.roles.has('console')) {
    const { startWorkers } = await mountGateway(server, dependencies, {
      consoleConfig,
      callOwnLoyalty,
    });
    starts.push(startWorkers);
  } else {
    server.setNotFoundHandler(async (request, reply) => sendPlainError(request, reply, 404));
  }
  return async () => (await Promise.all(starts.map((start) => start()))).flat();
}

async function stop(
  server: FastifyInstance,
  workers: Pick<Worker, 'stop'>[],
  storage: Storage,
): Promise<void> {
  await Promise.all([server.close(), ...workers.map((worker) => worker.stop())]);
  await storage.close();
}

/** Routes contain absolute addresses, so the port has to be known before they are registered. */
async function findFreePort(host: string): Promise<number> {
  const probe = createNetServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(0, host, resolve);
  });
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** Browsers offer what signing in needs only at https addresses, and at those of their own machine. */
function warnIfInsecure(publicUrl: string, log: Log): void {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'https:' || isLoopback(hostname)) return;
  log.warn(
    { publicUrl },
    'nobody can sign in: browsers need https for that; set PATRON_PUBLIC_URL to an https address',
  );
}
