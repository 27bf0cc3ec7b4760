import type { Problem } from '#console/lib/problem.ts';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';

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
      {problem.title}. {problem.detail}
    </Banner>
  );
}
