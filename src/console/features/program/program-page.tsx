import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import type { Client } from '#console/api/client.ts';
import { useConfig, useMissingScope } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { facetsQuery } from '#console/shared/loyalty/facets-query.ts';
import { programQuery } from '#console/shared/loyalty/program-query.ts';
import stateStyles from '#console/shared/panel-state.module.css';
import { isNotFound, PanelState } from '#console/shared/panel-state.tsx';
import { ExternalLink } from '#console/ui/button/external-link.tsx';
import { Card, CardSection } from '#console/ui/card.tsx';
import { CopyField } from '#console/ui/data/copy-field.tsx';
import { DescriptionList } from '#console/ui/data/description-list.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import { Tabs } from '#console/ui/tabs/tabs.tsx';
import type { Program } from '#contract/program/program.ts';
import { ApiKeysSection } from './api-keys-section.tsx';
import { PendingPointsSection } from './owed/pending-points-section.tsx';
import { PointsOwedSection } from './owed/points-owed-section.tsx';
import { RulesSection } from './tiers/rules-section.tsx';
import { TiersSection } from './tiers/tiers-section.tsx';
import { WebhooksSection } from './webhooks/webhooks-section.tsx';

/** The value is the address's `tab`; the first tab has none. */
const TABS = [
  { value: 'tiers', label: 'Tiers and rules' },
  { value: 'points-owed', label: 'Points owed' },
  { value: 'developers', label: 'Developers' },
] as const;

/** What the team's loyalty program is made of. Each section loads, and fails, on its own. */
export function ProgramPage() {
  const teamId = useTeamId();
  const api = useApi();
  const { directory, program } = api;
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const canRead = useMissingScope('teams:read') === undefined;
  const settings = useQuery({
    ...programQuery(api, teamId),
    enabled: program !== undefined && canRead,
  });
  const isElsewhere = program === undefined || isNotFound(settings.error);
  const tabs = TABS.filter(({ value }) => value !== 'developers' || !isElsewhere);
  const selected = tabs.find(({ value }) => value === search.get('tab')) ?? TABS[0];
  // The page has no address without a directory.
  if (!directory) return null;
  return (
    <PageStack>
      <PageHeader
        title="Program"
        description={
          isElsewhere
            ? 'Tiers, and the points you owe to members.'
            : 'Tiers, the points you owe to members, API keys and webhooks.'
        }
      />
      <Tabs
        label="Program"
        tabs={tabs}
        selected={selected.value}
        onSelect={(tab) => void navigate({ search: tab === 'tiers' ? '' : `tab=${tab}` })}
      >
        <PageStack>
          {selected.value === 'tiers' && (
            <>
              <TiersSection teamId={teamId} />
              {isElsewhere ? <ElsewhereNote teamId={teamId} /> : <RulesSection teamId={teamId} />}
            </>
          )}
          {selected.value === 'points-owed' && (
            <PointsOwedSection teamId={teamId} directory={directory}>
              {program && !isElsewhere && (
                <PendingPointsSection teamId={teamId} program={program} />
              )}
            </PointsOwedSection>
          )}
          {selected.value === 'developers' && program && settings.data && (
            <Developers teamId={teamId} api={program} program={settings.data} />
          )}
          {selected.value === 'developers' && !settings.data && (
            <Card>
              <CardSection>
                <PanelState
                  errorTitle="Couldn't load the program"
                  missingScope={canRead ? undefined : 'teams:read'}
                  error={settings.error}
                  retrying={settings.isFetching}
                  onRetry={() => void settings.refetch()}
                >
                  <Skeleton height={160} />
                </PanelState>
              </CardSection>
            </Card>
          )}
        </PageStack>
      </Tabs>
    </PageStack>
  );
}

interface DevelopersProps {
  readonly teamId: string;
  readonly api: Client;
  readonly program: Program;
}

/** What an application needs to call the loyalty API and to receive its events. */
function Developers({ teamId, api, program }: DevelopersProps) {
  const { reference } = useConfig().extensions ?? {};
  return (
    <>
      <Card>
        <CardSection
          title="Loyalty API"
          action={reference && <ExternalLink url={reference.baseUrl}>API reference</ExternalLink>}
        >
          <DescriptionList
            items={[
              {
                term: 'Partner ID',
                value: <CopyField label="Partner ID" value={program.partner_id} />,
              },
            ]}
          />
        </CardSection>
      </Card>
      <ApiKeysSection teamId={teamId} program={api} />
      <WebhooksSection teamId={teamId} program={api} />
    </>
  );
}

function ElsewhereNote({ teamId }: { readonly teamId: string }) {
  const { data: hasMembers } = useQuery({
    ...facetsQuery(useApi(), teamId),
    enabled: useMissingScope('teams:read') === undefined,
    select: (facets) => facets !== null,
  });
  if (!hasMembers) return null;
  return (
    <p className={stateStyles.note}>
      API keys, webhooks and tier thresholds are managed in your loyalty service.
    </p>
  );
}
