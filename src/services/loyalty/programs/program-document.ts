import { asc, eq } from 'drizzle-orm';
import type {
  ApiKey as ApiKeyDocument,
  Program as ProgramDocument,
} from '#contract/program/program.ts';
import { tiers } from '#services/loyalty/tiers/tiers-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { type ApiKey, isGatewayKey } from './api-keys.ts';
import type { Program } from './programs-table.ts';

/** A program with its tiers, as everybody of a team sees it. */
export async function getProgramDocument(db: Queries, program: Program): Promise<ProgramDocument> {
  const rows = await db
    .select({ id: tiers.serviceId, name: tiers.name, threshold: tiers.threshold })
    .from(tiers)
    .where(eq(tiers.programId, program.id))
    .orderBy(asc(tiers.threshold));
  const { pointsExpireAfterDays: days, tierPeriodMonths: months } = program;
  const qualification = { kind: months === null ? 'lifetime' : 'period', months } as const;
  return {
    name: program.name,
    partner_id: program.partnerId,
    currency: program.currency,
    tiers: rows.map((tier, index) => ({ ...tier, rank: index + 1, qualification })),
    points: { expiry: days === null ? null : { days } },
    language: program.language,
    unique_fields: [
      ...(program.emailUnique ? ['email_address' as const] : []),
      ...(program.phoneUnique ? ['phone_number' as const] : []),
    ],
  };
}

export function toApiKeyDocument(key: ApiKey): ApiKeyDocument {
  return {
    id: String(key.id),
    name: key.name,
    last_four: key.lastFour,
    created_at: key.createdAt.toISOString(),
    created_by: key.createdBy,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    used_by_console: isGatewayKey(key),
  };
}
