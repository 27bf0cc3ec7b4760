import { Card, CardSection } from '#console/ui/card.tsx';
import { DetailColumns } from '#console/ui/page/detail-columns.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';

/** Holds the place of a member's page while the member is being read. */
export function MemberPageSkeleton({ memberId }: { readonly memberId: string }) {
  return (
    <PageStack>
      <PageHeader title={memberId} description={<Skeleton width="240px" />} />
      <DetailColumns>
        <Card>
          <CardSection title="Points">
            <Skeleton width="45%" height={60} />
          </CardSection>
          <CardSection title="Expiring">
            <Skeleton height={112} />
          </CardSection>
          <CardSection title="Tier">
            <Skeleton height={40} />
          </CardSection>
        </Card>
        <Card>
          <CardSection title="Details">
            <Skeleton height={160} />
          </CardSection>
        </Card>
      </DetailColumns>
    </PageStack>
  );
}
