import { StatusDot } from '#console/ui/status-dot.tsx';

export function ActivityStatus({ isActive }: { readonly isActive: boolean | undefined }) {
  if (isActive === undefined) return null;
  return (
    <StatusDot tone={isActive ? 'normal' : 'off'}>{isActive ? 'Active' : 'Inactive'}</StatusDot>
  );
}
