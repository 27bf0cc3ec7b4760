import { useApi } from '#console/api/api-context.ts';
import type { Client } from '#console/api/client.ts';
import { requestUrl } from '#console/api/request-url.ts';
import { capitalize } from '#console/lib/format/capitalize.ts';
import { useConfig } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { ExternalLink } from '#console/ui/button/external-link.tsx';
import { Card, CardSection } from '#console/ui/card.tsx';
import { CopyField } from '#console/ui/data/copy-field.tsx';
import { DescriptionList } from '#console/ui/data/description-list.tsx';
import { AUDIT_CSV_PATH } from '#contract/audit/audit-events.ts';
import { SECURITY_CSV_PATH } from '#contract/people/security-log.ts';
import styles from './log-addresses.module.css';

/** Where tokens read the logs. */
export function LogAddresses({ rules }: { readonly rules: Client }) {
  const teamId = useTeamId();
  const { audit } = useApi();
  const { reference } = useConfig().extensions ?? {};
  const address = (log: 'audit log' | 'security log', client: Client, path: string) => {
    const url = requestUrl(client.baseUrl, { path }, { team_id: teamId }, {});
    const value = <CopyField label={`Address of the ${log}`} value={url} />;
    return { term: capitalize(log), value, isBelow: true };
  };
  return (
    <Card>
      <CardSection
        title="Addresses of the logs"
        action={reference && <ExternalLink url={reference.baseUrl}>API reference</ExternalLink>}
      >
        <div className={styles.addresses}>
          <p>
            Each returns a CSV file, and without <code>.csv</code> pages of JSON. Send the token in
            the header <code>Authorization</code>, after <code>Bearer</code> and a space. Tokens
            only work from the allowed networks of the team rules.
          </p>
          <DescriptionList
            items={[
              ...(audit ? [address('audit log', audit, AUDIT_CSV_PATH)] : []),
              address('security log', rules, SECURITY_CSV_PATH),
            ]}
          />
        </div>
      </CardSection>
    </Card>
  );
}
