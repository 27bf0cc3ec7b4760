/** The tone of a status dot and its word. */
interface OutcomeLabel {
  readonly tone: 'good' | 'soon' | 'broken' | 'off';
  readonly label: string;
}

const OUTCOME_LABELS: Readonly<Record<string, OutcomeLabel>> = {
  accepted: { tone: 'good', label: 'Accepted' },
  duplicate: { tone: 'off', label: 'Duplicate' },
  bad_signature: { tone: 'broken', label: 'Bad signature' },
  stale: { tone: 'broken', label: 'Stale' },
  malformed: { tone: 'broken', label: 'Malformed' },
  too_large: { tone: 'broken', label: 'Too large' },
};

/** What was made of a request; a verdict that isn't known as it is written. */
export function outcomeLabel(verdict: string): OutcomeLabel {
  return OUTCOME_LABELS[verdict] ?? { tone: 'off', label: verdict };
}
