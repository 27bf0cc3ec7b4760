import { StatusDot, type StatusTone } from '#console/ui/status-dot.tsx';
import { statusWords } from './list/filter-labels.ts';

const TONES: Readonly<Record<string, StatusTone>> = {
  active: 'good',
  blocked: 'broken',
  opted_out: 'off',
};

/** A member's status: a dot and a word. */
export function MemberStatus({ status }: { readonly status: string }) {
  return <StatusDot tone={TONES[status] ?? 'soon'}>{statusWords(status)}</StatusDot>;
}
