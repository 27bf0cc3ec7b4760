import { StatusDot } from '#console/ui/status-dot.tsx';

export function ActivityStatus({ isActive }: { readonly isActive: boolean }) {
  return (
    <StatusDot tone={isActive ? 'normal' : 'off'}>{isActive ? 'Active' : 'Inactive'}</StatusDot>
  );
}
