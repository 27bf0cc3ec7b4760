import { useMemo } from 'react';
import { useCurrentUser } from '#console/session/current-user.ts';
import { storedPreference } from '#console/ui/hooks/stored-preference.ts';

/**
 * A preference of the signed-in user on this device, and its setter.
 *
 * @returns null for the value until the user is known
 */
export function useUserPreference(
  name: string,
): readonly [string | null, (value: string | null) => void] {
  const userId = useCurrentUser().data?.id;
  const preference = useMemo(() => storedPreference(`${name}.${userId ?? ''}`), [name, userId]);
  return [preference.useValue(), preference.write];
}
