import type { Problem } from '#console/lib/problem.ts';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { RequestId } from './problem-notice.tsx';

interface OutdatedBannerProps {
  /** Why reading again failed. */
  readonly problem: Problem;
  readonly onRetry: () => void;
  readonly retrying: boolean;
}

/** What is shown was read before, and could not be read again. */
export function OutdatedBanner({ problem, onRetry, retrying }: OutdatedBannerProps) {
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
        {problem.title}. {problem.detail}
      </p>
      {problem.requestId && <RequestId id={problem.requestId} />}
    </Banner>
  );
}
