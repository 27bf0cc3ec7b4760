import { StatusDot, type StatusTone } from '#console/ui/status-dot.tsx';

const TONES: Readonly<Record<string, StatusTone>> = { pending: 'soon', valid: 'good' };

/** A domain's status; one that is not known is told as it came. */
export function DomainStatus({ status }: { readonly status: string }) {
  const word = status.charAt(0).toUpperCase() + status.slice(1);
  return <StatusDot tone={TONES[status] ?? 'off'}>{word}</StatusDot>;
}
