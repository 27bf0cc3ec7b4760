import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useParams } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { parseMembersView } from '#console/features/members/list/members-view.ts';
import { memberQuery } from '#console/features/members/members-queries.ts';
import { paths } from '#console/paths.ts';
import { useTeamId } from '#console/session/team.ts';
import { EditMemberForm } from './edit-member-form.tsx';

/** The panel in which a member is edited, over the member's page. */
export function EditMemberPage() {
  const teamId = useTeamId();
  const { memberId = '' } = useParams();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { language } = parseMembersView(new URLSearchParams(search));
  const { data: member } = useQuery(memberQuery(useApi(), teamId, memberId, language));
  // The page beneath tells of a member that can't be read.
  if (!member) return null;
  const close = () =>
    void navigate({ pathname: paths.member(teamId, memberId), search }, { replace: true });
  return <EditMemberForm key={member.id} member={member} onClose={close} />;
}
