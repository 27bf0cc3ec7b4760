import { FileQuestion } from 'lucide-react';
import { paths } from '#console/paths.ts';
import { LinkButton } from '#console/ui/link-button.tsx';
import { EmptyState } from '#console/ui/list-states.tsx';
import { PageHeader } from '#console/ui/page-header.tsx';

/** No page has this address. */
export function NotFoundPage() {
  return (
    <>
      <PageHeader title="Page not found" />
      <EmptyState
        icon={<FileQuestion />}
        title="There is no page at this address"
        action={<LinkButton to={paths.home()}>Go to the overview</LinkButton>}
      >
        <p>The link may be old, or a letter of the address may be missing.</p>
      </EmptyState>
    </>
  );
}
