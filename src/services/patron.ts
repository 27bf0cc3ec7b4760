import { type AddressInfo, createServer as createNetServer } from 'node:net';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import type { ConsoleConfig } from '#contract/gateway/config.ts';
import type { AccountTypes } from './advocacy/accounts/account-types.ts';
import { acmeChallengeRoute } from './advocacy/domains/certificates/acme/acme-challenge-route.ts';
import { deploymentAccountTypes } from './compose/account-types.ts';
import { deploymentConsoleConfig } from './compose/console-config.ts';
import type { SharedDependencies, StartWorkers } from './compose/dependencies.ts';
import { createAdvocacyDependencies, mountAdvocacy } from './compose/mount-advocacy.ts';
import { mountGateway } from './compose/mount-gateway.ts';
import { mountLoyalty } from './compose/mount-loyalty.ts';
import { openStorage } from './compose/open-storage.ts';
import { mountDemo } from './demo/mount-demo.ts';
import { DEMO_SIGN_IN } from './demo/seed/advocacy/people.ts';
import { seedDemo } from './demo/seed/seed-demo.ts';
import { systemClock } from './platform/clock.ts';
import type { Storage } from './platform/database/database.ts';
import type { Environment } from './platform/environment.ts';
import { registerHealthRoutes } from './platform/http/health-routes.ts';
import { sendPlainError } from './platform/http/plain-error.ts';
import { createServer } from './platform/http/server.ts';
import type { Worker } from './platform/jobs/worker.ts';
import type { Log } from './platform/log.ts';
import type { DescribedApi } from './platform/reference/mount-api.ts';
import { registerReferenceRoutes } from './platform/reference/reference-routes.ts';
import { createEncryption } from './platform/secrets/encryption.ts';
import { openKeyring } from './platform/secrets/open-keyring.ts';

/** A running process of Patron. */
export interface Patron {
  /** The public address. */
  url: string;
  /** In demo mode, with whom to sign in. */
  demoSignIn: { email: string; password: string } | undefined;
  /** Answers what is under way, then ends everything. */
  stop(): Promise<void>;
}

/**
 * Checks the settings, opens the storage, mounts the roles that the environment asks for, and listens.
 * @throws EnvironmentError, DataDirectoryError, DatabaseUnavailableError, or the system's error
 *   about the host or the port
 */
export async function startPatron(environment: Environment, log: Log): Promise<Patron> {
  // A host that is not this machine's is told before anything is opened.
  const freePort = await findFreePort(environment.host);
  const port = environment.port === 0 ? freePort : environment.port;
  const settings = readSettings(environment, port);
  const storage = await openStorage(environment, log);
  try {
    const foundations = await createDependencies(settings, storage, log);
    const server = createServer(log, environment);
    const startWorkers = await mount(server, foundations, settings);
    await server.listen({ port, host: environment.host });
    const workers = await startWorkers();
    log.info({ url: foundations.publicUrl, database: storage.kind }, 'ready');
    return {
      url: foundations.publicUrl,
      demoSignIn: environment.demo ? DEMO_SIGN_IN : undefined,
      stop: () => stop(server, workers, storage),
    };
  } catch (error) {
    await storage.close();
    throw error;
  }
}

/** What follows from the environment and the files that it names, all of it checked. */
interface Settings extends Pick<SharedDependencies, 'environment' | 'publicUrl' | 'ownUrl'> {
  accountTypes: AccountTypes;
  consoleConfig: ConsoleConfig;
}

function readSettings(environment: Environment, port: number): Settings {
  const isWildcard = environment.host === '0.0.0.0' || environment.host === '::';
  const ownHost = isWildcard ? '127.0.0.1' : environment.host;
  const addresses = {
    environment,
    publicUrl: environment.publicUrl ?? `http://localhost:${port}`,
    ownUrl: `http://${ownHost.includes(':') ? `[${ownHost}]` : ownHost}:${port}`,
  };
  const accountTypes = deploymentAccountTypes(addresses);
  const consoleConfig = deploymentConsoleConfig(addresses, accountTypes);
  return { ...addresses, accountTypes, consoleConfig };
}

async function createDependencies(
  { environment, publicUrl, ownUrl }: Settings,
  storage: Storage,
  log: Log,
): Promise<SharedDependencies> {
  const keyring = await openKeyring(environment.dataDirectory, { log });
  const encryption = createEncryption(keyring);
  return { environment, storage, clock: systemClock, log, keyring, encryption, publicUrl, ownUrl };
}

/** Mounts what the environment's roles ask for; answers what starts their background work. */
async function mount(
  server: FastifyInstance,
  foundations: SharedDependencies,
  { accountTypes, consoleConfig }: Settings,
): Promise<StartWorkers> {
  const { environment, storage } = foundations;
  const advocacyDependencies = createAdvocacyDependencies(foundations, accountTypes);
  const starts: StartWorkers[] = [];
  const apis: DescribedApi[] = [];
  // Bodies of secrets are short and stay below the threshold; streams of events pass untouched. What
  // comes in is not decoded: signatures are over the bytes that came, and the gateway passes them on.
  await server.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 2048,
    globalDecompression: false,
  });
  registerHealthRoutes(server, storage.ping);
  acmeChallengeRoute(server, { db: storage.db, clock: foundations.clock });
  if (environment.demo) {
    await seedDemo(foundations);
    await mountDemo(server, foundations);
  }
  if (environment.roles.has('advocacy')) {
    const { api, startWorkers } = await mountAdvocacy(server, foundations, advocacyDependencies);
    apis.push(api);
    starts.push(startWorkers);
  }
  if (environment.roles.has('loyalty')) {
    const { api, startWorkers } = await mountLoyalty(server, foundations);
    apis.push(api);
    starts.push(startWorkers);
  }
  if (apis.length > 0) await registerReferenceRoutes(server, apis);
  if (environment.roles.has('console')) {
    const { startWorkers } = await mountGateway(server, foundations, consoleConfig);
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

/** The port has to be known before the routes, which hold addresses, are made. */
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
