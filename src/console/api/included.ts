import type { AnyResource } from '#contract/advocacy/json-api.ts';

interface Identifier {
  readonly type: string;
  readonly id: string;
}

/** Looks a related resource up among those that a JSON:API reply brought with it. */
export function findIncluded(
  document: { readonly included?: readonly AnyResource[] | undefined } | undefined,
  identifier: Identifier | null | undefined,
): AnyResource | undefined {
  return document?.included?.find(
    ({ type, id }) => type === identifier?.type && id === identifier.id,
  );
}
