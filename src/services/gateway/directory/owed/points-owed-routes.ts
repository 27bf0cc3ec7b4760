import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import {
  getPointsOwed,
  POINTS_OWED_CSV_PATH,
  POINTS_STATEMENT_CSV_PATH,
  type PointValue,
  setPointValue,
} from '#contract/gateway/points/points-owed.ts';
import { getPointsStatement } from '#contract/loyalty/points.ts';
import type { MonthStatement } from '#contract/points/points.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { getDirectoryStatus } from '#services/gateway/directory/directory-status.ts';
import { registerForTeam } from '#services/gateway/gateway-operation.ts';
import { callLoyaltyProgram } from '#services/gateway/loyalty/call-loyalty-program.ts';
import { getLoyaltyKeys } from '#services/gateway/loyalty/loyalty-connections.ts';
import { loyaltyConnections } from '#services/gateway/loyalty/loyalty-connections-table.ts';
import { changesBetween, recordAudit } from '#services/platform/audit/record-audit.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { lockForUpdate } from '#services/platform/database/lock-for-update.ts';
import { errorResponse, JsonApiError } from '#services/platform/json-api/errors.ts';
import { readList } from '#services/platform/json-api/lists/list-reads.ts';
import { parseQuery } from '#services/platform/json-api/query.ts';
import { tryParseJson } from '#services/platform/try-parse-json.ts';
import { pointValues } from './point-values-table.ts';
import { sumPointsOwed } from './points-owed.ts';

/** Points that a program owes its members, their statement, and the value of a point. */
export function pointsOwedRoutes(app: FastifyInstance, dependencies: GatewayDependencies): void {
  const { db, clock, authorizeTeamMember } = dependencies;

  registerForTeam(app, dependencies, getPointsOwed, async ({ teamId, query }) => {
    const directory = await getDirectoryStatus(dependencies, teamId);
    const [owed, value, statement] = await Promise.all([
      sumPointsOwed(db, clock, teamId, query),
      findPointValue(db, teamId),
      findStatement(dependencies, teamId).catch((error: unknown) => {
        if (error instanceof JsonApiError) return null;
        throw error;
      }),
    ]);
    const data = { ...owed, point_value: value ?? null };
    return { data: statement === undefined ? data : { ...data, statement }, directory };
  });

  registerForTeam(app, dependencies, setPointValue, async ({ teamId, body }) => {
    await db.transaction(async (tx) => {
      const { teamId: id } = loyaltyConnections;
      const connection = await lockForUpdate(
        tx.select({ id }).from(loyaltyConnections).where(eq(id, teamId)),
      );
      if (connection.length === 0) {
        throw errorResponse(404, { detail: 'This team has no loyalty program.' });
      }
      const before = await findPointValue(tx, teamId);
      await tx
        .insert(pointValues)
        .values({ teamId, ...body })
        .onConflictDoUpdate({ target: pointValues.teamId, set: body });
      const changes = changesBetween<PointValue>(before ?? {}, body);
      if (changes.length === 0) return;
      await recordAudit(tx, {
        action: 'point_value.update',
        subject: { type: 'point_value', id: teamId, name: 'Value of a point' },
        changes,
        teamId,
      });
    });
    return { data: body };
  });

  app.get(POINTS_OWED_CSV_PATH, async (request, reply) => {
    const { teamId } = await authorizeTeamMember(request, { id: 'downloadPointsOwed' });
    const filter = parseQuery(getPointsOwed.query, request.query);
    await getDirectoryStatus(dependencies, teamId);
    const {
      expiring,
      later,
      without_expiry: never,
    } = await readList(() => sumPointsOwed(db, clock, teamId, filter));
    await recordDownload(db, teamId, { type: 'points_owed', name: 'Points owed', filter });
    return sendCsv(reply, 'points-owed.csv', [
      ['month', 'points', 'members'],
      ...expiring.map(({ month, points, members }) => [month, points, members]),
      ['later', later, ''],
      ['without_expiry', never, ''],
    ]);
  });

  app.get(POINTS_STATEMENT_CSV_PATH, async (request, reply) => {
    const { teamId } = await authorizeTeamMember(request, { id: 'downloadPointsStatement' });
    const statement = await findStatement(dependencies, teamId);
    if (!statement) {
      throw errorResponse(404, { detail: 'The loyalty service has no statement of its points.' });
    }
    await recordDownload(db, teamId, { type: 'points_statement', name: 'Points statement' });
    return sendCsv(reply, 'points-statement.csv', [
      STATEMENT_COLUMNS,
      ...statement.map((month) => STATEMENT_COLUMNS.map((column) => month[column])),
    ]);
  });
}

/** Filters by name only: their values can be personal data. */
function recordDownload(
  db: Queries,
  teamId: number,
  { type, name, filter = {} }: { type: string; name: string; filter?: object },
): Promise<void> {
  const filters = Object.keys(filter);
  return recordAudit(db, {
    action: `${type}.download`,
    subject: { type, id: teamId, name },
    changes: filters.length === 0 ? [] : [{ field: 'filters', after: filters }],
    teamId,
  });
}

const STATEMENT_COLUMNS = [
  'month',
  'opening',
  'earned',
  'redeemed',
  'expired',
  'deducted',
  'adjusted',
  'closing',
] as const satisfies readonly (keyof MonthStatement)[];

/** Numbers stay numbers for spreadsheets: without the guard against formulas that texts have. */
function sendCsv(
  reply: FastifyReply,
  fileName: string,
  rows: readonly (readonly (string | number)[])[],
): FastifyReply {
  return reply
    .headers({
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="${fileName}"`,
    })
    .type('text/csv; charset=utf-8')
    .send(rows.map((cells) => `${cells.join(',')}\r\n`).join(''));
}

/**
 * The statement of a team's program; undefined if its loyalty service isn't Patron's.
 * @throws {JsonApiError} 404 if the team has no loyalty program; 502, 504 if its service fails
 */
async function findStatement(
  dependencies: GatewayDependencies,
  teamId: number,
): Promise<MonthStatement[] | undefined> {
  const { db, encryption, servesLoyalty } = dependencies;
  const keys = await getLoyaltyKeys(db, encryption, teamId);
  if (!servesLoyalty || keys.baseUrl !== undefined) return undefined;
  const response = await callLoyaltyProgram(dependencies, keys, {
    endpoint: getPointsStatement,
    params: {},
    search: '',
    body: undefined,
  });
  const parsed = z.safeParse(getPointsStatement.response, tryParseJson(response.body));
  if (response.status === 200 && parsed.success) return parsed.data.data;
  throw errorResponse(502, {
    detail: `The loyalty service responded to the request for its statement with status ${response.status}.`,
  });
}

async function findPointValue(db: Queries, teamId: number): Promise<PointValue | undefined> {
  const { amount, currency } = pointValues;
  const [value] = await db
    .select({ amount, currency })
    .from(pointValues)
    .where(eq(pointValues.teamId, teamId));
  return value;
}
