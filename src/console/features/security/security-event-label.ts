import type { AuditEvent } from '#contract/audit/audit-events.ts';
import { FACTOR_KINDS } from './factor-kinds.ts';

const ACTIONS: Readonly<Record<string, string>> = {
  'sign_in.success': 'Signed in',
  'sign_in.failure': 'Failed sign-in',
  'sign_in.lock': 'Sign-in blocked after too many attempts',
  'step_up.failure': 'Wrong password for a protected change',
  'step_up.lock': 'Protected changes blocked after too many wrong passwords',
  'session.sign_out': 'Signed out',
  'session.end': 'Signed out another session',
  'session.end_by_provider': 'Signed out by single sign-on',
  'session.update': 'Switched to a changed role',
  'person.update': '{actor} changed your role in {}',
  'person.delete': '{actor} removed you from {}',
  'person.reset_sign_in': '{actor} of {} reset your sign-in',
  'password.change': 'Changed the password',
  'user.update': 'Changed the profile',
  'user.update_emails': 'Changed the reminders',
  'user.lose_email': 'Got the last verified email address back',
  'user.send_email_code': 'Asked for a code to verify the email address',
  'user.verify_email': 'Verified the email address',
  'user.undo_email_change': 'Undid an email address change',
  'factor.create': 'Added {}',
  'factor.activate': 'Turned on {}',
  'factor.challenge': 'Requested a code: {}',
  'factor.set_default': 'Made {} the default',
  'factor.delete': 'Removed {}',
  'passkey.create': 'Added the passkey {}',
  'passkey.update': 'Renamed a passkey to {}',
  'passkey.delete': 'Removed the passkey {}',
  'passkey.reject': 'Rejected the passkey {}, which may be a copy',
  'user.create': 'Created the account',
  'user.link': 'Linked the account to single sign-on',
  'user.unlink': 'Ended the link to single sign-on',
  'user.update_break_glass': 'Changed whether the account is for emergencies',
  'user.sign_out': 'Signed out by an administrator',
  'user.reset_factors': 'Reset the methods',
};

/** What happened, with the method that it is about: "Turned on text message (+49•••78)". */
export function securityEventLabel({ action, actor, subject, changes }: AuditEvent): string {
  const label = (ACTIONS[action] ?? action.replaceAll(/[._]/g, ' ')).replace(
    '{actor}',
    () => actor.name,
  );
  const role = changes.find(({ field }) => field === 'role');
  if (action === 'session.update' && role) return `Switched to the role ${role.after}`;
  if (subject.type === 'team') {
    const change =
      action === 'person.update' && role ? ` from ${role.before} to ${role.after}` : '';
    return label.replace('{}', () => subject.name) + change;
  }
  const method = METHODS[subject.name] ?? subject.name;
  return label.replace('{}', () => method.charAt(0).toLowerCase() + method.slice(1));
}

/** Names in older events, by type and channel. */
const METHODS: Readonly<Record<string, string>> = Object.fromEntries(
  FACTOR_KINDS.map(({ type, channel, name }) => [
    channel == null ? type : `${type} ${channel}`,
    name,
  ]),
);
