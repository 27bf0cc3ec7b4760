import type { FastifyInstance } from 'fastify';
import { startPasswordResets } from '#services/advocacy/account/password-resets.ts';
import { startExpiryNotices } from '#services/advocacy/account-expiry/notify-expiry.ts';
import type { AccountTypes } from '#services/advocacy/accounts/account-types.ts';
import { type AdvocacyDependencies, advocacy, startSweep } from '#services/advocacy/advocacy.ts';
import { createSecondFactors } from '#services/advocacy/authentication-factors/create-second-factors.ts';
import { ADVOCACY_PATH } from '#services/advocacy/dependencies.ts';
import { createAcmeIssuer } from '#services/advocacy/domains/certificates/acme/acme-issuer.ts';
import type { CertificateIssuer } from '#services/advocacy/domains/certificates/certificate-issuer.ts';
import { startCertificatesWorker } from '#services/advocacy/domains/certificates/issue-certificates.ts';
import { createLocalAuthority } from '#services/advocacy/domains/certificates/local-authority.ts';
import { createDns } from '#services/advocacy/domains/records/dns.ts';
import { startRecordsWorker } from '#services/advocacy/domains/records/records-worker.ts';
import { createRequiredRecords } from '#services/advocacy/domains/records/required-records.ts';
import {
  registerConsoleClient,
  registerReferenceClient,
} from '#services/advocacy/oauth/clients/console-client.ts';
import { startConsoleClientCheck } from '#services/advocacy/oauth/clients/console-client-check.ts';
import { authorizationServerMetadataRoutes } from '#services/advocacy/oauth/protocol/metadata-route.ts';
import { createIdTokens } from '#services/advocacy/oauth/tokens/id-token.ts';
import { findRelyingParty } from '#services/advocacy/passkeys/relying-party.ts';
import { createSignInPasskeys } from '#services/advocacy/passkeys/verify-passkey.ts';
import { startSecondStepNotices } from '#services/advocacy/rules/notify-second-step.ts';
import {
  createSingleSignOn,
  startProviderRefresh,
} from '#services/advocacy/single-sign-on/create-single-sign-on.ts';
import { requireGroupRoles } from '#services/advocacy/single-sign-on/groups/group-roles.ts';
import { requireBreakGlassUser } from '#services/advocacy/single-sign-on/require-break-glass.ts';
import { createMessageTransports } from '#services/platform/messages/message-transports.ts';
import { createMessages } from '#services/platform/messages/messages.ts';
import { startMessagesWorker } from '#services/platform/messages/messages-worker.ts';
import { REFERENCE_CALLBACK_PATH } from '#services/platform/reference/reference-routes.ts';
import type { SharedDependencies, StartWorkers } from './dependencies.ts';

/** The address of `npm run dev`. */
const DEV_SERVER = 'http://localhost:5173';
/** Long enough to see a new domain pending in the demo. */
const DEMO_CERTIFICATE_DELAY_SECONDS = 2;

export function createAdvocacyDependencies(
  { environment, storage: { db }, clock, log, keyring, encryption, publicUrl }: SharedDependencies,
  accountTypes: AccountTypes,
): AdvocacyDependencies {
  const baseUrl = `${publicUrl}${ADVOCACY_PATH}`;
  const messages = createMessages(clock, encryption);
  const relyingParty = findRelyingParty(publicUrl, environment.passkeyDomain);
  const { oidc } = environment;
  return {
    db,
    clock,
    log,
    keyring,
    encryption,
    idTokens: createIdTokens(keyring, baseUrl, clock),
    messages,
    secondFactors: createSecondFactors({ db, clock, keyring, encryption, messages }),
    relyingParty,
    passkeys: createSignInPasskeys({ db, clock, keyring, messages, relyingParty }),
    oidc,
    singleSignOn: oidc && createSingleSignOn({ db, clock, log, messages, keyring, baseUrl }, oidc),
    accountTypes,
    domainPolicy: {
      allowTestDomains: environment.demo,
      certificateDelaySeconds: environment.demo ? DEMO_CERTIFICATE_DELAY_SECONDS : 0,
    },
    requiredRecords: createRequiredRecords(
      environment.domainRecords,
      createDns(clock),
      environment.acme?.directoryUrl,
    ),
    publicUrl,
    baseUrl,
  };
}

export async function mountAdvocacy(
  server: FastifyInstance,
  shared: SharedDependencies,
  dependencies: AdvocacyDependencies,
): Promise<{ startWorkers: StartWorkers }> {
  // The public address is configuration and may have changed since the last start.
  const { db, publicUrl, oidc } = dependencies;
  await requireBreakGlassUser(db, oidc);
  await requireGroupRoles(db, oidc);
  const consoleUrls = shared.environment.demo ? [publicUrl, DEV_SERVER] : [publicUrl];
  await registerConsoleClient(db, consoleUrls);
  authorizationServerMetadataRoutes(server, dependencies);
  await registerReferenceClient(
    db,
    consoleUrls.map((url) => `${new URL(url).origin}${REFERENCE_CALLBACK_PATH}`),
  );
  await server.register((app) => advocacy(app, dependencies), { prefix: ADVOCACY_PATH });
  return { startWorkers: async () => startAdvocacyWorkers(shared, dependencies) };
}

function startAdvocacyWorkers(shared: SharedDependencies, dependencies: AdvocacyDependencies) {
  const { environment, storage, clock, log, encryption, publicUrl } = shared;
  const transports = createMessageTransports({
    smtpUrl: environment.smtpUrl,
    phoneUrl: environment.phoneUrl,
    demo: environment.demo,
    publicUrl,
  });
  const { db, listen } = storage;
  const { singleSignOn } = dependencies;
  const certificateIssuer = deploymentCertificateIssuer(shared);
  return [
    startMessagesWorker({ db, listen, clock, log, encryption, transports }),
    startCertificatesWorker({
      db,
      clock,
      log,
      encryption,
      certificateIssuer,
      requiredRecords: dependencies.requiredRecords,
    }),
    startRecordsWorker(dependencies),
    startExpiryNotices(dependencies),
    startPasswordResets(dependencies),
    startSecondStepNotices(dependencies),
    startSweep({ db, clock, log }),
    ...(singleSignOn ? [startProviderRefresh(singleSignOn, { clock, log })] : []),
    startConsoleClientCheck({ db, log, publicUrl }),
  ];
}

/** The ACME issuer if a directory is configured, otherwise the local authority. */
function deploymentCertificateIssuer({
  environment: { acme },
  storage: { db },
  clock,
  encryption,
}: SharedDependencies): CertificateIssuer {
  const dependencies = { db, clock, encryption };
  return acme ? createAcmeIssuer(dependencies, acme) : createLocalAuthority(dependencies);
}
