import { and, asc, eq, gt, isNull, lt, or } from 'drizzle-orm';
import type { OutputOf } from '#contract/endpoint.ts';
import {
  type createExportToken as createEndpoint,
  EXPORT_TOKEN_DAYS_MAX,
  EXPORT_TOKENS_MAX,
  type ExportToken,
} from '#contract/people/export-tokens.ts';
import { teamRules } from '#services/advocacy/teams/team-rules-table.ts';
import { teams } from '#services/advocacy/teams/teams-table.ts';
import { changesBetween, recordAudit } from '#services/platform/audit/record-audit.ts';
import { addSeconds, DAY_SECONDS } from '#services/platform/clock.ts';
import { currentContext } from '#services/platform/context.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { lockForUpdate } from '#services/platform/database/lock-for-update.ts';
import { one } from '#services/platform/database/one.ts';
import { errorResponse } from '#services/platform/json-api/errors.ts';
import { digest } from '#services/platform/secrets/digest.ts';
import { generateSecret } from '#services/platform/secrets/generate-secret.ts';
import { exportTokens } from './export-tokens-table.ts';

/** The resolution of `lastUsedAt`, so that not every request writes. */
const USE_SECONDS = 60;

const columns = {
  id: exportTokens.id,
  name: exportTokens.name,
  lastFour: exportTokens.lastFour,
  createdAt: exportTokens.createdAt,
  createdBy: exportTokens.createdBy,
  lastUsedAt: exportTokens.lastUsedAt,
  expiresAt: exportTokens.expiresAt,
};

/** Oldest first, with expired ones. */
export async function listExportTokens(db: Queries, teamId: number): Promise<ExportToken[]> {
  const rows = await db
    .select(columns)
    .from(exportTokens)
    .where(eq(exportTokens.teamId, teamId))
    .orderBy(asc(exportTokens.id));
  return rows.map(toDocument);
}

/**
 * Creates a token, and records it.
 * @returns the only copy of the token; just its digest is stored
 * @throws {JsonApiError} 409 if the team has as many as it may have, 422 if it would expire in the past or too late
 */
export function createExportToken(
  db: Database,
  teamId: number,
  { name, expires_at: chosen }: OutputOf<(typeof createEndpoint)['body']>,
  now: Date,
): Promise<ExportToken & { token: string }> {
  const last = addSeconds(now, EXPORT_TOKEN_DAYS_MAX * DAY_SECONDS);
  const expiresAt = chosen === undefined ? last : new Date(chosen);
  if (expiresAt <= now || expiresAt > last) {
    throw errorResponse(422, {
      detail: `A token expires within ${EXPORT_TOKEN_DAYS_MAX} days. Choose a time until then.`,
      source: { pointer: '/expires_at' },
    });
  }
  return db.transaction(async (tx) => {
    // So that concurrent requests can't exceed the limit.
    await lockForUpdate(tx.select({ id: teams.id }).from(teams).where(eq(teams.id, teamId)));
    if ((await tx.$count(exportTokens, eq(exportTokens.teamId, teamId))) >= EXPORT_TOKENS_MAX) {
      throw errorResponse(409, {
        detail: `A team has at most ${EXPORT_TOKENS_MAX} export tokens. Delete one that isn't needed any more.`,
      });
    }
    const token = generateSecret('export_token');
    const createdBy = currentContext().actor?.name ?? null;
    const stored = { digest: digest(token), lastFour: token.slice(-4), createdAt: now, createdBy };
    const rows = await tx
      .insert(exportTokens)
      .values({ teamId, name, expiresAt, ...stored })
      .returning(columns);
    const created = one(rows);
    await recordAudit(tx, {
      action: 'export_token.create',
      subject: { type: 'export_token', id: created.id, name },
      changes: changesBetween({}, { name, expires_at: expiresAt }),
      teamId,
    });
    return { ...toDocument(created), token };
  });
}

/**
 * Rejects a token from the next request on, and records it.
 * @returns false if the team has no token with this ID
 */
export function deleteExportToken(db: Database, teamId: number, id: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [deleted] = await tx
      .delete(exportTokens)
      .where(and(eq(exportTokens.teamId, teamId), eq(exportTokens.id, id)))
      .returning({ name: exportTokens.name, expiresAt: exportTokens.expiresAt });
    if (!deleted) return false;
    await recordAudit(tx, {
      action: 'export_token.delete',
      subject: { type: 'export_token', id, name: deleted.name },
      changes: changesBetween({ name: deleted.name, expires_at: deleted.expiresAt }, {}),
      teamId,
    });
    return true;
  });
}

/** A token that hasn't expired, with the networks that its team can be used from; undefined if there is none. */
export async function findExportToken(db: Queries, token: string, now: Date) {
  const { id, name, teamId, lastUsedAt } = exportTokens;
  const [found] = await db
    .select({ id, name, teamId, lastUsedAt, networks: teamRules.networks })
    .from(exportTokens)
    .leftJoin(teamRules, eq(teamRules.teamId, exportTokens.teamId))
    .where(and(eq(exportTokens.digest, digest(token)), gt(exportTokens.expiresAt, now)));
  return found;
}

/** Stores that a token was used, once a minute. */
export async function recordUse(
  db: Queries,
  { id, lastUsedAt }: Pick<typeof exportTokens.$inferSelect, 'id' | 'lastUsedAt'>,
  now: Date,
): Promise<void> {
  const before = addSeconds(now, -USE_SECONDS);
  if (lastUsedAt !== null && lastUsedAt >= before) return;
  await db
    .update(exportTokens)
    .set({ lastUsedAt: now })
    .where(
      and(
        eq(exportTokens.id, id),
        // Concurrent requests write once.
        or(isNull(exportTokens.lastUsedAt), lt(exportTokens.lastUsedAt, before)),
      ),
    );
}

function toDocument(row: Omit<typeof exportTokens.$inferSelect, 'digest' | 'teamId'>): ExportToken {
  return {
    id: String(row.id),
    name: row.name,
    last_four: row.lastFour,
    created_at: row.createdAt.toISOString(),
    created_by: row.createdBy,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    expires_at: row.expiresAt.toISOString(),
  };
}
