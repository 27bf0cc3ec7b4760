import { paths } from '#console/paths.ts';
import { changedValueLabel } from '#console/shared/audit/audit-labels.ts';
import { eventTypeLabel } from '#console/shared/inbox/event-labels.ts';
import { jobKindLabel } from '#console/shared/jobs/job-labels.ts';
import type { AuditEvent } from '#contract/audit/audit-events.ts';
import { EVERYBODY } from '#contract/people/people.ts';

// What only the log itself shows; other pages show members, accounts and domains.

/** The name of what was changed; what a job does: "Export members". */
export function subjectLabel({ type, name }: AuditEvent['subject']): string {
  if (type === 'job') return jobKindLabel(name);
  if (type === 'webhook_replay') return `Replay ${name}`;
  return type === 'webhook_event' || type === 'webhook_test' ? eventTypeLabel(name) : name;
}

/** Pages by the type that the log calls an item; of some types all are on one page. */
const PAGES: Readonly<Record<string, (teamId: string, id: string) => string>> = {
  member: paths.member,
  account: paths.account,
  domain: paths.domain,
  job: paths.job,
  user: paths.people,
  person: paths.people,
  invitation: paths.people,
  view: paths.members,
};

/** The page of what was changed, if it has one. */
export function subjectPath(teamId: string, { type, id }: AuditEvent['subject']) {
  return PAGES[type]?.(teamId, id);
}

const EVENT_TYPE_FIELDS = new Set(['event_type', 'eventType']);

export function eventValueLabel(...given: Parameters<typeof changedValueLabel>): string {
  const [action, value, field] = given;
  if (action.startsWith('person.') && field === 'group' && value === EVERYBODY) return 'Everybody';
  const isEventType = typeof value === 'string' && EVENT_TYPE_FIELDS.has(field);
  return isEventType ? eventTypeLabel(value) : changedValueLabel(...given);
}

/** The IDs of events about a member with the same name as another one in the list. */
export function findSameNames(events: readonly AuditEvent[]): ReadonlySet<string> {
  const members = events.filter(({ subject }) => subject.type === 'member');
  const isShared = ({ id, name }: AuditEvent['subject']) =>
    members.some(({ subject }) => subject.id !== id && subject.name === name);
  return new Set(members.filter(({ subject }) => isShared(subject)).map(({ id }) => id));
}
