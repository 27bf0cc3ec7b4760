import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { contractEndpoints } from '#services/platform/testing/contract-endpoints.ts';

/** What an operation asks for besides a token with its scope. */
const proofs = contractEndpoints
  .filter(({ endpoint }) => endpoint.firstParty || endpoint.stepUp)
  .map(
    ({ endpoint: { id, firstParty, stepUp } }) =>
      `${id}: ${[firstParty && 'first party', stepUp && 'id_token'].filter(Boolean).join(', ')}`,
  )
  .sort();

test('operations ask for a first-party application and for the password where decisions.md, 60 says so', () => {
  expect(proofs).toMatchInlineSnapshot(`
    [
      "acceptInvitation: first party",
      "challengeAuthenticationFactor: id_token",
      "changePassword: first party",
      "changePersonRole: first party, id_token",
      "confirmWithPasskey: first party",
      "createApiKey: first party, id_token",
      "createAuthenticationFactor: id_token",
      "createExportToken: first party, id_token",
      "createInvitation: first party, id_token",
      "createPasskey: first party, id_token",
      "createPasskeyOptions: first party, id_token",
      "createSavedView: first party",
      "createStepUpOptions: first party",
      "createWebhook: first party, id_token",
      "deleteAuthenticationFactor: id_token",
      "deleteExportToken: first party, id_token",
      "deleteInvitation: first party",
      "deletePasskey: first party, id_token",
      "deleteSavedView: first party",
      "deleteWebhook: first party, id_token",
      "endSession: first party",
      "erasePersonalData: first party, id_token",
      "finishProviderStepUp: first party",
      "getEmailSettings: first party",
      "getErasure: first party",
      "getPersonalData: first party",
      "getProfile: first party",
      "getTeamRules: first party",
      "getWebhookDays: first party",
      "getWebhookDelivery: first party",
      "listApiKeys: first party",
      "listAuditEvents: first party",
      "listExportTokens: first party",
      "listMentions: first party",
      "listPasskeys: first party",
      "listPeople: first party",
      "listSavedViews: first party",
      "listSecurityEvents: first party",
      "listSessions: first party",
      "listTeamSecurityEvents: first party",
      "listWebhookDeliveries: first party",
      "listWebhooks: first party",
      "removeMention: first party, id_token",
      "removePerson: first party, id_token",
      "renewSessionScopes: first party",
      "resendInvitation: first party, id_token",
      "resendWebhookEvents: first party, id_token",
      "resetPersonSignIn: first party, id_token",
      "retryWebhookDeliveries: first party, id_token",
      "retryWebhookDelivery: first party, id_token",
      "revokeApiKey: first party, id_token",
      "rotateWebhookSecret: first party, id_token",
      "sendEmailCode: first party",
      "setDefaultFactor: first party, id_token",
      "startProviderStepUp: first party",
      "switchWebhookSecret: first party, id_token",
      "testWebhook: first party, id_token",
      "updateCurrentUser: id_token",
      "updateEmailSettings: first party",
      "updatePasskey: first party",
      "updateProfile: first party",
      "updateSavedView: first party",
      "updateTeamRules: first party, id_token",
      "updateWebhook: first party, id_token",
      "verifyAuthenticationFactor: id_token",
      "verifyEmail: first party",
    ]
  `);
});

test('every operation of people, account and audit log is for first-party applications only', () => {
  const administration = contractEndpoints.filter(
    ({ folder, endpoint }) =>
      ['account', 'people', 'audit'].includes(folder) || endpoint.scope?.startsWith('users:'),
  );
  expect(administration.length).toBeGreaterThan(10);
  expect(administration.filter(({ endpoint }) => !endpoint.firstParty)).toEqual([]);
});

test.each([
  [
    'gives, changes or takes away rights',
    /^(createInvitation|resendInvitation|changePersonRole|removePerson|resetPersonSignIn|updateTeamRules|createExportToken|deleteExportToken)$/,
    8,
  ],
  [
    'changes how a user signs in',
    /^(create|delete|verify)(AuthenticationFactor|Factor)$|^setDefaultFactor$|^updateUser$|^updateCurrentUser$/,
    4,
  ],
] as const)('an operation that %s requires the id_token', (_kind, ids, count) => {
  const operations = contractEndpoints.filter(({ endpoint }) => ids.test(endpoint.id));
  expect(operations.length).toBeGreaterThanOrEqual(count);
  expect(operations.filter(({ endpoint }) => !endpoint.stepUp)).toEqual([]);
});

test('an operation of Patron that takes an id_token requires it, but for jobs, which require it to delete many', () => {
  const optional = contractEndpoints
    .filter(({ folder, endpoint }) => folder !== 'advocacy' && !endpoint.stepUp)
    .filter(({ endpoint }) => z.safeParse(endpoint.query, { id_token: 'x' }).success)
    .filter(({ endpoint }) => !z.safeParse(endpoint.query, { unknown: 'x' }).success)
    .map(({ endpoint }) => endpoint.id);
  expect(optional).toEqual(['createJob']);
});
