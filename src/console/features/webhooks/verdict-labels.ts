/** The tone of a status dot and its word. */
interface VerdictWords {
  readonly tone: 'good' | 'soon' | 'broken' | 'off';
  readonly words: string;
}

const VERDICTS: Readonly<Record<string, VerdictWords>> = {
  accepted: { tone: 'good', words: 'Accepted' },
  duplicate: { tone: 'off', words: 'Duplicate' },
  bad_signature: { tone: 'broken', words: 'Bad signature' },
  stale: { tone: 'broken', words: 'Stale' },
  malformed: { tone: 'broken', words: 'Malformed' },
  too_large: { tone: 'broken', words: 'Too large' },
};

/** What was made of a request; a verdict that isn't known as it is written. */
export function verdictWords(verdict: string): VerdictWords {
  return VERDICTS[verdict] ?? { tone: 'off', words: verdict };
}
