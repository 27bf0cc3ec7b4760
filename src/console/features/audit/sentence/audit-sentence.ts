import { formatCount } from '#console/lib/format/format-number.ts';
import { LOCALE } from '#console/lib/locale.ts';
import { actionLabel, eventActorLabel, namedChanges } from '#console/shared/audit/audit-labels.ts';
import { jobName } from '#console/shared/jobs/job-labels.ts';
import { type AuditEvent, undoneEventId } from '#contract/audit/audit-events.ts';
import { eventValueLabel, subjectLabel } from './audit-event-labels.ts';
import { undoPhrase, updatePhrase } from './update-phrase.ts';

/** What was done to the item, which replaces the braces. */
const PHRASES: Readonly<Record<string, string>> = {
  'account.create': 'connected {}',
  'account.reauthorize': 'reauthorized {}',
  'account.delete': 'deleted the account {}',
  'domain.create': 'added the domain {}',
  'domain.delete': 'deleted the domain {}',
  'domain.retry_certificate': 'tried again to issue the certificate of {}',
  'member.create': 'added the member {}',
  'member.delete': 'deleted the member {}',
  'invitation.create': 'invited {}',
  'invitation.resend': 'resent the invitation to {}',
  'invitation.accept': 'joined the team',
  'invitation.delete': 'withdrew the invitation to {}',
  'person.create': 'added {} to the team',
  'person.update': 'changed the role of {}',
  'person.delete': 'removed {} from the team',
  'person.keep': 'kept {} as the last administrator',
  'person.reset_sign_in': 'reset the sign-in of {}',
  'team.update_rules': 'changed the rules of the team {}',
  'points.adjust': 'adjusted the points of {}',
  'points.earn': 'recorded points earned by {}',
  'points.deduct': 'deducted points of {}',
  'points.redeem': 'redeemed points of {}',
  'points.approve': 'approved points of {}',
  'points.reject': 'rejected points of {}',
  'view.create': 'saved the view “{}”',
  'view.update': 'changed the view “{}”',
  'view.delete': 'deleted the view “{}”',
  'webhook.create': 'added the webhook {}',
  'webhook.rotate_secret': 'replaced the secret of the webhook {}',
  'webhook.switch_secret': 'put the new secret of the webhook {} in force',
  'webhook.resend': 'sent events to the webhook {} again',
  'webhook.retry': 'sent events to the webhook {} again',
  'webhook.test': 'sent a test event to the webhook {}',
  'webhook_event.replay': 'replayed the event “{}”',
  'webhook_replay.start': 'started {}',
  'webhook_replay.stop': 'stopped {}',
  'webhook_test.send': 'sent the test event “{}”',
  'job.create': 'started “{}”',
  'job.correct': 'corrected rows of “{}”',
  'job.start': 'started “{}”',
  'job.cancel': 'stopped “{}”',
  'job.retry': 'retried “{}”',
  'job.download': 'downloaded the results of “{}”',
  'campaign.enter': 'entered members into the campaign “{}”',
  'points_owed.download': 'exported points owed',
  'points_statement.download': 'exported the points statement',
  'audit_log.download': 'exported the audit log',
  'security_log.download': 'exported the security log',
  'personal_data.download': 'read the personal data of {}',
  'personal_data.erase': 'erased the personal data of {}',
  'personal_data.remove_mention': 'removed a text that names {}',
};

/** An import starts after its file was checked. */
const IMPORT_PHRASES: Readonly<Record<string, string>> = {
  'job.create': 'uploaded a file of members to check',
  'job.start': 'started an import',
};

/** Verbs of actions without a phrase of their own. */
const VERBS: Readonly<Record<string, string>> = {
  create: 'created',
  delete: 'deleted',
  pause: 'paused',
  resume: 'resumed',
  revoke: 'revoked',
  rotate: 'rotated',
  send: 'sent',
  start: 'started',
  stop: 'stopped',
};

interface SentencePart {
  readonly text: string;
  /** Whether it is the name of who or what the sentence is about. */
  readonly isName?: boolean;
}

/**
 * Who did what to which item, from what to what: "Ada Marsh changed the role of Nia Cole from Viewer to
 * Administrator".
 */
export function eventSentence(event: AuditEvent): string {
  return sentenceParts(event)
    .map(({ text }) => text)
    .join('');
}

/** The sentence in parts, to point out its names. */
export function sentenceParts(event: AuditEvent): SentencePart[] {
  const [before, after] = phraseOf(event);
  const actor = { text: eventActorLabel(event), isName: true };
  const details = detailsOf(event);
  if (after === undefined) return [actor, { text: ` ${before}${details}` }];
  const item = { text: itemLabel(event), isName: true };
  return [actor, { text: ` ${before}` }, item, { text: after + details }];
}

/** The words before and after the item; only the first for what is about no item. */
function phraseOf(event: AuditEvent): readonly [before: string, after?: string] {
  const { action, subject, actor, changes } = event;
  const isOwn = actor.kind === 'user' && subject.type === 'user' && actor.id === subject.id;
  if (isOwn && action === 'person.update') return ['changed their own role'];
  if (isOwn && action === 'person.delete') return ['left the team'];
  const isSameRole = !changes.some(({ field }) => field === 'role');
  if (action === 'person.update' && isSameRole) return updatePhrase(event);
  if (action === 'point_value.update') return [pointValuePhrase(event)];
  const importPhrase = subject.name === 'import' ? IMPORT_PHRASES[action] : undefined;
  if (importPhrase !== undefined) return [importPhrase];
  if (undoOf(event) !== undefined) return ['undid “', '”'];
  if (undoneEventId(event) !== undefined) return undoPhrase(event);
  const known = PHRASES[action];
  if (known !== undefined) {
    const [before = '', after] = known.split('{}');
    return after === undefined ? [before] : [before, after];
  }
  const [, verb = ''] = action.split('.');
  if (verb === 'update') return updatePhrase(event);
  const done = VERBS[verb];
  if (done === undefined) return [`(${actionLabel(action)}) `, ''];
  const type = subject.type.replaceAll('_', ' ').replace(/^api\b/, 'API');
  return [`${done} the ${type} `, ''];
}

/** A job by what it does, other items by name. */
function itemLabel(event: AuditEvent): string {
  const { subject, changes } = event;
  if (subject.type !== 'job') return subjectLabel(subject);
  const changeTo = (name: string) => changes.find(({ field }) => field === name)?.after;
  const change = changeTo('change');
  // Events of earlier versions have it only where the job was created.
  if (subject.name === 'change' && change == null) {
    return undoOf(event) === undefined ? subjectLabel(subject) : 'the points of an import';
  }
  return jobName({ kind: subject.name, summary: change == null ? {} : { change } });
}

/** The ID of the job that a new job undoes. */
function undoOf({ action, changes }: AuditEvent): unknown {
  if (action !== 'job.create') return undefined;
  return changes.find(({ field }) => field === 'undo_of')?.after;
}

/** "set the value of a point to $0.01". */
function pointValuePhrase({ changes }: AuditEvent): string {
  const find = (name: string) => changes.find(({ field }) => field === name);
  const [amount, currency] = [find('amount'), find('currency')];
  const format = (side: 'before' | 'after') => {
    const [number, code] = [amount?.[side], currency?.[side]];
    if (typeof number !== 'number') return typeof code === 'string' ? code : undefined;
    if (typeof code !== 'string') return String(number);
    const options = { style: 'currency', currency: code, maximumFractionDigits: 8 } as const;
    return number.toLocaleString(LOCALE, options);
  };
  const [before, after] = [format('before'), format('after')];
  if (after === undefined) return 'removed the value of a point';
  return before === undefined
    ? `set the value of a point to ${after}`
    : `changed the value of a point from ${before} to ${after}`;
}

function detailsOf(event: AuditEvent): string {
  const { action, subject } = event;
  const changes = namedChanges(event);
  const find = (name: string) => changes.find(({ field }) => field === name);
  const value = (of: unknown, field: string) => eventValueLabel(action, of, field);

  if (undoneEventId(event) !== undefined) return '';
  if (action.startsWith('person.') || action.startsWith('invitation.')) {
    const role = find('role');
    if (typeof role?.after !== 'string') return '';
    const from = typeof role.before === 'string' ? ` from ${role.before} to ` : ' as ';
    return from + role.after;
  }
  if (action.startsWith('points.')) {
    const points = find('points')?.after;
    const reason = find('reason')?.after;
    const isGiven = typeof reason === 'string' && reason !== '';
    if (typeof points !== 'number') return '';
    return `: ${value(points, 'points')}${isGiven ? `, “${reason}”` : ''}`;
  }
  const events = find('events')?.after;
  if (action === 'webhook.resend' && typeof events === 'number') {
    return `: ${formatCount(events, 'event')}`;
  }
  const memberIds = find('member_ids')?.after;
  if (action === 'campaign.enter' && Array.isArray(memberIds)) {
    return `: ${formatCount(memberIds.length, 'member')}`;
  }
  if (subject.type !== 'job') return '';
  const [create, update] = [find('create')?.after, find('update')?.after];
  if (typeof create === 'number' || typeof update === 'number') {
    const counts = [
      formatCount(Number(create ?? 0), 'new member'),
      formatCount(Number(update ?? 0), 'update'),
    ];
    return `: ${counts.join(', ')}`;
  }
  const total = find('total')?.after;
  return typeof total === 'number' ? ` for ${formatCount(total, 'member')}` : '';
}
