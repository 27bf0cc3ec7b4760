import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { oauthClients } from '#services/advocacy/oauth/clients/oauth-clients-table.ts';
import { roles, teams } from '#services/advocacy/teams/teams-table.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { loyaltyConnections } from '#services/gateway/loyalty/loyalty-connections-table.ts';
import { activities } from '#services/loyalty/activities/activities-table.ts';
import { apiKeys, programs } from '#services/loyalty/programs/programs-table.ts';
import { tiers } from '#services/loyalty/tiers/tiers-table.ts';
import { webhookTargets } from '#services/loyalty/webhooks/webhook-targets-table.ts';
import type { Queries } from '#services/platform/database/database.ts';

/** The arguments of a command that say what it is about. */
export interface CommandTarget {
  /** The name of its command, such as `tiers`. */
  group: string;
  argument: string;
  team: number | undefined;
  program: string | undefined;
}

/** The subject of a command, as stored. */
export interface SubjectRow {
  id: string | number;
  name: string;
  /** By their names in the commands. */
  fields: Record<string, unknown>;
}

interface Subject {
  table: PgTable;
  /** Unique in the table. */
  id: PgColumn;
  name: PgColumn;
  /** Recorded in the audit log. Secrets are not among them. */
  fields: Record<string, PgColumn>;
  matches(target: CommandTarget, db: Queries): SQL | undefined;
}

/** Parses an ID; -1, which matches nothing, if it isn't one. */
const asId = (argument: string) => (/^\d{1,15}$/.test(argument) ? Number(argument) : -1);
/** Matches rows of the program that the command names. */
const inProgram =
  (programId: PgColumn, matches: (argument: string) => SQL | undefined): Subject['matches'] =>
  ({ argument, program = '' }, db) =>
    and(
      inArray(
        programId,
        db.select({ id: programs.id }).from(programs).where(eq(programs.partnerId, program)),
      ),
      matches(argument),
    );

/** By the name of their command. Points, members and campaigns have no row that a command changes. */
const SUBJECTS: Record<string, Subject> = {
  people: {
    table: users,
    id: users.id,
    name: users.name,
    fields: { email: users.email, name: users.name },
    matches: ({ argument }) => eq(sql`lower(${users.email})`, sql`lower(${argument})`),
  },
  teams: {
    table: teams,
    id: teams.id,
    name: teams.name,
    fields: { name: teams.name },
    // `create` has a name for an argument, the others an id.
    matches: ({ argument }) => or(eq(teams.id, asId(argument)), eq(teams.name, argument)),
  },
  roles: {
    table: roles,
    id: roles.id,
    name: roles.name,
    fields: {
      writes: roles.canWrite,
      administers: roles.canAdminister,
      new_domains: roles.accessesNewDomains,
    },
    matches: ({ argument, team = -1 }) => and(eq(roles.teamId, team), eq(roles.name, argument)),
  },
  clients: {
    table: oauthClients,
    id: oauthClients.id,
    name: oauthClients.name,
    fields: {
      name: oauthClients.name,
      redirect_uris: oauthClients.redirectUris,
      scopes: oauthClients.scopes,
      cors_origins: oauthClients.corsOrigins,
      connect_origins: oauthClients.connectOrigins,
      connect_redirect_uris: oauthClients.connectRedirectUris,
    },
    matches: ({ argument }) => eq(oauthClients.id, argument),
  },
  programs: {
    table: programs,
    id: programs.partnerId,
    name: programs.name,
    fields: {
      name: programs.name,
      referral_base_url: programs.referralBaseUrl,
      email_unique: programs.emailUnique,
      phone_unique: programs.phoneUnique,
      points_expire_after_days: programs.pointsExpireAfterDays,
      tier_period_months: programs.tierPeriodMonths,
      currency: programs.currency,
      language: programs.language,
    },
    matches: ({ argument }) => eq(programs.partnerId, argument),
  },
  tiers: {
    table: tiers,
    id: tiers.serviceId,
    name: tiers.name,
    fields: { name: tiers.name, threshold: tiers.threshold, translations: tiers.translations },
    matches: inProgram(tiers.programId, (argument) =>
      or(eq(tiers.serviceId, argument), eq(tiers.name, argument)),
    ),
  },
  'api-keys': {
    table: apiKeys,
    id: apiKeys.id,
    name: apiKeys.name,
    fields: { name: apiKeys.name, revoked_at: apiKeys.revokedAt },
    matches: inProgram(apiKeys.programId, (argument) =>
      or(eq(apiKeys.id, asId(argument)), eq(apiKeys.name, argument)),
    ),
  },
  activities: {
    table: activities,
    id: activities.serviceId,
    name: activities.name,
    fields: {
      name: activities.name,
      benefit_type: activities.benefitType,
      approval: activities.approvalMethod,
      active: activities.isActive,
      resets_points_expiry: activities.resetsPointsExpiry,
      guest_dashboard: activities.showOnGuestDashboard,
      tier_upgrade: activities.qualifiesForTierUpgrade,
      short_description: activities.shortDescription,
      description_html: activities.descriptionHtml,
      background_image_url: activities.backgroundImageUrl,
      points: activities.pointsConfig,
      rules: activities.rulesConfig,
      metadata: activities.metadata,
      extra_config: activities.extraConfig,
      translations: activities.translations,
    },
    matches: inProgram(activities.programId, (argument) => eq(activities.activityId, argument)),
  },
  webhooks: {
    table: webhookTargets,
    id: webhookTargets.id,
    name: webhookTargets.url,
    fields: { url: webhookTargets.url, paused_at: webhookTargets.disabledAt },
    matches: inProgram(webhookTargets.programId, (argument) =>
      or(eq(webhookTargets.id, asId(argument)), eq(webhookTargets.url, argument)),
    ),
  },
  connections: {
    table: loyaltyConnections,
    id: loyaltyConnections.teamId,
    name: loyaltyConnections.partnerId,
    fields: { partner_id: loyaltyConnections.partnerId, base_url: loyaltyConnections.baseUrl },
    matches: ({ argument }) => eq(loyaltyConnections.teamId, asId(argument)),
  },
};

/**
 * Reads what a command is about.
 * @param id of the row that was read before the command, which may have changed its name
 * @returns undefined if the row doesn't exist, or commands of this group have none
 */
export async function findCommandSubject(
  db: Queries,
  target: CommandTarget,
  id?: SubjectRow['id'],
): Promise<SubjectRow | undefined> {
  const subject = SUBJECTS[target.group];
  if (!subject) return undefined;
  const [row] = await db
    .select({ ...subject.fields, subjectId: subject.id, subjectName: subject.name })
    .from(subject.table)
    .where(id === undefined ? subject.matches(target, db) : eq(subject.id, id))
    // The newest, for a command that creates one.
    .orderBy(sql`${subject.id} desc`)
    .limit(1);
  if (!row) return undefined;
  const { subjectId, subjectName, ...fields } = row as Record<string, unknown>;
  return { id: subjectId as SubjectRow['id'], name: String(subjectName), fields };
}
