import { Lock } from 'lucide-react';
import { useApi } from '#console/api/api-context.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { Card } from '#console/ui/card.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import { ChooseFile } from './choose-file.tsx';

export const IMPORT_TITLE = 'Import members';

export function ImportMembersPage() {
  const { jobs } = useApi();
  const disabledReason = useScopeReason('teams:write');
  // Without jobs this page has no route.
  if (!jobs) return null;
  return (
    <PageStack width="form">
      <PageHeader
        title={IMPORT_TITLE}
        description="Add and update many members with a CSV file. It is checked first; nothing changes until you confirm."
      />
      {disabledReason !== undefined ? (
        <Card>
          <EmptyState icon={<Lock />} title="You can't import members">
            <p>{disabledReason}</p>
          </EmptyState>
        </Card>
      ) : (
        <ChooseFile jobs={jobs} />
      )}
    </PageStack>
  );
}
