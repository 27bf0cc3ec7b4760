import { useApi } from '#console/api/api-context.ts';
import type { Client } from '#console/api/client.ts';
import { useListQuery } from '#console/api/lists/use-list-query.ts';
import { FACTOR_KINDS } from '#console/features/security/factor-kinds.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { securityEventsQuery } from '#console/shared/people/security-events-query.ts';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { ListOutdatedBanner, ListTable } from '#console/ui/page/list-page.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import type { Column } from '#console/ui/table/data-table-column.ts';
import { deviceName } from '#contract/account/device-name.ts';
import type { AuditEvent } from '#contract/audit/audit-events.ts';
import styles from './sessions-section.module.css';

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

/** What happened in the user's account recently; absent if the deployment has no such API. */
export function SecurityEventsSection() {
  const { account } = useApi();
  return account ? <SecurityEvents account={account} /> : null;
}

function SecurityEvents({ account }: { readonly account: Client }) {
  const list = useListQuery(securityEventsQuery(account), {
    what: 'security events',
    rows: (events) => events,
    missingScope: useMissingScope('identity'),
  });
  return (
    <section aria-labelledby="security-events" className={styles.section}>
      <div className={styles.heading}>
        <h2 id="security-events">Activity</h2>
      </div>
      <ListOutdatedBanner list={list} />
      <ListTable
        label="Activity"
        list={list}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        cards="tall"
        skeletonRows={3}
        empty={
          <EmptyState title="No security events">
            <p>Sign-ins and changes of your methods appear here.</p>
          </EmptyState>
        }
      />
    </section>
  );
}

/** What happened, with the method that it is about: "Turned on text message (+49•••78)". */
function eventLabel({ action, actor, subject, changes }: AuditEvent): string {
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

const COLUMNS: Column<AuditEvent>[] = [
  {
    id: 'event',
    header: 'Event',
    cell: eventLabel,
  },
  {
    id: 'device',
    header: 'Device',
    card: 'fact',
    width: '168px',
    cell: ({ user_agent: userAgent }) => (userAgent === undefined ? '—' : deviceName(userAgent)),
  },
  {
    id: 'ip',
    header: 'IP address',
    card: 'fact',
    width: '128px',
    cell: ({ ip }) => <span className={styles.ip}>{ip ?? '—'}</span>,
  },
  {
    id: 'at',
    header: 'Time',
    width: '104px',
    card: 'status',
    cell: ({ at }) => <RelativeTime at={at} />,
  },
];
