import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import type { Client } from '#console/api/client.ts';
import type { AdjustPointsState } from '#console/features/members/member-actions.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useTeamId } from '#console/session/team.ts';
import { Button } from '#console/ui/button/button.tsx';
import type { Member } from '#contract/loyalty/members/member.ts';
import { AdjustPointsDialog } from './adjust-points-dialog.tsx';
import { INITIAL_COUNT, pointsQuery } from './points-query.ts';

/** Opens the adjustment. Renders nothing where the loyalty service has no history of points. */
export function AdjustPointsButton({ member }: { readonly member: Member }) {
  const { points } = useApi();
  return points && <AdjustPoints points={points} member={member} />;
}

interface AdjustPointsProps {
  readonly points: Client;
  readonly member: Member;
}

function AdjustPoints({ points, member }: AdjustPointsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const disabledReason = useScopeReason('teams:write', 'adjustPoints');
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const shouldOpen = (state as Partial<AdjustPointsState> | null)?.adjustPoints === true;
  useEffect(() => {
    if (!shouldOpen) return;
    setIsOpen(true);
    // Not again after a reload.
    void navigate({ pathname, search }, { replace: true, state: null });
  }, [shouldOpen, navigate, pathname, search]);
  // The query of the history.
  const { data } = useQuery(pointsQuery(points, useTeamId(), member.member_id, INITIAL_COUNT));
  if (data === null) return null;
  return (
    <>
      <Button
        variant="primary"
        icon={<Plus />}
        disabledReason={disabledReason}
        onClick={() => setIsOpen(true)}
      >
        Adjust points
      </Button>
      {isOpen && disabledReason === undefined && (
        <AdjustPointsDialog points={points} member={member} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}
