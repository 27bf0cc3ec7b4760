import { foldText } from '#contract/gateway/fold-text.ts';

/** Whether a value or what people call it contains what was typed: "texas" finds TX. */
export function matchesLabel(name: string, value: string, typed: string): boolean {
  const q = foldText(typed);
  return [value, name].some((text) => foldText(text).includes(q));
}
