import { StatusDot } from '#console/ui/status-dot.tsx';

/** Whether an activity can be earned by at all: a dot and a word. */
export function ActivityStatus({ isActive }: { readonly isActive: boolean }) {
  return <StatusDot tone={isActive ? 'good' : 'off'}>{isActive ? 'Active' : 'Inactive'}</StatusDot>;
}
