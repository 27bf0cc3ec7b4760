import { describe, expect, test } from 'vitest';
import { listAuditEvents } from '#contract/audit/audit-events.ts';
import { API_KEY_HEADER, PARTNER_ID_HEADER } from '#contract/loyalty/parameters.ts';
import { createExportToken } from '#services/advocacy/export-tokens/export-tokens.ts';
import { FULL_PROGRAM } from '#services/demo/seed/loyalty/demo-programs.ts';
import { systemClock } from '#services/platform/clock.ts';
import { contractEndpoints } from '#services/platform/testing/contract-endpoints.ts';
import { postgresUrl } from '#services/platform/testing/test-database.ts';
import { startPreparedDemo } from '#services/testing/demo-data.ts';
import { BASES, teamOperations } from '#services/testing/team-operations.ts';

/** All that a token can do. */
const LOGS = [
  'exportAuditEvents',
  'exportTeamSecurityEvents',
  'listAuditEvents',
  'listTeamSecurityEvents',
];

/** Those on no team, and the loyalty API without the gateway. */
const otherOperations = contractEndpoints.flatMap(({ folder, endpoint: { id, method, path } }) => {
  if (folder.startsWith('loyalty')) return [{ id, method, url: `/api/loyalty/v2${path}` }];
  if (path.includes('/:team_id/')) return [];
  const base = folder === 'audit' ? BASES.account : BASES[folder];
  return [{ id, method, url: `${base ?? '/gateway'}${path}` }];
});

describe.each(['PGlite', 'PostgreSQL'] as const)('%s: an export token', (storage) => {
  test.skipIf(storage === 'PostgreSQL' && !postgresUrl)(
    'reads both logs of its team, and nothing else by any operation of any API',
    async () => {
      const { url, added } = await startPreparedDemo(storage, (db) =>
        createExportToken(db, 1, { name: 'Auditor' }, systemClock.now()),
      );
      const { id, token } = added;

      const send = async (operation: { method: string; url: string }, teamId: string) => {
        const controller = new AbortController();
        const path = operation.url.replace(':team_id', teamId).replace(/\/:[a-z_]+/g, '/1');
        const response = await fetch(`${url}${path}`, {
          method: operation.method,
          redirect: 'manual',
          signal: controller.signal,
          headers: {
            authorization: `Bearer ${token}`,
            [API_KEY_HEADER]: token,
            [PARTNER_ID_HEADER]: FULL_PROGRAM.partnerId,
            'content-type': 'application/json',
          },
          ...(operation.method === 'GET' || operation.method === 'DELETE' ? {} : { body: '{}' }),
        });
        // A stream, which nobody should get, has no end.
        const isLog = response.ok && !path.includes('stream');
        const text = isLog ? await response.text() : '';
        controller.abort();
        return { status: response.status, text };
      };

      const found: Record<string, number> = {};
      for (const operation of [...teamOperations, ...otherOperations]) {
        const { status } = await send(operation, '1');
        if (status !== 401) found[operation.id] = status;
      }
      expect(found).toEqual({
        ...Object.fromEntries(LOGS.map((log) => [log, 200])),
        // Takes no token.
        exchangeToken: 400,
      });
      for (const operation of teamOperations.filter(({ id: log }) => LOGS.includes(log))) {
        expect([operation.id, (await send(operation, '2')).status]).toEqual([operation.id, 403]);
      }

      const path = `/gateway/teams/:team_id/audit-events?actor=client:export_token_${id}`;
      const { data } = listAuditEvents.response.parse(
        JSON.parse((await send({ method: 'GET', url: path }, '1')).text),
      );
      expect(data.map(({ action }) => action).sort()).toEqual([
        'audit_log.download',
        'security_log.download',
      ]);
    },
    300_000,
  );
});
