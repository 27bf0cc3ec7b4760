import { Badge } from '#console/ui/badge.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import type { Column } from '#console/ui/table/data-table-column.ts';
import type { Person } from '#contract/people/people.ts';
import { isSelf, personName } from './person/person.ts';

export const peopleColumns = (userId: string | undefined): readonly Column<Person>[] => [
  {
    id: 'name',
    header: 'Name',
    width: '30%',
    cell: (person) => (
      <>
        {personName(person)} {isSelf(person, userId) && <Badge tone="neutral">You</Badge>}
      </>
    ),
  },
  {
    id: 'email',
    header: 'Email',
    card: 'fact',
    cell: ({ email, email_verified: isVerified }) => (
      <>
        {email}
        {isVerified === false && (
          <>
            {' '}
            <Badge tone="amber">Not verified</Badge>
          </>
        )}
      </>
    ),
  },
  { id: 'role', header: 'Role', width: '160px', card: 'aside', cell: ({ role }) => role },
  {
    id: 'state',
    header: 'Status',
    width: '220px',
    card: 'detail',
    cell: ({ expires_at: expiresAt }) =>
      expiresAt === null ? (
        'On the team'
      ) : (
        <Badge tone="neutral">
          Invited, expires <RelativeTime at={expiresAt} />
        </Badge>
      ),
  },
];
