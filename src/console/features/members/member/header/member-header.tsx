import { ArrowDown, ArrowUp, Ellipsis, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { AdjustPointsButton } from '#console/features/members/member/points/adjust-points-button.tsx';
import { useMemberSiblings } from '#console/features/members/member/use-member-siblings.ts';
import { MemberActionDialog } from '#console/features/members/member-action-dialog.tsx';
import { MemberActionItems } from '#console/features/members/member-action-items.tsx';
import {
  ACTION_TEXTS,
  type MemberAction,
  offeredActions,
} from '#console/features/members/member-actions.ts';
import { editMemberPath, memberName } from '#console/features/members/member-name.ts';
import { formatTime } from '#console/lib/dates/format-date.ts';
import { timestampTooltip } from '#console/lib/dates/timestamp-tooltip.ts';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useTeamId } from '#console/session/team.ts';
import { DisplayLanguage } from '#console/shared/loyalty/display-language.tsx';
import { LoyaltyDate } from '#console/shared/loyalty/loyalty-date.tsx';
import { formatMemberStatus } from '#console/shared/members/member-status.tsx';
import { Button } from '#console/ui/button/button.tsx';
import { IconButton } from '#console/ui/button/icon-button.tsx';
import { Copyable } from '#console/ui/data/copyable.tsx';
import { FactLine } from '#console/ui/data/fact-line.tsx';
import { useShortcut } from '#console/ui/hooks/use-shortcut.ts';
import { Menu } from '#console/ui/overlay/menu.tsx';
import { Banner } from '#console/ui/page/banner.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import type { Member } from '#contract/loyalty/members/member.ts';
import { MemberFacts } from './member-facts.tsx';

interface MemberHeaderProps {
  readonly member: Member;
  /** When the member was read, in ms; undefined for a copy from a list. */
  readonly readAt: number | undefined;
}

export function MemberHeader({ member, readAt }: MemberHeaderProps) {
  const teamId = useTeamId();
  const { search } = useLocation();
  const navigate = useNavigate();
  const disabledReason = useScopeReason('teams:write', 'updateMember');
  const { previous, next } = useMemberSiblings(member);
  const [action, setAction] = useState<MemberAction>();
  const name = memberName(member);
  const edit = () => void navigate(`${editMemberPath(teamId, member)}${search}`);
  useShortcut(['e', 'E'], () => (disabledReason === undefined ? edit() : false));

  return (
    <>
      <PageHeader
        title={name}
        description={
          <FactLine>
            <Copyable what="member ID" value={member.member_id}>
              <code>{member.member_id}</code>
            </Copyable>
            {member.enrollment_date && (
              <>
                enrolled <LoyaltyDate value={member.enrollment_date} />
              </>
            )}
            {readAt !== undefined && <AsOf at={new Date(readAt)} />}
          </FactLine>
        }
        actions={
          <>
            <DisplayLanguage
              suggestions={member.preferred_language ? [member.preferred_language] : []}
            />
            <IconButton
              label="Previous member (K)"
              icon={<ArrowUp />}
              disabledReason={previous.disabledReason}
              loading={previous.loading}
              onClick={previous.open}
            />
            <IconButton
              label="Next member (J)"
              icon={<ArrowDown />}
              disabledReason={next.disabledReason}
              loading={next.loading}
              onClick={next.open}
            />
            <Button icon={<Pencil />} disabledReason={disabledReason} onClick={edit}>
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
              <MemberActionItems member={member} onSelect={setAction} />
            </Menu>
            <AdjustPointsButton member={member} />
          </>
        }
      />
      <MemberFacts member={member} isLoaded={readAt !== undefined} />
      {member.member_status !== undefined && member.member_status !== 'active' && (
        <Banner
          tone="amber"
          title={formatMemberStatus(member.member_status)}
          action={
            offeredActions(member).some((offered) => offered.action === 'reactivate') && (
              <Button disabledReason={disabledReason} onClick={() => setAction('reactivate')}>
                {ACTION_TEXTS.reactivate.menuLabel}
              </Button>
            )
          }
        >
          Only active members can earn and redeem points.
        </Banner>
      )}
      {action && (
        <MemberActionDialog
          member={member}
          action={action}
          onClose={() => setAction(undefined)}
          onDeleted={() => void navigate(`${paths.members(teamId)}${search}`, { replace: true })}
        />
      )}
    </>
  );
}

function AsOf({ at }: { readonly at: Date }) {
  return (
    <>
      as of{' '}
      <time dateTime={at.toISOString()} title={timestampTooltip(at.toISOString())}>
        {formatTime(at)}
      </time>
    </>
  );
}
