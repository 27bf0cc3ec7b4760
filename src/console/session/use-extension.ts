import { useMemo } from 'react';
import { type Client, createClient } from '#console/api/client.ts';
import { useConfig, useSession } from './session-context.ts';

/** The resources that the scopes of the extensions are about. */
const RESOURCES = { points: 'teams', webhook_checks: 'webhooks' } as const;

/** The client of one of Patron's own APIs; undefined if the deployment doesn't have it. */
export function useExtension(name: keyof typeof RESOURCES): Client | undefined {
  const baseUrl = useConfig().extensions?.[name]?.baseUrl;
  const session = useSession();
  return useMemo(
    () =>
      baseUrl === undefined
        ? undefined
        : createClient({
            baseUrl: new URL(baseUrl, location.origin).href,
            accessSource: session,
            mediaType: 'application/json',
            resource: RESOURCES[name],
          }),
    [baseUrl, name, session],
  );
}
