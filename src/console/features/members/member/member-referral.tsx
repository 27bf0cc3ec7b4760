import { Link } from 'react-router';
import { memberName, memberPath } from '#console/features/members/member-name.ts';
import { useCachedMembers } from '#console/features/members/members-queries.ts';
import { paths } from '#console/paths.ts';
import { useTeamId } from '#console/session/team.ts';
import { ExternalLink } from '#console/ui/button/external-link.tsx';
import { CardSection } from '#console/ui/card.tsx';
import { Breakable } from '#console/ui/data/breakable.tsx';
import { DescriptionList } from '#console/ui/data/description-list.tsx';
import type { Member } from '#contract/loyalty/members/member.ts';
import styles from './member-page.module.css';

/** The member's own code and link, who referred the member, and whom the member referred. */
export function MemberReferral({ member }: { readonly member: Member }) {
  const teamId = useTeamId();
  const referred = useReferred(member);
  const { referral_code: code, referral_URL: url } = member;
  return (
    <CardSection title="Referral">
      <DescriptionList
        items={[
          { term: 'Code', value: code && <code>{code}</code> },
          {
            term: 'Link',
            value: url && (
              <ExternalLink url={url}>
                <Breakable text={url} />
              </ExternalLink>
            ),
          },
          { term: 'Referred by', value: <Referrer member={member} /> },
          ...(referred.length > 0
            ? [
                {
                  term: 'Has referred',
                  value: (
                    <>
                      {referred.map((one) => (
                        <div key={one.id}>
                          <Link to={memberPath(teamId, one)}>{memberName(one)}</Link>
                        </div>
                      ))}
                      <p className={styles.muted}>Among the members that were opened or listed.</p>
                    </>
                  ),
                },
              ]
            : []),
        ]}
      />
    </CardSection>
  );
}

/** The API can't be asked for them, so they are those among all that was read. */
function useReferred({ id }: Member): Member[] {
  const read = useCachedMembers(useTeamId());
  const referred = read.filter((one) => one.referrer_ID === id);
  return [...new Map(referred.map((one) => [one.id, one])).values()];
}

function Referrer({ member }: { readonly member: Member }) {
  const teamId = useTeamId();
  const { referrer_ID: id, referrer_name: name, referrer_code: code } = member;
  const words = name || code || id;
  if (!words) return '—';
  return (
    <>
      {id ? <Link to={paths.member(teamId, id)}>{words}</Link> : words}
      {code && words !== code && <div className={styles.muted}>by the code {code}</div>}
    </>
  );
}
