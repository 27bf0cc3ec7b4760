import { ArrowDown, ArrowUp, Ellipsis, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { Button } from '#console/ui/button.tsx';
import { FactLine } from '#console/ui/fact-line.tsx';
import { IconButton } from '#console/ui/icon-button.tsx';
import { LoyaltyDate } from '#console/ui/loyalty-date.tsx';
import { Menu } from '#console/ui/menu.tsx';
import { PageHeader } from '#console/ui/page-header.tsx';
import type { Member } from '#contract/loyalty/member.ts';
import { MemberActDialog } from './member-act-dialog.tsx';
import { MemberActItems } from './member-act-items.tsx';
import type { MemberAct } from './member-acts.ts';
import { editMemberPath, memberName } from './member-name.ts';
import { MemberStatus } from './member-status.tsx';
import { useMemberWalk } from './use-member-walk.ts';

/** Who the member is, the way to the neighbours in the list, and what can be done. */
export function MemberHeader({ member }: { readonly member: Member }) {
  const teamId = useTeamId();
  const { search } = useLocation();
  const navigate = useNavigate();
  const disabledReason = useScopeReason('teams:write');
  const walk = useMemberWalk(member);
  const [act, setAct] = useState<MemberAct>();
  const name = memberName(member);
  const noWay = walk.hasList
    ? 'The list that was opened ends here'
    : 'Open a member from the list to walk through it';

  return (
    <>
      <PageHeader
        title={name}
        description={
          <FactLine>
            <code>{member.member_id}</code>
            {member.enrollment_date && (
              <>
                enrolled <LoyaltyDate value={member.enrollment_date} />
              </>
            )}
            <MemberStatus status={member.member_status} />
          </FactLine>
        }
        actions={
          <>
            <IconButton
              label="Previous member (K)"
              icon={<ArrowUp />}
              disabledReason={walk.onPrevious ? undefined : noWay}
              onClick={walk.onPrevious}
            />
            <IconButton
              label="Next member (J)"
              icon={<ArrowDown />}
              disabledReason={walk.onNext ? undefined : noWay}
              onClick={walk.onNext}
            />
            <Button
              icon={<Pencil />}
              disabledReason={disabledReason}
              onClick={() => void navigate(`${editMemberPath(teamId, member)}${search}`)}
            >
              Edit
            </Button>
            <Menu
              label={`Actions for ${name}`}
              trigger={(props) => (
                <IconButton
                  {...props}
                  variant="secondary"
                  label={`Actions for ${name}`}
                  icon={<Ellipsis />}
                />
              )}
            >
              <MemberActItems member={member} onAct={setAct} />
            </Menu>
          </>
        }
      />
      {act && (
        <MemberActDialog
          member={member}
          act={act}
          onClose={() => setAct(undefined)}
          onDeleted={() => void navigate(`${paths.members(teamId)}${search}`, { replace: true })}
        />
      )}
    </>
  );
}
