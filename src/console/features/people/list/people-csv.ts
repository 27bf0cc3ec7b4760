import type { Person } from '#contract/people/people.ts';
import { secondStepLabel } from './people-columns.tsx';

const HEADERS = [
  'Name',
  'Email',
  'Role',
  'Role by group',
  'Last active',
  'Second step',
  'Joined',
  'Invitation expires',
];

/** People as CSV lines (RFC 4180) for spreadsheets, which must not take a name for a formula. */
export function peopleCsv(people: readonly Person[]): Blob {
  const rows = people.map((person) => [
    person.name,
    person.email,
    person.role,
    person.group,
    person.last_active_at,
    secondStepLabel(person),
    person.joined_at,
    person.expires_at,
  ]);
  const lines = [HEADERS, ...rows].map((cells) => cells.map(toCell).join(','));
  return new Blob(['\ufeff', ...lines.map((line) => `${line}\r\n`)], { type: 'text/csv' });
}

function toCell(value: string | null | undefined): string {
  const text = value ?? '';
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
