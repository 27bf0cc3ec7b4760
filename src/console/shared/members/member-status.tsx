import { StatusDot, type StatusTone } from '#console/ui/status-dot.tsx';

const STATUS_LABELS: Readonly<Record<string, string>> = {
  active: 'Active',
  blocked: 'Blocked',
  opted_out: 'Opted out',
};

/** The label of a member's status; an unknown status is returned unchanged. */
export function formatMemberStatus(status: string): string {
  return STATUS_LABELS[status] ?? status;
}

const TONES: Readonly<Record<string, StatusTone>> = {
  active: 'normal',
  blocked: 'broken',
  opted_out: 'off',
};

export function MemberStatus({ status }: { readonly status: string | undefined }) {
  if (status === undefined) return null;
  return <StatusDot tone={TONES[status] ?? 'soon'}>{formatMemberStatus(status)}</StatusDot>;
}
