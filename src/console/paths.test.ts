import { expect, test } from 'vitest';
import { paths } from './paths.ts';

test('addresses stay as they are, because people keep links to them', () => {
  const built = Object.fromEntries(
    Object.entries(paths).map(([name, build]) => [
      name,
      (build as (...ids: string[]) => string)('1', 'a b/c'),
    ]),
  );
  expect(built).toMatchInlineSnapshot(`
    {
      "acceptInvitation": "/invitations/accept?token=1",
      "account": "/teams/1/accounts/a%20b%2Fc",
      "accounts": "/teams/1/accounts",
      "activities": "/teams/1/activities",
      "activity": "/teams/1/activities/a%20b%2Fc",
      "auditEvent": "/teams/1/audit-log/a%20b%2Fc",
      "auditLog": "/teams/1/audit-log",
      "board": "/teams/1/boards/a%20b%2Fc",
      "boards": "/teams/1/boards",
      "domain": "/teams/1/domains/a%20b%2Fc",
      "domainExperience": "/teams/1/domains/a%20b%2Fc/default-experience",
      "domains": "/teams/1/domains",
      "editMember": "/teams/1/members/a%20b%2Fc/edit",
      "editMemberInList": "/teams/1/members/edit/a%20b%2Fc",
      "emailTemplate": "/teams/1/email-templates/a%20b%2Fc",
      "emailTemplates": "/teams/1/email-templates",
      "exportTokens": "/teams/1/audit-log/export-tokens",
      "home": "/",
      "importMembers": "/teams/1/members/import",
      "job": "/teams/1/jobs/a%20b%2Fc",
      "jobs": "/teams/1/jobs",
      "member": "/teams/1/members/a%20b%2Fc",
      "memberImport": "/teams/1/members/import/a%20b%2Fc",
      "members": "/teams/1/members",
      "newAccount": "/teams/1/accounts/new/a%20b%2Fc",
      "newDomain": "/teams/1/domains/new",
      "newFactor": "/security/new",
      "newInvitation": "/teams/1/people/invite",
      "newMember": "/teams/1/members/new",
      "newNumberFactor": "/security/new/1",
      "overview": "/teams/1/overview",
      "people": "/teams/1/people",
      "personalData": "/teams/1/members/a%20b%2Fc/personal-data",
      "profile": "/profile",
      "program": "/teams/1/program",
      "programWebhook": "/teams/1/program/webhooks/a%20b%2Fc",
      "security": "/security",
      "securityLog": "/teams/1/security-log",
      "teamRules": "/teams/1/people/rules",
      "verifyFactor": "/security/1/verify",
      "webhookEvent": "/teams/1/webhooks/events/a%20b%2Fc",
      "webhookRequest": "/teams/1/webhooks/requests/a%20b%2Fc",
      "webhooks": "/teams/1/webhooks",
      "webhooksSetup": "/teams/1/webhooks/setup",
    }
  `);
});
