import { useQuery } from '@tanstack/react-query';
import { Download, FileUser } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '#console/api/api-context.ts';
import type { Client } from '#console/api/client.ts';
import { nullIfNotFound } from '#console/api/errors/null-if-not-found.ts';
import { formatDateTime } from '#console/lib/dates/format-date.ts';
import { formatCount } from '#console/lib/format/format-number.ts';
import { saveFile } from '#console/lib/save-file.ts';
import { usePathParams } from '#console/lib/url/path-params.ts';
import { paths } from '#console/paths.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { useCurrentTeam, useTeamId } from '#console/session/team.ts';
import { ItemStatePage } from '#console/shared/item-query.tsx';
import { Button } from '#console/ui/button/button.tsx';
import { LinkButton } from '#console/ui/button/link-button.tsx';
import { Card, CardSection } from '#console/ui/card.tsx';
import { DetailColumns } from '#console/ui/page/detail-columns.tsx';
import { AdministratorsOnlyPage } from '#console/ui/page/item-status-page.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import {
  type Erasure,
  getPersonalData,
  type PersonalData,
  SECTION_ENTRIES_MAX,
} from '#contract/gateway/personal-data.ts';
import { EraseSection } from './erase-section.tsx';
import { ErasureReceipt } from './erasure-receipt.tsx';
import { HistoryCard } from './history-card.tsx';
import { Mentions } from './mentions.tsx';
import { AttributesSection, ProfileCard } from './profile-card.tsx';

const TITLE = 'Personal data';

/** Everything that is kept about a member, to download and to erase. For administrators. */
export function PersonalDataPage() {
  const { personalData } = useApi();
  const isAdministrator = useCurrentTeam()?.meta?.can_administer !== false;
  if (!personalData || !isAdministrator) {
    return (
      <AdministratorsOnlyPage
        title={TITLE}
        description="What is kept about a member."
        icon={<FileUser />}
      />
    );
  }
  return <MemberData api={personalData} />;
}

function MemberData({ api }: { readonly api: Client }) {
  const teamId = useTeamId();
  const { memberId = '' } = usePathParams();
  const missingScope = useMissingScope('teams:read');
  /** The erasure, with the member's name, which the receipt doesn't have. */
  const [erasure, setErasure] = useState<{ name: string; queued: Erasure }>();
  const query = useQuery({
    queryKey: ['teams', teamId, 'personal-data', memberId],
    queryFn: ({ signal }) =>
      nullIfNotFound(
        api.request(getPersonalData, { params: { team_id: teamId, member_id: memberId }, signal }),
        [404],
      ),
    enabled: missingScope === undefined && erasure === undefined,
    // Each time is an event of the audit log.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const toMembers = <LinkButton to={paths.members(teamId)}>Go to members</LinkButton>;

  if (erasure) {
    return (
      <PageStack width="form">
        <PageHeader title={`${erasure.name}: erased`} actions={toMembers} />
        <ErasureReceipt api={api} {...erasure} />
      </PageStack>
    );
  }
  const data = query.data?.data;
  if (!data) {
    return (
      <ItemStatePage
        title={`${memberId}: everything we keep`}
        query={query}
        item="personal data"
        what="personal data"
        missingScope={missingScope}
      >
        <EmptyState icon={<FileUser />} title="Nothing is kept about this member">
          <p>There is no member with the ID {memberId}, or they were erased.</p>
          {toMembers}
        </EmptyState>
      </ItemStatePage>
    );
  }
  const name = nameIn(data);
  const profile = data.sections.profile?.[0] ?? data.sections.directory?.[0];
  const download = () => {
    const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
    saveFile(file, 'personal-data.json');
  };
  return (
    <PageStack>
      <PageHeader
        title={`${name}: everything we keep`}
        description={
          <>
            Member ID {memberId}, as of {formatDateTime(new Date(data.as_of))}. This visit is
            recorded in the audit log.
          </>
        }
        actions={
          <Button variant="primary" icon={<Download />} onClick={download}>
            Download
          </Button>
        }
      />
      <DetailColumns>
        {profile && <ProfileCard profile={profile} />}
        <Card>
          {profile && <AttributesSection profile={profile} />}
          <Mentions api={api} memberId={memberId} name={name} />
        </Card>
      </DetailColumns>
      <HistoryCard sections={data.sections} />
      {data.complete === false && (
        <Card>
          <CardSection>
            <p>
              A part has more than {formatCount(SECTION_ENTRIES_MAX, 'entry', 'entries')}. This page
              and the download have that many; the person who runs Patron can export all.
            </p>
          </CardSection>
        </Card>
      )}
      <EraseSection
        api={api}
        data={data}
        name={name}
        onErased={(queued) => setErasure({ name, queued })}
      />
    </PageStack>
  );
}

/** The member's name, or the ID if none is kept. */
function nameIn({ member_id: memberId, sections }: PersonalData): string {
  const { first_name: first, last_name: last } =
    sections.profile?.[0] ?? sections.directory?.[0] ?? {};
  return [first, last].filter((name) => typeof name === 'string' && name).join(' ') || memberId;
}
