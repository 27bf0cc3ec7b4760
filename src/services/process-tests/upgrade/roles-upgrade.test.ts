import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listRoles } from '#services/advocacy/administration/manage-roles.ts';
import { findEffectiveRole } from '#services/advocacy/teams/effective-role.ts';
import { openStorage } from '#services/compose/open-storage.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { postgresUrl } from '#services/platform/testing/test-database.ts';
import { listReleases, restoreEmbedded, restorePostgres } from './frozen-release.ts';

/** Roles that a release could have, none of them like those that a team begins with. */
const ODD_ROLES = `
  insert into teams (name) values ('Odd');
  insert into roles (team_id, name, can_write, can_administer, accesses_new_domains)
  select teams.id, odd.name, can_write, can_administer, domains from teams, (values
    ('Support', true, false, false),
    ('Auditor', false, true, true),
    ('administrator', false, false, false)) odd (name, can_write, can_administer, domains)
  where teams.name = 'Odd';
  insert into memberships (user_id, team_id, role_id)
  select min(users.id), roles.team_id, roles.id from users, roles
  where roles.name = 'Auditor' group by roles.id, roles.team_id;
  insert into domains (team_id, name, status, created_at, updated_at)
  select id, 'www.odd.example', 'pending', now(), now() from teams where name = 'Odd';
  insert into domain_roles (domain_id, role_id)
  select domains.id, roles.id from domains, roles where domains.name = 'www.odd.example' and roles.name = 'Auditor';`;

const databases = [
  ['the embedded database', false],
  ['PostgreSQL', true],
] as const;

describe.each(listReleases())('an upgrade from $version', (release) => {
  for (const [name, isPostgres] of databases) {
    test.skipIf(isPostgres && !postgresUrl)(
      `keeps name, rights and domains of odd roles on ${name}`,
      async () => {
        const variables: { PATRON_DATA_DIR: string; DATABASE_URL?: string } = isPostgres
          ? await restorePostgres(release)
          : await restoreEmbedded(release);
        const { PATRON_DATA_DIR: dataDirectory, DATABASE_URL: databaseUrl } = variables;
        if (databaseUrl !== undefined) {
          const client = new Client({ connectionString: databaseUrl });
          await client.connect();
          await client.query(ODD_ROLES).finally(() => client.end());
        } else {
          const client = new PGlite(join(dataDirectory, 'database'));
          await client.exec(ODD_ROLES);
          await client.close();
        }
        const { db, close } = await openStorage({ dataDirectory, databaseUrl }, silentLog);
        onTestFinished(close);
        const { rows } = await db.execute<{ id: string; user_id: string; domains: number }>(
          `select teams.id, user_id, (select count(*)::int from domain_roles join roles on roles.id = role_id
           where roles.team_id = teams.id and roles.name = 'Auditor') as domains
         from teams join memberships on team_id = teams.id where teams.name = 'Odd'`,
        );
        const teamId = Number(rows[0]?.id);
        expect(rows).toHaveLength(1);
        expect(rows[0]?.domains).toBe(1);
        expect((await listRoles(db, teamId)).map(({ id: _, people: __, ...role }) => role)).toEqual(
          [
            {
              ...{ name: 'Support', kind: 'manager' },
              ...{ canWrite: true, canAdminister: false, accessesNewDomains: false },
            },
            {
              ...{ name: 'Auditor', kind: 'administrator' },
              ...{ canWrite: false, canAdminister: true, accessesNewDomains: true },
            },
            {
              ...{ name: 'administrator', kind: 'viewer' },
              ...{ canWrite: false, canAdminister: false, accessesNewDomains: false },
            },
          ],
        );
        // The role that administers without writing still changes nothing.
        expect(await findEffectiveRole(db, { teamId, userId: Number(rows[0]?.user_id) })).toEqual({
          kind: 'administrator',
          isReadOnly: true,
        });
      },
      120_000,
    );
  }
});
