import { formatClockTime } from '#console/lib/dates/format-date.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { Button } from '#console/ui/button/button.tsx';
import { RequestId } from '#console/ui/feedback/error-notice.tsx';
import { Banner } from './banner.tsx';

interface OutdatedBannerProps {
  /** What is shown: "accounts", "this member". */
  readonly what?: string;
  /** When it was fetched, in ms since 1970. */
  readonly updatedAt?: number;
  /** Why refreshing failed. */
  readonly error: UserFacingError;
  readonly onRetry: () => void;
  readonly retrying: boolean;
}

export function OutdatedBanner(props: OutdatedBannerProps) {
  const { what, updatedAt, error, onRetry, retrying } = props;
  const time = updatedAt && formatClockTime(new Date(updatedAt), new Date());
  return (
    <Banner
      tone="amber"
      title={
        what && time
          ? `Couldn't refresh. Showing ${what} from ${time}.`
          : "Couldn't refresh this page"
      }
      action={
        <Button loading={retrying} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {error.detail && <p>{error.detail}</p>}
      {error.requestId && <RequestId id={error.requestId} />}
    </Banner>
  );
}
