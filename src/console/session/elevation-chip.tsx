import { LockOpen } from 'lucide-react';
import { Badge } from '#console/ui/badge.tsx';
import { useNow } from '#console/ui/use-now.ts';
import { useStepUpState } from './session-context.ts';

/** Says for how long the password counts as confirmed; nothing while it does not. */
export function ElevationChip() {
  const { confirmedUntil } = useStepUpState();
  return confirmedUntil === undefined ? null : <Chip until={confirmedUntil} />;
}

function Chip({ until }: { readonly until: number }) {
  const now = useNow();
  const minutes = Math.max(1, Math.round((until - now.getTime()) / 60_000));
  return (
    <Badge round>
      <LockOpen />
      Confirmed, {minutes} min left
    </Badge>
  );
}
