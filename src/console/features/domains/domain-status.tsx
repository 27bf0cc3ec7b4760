import { StatusDot, type StatusTone } from '#console/ui/status-dot.tsx';

const TONES: Readonly<Record<string, StatusTone>> = { pending: 'soon', valid: 'good' };

/** A domain's status; an unknown status is capitalized. */
export function DomainStatus({ status }: { readonly status: string }) {
  const label = status.charAt(0).toUpperCase() + status.slice(1);
  return <StatusDot tone={TONES[status] ?? 'off'}>{label}</StatusDot>;
}
