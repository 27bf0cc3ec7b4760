import { formatDateTime } from '#console/lib/dates/format-date.ts';
import { capitalize } from '#console/lib/format/capitalize.ts';
import { attributeLabel, isTimestamp } from '#console/lib/format/format-attribute.ts';
import { formatChange, formatNumber } from '#console/lib/format/format-number.ts';
import { MEMBER_FIELD_LABELS } from '#console/shared/loyalty/member-field-labels.ts';
import { type AuditEvent, jobIdOf } from '#contract/audit/audit-events.ts';
import type { Adjustment } from '#contract/points/adjustment.ts';

/** Actions in words, and the choices of the filter. */
const ACTIONS: Readonly<Record<string, string>> = {
  'account.create': 'Connected an account',
  'account.reauthorize': 'Reauthorized an account',
  'account.delete': 'Deleted an account',
  'domain.create': 'Added a domain',
  'domain.update': 'Changed a domain',
  'domain.delete': 'Deleted a domain',
  'domain.retry_certificate': 'Tried to issue a certificate again',
  'member.create': 'Added a member',
  'member.update': 'Changed a member',
  'member.delete': 'Deleted a member',
  'invitation.create': 'Invited someone',
  'invitation.resend': 'Resent an invitation',
  'invitation.accept': 'Accepted an invitation',
  'invitation.delete': 'Withdrew an invitation',
  'person.create': 'Added a person',
  'person.update': 'Changed a role',
  'person.delete': 'Removed a person',
  'person.keep': 'Kept the last administrator',
  'person.reset_sign_in': 'Reset a sign-in',
  'team.update_rules': 'Changed the rules of the team',
  'points.adjust': 'Adjusted points',
  'point_value.update': 'Changed the value of a point',
  'points.earn': 'Recorded earned points',
  'points.deduct': 'Deducted points',
  'points.redeem': 'Redeemed points',
  'points.approve': 'Approved points',
  'points.reject': 'Rejected points',
  'api_key.create': 'Created an API key',
  'api_key.revoke': 'Revoked an API key',
  'webhook.create': 'Added a webhook',
  'webhook.update': 'Changed a webhook',
  'webhook.pause': 'Paused a webhook',
  'webhook.resume': 'Resumed a webhook',
  'webhook.delete': 'Deleted a webhook',
  'webhook.rotate_secret': 'Replaced the secret of a webhook',
  'webhook.switch_secret': 'Put the new secret of a webhook in force',
  'webhook.resend': 'Sent events again',
  'webhook.retry': 'Sent failed events again',
  'webhook.test': 'Tested a webhook',
  'view.create': 'Saved a view',
  'view.update': 'Changed a view',
  'view.delete': 'Deleted a view',
  'webhook_event.replay': 'Replayed an event',
  'webhook_replay.start': 'Started a replay',
  'webhook_replay.stop': 'Stopped a replay',
  'webhook_test.send': 'Sent a test event',
  'job.create': 'Started a job',
  'job.correct': 'Corrected rows of an import',
  'job.start': 'Started an import',
  'job.cancel': 'Stopped a job',
  'job.retry': 'Retried a job',
  'job.download': 'Downloaded the results of a job',
  'campaign.enter': 'Entered members into a campaign',
  'points_owed.download': 'Exported points owed',
  'points_statement.download': 'Exported the points statement',
  'export_token.create': 'Created an export token',
  'export_token.delete': 'Deleted an export token',
  'audit_log.download': 'Exported the audit log',
  'security_log.download': 'Exported the security log',
  'personal_data.download': "Read a member's personal data",
  'personal_data.erase': "Erased a member's personal data",
  'personal_data.remove_mention': 'Removed a text that names a member',
};

/** "Added a domain"; an unknown action as "Tier: update". */
export function actionLabel(action: string): string {
  const known = ACTIONS[action];
  if (known !== undefined) return known;
  const [subject = '', verb = ''] = action.replaceAll('_', ' ').split('.');
  return `${capitalize(subject)}: ${verb}`;
}

/** What was done, with the number of points: "Adjusted points: −200". */
export function eventLabel({ action, changes }: Pick<AuditEvent, 'action' | 'changes'>): string {
  const points = changes.find(({ field }) => field === 'points');
  if (!action.startsWith('points.') || typeof points?.after !== 'number')
    return actionLabel(action);
  return `${actionLabel(action)}: ${changedValueLabel(action, points.after, 'points')}`;
}

/** The headings of the filter, by the types of their actions. */
const ACTION_GROUPS: Readonly<Record<string, readonly string[]>> = {
  Members: ['member', 'personal_data', 'view'],
  Points: ['points', 'point_value', 'points_owed', 'points_statement'],
  Jobs: ['job'],
  Accounts: ['account'],
  Domains: ['domain'],
  People: ['person', 'invitation', 'team', 'export_token'],
  Program: ['api_key', 'campaign', 'webhook'],
  'Received webhooks': ['webhook_event', 'webhook_replay', 'webhook_test'],
};

/** The actions to filter by under their headings, and the current one if it is unknown. */
export function actionOptions(current: string | undefined) {
  const actions = new Set([...Object.keys(ACTIONS), ...(current === undefined ? [] : [current])]);
  const options = [...actions].map((value) => {
    const [type = ''] = value.split('.');
    const found = Object.entries(ACTION_GROUPS).find(([, types]) => types.includes(type));
    return { value, label: actionLabel(value), group: found?.[0] ?? 'Other' };
  });
  const order = [...Object.keys(ACTION_GROUPS), 'Other'];
  return options.toSorted((a, b) => order.indexOf(a.group) - order.indexOf(b.group));
}

export function actorLabel({ kind, id, name }: AuditEvent['actor']): string {
  if (kind === 'client' && id.startsWith('export_token_')) return `${name} (export token)`;
  if (kind === 'client') return name === '' ? 'API key' : `${name} (API key)`;
  return kind === 'command' ? `${name} (command line)` : name;
}

/** Who made the change of an event, and whether by a job. */
export function eventActorLabel(event: AuditEvent): string {
  const actor = actorLabel(event.actor);
  return jobIdOf(event) === undefined ? actor : `${actor} (job)`;
}

/** Leaves out IDs whose name is a change as well. */
export function namedChanges({ changes }: Pick<AuditEvent, 'changes'>): AuditEvent['changes'] {
  const fields = new Set(changes.map(({ field }) => field));
  return changes.filter(({ field }) => !field.endsWith('_id') || !fields.has(field.slice(0, -3)));
}

const ATTRIBUTE_PREFIX = 'custom_attributes.';

/** Labels for fields whose names `attributeLabel` doesn't make readable. */
const FIELDS: Readonly<Record<string, string>> = {
  ...MEMBER_FIELD_LABELS,
  tier_id: 'Tier',
  current_tier: 'Tier',
  referrer_id: 'Referrer',
  address_line1: MEMBER_FIELD_LABELS['address.line1'],
  address_line2: MEMBER_FIELD_LABELS['address.line2'],
  default_experience_id: 'Default experience',
  session_hours: 'Session length (hours)',
  networks: 'Allowed networks',
  support_points_max: 'Support limit',
  // Of the filter that selected a job's members.
  q: 'Search',
};

/** A changed field in words: "First name"; a custom attribute by its own name. */
export function fieldLabel(field: string): string {
  if (field.startsWith(ATTRIBUTE_PREFIX)) return field.slice(ATTRIBUTE_PREFIX.length);
  return FIELDS[field] ?? attributeLabel(field);
}

/** Fields with a fixed set of values, such as `opted_out`. */
const ENUM_FIELDS = new Set([
  'member_status',
  'email_subscription_status',
  'status',
  'second_step',
  'eventState',
  'case',
]);

/** Fields with an amount. Other numbers may be IDs or years. */
const COUNT_FIELDS = new Set([
  'total',
  'create',
  'update',
  'points',
  'points_min',
  'points_max',
  'support_points_max',
]);

/** Fields with the ID of a tier. */
const TIER_FIELDS = new Set(['tier', 'tier_id', 'current_tier_id']);

/** The points of a job, which each member gets. */
function isAdjustment(value: object): value is Adjustment {
  return 'points' in value && typeof value.points === 'number' && 'reason' in value;
}

/** The value of a field after an action: adjusted points have a sign. */
export function changedValueLabel(
  action: string,
  value: unknown,
  field: string,
  tierNames?: ReadonlyMap<string, string>,
): string {
  const isAdjustment = action === 'points.adjust' && field === 'points';
  if (isAdjustment && typeof value === 'number') return formatChange(value);
  return valueLabel(value, field, tierNames);
}

/**
 * The value of a field, before or after.
 *
 * @param tierNames by the ID of the tier, as far as they are known
 */
export function valueLabel(
  value: unknown,
  field = '',
  tierNames: ReadonlyMap<string, string> = new Map(),
): string {
  if (value === null || value === undefined || value === '') return '—';
  if (Array.isArray(value)) {
    const items = value.map((item) => valueLabel(item, field, tierNames));
    return items.length === 0 ? '—' : items.join(', ');
  }
  if (typeof value === 'string' && ENUM_FIELDS.has(field)) return attributeLabel(value);
  if (typeof value === 'string' && TIER_FIELDS.has(field)) return tierNames.get(value) ?? value;
  if (isTimestamp(value)) return formatDateTime(new Date(value));
  if (typeof value === 'number' && COUNT_FIELDS.has(field)) return formatNumber(value);
  if (typeof value !== 'object') return String(value);
  if (isAdjustment(value)) return `${formatChange(value.points)}, “${value.reason}”`;
  const parts = Object.entries(value).map(
    ([name, part]) => `${fieldLabel(name)}: ${valueLabel(part, name, tierNames)}`,
  );
  return parts.length === 0 ? '—' : parts.join('; ');
}
