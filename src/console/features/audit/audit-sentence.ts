import { formatCount } from '#console/lib/format/format-number.ts';
import { actionLabel, fieldLabel, namedChanges } from '#console/shared/audit/audit-labels.ts';
import { jobName } from '#console/shared/jobs/job-labels.ts';
import type { AuditEvent } from '#contract/audit/audit-events.ts';
import { eventValueLabel, subjectLabel } from './audit-event-labels.ts';

/** What was done to the item, which replaces the braces. */
const SENTENCES: Readonly<Record<string, string>> = {
  'account.create': 'Connected {}',
  'account.reauthorize': 'Reauthorized {}',
  'account.delete': 'Deleted the account {}',
  'domain.create': 'Added {}',
  'domain.update': 'Changed {}',
  'domain.delete': 'Deleted {}',
  'domain.retry_certificate': 'Retried the certificate of {}',
  'member.create': 'Added the member {}',
  'member.update': 'Changed {}',
  'member.delete': 'Deleted the member {}',
  'invitation.create': 'Invited {}',
  'invitation.accept': 'Accepted the invitation to {}',
  'invitation.delete': 'Withdrew the invitation to {}',
  'person.create': 'Added {} to the team',
  'person.update': 'Changed the role of {}',
  'person.delete': 'Removed {} from the team',
  'points.adjust': 'Adjusted the points of {}',
  'points.earn': 'Recorded earned points of {}',
  'points.deduct': 'Deducted points of {}',
  'points.redeem': 'Redeemed points of {}',
  'points.approve': 'Approved points of {}',
  'points.reject': 'Rejected points of {}',
  'view.create': 'Saved the view “{}”',
  'view.update': 'Changed the view “{}”',
  'view.delete': 'Deleted the view “{}”',
  'webhook_event.replay': 'Replayed the event “{}”',
  'webhook_test.send': 'Sent the test event “{}”',
  'job.create': 'Started “{}”',
  'job.start': 'Started “{}”',
  'job.cancel': 'Stopped “{}”',
  'job.retry': 'Retried “{}”',
  'job.download': 'Downloaded the results of “{}”',
  'audit_log.download': 'Exported the audit log',
};

/** Changed fields with their values; of more only the names are listed. */
const MAX_VALUES = 2;
const VALUE_MAX_LENGTH = 40;

/** What an event changed, from what to what: "Changed the role of Nia Cole from Viewer to Administrator". */
export function eventSentence(event: AuditEvent): string {
  const { action } = event;
  const item = itemLabel(event);
  const sentence = SENTENCES[action]?.replace('{}', () => item);
  return (sentence ?? `${actionLabel(action)}: ${item}`) + detailsOf(event);
}

/** A job by what it does, other items by name. */
function itemLabel({ subject, changes }: AuditEvent): string {
  if (subject.type !== 'job') return subjectLabel(subject);
  const changeTo = (name: string) => changes.find(({ field }) => field === name)?.after;
  const undoOf = changeTo('undo_of');
  const summary = {
    ...(changeTo('change') == null ? {} : { change: changeTo('change') }),
    ...(typeof undoOf === 'string' ? { undo_of: undoOf } : {}),
  };
  // Only the event that created the job has what it changes.
  const kind = subject.name === 'change' && !('change' in summary) ? undefined : subject.name;
  return kind === undefined ? subjectLabel(subject) : jobName({ kind, summary });
}

function detailsOf(event: AuditEvent): string {
  const { action, subject } = event;
  const changes = namedChanges(event);
  const find = (name: string) => changes.find(({ field }) => field === name);
  const value = (of: unknown, field: string) => shorten(eventValueLabel(action, of, field));

  if (action === 'person.update' || action === 'invitation.create' || action === 'person.create') {
    const role = find('role');
    if (!role) return '';
    if (action !== 'person.update') return ` as ${value(role.after, 'role')}`;
    return ` from ${value(role.before, 'role')} to ${value(role.after, 'role')}`;
  }
  if (action.startsWith('points.')) {
    const points = find('points');
    return typeof points?.after === 'number' ? `: ${value(points.after, 'points')}` : '';
  }
  if (subject.type === 'job') {
    const total = find('total')?.after;
    return typeof total === 'number' ? ` for ${formatCount(total, 'member')}` : '';
  }
  if (!action.endsWith('.update') || changes.length === 0) return '';
  if (changes.length > MAX_VALUES) {
    const names = changes.slice(0, MAX_VALUES).map(({ field }) => fieldLabel(field));
    return `: ${names.join(', ')} and ${formatCount(changes.length - MAX_VALUES, 'more field')}`;
  }
  const parts = changes.map((change) => {
    const { field } = change;
    const from = change.before === undefined ? '' : ` from ${value(change.before, field)}`;
    return `${fieldLabel(field)}${from} to ${value(change.after, field)}`;
  });
  return `: ${parts.join(', ')}`;
}

function shorten(text: string): string {
  const characters = Array.from(text);
  if (characters.length <= VALUE_MAX_LENGTH) return text;
  return `${characters.slice(0, VALUE_MAX_LENGTH - 1).join('')}…`;
}
