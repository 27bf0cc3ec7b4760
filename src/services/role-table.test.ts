import { describe, expect, test } from 'vitest';
import { SCOPES } from '#contract/advocacy/scopes.ts';
import { ROLE_KINDS, ROLE_TABLE, type RoleKind } from '#contract/roles/role-table.ts';
import { toStoredRole } from '#services/advocacy/teams/effective-role.ts';
import { teamRules } from '#services/advocacy/teams/team-rules-table.ts';
import { memberships, roles } from '#services/advocacy/teams/teams-table.ts';
import { createUser, grantAccessToken } from '#services/advocacy/testing/sign-in.ts';
import { systemClock } from '#services/platform/clock.ts';
import type { Database } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import { postgresUrl } from '#services/platform/testing/test-database.ts';
import { startPreparedDemo } from '#services/testing/demo-data.ts';
import { type AddressedOperation, teamOperations } from '#services/testing/team-operations.ts';

test('the table of roles has each operation on a team, under its scope, and no other', () => {
  const listed = Object.entries(ROLE_TABLE).flatMap(([scope, ids]) =>
    Object.keys(ids).map((id) => `${scope} ${id}`),
  );
  expect(listed.sort()).toEqual(teamOperations.map(({ scope, id }) => `${scope} ${id}`).sort());
});

/** A user of team 1 with each kind of role, and one whose role is not of these kinds. */
async function createPeople(db: Database) {
  const tokenOf = async (name: string, permissions: ReturnType<typeof toStoredRole>) => {
    const { userId } = await createUser(db, `${name}@roles.test`);
    const values = { teamId: 1, name: `A ${name}`, ...permissions, accessesNewDomains: true };
    const { roleId } = one(await db.insert(roles).values(values).returning({ roleId: roles.id }));
    await db.insert(memberships).values({ userId, teamId: 1, roleId });
    const grant = (clientId?: string) =>
      grantAccessToken(db, systemClock, { userId, scopes: SCOPES, clientId });
    return { name, own: await grant(), partner: await grant('partner') };
  };
  return {
    kinds: await Promise.all(
      ROLE_KINDS.map(async (kind) => ({ ...(await tokenOf(kind, toStoredRole(kind))), kind })),
    ),
    // A role of before that administers and doesn't write.
    auditor: await tokenOf('auditor', { ...toStoredRole('administrator'), canWrite: false }),
  };
}

/** Kinds whose users also use the application of a partner. */
const PARTNER_KINDS: readonly RoleKind[] = ['support', 'administrator'];
/** Nothing that is shared with some, or in use, has it. */
const UNKNOWN_ID = '999999';

/** An administrator of team 2 without the second step that it has required for long. */
async function createUnmetPerson(db: Database) {
  const { userId } = await createUser(db, 'unmet@roles.test');
  const stored = toStoredRole('administrator');
  const values = { teamId: 2, name: 'An unmet', ...stored, accessesNewDomains: true };
  const { roleId } = one(await db.insert(roles).values(values).returning({ roleId: roles.id }));
  const joinedAt = new Date('2026-01-01');
  await db.insert(memberships).values({ userId, teamId: 2, roleId, joinedAt });
  await db.insert(teamRules).values({ teamId: 2, secondStepSince: joinedAt });
  const grant = (clientId?: string) =>
    grantAccessToken(db, systemClock, { userId, scopes: SCOPES, clientId });
  return { own: await grant(), partner: await grant('partner') };
}

async function send(
  url: string,
  { method, url: path }: AddressedOperation,
  token: string,
  teamId = '1',
) {
  const controller = new AbortController();
  const response = await fetch(
    url + path.replace(':team_id', teamId).replace(/:[a-z_]+/g, UNKNOWN_ID),
    {
      method,
      redirect: 'manual',
      signal: controller.signal,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(method === 'GET' || method === 'DELETE' ? {} : { body: '{}' }),
    },
  );
  // A stream has no end.
  const text = response.status === 403 ? await response.text() : '';
  controller.abort();
  return text;
}

async function isForbidden(url: string, operation: AddressedOperation, token: string) {
  return (await send(url, operation, token)).includes('"4030000"');
}

const leastOf = (scope: string, id: string) =>
  (ROLE_TABLE as Record<string, Record<string, RoleKind>>)[scope]?.[id];

describe.each(['PGlite', 'PostgreSQL'] as const)('%s', (storage) => {
  test.skipIf(storage === 'PostgreSQL' && !postgresUrl)(
    'every operation is open to the roles of the table, to no other, to no partner where it is first-party, and to nobody who does not meet the rules of the team',
    async () => {
      const { url, added } = await startPreparedDemo(storage, async (db) => ({
        ...(await createPeople(db)),
        unmet: await createUnmetPerson(db),
      }));
      const { kinds, auditor, unmet } = added;
      const wrong: string[] = [];
      for (const operation of teamOperations) {
        const { id, scope, firstParty } = operation;
        const least = leastOf(scope, id) ?? 'viewer';
        const check = async (name: string, token: string, isAllowed: boolean) => {
          if ((await isForbidden(url, operation, token)) === isAllowed) {
            wrong.push(`${id}: ${name} should ${isAllowed ? '' : 'not '}be allowed`);
          }
        };
        const byKind = kinds.flatMap(({ kind, own, partner }) => {
          const isAllowed = ROLE_KINDS.indexOf(kind) >= ROLE_KINDS.indexOf(least);
          const isPartnerAllowed = isAllowed && !firstParty;
          return [
            check(kind, own, isAllowed),
            ...(PARTNER_KINDS.includes(kind)
              ? [check(`${kind} by a partner`, partner, isPartnerAllowed)]
              : []),
          ];
        });
        const reads = !scope.endsWith(':write') || scope === 'identity:write';
        await Promise.all([
          ...byKind,
          check('an administrator who only reads', auditor.own, reads),
          ...(firstParty ? [unmet.own] : [unmet.own, unmet.partner]).map(async (token) => {
            if (!(await send(url, operation, token, '2')).includes('"second_step"')) {
              wrong.push(`${id}: should say which rule isn't met`);
            }
          }),
        ]);
      }
      expect(wrong).toEqual([]);
    },
    300_000,
  );
});
