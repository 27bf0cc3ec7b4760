import { formatNumber } from '#console/lib/format/format-number.ts';
import type { InboxDelivery } from '#contract/gateway/inbox.ts';

interface OutcomeLabel {
  readonly tone: 'normal' | 'soon' | 'broken' | 'off';
  readonly label: string;
}

const OUTCOME_LABELS: Readonly<Record<string, OutcomeLabel>> = {
  accepted: { tone: 'normal', label: 'Accepted' },
  duplicate: { tone: 'off', label: 'Duplicate' },
  bad_signature: { tone: 'broken', label: 'Bad signature' },
  stale: { tone: 'broken', label: 'Stale' },
  malformed: { tone: 'broken', label: 'Malformed' },
  too_large: { tone: 'broken', label: 'Too large' },
  rejected: { tone: 'broken', label: 'Rejected' },
};

/** @param reason a request that was accepted with a reason has a warning */
export function requestOutcome(outcome: string, reason: string | null): OutcomeLabel {
  return outcome === 'accepted' && reason !== null
    ? { tone: 'soon', label: 'Accepted with a warning' }
    : outcomeLabel(outcome);
}

/** The label for the outcome (`verdict`) of requests. Unknown outcomes are shown unchanged. */
export function outcomeLabel(outcome: string): OutcomeLabel {
  return OUTCOME_LABELS[outcome] ?? { tone: 'off', label: outcome };
}

/** Our response to a request: "401 in 12 ms". */
export function formatResponse(delivery: InboxDelivery): string {
  const { response_status: status, duration_ms: duration } = delivery;
  return duration == null ? String(status) : `${status} in ${formatNumber(duration)} ms`;
}
