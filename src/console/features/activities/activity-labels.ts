const BENEFITS: Readonly<Record<string, string>> = {
  points: 'Points',
  points_and_coupon_code: 'Points and a coupon code',
};

const APPROVALS: Readonly<Record<string, string>> = {
  immediate: 'Immediate',
  manual: 'Manual',
};

/** Unknown values are shown unchanged. */
export function benefitLabel(benefit: string | undefined): string | undefined {
  return benefit === undefined ? undefined : (BENEFITS[benefit] ?? benefit);
}

/** Unknown values are shown unchanged. */
export function approvalLabel(approval: string | undefined): string | undefined {
  return approval === undefined ? undefined : (APPROVALS[approval] ?? approval);
}
