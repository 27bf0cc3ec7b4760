const BENEFITS: Readonly<Record<string, string>> = {
  points: 'Points',
  points_and_coupon_code: 'Points and a coupon code',
};

const APPROVALS: Readonly<Record<string, string>> = {
  immediate: 'Immediate',
  manual: 'Manual',
};

/** What an activity gives, in words; a kind that isn't known as it came. */
export function benefitLabel(benefit: string | undefined): string | undefined {
  return benefit === undefined ? undefined : (BENEFITS[benefit] ?? benefit);
}

/** How an activity is approved, in words; a way that isn't known as it came. */
export function approvalLabel(approval: string | undefined): string | undefined {
  return approval === undefined ? undefined : (APPROVALS[approval] ?? approval);
}
