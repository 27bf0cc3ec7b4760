import { directoryData } from '#services/gateway/personal-data/directory-data.ts';
import { inboxData } from '#services/gateway/personal-data/inbox-data.ts';
import { jobsData } from '#services/gateway/personal-data/jobs-data.ts';
import { ledgerData, membersData } from '#services/loyalty/personal-data/members-data.ts';
import { webhooksData } from '#services/loyalty/personal-data/webhooks-data.ts';
import { auditData } from '#services/platform/personal-data/erase-audit.ts';
import type { PersonalDataSection } from '#services/platform/personal-data/personal-data.ts';

/**
 * All data about members, in the order in which it is erased: first what would be copied again. A job may add
 * the member while it is erased, so its rows come before the members.
 */
export const PERSONAL_DATA: readonly PersonalDataSection[] = [
  jobsData,
  ledgerData,
  membersData,
  webhooksData,
  directoryData,
  inboxData,
  auditData,
];

/** Tables without data about members. A new table is listed here or in a section. */
export const TABLES_WITHOUT_MEMBERS: readonly string[] = [
  // Users of the console, how they sign in, and the messages to them.
  'users',
  'memberships',
  'roles',
  'teams',
  'team_rules',
  'export_tokens',
  'invitations',
  'setup_links',
  'one_time_links',
  'password_reset_requests',
  'email_codes',
  'authentication_factors',
  'recovery_codes',
  'passkeys',
  'used_passkey_challenges',
  'user_identities',
  'attempt_counters',
  'messages',
  'oauth_artifacts',
  'oauth_clients',
  'oauth_sessions',
  'user_activity',
  'points_allowances',
  // What teams publish, and the accounts that they publish with.
  'accounts',
  'social_feeds',
  'subaccounts',
  'connect_states',
  'expiry_notices',
  'boards',
  'board_social_feeds',
  'domains',
  'domain_roles',
  'domain_certificates',
  'experiences',
  'email_templates',
  'local_authorities',
  'acme_accounts',
  'acme_challenges',
  // Settings of programs, keys and states.
  'loyalty_programs',
  'loyalty_api_keys',
  'loyalty_tiers',
  'loyalty_activities',
  'loyalty_point_values',
  'loyalty_point_month_sums',
  'loyalty_webhook_targets',
  'loyalty_webhook_resends',
  'loyalty_delivery_days',
  'loyalty_connections',
  'directory_sightings',
  'directory_states',
  'directory_tiers',
  'encryption_keys',
  'installed_versions',
  'demo_state',
  // Texts of users, which may mention a member (mentions).
  'saved_views',
  // Receipts; the member is in it only until it is erased.
  'erasures',
];
