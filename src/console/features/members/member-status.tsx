import { StatusDot, type StatusTone } from '#console/ui/status-dot.tsx';
import { formatMemberStatus } from './list/filter-labels.ts';

const TONES: Readonly<Record<string, StatusTone>> = {
  active: 'good',
  blocked: 'broken',
  opted_out: 'off',
};

export function MemberStatus({ status }: { readonly status: string }) {
  return <StatusDot tone={TONES[status] ?? 'soon'}>{formatMemberStatus(status)}</StatusDot>;
}
