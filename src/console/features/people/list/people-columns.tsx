import { createContext, useContext } from 'react';
import { isSelf, personName } from '#console/features/people/person/person.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { Badge } from '#console/ui/badge.tsx';
import { Button } from '#console/ui/button/button.tsx';
import { Breakable } from '#console/ui/data/breakable.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { Avatar } from '#console/ui/row/avatar.tsx';
import type { Column } from '#console/ui/table/data-table-column.ts';
import { EVERYBODY, type Person } from '#contract/people/people.ts';
import styles from './people-columns.module.css';
import { isUser } from './people-search.ts';

/** Sends an open invitation again. In a context, so that it redraws no rows. */
export const ResendContext = createContext<(invitation: Person) => void>(() => {});

interface PeopleColumnsOptions {
  readonly userId: string | undefined;
  /** Whether the user sees what concerns the safety of the team. */
  readonly isAdministrator: boolean;
  /** The name of the OpenID provider. */
  readonly provider: string;
}

export function peopleColumns(options: PeopleColumnsOptions): Column<Person>[] {
  const { userId, isAdministrator, provider } = options;
  return [
    { id: 'name', header: 'Name', cell: (person) => <PersonName {...{ person, userId }} /> },
    {
      id: 'role',
      header: 'Role',
      width: '150px',
      card: 'aside',
      cell: (person) => <Role {...{ person, provider }} />,
    },
    ...(isAdministrator ? SAFETY_COLUMNS : []),
    {
      id: 'joined',
      header: 'Joined',
      width: '270px',
      hideBelow: 'narrow',
      card: 'detail',
      cell: (person) =>
        isUser(person) ? (
          person.joined_at && <RelativeTime at={person.joined_at} />
        ) : (
          <Invited invitation={person} />
        ),
    },
  ];
}

const SAFETY_COLUMNS: readonly Column<Person>[] = [
  {
    id: 'last-active',
    header: 'Last active',
    width: '130px',
    hideBelow: 'medium',
    card: 'detail',
    cell: (person) =>
      isUser(person) &&
      (person.last_active_at ? <RelativeTime at={person.last_active_at} /> : 'Never'),
  },
  {
    id: 'second-step',
    header: 'Second step',
    width: '120px',
    hideBelow: 'medium',
    card: 'detail',
    cell: (person) => {
      const label = secondStepLabel(person);
      return person.second_step === 'none' ? <span className={styles.off}>{label}</span> : label;
    },
  },
];

const SECOND_STEPS: Readonly<Record<string, string>> = {
  none: 'Off',
  code: 'On',
  passkey: 'Passkey',
  sso: 'Single sign-on',
};

/** How someone signs in beside the password; '' for an invitation. */
export function secondStepLabel({ second_step: step }: Person): string {
  return step == null ? '' : (SECOND_STEPS[step] ?? step);
}

/** Initials, and the name over the address. */
function PersonName({
  person,
  userId,
}: {
  readonly person: Person;
  readonly userId: string | undefined;
}) {
  const { email, name, email_verified: isVerified } = person;
  return (
    <span className={styles.person}>
      <Avatar name={personName(person)} size={32} />
      <span className={styles.names}>
        <span dir="auto" className={styles.name}>
          <Breakable text={personName(person)} />{' '}
          {isSelf(person, userId) && <Badge tone="neutral">You</Badge>}
        </span>{' '}
        {name !== null && (
          <span dir="auto" className={styles.email}>
            <Breakable text={email} />{' '}
            {isVerified === false && <Badge tone="amber">Not verified</Badge>}
          </span>
        )}
      </span>
    </span>
  );
}

/** The role, over the group that gives it. */
function Role({ person, provider }: { readonly person: Person; readonly provider: string }) {
  const { role, group } = person;
  if (group == null) return role;
  return (
    <span className={styles.role}>
      {role}{' '}
      <span dir="auto" className={styles.group} title={group === EVERYBODY ? undefined : group}>
        {group === EVERYBODY ? (
          `By signing in with ${provider}`
        ) : (
          <>
            By group “<Breakable text={shorten(group)} />”
          </>
        )}
      </span>
    </span>
  );
}

const GROUP_MAX_LENGTH = 48;

/** Leaves out the middle of a long name; the menu and a tooltip have all of it. */
function shorten(group: string): string {
  const characters = Array.from(group);
  if (characters.length <= GROUP_MAX_LENGTH) return group;
  const half = GROUP_MAX_LENGTH / 2;
  return `${characters.slice(0, half).join('')}…${characters.slice(-half).join('')}`;
}

/** Until when an invitation works, and a button that sends it again; on a phone the menu has it. */
function Invited({ invitation }: { readonly invitation: Person }) {
  const resend = useContext(ResendContext);
  const disabledReason = useScopeReason('users:write');
  return (
    <span className={styles.invited}>
      <span>
        Invited, expires {invitation.expires_at && <RelativeTime at={invitation.expires_at} />}
      </span>
      <Button
        size="small"
        variant="ghost"
        aria-label={`Resend the invitation to ${invitation.email}`}
        disabledReason={disabledReason}
        onClick={() => resend(invitation)}
      >
        Resend
      </Button>
    </span>
  );
}
