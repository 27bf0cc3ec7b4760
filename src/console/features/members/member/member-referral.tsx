import { Link } from 'react-router';
import { paths } from '#console/paths.ts';
import { useTeamId } from '#console/session/team.ts';
import { ExternalLink } from '#console/ui/button/external-link.tsx';
import { CardSection } from '#console/ui/card.tsx';
import { Breakable } from '#console/ui/data/breakable.tsx';
import { CopyButton } from '#console/ui/data/copy-button.tsx';
import { DescriptionList } from '#console/ui/data/description-list.tsx';
import type { Member } from '#contract/loyalty/members/member.ts';
import styles from './member-page.module.css';

/**
 * The member's referral code and link, and the member who referred them. The API has no list of the
 * members that a member referred.
 */
export function MemberReferral({ member }: { readonly member: Member }) {
  const { referral_code: code, referral_URL: url } = member;
  return (
    <CardSection title="Referral">
      <DescriptionList
        items={[
          { term: 'Code', value: code && <code>{code}</code> },
          {
            term: 'Link',
            value: url && (
              <span className={styles.copied}>
                <ExternalLink url={url}>
                  <Breakable text={url} />
                </ExternalLink>
                <CopyButton what="referral link" value={url} />
              </span>
            ),
          },
          { term: 'Referred by', value: <Referrer member={member} /> },
        ]}
      />
    </CardSection>
  );
}

function Referrer({ member }: { readonly member: Member }) {
  const teamId = useTeamId();
  const { referrer_ID: id, referrer_name: name, referrer_code: code } = member;
  const label = name || code || id;
  if (!label) return '—';
  return (
    <>
      {id ? <Link to={paths.member(teamId, id)}>{label}</Link> : label}
      {code && label !== code && <div className={styles.muted}>with code {code}</div>}
    </>
  );
}
