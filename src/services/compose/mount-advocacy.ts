import type { FastifyInstance } from 'fastify';
import { SCOPES } from '#contract/advocacy/scopes.ts';
import type { AccountTypes } from '../advocacy/accounts/account-types.ts';
import { advocacy } from '../advocacy/advocacy.ts';
import { createSecondFactors } from '../advocacy/authentication-factors/create-second-factors.ts';
import type { AdvocacyDependencies } from '../advocacy/dependencies.ts';
import { startCertificatesWorker } from '../advocacy/domains/certificates-worker.ts';
import { registerConsoleClient } from '../advocacy/oauth/console-client.ts';
import { startConsoleClientCheck } from '../advocacy/oauth/console-client-check.ts';
import { createIdTokens } from '../advocacy/oauth/id-token.ts';
import { startSweep } from '../advocacy/sweep.ts';
import { createMessageTransports } from '../platform/messages/message-transports.ts';
import { createMessages } from '../platform/messages/messages.ts';
import { startMessagesWorker } from '../platform/messages/messages-worker.ts';
import { type DescribedApi, mountApi } from '../platform/reference/mount-api.ts';
import { deploymentCertificateIssuer } from './certificate-issuer.ts';
import type { Foundations, StartWorkers } from './foundations.ts';

/** Where {base_url} is, under the public address. */
export const ADVOCACY_PATH = '/api/advocacy';
/** Where `npm run dev` serves the console. */
const DEV_SERVER = 'http://localhost:5173';

/** What the advocacy service is made with in this process. */
export function createAdvocacyDependencies(
  { environment, storage: { db }, clock, log, keyring, encryption, publicUrl }: Foundations,
  accountTypes: AccountTypes,
): AdvocacyDependencies {
  const baseUrl = `${publicUrl}${ADVOCACY_PATH}`;
  const messages = createMessages(clock, encryption);
  return {
    db,
    clock,
    log,
    keyring,
    encryption,
    idTokens: createIdTokens(keyring, baseUrl, clock),
    messages,
    secondFactors: createSecondFactors({ db, clock, keyring, encryption, messages }),
    accountTypes,
    demo: environment.demo,
    publicUrl,
    baseUrl,
  };
}

/** Mounts the advocacy service with its reference and background work. */
export async function mountAdvocacy(
  server: FastifyInstance,
  foundations: Foundations,
  dependencies: AdvocacyDependencies,
): Promise<{ api: DescribedApi; startWorkers: StartWorkers }> {
  // The public address is configuration and may be another than at the last start.
  const { db, publicUrl, baseUrl, demo } = dependencies;
  await registerConsoleClient(db, demo ? [publicUrl, DEV_SERVER] : [publicUrl]);
  const api = await mountApi(
    server,
    {
      name: 'advocacy',
      title: 'Advocacy API',
      description: 'OAuth 2.0 and the JSON:API resources of the advocacy service.',
      version: '2',
      path: ADVOCACY_PATH,
      baseUrl,
      securitySchemes: {
        access_token: {
          type: 'oauth2',
          flows: {
            authorizationCode: {
              authorizationUrl: `${baseUrl}/oauth/authorize`,
              tokenUrl: `${baseUrl}/oauth/token`,
              scopes: Object.fromEntries(SCOPES.map((scope) => [scope, ''])),
            },
          },
        },
        id_token: { type: 'apiKey', in: 'query', name: 'id_token' },
      },
    },
    (app) => advocacy(app, dependencies),
  );
  return { api, startWorkers: async () => advocacyWorkers(foundations) };
}

function advocacyWorkers(foundations: Foundations) {
  const { environment, storage, clock, log, encryption, publicUrl } = foundations;
  const transports = createMessageTransports({
    smtpUrl: environment.smtpUrl,
    phoneUrl: environment.phoneUrl,
    demo: environment.demo,
    publicUrl,
  });
  const { db, listen } = storage;
  const certificateIssuer = deploymentCertificateIssuer(foundations);
  return [
    startMessagesWorker({ db, listen, clock, log, encryption, transports }),
    startCertificatesWorker({ db, clock, log, encryption, certificateIssuer }),
    startSweep({ db, clock, log }),
    startConsoleClientCheck({ db, log, publicUrl }),
  ];
}
