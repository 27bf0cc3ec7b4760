import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { Button } from '#console/ui/button/button.tsx';
import { RequestId } from '#console/ui/feedback/error-notice.tsx';
import { Banner } from './banner.tsx';

interface OutdatedBannerProps {
  /** Why reading again failed. */
  readonly error: UserFacingError;
  readonly onRetry: () => void;
  readonly retrying: boolean;
}

/** What is shown was read before, and could not be read again. */
export function OutdatedBanner({ error, onRetry, retrying }: OutdatedBannerProps) {
  return (
    <Banner
      tone="amber"
      title="This may be out of date"
      action={
        <Button loading={retrying} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      <p>
        {error.title}. {error.detail}
      </p>
      {error.requestId && <RequestId id={error.requestId} />}
    </Banner>
  );
}
